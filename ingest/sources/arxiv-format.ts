import { openHarvest } from "./arxiv-harvest.ts";
import { readArxiv } from "./arxiv.ts";
import type { Format } from "./format.ts";

/** arXiv: answers of OAI-PMH and Atom feeds, from files or harvested from arXiv's address. */
export const arxiv: Format = {
  name: "arxiv",
  targets: ["papers"],
  extensions: [".xml", ".atom"],
  open: async () => readArxiv,
  download: (url, download) => openHarvest({ ...download, url }),
};
