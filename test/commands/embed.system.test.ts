import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { clusterPlace } from "../access/places.ts";
import { runCommand } from "../support/server-process.ts";

const elasticsearchUrl = inject("elasticsearchUrl");

const PAPERS = [
  {
    title: "Dense passage retrieval",
    abstract: "Questions and passages are embedded by two encoders.",
    acl: "2020.emnlp-main.550",
  },
  { title: "Parsing with neural networks", abstract: "A transition-based parser for dependency trees.", acl: "D14-1082" },
  { title: "A corpus of court rulings", abstract: "We annotate legal texts in nine languages.", acl: "2022.lrec-1.1" },
];

it.skipIf(elasticsearchUrl === undefined)(
  "the vector that embed prints finds, in a kNN query of one's own, what the search finds by meaning",
  async () => {
    await using place = await clusterPlace(elasticsearchUrl!);
    const folder = await mkdtemp(join(tmpdir(), "signal-canvas-embed-"));
    const file = join(folder, "papers.jsonl");
    await writeFile(file, PAPERS.map((paper) => JSON.stringify({ ...paper, year: 2020 })).join("\n"));
    const run = async (...args: string[]) => {
      const { code, out, err } = await runCommand(args, place.settings);
      expect(code, err).toBe(0);
      return out;
    };
    await run("ingest", "papers", file);
    const question = "embedding questions and passages";
    const vector = JSON.parse(await run("embed", question)) as number[];
    const response = await fetch(`${elasticsearchUrl}/${place.settings.INDEX_PREFIX}papers/_search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"knn": {"field": "embedding", "query_vector": ${JSON.stringify(vector)}, "k": 3, "num_candidates": 200}, "_source": ["title"]}`,
    });
    const { hits } = (await response.json()) as { hits: { hits: { _id: string; _source: { title: string } }[] } };
    const found = JSON.parse(await run("search", question, "--retrieval", "semantic", "--json"));
    expect(hits.hits[0]!._source.title).toBe("Dense passage retrieval");
    expect(hits.hits.map((hit) => hit._id)).toEqual(found.papers.map((paper: { paper_id: string }) => paper.paper_id));
    await rm(folder, { recursive: true });
  },
);
