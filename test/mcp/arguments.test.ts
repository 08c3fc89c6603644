import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newKey } from "../../src/access/key-format.ts";
import { PublicError } from "../../src/errors.ts";
import { parseArguments } from "../../src/mcp/arguments.ts";
import { inputSchemas } from "../../src/mcp/json-schema.ts";
import { TimeScope } from "../../src/evidence/time-scope.ts";
import { MAX_VENUE_LENGTH } from "../../src/documents/paper.ts";
import { Filters } from "../../src/mcp/found-papers.ts";
import { Id } from "../../src/mcp/shapes.ts";

const Input = z.strictObject({
  query: z.string().trim().min(1).max(20),
  paper_id: Id.optional(),
  limit: z.int().min(1).max(50).default(10),
  sort: z.enum(["relevance", "newest"]).default("relevance"),
  filters: Filters.optional(),
  time_scope: TimeScope.default("all"),
  flag: z.boolean().optional(),
});

const parse = (given: unknown) => parseArguments(Input, inputSchemas(Input).accepted, given);

function refused(given: unknown): PublicError {
  try {
    parse(given);
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(given)} was accepted`);
}

describe("arguments", () => {
  it("an API key anywhere in them is refused, and not repeated: it would be kept with the question", () => {
    const key = newKey();
    for (const given of [{ query: `why is ${key} refused` }, { query: "x", filters: { authors: [key] } }, { [key]: "x" }]) {
      const { code, message, allowed, field } = refused(given);
      expect([code, message]).toEqual(["invalid_argument", expect.stringContaining("contains an API key")]);
      expect(JSON.stringify([message, allowed, field])).not.toContain(key.slice(0, 12));
    }
    expect(parse({ query: "s2s_ key or s2s_abc" }).query).toBe("s2s_ key or s2s_abc");
  });

  it("defaults stand for what is left out, and for blanks at any level", () => {
    const defaults = { query: "x", limit: 10, sort: "relevance", time_scope: "all" };
    expect(parse({ query: "x" })).toEqual(defaults);
    expect(parse({ query: " x ", limit: null, sort: "", flag: "", time_scope: "" })).toEqual(defaults);
    const filters = { venues: [], has_code: null, year_from: "", authors: ["Ada"] };
    expect(parse({ query: "x", filters, time_scope: { from: "", to: "2024-01-31" } })).toEqual({
      ...defaults,
      filters: { authors: ["Ada"] },
      time_scope: { to: "2024-01-31" },
    });
  });

  it.each<[object, string, string, string | string[]]>([
    [{}, "query", "query is required: text of 1 to 20 characters.", "text of 1 to 20 characters"],
    [{ query: "" }, "query", "query must be text of 1 to 20 characters.", "text of 1 to 20 characters"],
    [{ query: "x".repeat(21) }, "query", "query must be text of 1 to 20 characters.", "text of 1 to 20 characters"],
    [{ query: 7 }, "query", "query must be text of 1 to 20 characters.", "text of 1 to 20 characters"],
    [{ query: "x", limit: 51 }, "limit", "limit must be a whole number from 1 to 50.", "a whole number from 1 to 50"],
    [{ query: "x", limit: "10" }, "limit", "limit must be a whole number from 1 to 50.", "a whole number from 1 to 50"],
    [{ query: "x", limit: 1.5 }, "limit", "limit must be a whole number from 1 to 50.", "a whole number from 1 to 50"],
    [{ query: "x", sort: "oldest" }, "sort", "sort must be one of relevance, newest.", ["relevance", "newest"]],
    [{ query: "x", flag: "yes" }, "flag", "flag must be true or false.", "true or false"],
    [
      { query: "x", filters: { year_from: 2020, year_to: 2019 } },
      "filters.year_to",
      "filters.year_to must not be before year_from.",
      "must not be before year_from",
    ],
    [
      { query: "x", time_scope: { from: "2024-02-30" } },
      "time_scope.from",
      "time_scope.from must be a year such as 2024, or a day such as 2024-02-29.",
      "must be a year such as 2024, or a day such as 2024-02-29",
    ],
    [
      { query: "x", time_scope: { from: "2022", to: "2021" } },
      "time_scope.to",
      "time_scope.to must not be before from.",
      "must not be before from",
    ],
    [
      { query: "x", time_scope: "yesterday" },
      "time_scope",
      "time_scope must be last_12_months, last_3_years, all, or an object with from, to.",
      "last_12_months, last_3_years, all, or an object with from, to",
    ],
  ])("%j is refused with its field, a sentence and what is allowed", (given, field, message, allowed) => {
    expect(refused(given)).toMatchObject({ code: "invalid_argument", field, message, allowed });
  });

  it("what a caller copies has a limit that is checked and not published", () => {
    const { accepted, published } = inputSchemas(Input);
    expect(published.properties?.paper_id).toEqual({ type: "string" });
    expect(accepted.properties?.paper_id).toMatchObject({ maxLength: 500 });
    expect(refused({ query: "x", paper_id: "x".repeat(501) })).toMatchObject({
      field: "paper_id",
      allowed: "text of 1 to 500 characters",
    });
  });

  it("any venue that a paper may have can be filtered by", () => {
    const venue = "v".repeat(MAX_VENUE_LENGTH);
    expect(parse({ query: "x", filters: { venues: [venue] } }).filters).toEqual({ venues: [venue] });
  });

  it.each<[object, string, string]>([
    [{ query: "x", limt: 5 }, "limt", "There is no argument limt; did you mean limit?"],
    [{ query: "x", timeScope: "all" }, "timeScope", "There is no argument timeScope; did you mean time_scope?"],
    [{ query: "x", year_from: 2020 }, "year_from", "There is no argument year_from; did you mean filters.year_from?"],
    [
      { query: "x", filters: { venue: ["ACL"] } },
      "filters.venue",
      "There is no argument filters.venue; did you mean filters.venues?",
    ],
    [{ query: "x", filters: { sort: "newest" } }, "filters.sort", "There is no argument filters.sort; did you mean sort?"],
    [{ query: "x", time_scope: { until: "2024-01-01" } }, "time_scope.until", "There is no argument time_scope.until."],
    [{ query: "x", zzzzzzzzzz: 1 }, "zzzzzzzzzz", "There is no argument zzzzzzzzzz."],
  ])("%j is refused with the nearest right name", (given, field, message) => {
    expect(refused(given)).toMatchObject({ code: "unknown_argument", field, message });
  });

  it("several mistakes are told at once, the unknown name first", () => {
    const error = refused({ limit: 0, sotr: "newest" });
    expect(error).toMatchObject({ code: "unknown_argument", field: "sotr" });
    expect(error.message).toContain("query is required");
    expect(error.message).toContain("limit must be a whole number from 1 to 50.");
  });

  it("a name that is an attack on prototypes is just unknown", () => {
    expect(refused(JSON.parse('{"query":"x","__proto__":{"admin":true}}'))).toMatchObject({
      code: "unknown_argument",
      field: "__proto__",
    });
    expect(refused({ query: "x", constructor: 1 })).toMatchObject({ code: "unknown_argument", field: "constructor" });
  });
});
