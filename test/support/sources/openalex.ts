import { arxivOf, doiOf, NOT_FOUND, numberIn, OTHER, titleOf, workOf, type World } from "./world.ts";

/** `/works?filter=openalex:…` or `doi:…` and `/works/{id}`; every 13th work is unknown, and every 17th is gone on odd days. */
export const openAlexWorld: World = {
  name: "openalex",
  answer(url, _, day) {
    if (url.pathname === "/works") return { json: { results: known(askedFor(url), day).map((paper) => work(paper, day)) } };
    const [paper] = known([numberIn(url.pathname.slice("/works/".length))], day);
    return paper === undefined ? NOT_FOUND : { json: work(paper, day) };
  },
  otherAnswer(url, day) {
    return { json: url.pathname === "/works" ? { results: [work(OTHER, day), work(OTHER + 1, day)] } : work(OTHER, day) };
  },
};

function askedFor(url: URL): number[] {
  const [, ids = ""] = /^(?:openalex|doi):([^,]*)/u.exec(url.searchParams.get("filter") ?? "") ?? [];
  return ids.split("|").map(numberIn);
}

function known(papers: readonly number[], day: number): number[] {
  return papers.filter((paper) => paper >= 0 && paper % 13 !== 5 && !(paper % 17 === 3 && day % 2 === 1));
}

function work(paper: number, day: number): object {
  return {
    id: `https://openalex.org/${workOf(paper)}`,
    doi: `https://doi.org/${paper % 3 === 2 ? `10.48550/arxiv.${arxivOf(paper)}` : doiOf(paper)}`,
    display_name: titleOf(paper),
    publication_year: 2000 + (paper % 26),
    updated_date: `2026-0${1 + (day % 9)}-01T00:00:00`,
    authorships: [{ author: { display_name: `Ada Lab${paper}` }, institutions: [{ display_name: `Lab ${paper}` }] }],
    topics: [{ display_name: "Made things" }],
    // The next works, of which some are asked about later, and on odd days one less.
    referenced_works: [1, 2, 5].slice(day % 2).map((next) => `https://openalex.org/${workOf(paper + next)}`),
    cited_by_count: 2 * paper + day,
    counts_by_year: [{ year: 2025, cited_by_count: paper }],
    is_retracted: paper % 19 === 4 && day > 0,
    ...(paper % 4 === 0 ? { funders: [{ display_name: "A Fund" }] } : {}),
  };
}
