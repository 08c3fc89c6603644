import { NOT_FOUND, numberIn, OTHER, repositoryOf, type World } from "./world.ts";
import type { Reply } from "../fake-service.ts";

/** Files of the repositories, records and downloads of PyPI. Every 4th has its name in `setup.cfg`, every 7th has none, every 11th has another's. */
export const pypiWorld: World = {
  name: "pypi",
  answer(url, { headers }, day) {
    const file = /^\/(lab\d+\/tool\d+)\/HEAD\/(.+)$/u.exec(url.pathname);
    if (file) {
      const paper = numberIn(file[1]);
      if (paper % 7 === 6) return NOT_FOUND;
      if (file[2] === "pyproject.toml" && paper % 4 !== 0) return { text: `[project]\nname = "pkg${paper}"\n` };
      return file[2] === "setup.cfg" && paper % 4 === 0 ? { text: `[metadata]\nname = pkg${paper}\n` } : NOT_FOUND;
    }
    const paper = Number(/^\/(?:pypi|api\/packages)\/pkg(\d+)\//u.exec(url.pathname)?.[1] ?? -1);
    if (!url.pathname.startsWith("/pypi/")) return pypiDownloads(paper, day);
    const etag = `"${paper}"`;
    return headers["if-none-match"] === etag ? { status: 304 } : { headers: { etag }, ...pypiRecord(paper) };
  },
  otherAnswer(url, day) {
    if (url.pathname.startsWith("/pypi/")) return pypiRecord(OTHER);
    return url.pathname.startsWith("/api/") ? pypiDownloads(OTHER, day) : null;
  },
};

function pypiRecord(paper: number): Reply {
  const owner = paper % 11 === 2 ? "eve/stolen" : repositoryOf(paper);
  return { json: { info: { name: `pkg${paper}`, project_urls: { Source: `https://github.com/${owner}` } } } };
}

function pypiDownloads(paper: number, day: number): Reply {
  return {
    json: {
      data: { last_day: 1, last_week: 7, last_month: 500 * paper + day },
      package: `pkg${paper}`,
      type: "recent_downloads",
    },
  };
}

/** `package.json` of the repositories, records and downloads of npm; as above. */
export const npmWorld: World = {
  name: "npm",
  answer(url, _, day) {
    const file = /^\/(lab\d+\/tool\d+)\/HEAD\/package\.json$/u.exec(url.pathname);
    if (file) {
      const paper = numberIn(file[1]);
      if (paper % 7 === 6) return NOT_FOUND;
      return { text: JSON.stringify({ name: `@lab/pkg${paper}`, private: paper % 7 === 5 }) };
    }
    const paper = Number(/pkg(\d+)/u.exec(url.pathname)?.[1] ?? -1);
    return url.pathname.startsWith("/downloads/") ? npmDownloads(paper, day) : npmRecord(paper);
  },
  otherAnswer(url, day) {
    if (url.pathname.startsWith("/downloads/")) return npmDownloads(OTHER, day);
    return url.pathname.endsWith("/latest") ? npmRecord(OTHER) : null;
  },
};

function npmRecord(paper: number): Reply {
  const owner = paper % 11 === 2 ? "eve/stolen" : repositoryOf(paper);
  return { json: { name: `@lab/pkg${paper}`, repository: { type: "git", url: `git+https://github.com/${owner}.git` } } };
}

function npmDownloads(paper: number, day: number): Reply {
  return { json: { downloads: 300 * paper + day, start: "2026-10-01", end: "2026-10-31", package: `@lab/pkg${paper}` } };
}
