import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compose } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { folderPlace, type Place } from "../access/places.ts";
import { pythonWith } from "../support/python.ts";
import { loadSample } from "../support/sample-library.ts";
import { ANSWERS, comparable, type Answer } from "./answers.ts";
import { openingScript, questions } from "./questions.ts";

const python = await pythonWith(join(import.meta.dirname, "requirements.txt"), ["duckdb", "lance"]);
if ("missing" in python) console.log(`The questions in SQL are skipped: ${python.missing}.`);

describe.skipIf("missing" in python)("the questions in SQL, from Python on the LanceDB folder", () => {
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
    const { command, env } = python as Exclude<typeof python, { missing: string }>;
    const { stdout } = await promisify(execFile)(command, ["-c", script], {
      cwd: place.settings.DATA_DIR!,
      env: { ...process.env, ...env, DATA_DIR: place.settings.DATA_DIR!, ASKED: asked },
    });
    rows = JSON.parse(stdout.split("ANSWERS")[1]!) as typeof rows;
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
