import { doiOf, NOT_FOUND, numberIn, OTHER, titleOf, type World } from "./world.ts";

/** `/works/{doi}` and `/works?filter=doi:…`; every 13th work is not Crossref's, and every 17th is gone on odd days. */
export const crossrefWorld: World = {
  name: "crossref",
  answer(url, _, day) {
    if (url.pathname !== "/works") {
      const paper = numberIn(decodeURIComponent(url.pathname.slice("/works/".length)));
      return isKnown(paper, day) ? { json: { status: "ok", message: work(paper, day) } } : NOT_FOUND;
    }
    return list(askedFor(url), day);
  },
  otherAnswer(url, day) {
    if (url.pathname === "/works") return list([OTHER, OTHER + 1], day);
    return { json: { status: "ok", message: work(OTHER, day) } };
  },
};

function askedFor(url: URL): number[] {
  return (url.searchParams.get("filter") ?? "").split(",").map((filter) => numberIn(filter.replace(/^doi:/u, "")));
}

function list(papers: readonly number[], day: number) {
  const items = papers.filter((paper) => isKnown(paper, day)).map((paper) => work(paper, day));
  return { json: { status: "ok", message: { "total-results": items.length, items } } };
}

function isKnown(paper: number, day: number): boolean {
  return paper >= 0 && paper % 13 !== 5 && !(paper % 17 === 3 && day % 2 === 1);
}

function work(paper: number, day: number): object {
  const retraction = {
    DOI: "10.1000/notice",
    type: "retraction",
    label: "Retraction",
    updated: { "date-parts": [[2024, 5, 6]] },
  };
  return {
    DOI: doiOf(paper),
    type: "journal-article",
    title: [titleOf(paper)],
    author: [{ given: "Ada", family: `Lab${paper}` }],
    "container-title": ["Journal of Made Things"],
    published: { "date-parts": [[2000 + (paper % 26), 1, 2]] },
    "is-referenced-by-count": paper + 3 * day,
    ...(paper % 4 === 0 ? { funder: [{ name: "A Fund", award: [`A-${paper}`] }] } : {}),
    ...(paper % 11 === 7 && day > 0 ? { "updated-by": [retraction] } : {}),
    // Some of what is said of others is said on even days alone.
    ...(paper % 5 === 0 && (paper % 2 === 0 || day % 2 === 0)
      ? { reference: [{ DOI: doiOf(paper + 1) }, { DOI: "10.9/elsewhere" }] }
      : {}),
    ...(paper % 9 === 1 && day % 2 === 0 ? { "update-to": [{ ...retraction, type: "erratum", DOI: doiOf(paper + 2) }] } : {}),
  };
}
