import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createKey } from "../../src/access/keys.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { folderPlace, type Place } from "../access/places.ts";
import { paper, row } from "../support/documents.ts";
import { startServerProcess, WITHOUT_MODEL } from "../support/server-process.ts";

const CALLS = 100;
/** A key has eight calls at a time. */
const CALLS_A_KEY = 8;
/** A busy machine may refuse some, in a whole answer that says so; none is cut off. */
const ANSWERS = new Set(["ok", "overloaded", "engine_busy", "deadline_exceeded"]);

it.each([
  ["one that has answered before", 1_000],
  ["one that has just begun to listen", 0],
])("SIGTERM with a hundred calls under way, to %s: each of them is answered", async (_, ageMs) => {
  await using place = await folderPlace();
  await fill(place);
  const keys = await Promise.all(
    Array.from({ length: Math.ceil(CALLS / CALLS_A_KEY) }, async (_, index) => {
      const { key } = await createKey(place.records, { name: `key ${index}`, account: "local", scopes: ["papers:read"] });
      return key;
    }),
  );
  const server = await startServerProcess({ ...WITHOUT_MODEL, ...place.settings, STOP_GRACE_SECONDS: "2" });
  await sleep(ageMs);
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });
  const sent = Array.from({ length: CALLS }, (_, call) => ask(server.url, keys[call % keys.length]!, agent));
  await Promise.all(sent.map(({ isSent }) => isSent));
  const stopped = server[Symbol.asyncDispose]();
  const outcomes = await Promise.all(sent.map(({ outcome }) => outcome));
  await stopped;
  agent.destroy();
  expect(outcomes.filter((outcome) => !ANSWERS.has(outcome))).toEqual([]);
  expect(outcomes).toHaveLength(CALLS);
});

async function fill({ settings }: Place): Promise<void> {
  const { engine, records } = await openStores(loadConfig({ ...WITHOUT_MODEL, ...settings }));
  await engine.create({ model: WITHOUT_MODEL.EMBEDDING_MODEL, dimensions: 384 });
  await engine.papers.write([row(paper({ paper_id: "doi:10.1000/a", title: "Zebra crossings" }))]);
  await engine.papers.refresh();
  await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
}

/** A search; `isSent` once the server has its connection and the system has taken all of it. */
function ask(url: string, key: string, agent: Agent): { isSent: Promise<void>; outcome: Promise<string> } {
  const isSent = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<string>();
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_papers", arguments: { query: "zebra", retrieval: "lexical" } },
  });
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  };
  const sent = request(url, { method: "POST", agent, headers }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    answer.on("error", (error) => outcome.resolve(error.message));
    answer.on("end", () => {
      const { result, error } = JSON.parse(text) as {
        result?: { structuredContent: { error?: { code: string } } };
        error?: { data: { code: string } };
      };
      outcome.resolve(error?.data.code ?? result?.structuredContent.error?.code ?? "ok");
    });
  });
  sent.on("error", (error) => {
    isSent.resolve();
    outcome.resolve((error as NodeJS.ErrnoException).code ?? error.message);
  });
  sent.on("finish", () => isSent.resolve());
  sent.end(body);
  return { isSent: isSent.promise, outcome: outcome.promise };
}
