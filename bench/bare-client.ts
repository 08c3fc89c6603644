import type { estypes } from "@elastic/elasticsearch";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openEmbedder } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { openConnection } from "../src/elasticsearch/connection.ts";
import { aliasOf } from "../src/engine/elasticsearch/indices.ts";
import { searchBodies } from "../src/engine/elasticsearch/queries.ts";
import { READ_FIELDS } from "../src/retrieval/found-paper.ts";
import { FIRST_PAGE } from "../src/retrieval/search-window.ts";
import { callSearch } from "./loads/search-call.ts";
import { quantile } from "./loads/measured.ts";
import { plainQuestions } from "./loads/questions.ts";
import { serveLibrary } from "./loads/served-library.ts";

const PAGE = 10;
const WARM_UP = 90;

/**
 * What `search_papers` costs over HTTP beside a bare client of Elasticsearch that does the same with the library of the settings: the words and the vector of the question searched as deep (one request), then the
 * ten papers of a page read. Each of `--questions` (100) is asked by the one, by the other, and by a bare client that embeds the question first, in turns; then `--clients` (16), with a key each, ask for
 * `--seconds` (15), and as many bare ones, in turns, twice. All in one run, so that a busy machine hits both alike. The library should have no full texts: the bare client does not search them.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      questions: { type: "string", default: "100" },
      clients: { type: "string", default: "16" },
      seconds: { type: "string", default: "15" },
    },
  });
  const clients = Number(values.clients);
  const config = loadConfig();
  if (config.engine.kind !== "elasticsearch") throw new Error("set ENGINE=elasticsearch and ELASTICSEARCH_URL");
  await using connection = openConnection(config.engine);
  await using embedder = await openEmbedder(config);
  await using served = await serveLibrary(clients);
  const alias = aliasOf(config.indexPrefix, "papers");
  const agent = new Agent({ keepAlive: true });
  const questions = plainQuestions(WARM_UP + Number(values.questions));
  const vectors = new Map<string, Float32Array>();
  for (const question of questions) vectors.set(question, await embedder.embedQuery(question));

  const bare = async (question: string, vector = vectors.get(question)!): Promise<void> => {
    const bodies = searchBodies({ text: question, vector, depth: FIRST_PAGE, filters: {} }, [], ["paper_id"]);
    const { responses } = await connection.client.msearch({
      searches: bodies.flatMap((body) => [{ index: alias }, body]),
      filter_path: ["responses.hits.hits.fields", "responses.hits.hits._score", "responses.hits.total"],
    });
    // Of a leg without hits nothing is left.
    const hits = responses.flatMap((answer) => (answer as { hits?: { hits?: estypes.SearchHit[] } }).hits?.hits ?? []);
    const ids = hits.map(({ fields }) => (fields as { paper_id: [string] }).paper_id[0]);
    await connection.client.mget({ index: alias, ids: [...new Set(ids)].slice(0, PAGE), _source_includes: [...READ_FIELDS] });
  };
  const ways: Record<string, (question: string, client: number) => Promise<void>> = {
    "search_papers over HTTP": async (question, client) => {
      const { outcome } = await callSearch({ agent, url: served.server.url, key: served.keys[client]!, query: question });
      if (outcome !== "ok") throw new Error(`search_papers answered ${outcome}`);
    },
    "bare client": (question) => bare(question),
    "bare client that embeds": async (question) => bare(question, await embedder.embedQuery(question)),
  };

  const names = Object.keys(ways);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const [round, question] of questions.entries()) {
    for (const turn of names.keys()) {
      const name = names[(round + turn) % names.length]!;
      const startedAt = performance.now();
      await ways[name]!(question, 0);
      if (round >= WARM_UP) times[name]!.push(performance.now() - startedAt);
    }
  }
  const rates: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of [...names, ...names.toReversed()]) {
    const until = performance.now() + Number(values.seconds) * 1_000;
    let answered = 0;
    const ask = async (client: number): Promise<void> => {
      for (let at = client; performance.now() < until; at += clients) {
        await ways[name]!(questions[at % questions.length]!, client);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => ask(client)));
    rates[name]!.push(answered / Number(values.seconds));
  }
  const [first] = names;
  console.log(`| | p50 | p95 | ratio of p50 | ${clients} clients | share of their rate |\n|---|---|---|---|---|---|`);
  for (const name of names) {
    const [p50, rate] = [quantile(times[name]!, 0.5), mean(rates[name]!)];
    const cells = [
      name,
      `${p50.toFixed(1)} ms`,
      `${quantile(times[name]!, 0.95).toFixed(1)} ms`,
      name === first ? "" : (quantile(times[first!]!, 0.5) / p50).toFixed(2),
      `${rate.toFixed(1)}/s`,
      name === first ? "" : (mean(rates[first!]!) / rate).toFixed(2),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
