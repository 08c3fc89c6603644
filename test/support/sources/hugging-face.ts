import { arxivOf, numberIn, OTHER, type World } from "./world.ts";

/** `/api/models` and `/api/datasets` by their tag; no card names every 13th paper, and one of every 17th is gone on odd days. */
export const huggingFaceWorld: World = {
  name: "huggingface",
  answer(url, _, day) {
    const tag = url.searchParams.get("filter") ?? "";
    return { json: cards(url.pathname, tag, numberIn(tag.replace(/^arxiv:/u, "")), day) };
  },
  otherAnswer: (url, day) => ({ json: cards(url.pathname, `arxiv:${arxivOf(OTHER)}`, OTHER, day) }),
};

function cards(path: string, tag: string, paper: number, day: number): object[] {
  if (paper < 0 || paper % 13 === 5) return [];
  const count = path === "/api/datasets" ? paper % 2 : 1 + (paper % 4);
  return Array.from({ length: count }, (_, index) => ({
    id: `lab${paper}/${path === "/api/datasets" ? "data" : "model"}${index}`,
    downloads: 100 * paper + index + day,
    likes: paper,
    private: false,
    tags: [tag, index % 2 === 0 ? "license:mit" : "license:cc-by-nc-4.0"],
  })).slice(paper % 17 === 3 && day % 2 === 1 ? 1 : 0);
}
