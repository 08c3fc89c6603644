import { NOT_FOUND, numberIn, OTHER, repositoryOf, type World } from "./world.ts";

/**
 * `/repos/{owner}/{name}` with its ETag, releases and contributors by the number of the last page. Every 13th is gone, every 17th was taken down, every 5th
 * was renamed, and every 3rd never changes.
 */
export const githubWorld: World = {
  name: "github",
  answer(url, { headers }, day) {
    const [, paper, what] = partsOf(url);
    if (paper < 0 || paper % 13 === 5) return NOT_FOUND;
    if (paper % 17 === 3) return { status: 451, json: { message: "Repository access blocked" } };
    if (what === "releases" || what === "contributors") return pages(paper, (paper + day) % (what === "releases" ? 4 : 9));
    if (paper % 5 === 1 && url.pathname.startsWith("/repos/"))
      return { status: 301, headers: { location: `/repositories/${paper}` } };
    const etag = `W/"${paper}-${lastChange(paper, day)}"`;
    if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
    return { headers: { etag }, json: repository(paper, lastChange(paper, day)) };
  },
  otherAnswer(url, day) {
    return partsOf(url)[2] === undefined ? { headers: { etag: 'W/"other"' }, json: repository(OTHER, day) } : null;
  },
};

function partsOf(url: URL): [string, number, string | undefined] {
  const [, byName, byNumber, what] = /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(?:\/(\w+))?$/u.exec(url.pathname) ?? [];
  return [url.pathname, byNumber === undefined ? numberIn(byName) : Number(byNumber), what];
}

function lastChange(paper: number, day: number): number {
  return paper % 3 === 0 ? 0 : day;
}

function pages(paper: number, count: number) {
  const link = `<https://api.github.com/repositories/${paper}/x?per_page=1&page=${count}>; rel="last"`;
  return { json: count === 0 ? [] : [{}], ...(count > 1 ? { headers: { link } } : {}) };
}

function repository(paper: number, day: number): object {
  const [owner, name] = repositoryOf(paper).split("/");
  return {
    id: paper,
    full_name: paper % 5 === 1 ? `${owner}/renamed${paper}` : `${owner}/${name}`,
    stargazers_count: 40 * paper + day,
    archived: paper % 7 === 2 && day > 0,
    pushed_at: `2026-0${1 + (day % 9)}-12T10:00:00Z`,
    license: paper % 4 === 0 ? null : { spdx_id: paper % 4 === 1 ? "MIT" : "CC-BY-NC-4.0", name: "A license" },
  };
}
