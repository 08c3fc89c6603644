import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import type { IngestReport } from "../../ingest/report.ts";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openFaultProxy } from "../support/fault-proxy.ts";
import { openOpenAiServer } from "../support/openai-server.ts";
import { scratchFolder } from "./files.ts";

const CLI = resolve(import.meta.dirname, "../../src/cli.ts");
const elasticsearchUrl = inject("elasticsearchUrl");
const ROWS = 3_000;

it.skipIf(elasticsearchUrl === null)(
  "of a source that trickles in while the server is slow no row is lost",
  { timeout: 240_000 },
  async () => {
    await using proxy = await openFaultProxy(elasticsearchUrl!, { fault: () => "slow", slowMs: 300 });
    await using model = await openOpenAiServer();
    const prefix = `slow-${process.pid}-`;
    const folder = scratchFolder();
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      DATA_DIR: folder,
      ELASTICSEARCH_URL: proxy.url,
      INDEX_PREFIX: prefix,
      EMBEDDING_MODEL: "double",
      EMBEDDING_BASE_URL: model.url,
      EMBEDDING_DIMENSIONS: "8",
    };
    const args = [CLI, "ingest", "papers", "-", "--format", "jsonl", "--source", "trickle", "--json"];
    const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    const out: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    const closed = once(child, "close");
    // Bursts and pauses, so that requests end and begin at every moment of the source.
    for (let row = 0; row < ROWS; row += 1) {
      child.stdin.write(`${JSON.stringify({ doi: `10.1234/${row}`, arxiv: `2001.${10_000 + row}`, title: `Paper ${row}` })}\n`);
      if (row % 50 === 49) await sleep(row % 200 === 199 ? 250 : 15);
    }
    child.stdin.end();
    expect((await closed)[0]).toBe(0);
    expect((JSON.parse(out.join("")) as IngestReport).rows).toMatchObject({ read: ROWS, indexed: ROWS });
    await using engine = openElasticsearch({ url: elasticsearchUrl!, prefix });
    expect(await engine.papers.count({})).toBe(ROWS);
    await engine.drop();
  },
);
