import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client, type estypes } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { compose, type Composition } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { folderPlace, type Place } from "../access/places.ts";
import { loadSample } from "../support/sample-library.ts";
import { ANSWERS, type Answer } from "./answers.ts";
import { openingScript, questions } from "./questions.ts";

const url = inject("elasticsearchUrl");
const python = process.env.PYTHON ?? "python3";
const hasPython = spawnSync(python, ["-c", "import duckdb, lance"], { stdio: "ignore" }).status === 0;
if (!hasPython) console.log(`The questions in SQL are skipped: ${python} has no duckdb and pylance (set PYTHON).`);

describe.skipIf(url === null)("the questions in Query DSL, on a real Elasticsearch", () => {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  let place: Place;
  let library: Composition;
  let client: Client;

  beforeAll(async () => {
    place = await folderPlace();
    client = new Client({ node: url! });
    library = await compose(
      loadConfig({ ...place.settings, ENGINE: "elasticsearch", ELASTICSEARCH_URL: url!, INDEX_PREFIX: prefix }),
    );
    await loadSample(library);
  });
  afterAll(async () => {
    await library.engine.drop();
    const left = Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
    if (left.length > 0) await client.indices.delete({ index: left });
    await library[Symbol.asyncDispose]();
    await client.close();
    await place[Symbol.asyncDispose]();
  });

  test.each(questions())("$number. $title", async ({ number, target, body }) => {
    const found = await client.search<{ paper_id: string }>({ index: `${prefix}${target}`, ...(body as estypes.SearchRequest) });
    expect(comparable(answerOf(found))).toEqual(comparable(ANSWERS[number]!));
  });
});

describe.skipIf(!hasPython)("the questions in SQL, from Python on the LanceDB folder", () => {
  let place: Place;
  let rows: Record<number, unknown[][]>;

  beforeAll(async () => {
    place = await folderPlace();
    const library = await compose(loadConfig(place.settings));
    await loadSample(library);
    await library[Symbol.asyncDispose]();
    const asked = JSON.stringify(Object.fromEntries(questions().map(({ number, sql }) => [number, sql])));
    const script = `${openingScript()}
asked = json.loads(os.environ["ASKED"])
print("ANSWERS" + json.dumps({number: duckdb.sql(sql).fetchall() for number, sql in asked.items()}))`;
    const run = spawnSync(python, ["-c", script], {
      encoding: "utf8",
      cwd: join(place.settings.DATA_DIR!),
      env: { ...process.env, DATA_DIR: place.settings.DATA_DIR!, ASKED: asked },
    });
    if (run.status !== 0) throw new Error(run.stderr);
    rows = JSON.parse(run.stdout.split("ANSWERS")[1]!) as typeof rows;
  });
  afterAll(() => place[Symbol.asyncDispose]());

  test.each(questions())("$number. $title", ({ number }) => {
    const expected = ANSWERS[number]!;
    const found = rows[number]!;
    expect(comparable(answerIn(found, expected))).toEqual(comparable(expected));
  });
});

/** The answer that rows give, in the shape of the one that is expected. */
function answerIn(rows: unknown[][], expected: Answer): Answer {
  if (typeof expected === "number") return rows[0]![0] as number;
  if (typeof expected[0] === "string") return rows.map(([id]) => id as string);
  return rows.map(([key, value]): [string, number] => [String(key), value as number]);
}

interface Bucket {
  key: string | number;
  key_as_string?: string;
  doc_count: number;
  value?: { value: number };
}

/** What a search found, as the question asks for it: buckets, a figure, the ids of the hits, or how many there are. */
function answerOf({ aggregations, hits }: estypes.SearchResponse<{ paper_id: string }>): Answer {
  const answer = aggregations?.answer as { buckets?: Bucket[] | Record<string, Bucket>; value?: number } | undefined;
  if (answer?.value !== undefined) return answer.value;
  if (Array.isArray(answer?.buckets)) {
    return answer.buckets.map(({ key, key_as_string, value, doc_count }): [string, number] => [
      key_as_string ?? String(key),
      value?.value ?? doc_count,
    ]);
  }
  if (answer?.buckets) return Object.entries(answer.buckets).map(([key, { doc_count }]): [string, number] => [key, doc_count]);
  return hits.hits.length > 0 ? hits.hits.map(({ _source }) => _source!.paper_id) : (hits.total as { value: number }).value;
}

/** Means to nine digits: the engines add numbers up in orders of their own. */
function comparable(answer: Answer): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(9)) : value,
  ) as unknown;
}
