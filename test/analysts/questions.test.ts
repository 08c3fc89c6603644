import { expect, test } from "vitest";
import { MAPPINGS, type FieldMapping } from "../../src/engine/mapping.ts";
import { ANSWERS } from "./answers.ts";
import { questions } from "./questions.ts";

test("there are twenty questions, each in Query DSL, ES|QL and SQL, and each has an answer that is not empty", () => {
  const all = questions();
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  for (const { number, target, esql, sql } of all) {
    expect(esql).toMatch(new RegExp(`^FROM ${target} \\|`, "u"));
    expect(sql).toMatch(/^SELECT/u);
    const answer = ANSWERS[number]!;
    expect(typeof answer === "number" ? [answer] : answer).not.toEqual([]);
    expect(answer).not.toBe(0);
  }
});

test("every field that a query names is in the mapping", () => {
  for (const { target, body } of questions()) {
    const known = new Set(namesOf(MAPPINGS[target].mappings.properties));
    const unknown = [...fieldsIn(body)].filter((field) => !known.has(field));
    expect(unknown).toEqual([]);
  }
});

function namesOf(properties: Record<string, FieldMapping>, before = ""): string[] {
  return Object.entries(properties).flatMap(([name, { properties: inner, fields }]) => [
    before + name,
    ...namesOf(fields ?? {}, `${before}${name}.`),
    ...namesOf(inner ?? {}, `${before}${name}.`),
  ]);
}

const NAMED_BY_KEY = new Set(["term", "range"]);

function* fieldsIn(node: unknown): Iterable<string> {
  if (Array.isArray(node)) for (const item of node) yield* fieldsIn(item);
  else if (node !== null && typeof node === "object") {
    for (const [key, value] of Object.entries(node)) {
      if (key === "field") yield value as string;
      else if (NAMED_BY_KEY.has(key)) yield* Object.keys(value as object);
      else yield* fieldsIn(value);
    }
  }
}
