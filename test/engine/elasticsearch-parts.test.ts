import fc from "fast-check";
import papersMapping from "../../mappings/papers.v1.json" with { type: "json" };
import signalsMapping from "../../mappings/signals.v1.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";
import {
  paperFromSource,
  paperToSource,
  passageFromSource,
  passageToSource,
  signalFromSource,
  signalToSource,
  vectorToBase64,
} from "../../src/engine/elasticsearch/documents.ts";
import { passageOf } from "../../src/documents/passage.ts";
import { cappedText, lexicalBody, paperClauses, searchBodies, semanticBody } from "../../src/engine/elasticsearch/queries.ts";
import { paper, passage, signal, vectorAt } from "../support/documents.ts";
import { FULL_PAPER, FULL_SIGNAL } from "./library.ts";

const throughJson = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

describe("the mapping", () => {
  test("counts signals of every kind, since its fields are strict", () => {
    const { mappings } = papersMapping;
    const counts = "mappings/papers.v1.json: `mappings.properties.signal_counts.properties` has a field for each of SIGNAL_KINDS";
    expect(Object.keys(mappings.properties.signal_counts.properties).toSorted(), counts).toEqual(SIGNAL_KINDS.toSorted());
    const described = mappings._meta.fields as Record<string, string>;
    for (const kind of SIGNAL_KINDS) {
      const name = `signal_counts.${kind}`;
      expect(described[name], `mappings/papers.v1.json: \`mappings._meta.fields\` describes ${name}`).toContain(kind);
    }
  });

  test("describes the kind of a signal by all kinds", () => {
    const message = "mappings/signals.v1.json: `mappings._meta.fields.kind` lists SIGNAL_KINDS in their order";
    expect(signalsMapping.mappings._meta.fields.kind, message).toBe(`One of ${SIGNAL_KINDS.join(", ")}.`);
  });
});

describe("stored documents", () => {
  test("any paper comes back as it was", () => {
    const some = fc.record(
      {
        abstract: fc.option(fc.string()),
        authors: fc.array(fc.string()),
        year: fc.option(fc.integer({ min: 1500, max: 2100 })),
        citation_count: fc.option(fc.nat()),
        ids: fc.record({ doi: fc.string(), acl: fc.string() }, { requiredKeys: [] }),
        signal_counts: fc.record({ code: fc.nat(), news: fc.nat() }, { requiredKeys: [] }),
        sources: fc.array(fc.record({ name: fc.string(), url: fc.option(fc.string()), license: fc.option(fc.string()) })),
        retracted: fc.boolean(),
        has_code: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (given) => {
        const one = paper({ paper_id: "doi:1", ...throughJson(given) });
        expect(paperFromSource(throughJson(paperToSource(one)))).toStrictEqual(one);
      }),
    );
    expect(paperFromSource(throughJson(paperToSource(FULL_PAPER)))).toStrictEqual(FULL_PAPER);
  });

  test("any signal comes back as it was", () => {
    const observation = fc.record({
      observed_at: fc.constant("2024-01-01"),
      value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    });
    fc.assert(
      fc.property(
        fc.record({ history: fc.array(observation), topics: fc.array(fc.string()), unit: fc.option(fc.string()) }),
        (given) => {
          const one = signal({ signal_id: "sig:1", ...throughJson(given) });
          expect(signalFromSource(throughJson(signalToSource(one)))).toStrictEqual(one);
        },
      ),
    );
    expect(signalFromSource(throughJson(signalToSource(FULL_SIGNAL)))).toStrictEqual(FULL_SIGNAL);
  });

  test("a passage's hash is stored where it does not follow from its content, and what is about a whole text is packed", () => {
    const about = { paper_id: "doi:1", title: "Zebras", year: 2020 };
    const sealed = passageOf(passage({ passage_id: "text:1-0" }), about);
    const whole = passageOf(passage({ passage_id: "whole:1", kind: "whole", whole: "{}", content: "" }), about);
    const foreign = { ...sealed, content_hash: "a".repeat(64) };
    expect(passageToSource(sealed)).not.toHaveProperty("content_hash");
    expect(passageToSource(foreign)).toHaveProperty("content_hash", foreign.content_hash);
    expect(passageToSource(whole)).toHaveProperty("content_hash", whole.content_hash);
    expect(passageToSource(whole).whole).toMatch(/^packed:/u);
    for (const one of [sealed, whole, foreign]) expect(passageFromSource(throughJson(passageToSource(one)))).toStrictEqual(one);
  });

  test("passages that were stored before they were packed are read as they are", () => {
    for (const one of [
      passage({ passage_id: "text:1-0" }),
      passage({ passage_id: "whole:1", kind: "whole", whole: '{"title":"Z"}' }),
    ])
      expect(passageFromSource(throughJson(one))).toStrictEqual(one);
  });

  test("what is unknown or empty is not stored", () => {
    expect(Object.keys(paperToSource(paper({ paper_id: "doi:1" }))).sort()).toEqual(
      [
        "aliases",
        "content_hash",
        "has_code",
        "ingested_at",
        "paper_id",
        "retracted",
        "run_id",
        "sources",
        "title",
        "title_key",
      ].sort(),
    );
    expect(paperToSource(paper({ paper_id: "doi:1" })).sources).toEqual([{ name: "test" }]);
  });

  test("counts that an update set to null are not there", () => {
    expect(paperFromSource({ ...paperToSource(FULL_PAPER), signal_counts: { code: 2, news: null } }).signal_counts).toEqual({
      code: 2,
    });
  });

  test("a vector is big-endian float32 in base64", () => {
    expect(Buffer.from(vectorToBase64(Float32Array.of(1, -2)), "base64").toString("hex")).toBe("3f800000c0000000");
  });
});

describe("query text", () => {
  test.each([
    ["is left as it is", "Does zebra: fish* (swim)?", "Does zebra: fish* (swim)?"],
    ["ends after 2,000 characters", "x".repeat(3_000), "x".repeat(2_000)],
    ["ends after 256 words", "ab ".repeat(600), "ab ".repeat(256)],
    ["ends after 256 ideographs", "日".repeat(1_500), "日".repeat(256)],
    ["ends after 256 pictographs", "🦓".repeat(900), "🦓".repeat(256)],
    ["is well-formed where it is cut within a character", `${"x".repeat(1_999)}🦓`, `${"x".repeat(1_999)}\ufffd`],
    ["is well-formed", "\ud800 zebra", "\ufffd zebra"],
  ])("%s", (_, text, expected) => {
    expect(cappedText(text)).toBe(expected);
  });

  test("goes into match clauses alone, the filters beside them", () => {
    const clauses = paperClauses({ year_from: 2020, has_code: false });
    expect(lexicalBody("title:(zebra", clauses, 5, ["paper_id"]).query).toEqual({
      bool: {
        must: { match: { text: { query: "title:(zebra" } } },
        should: { match: { title: { query: "title:(zebra", boost: 0.25 } } },
        filter: [{ range: { year: { gte: 2020 } } }, { term: { has_code: false } }],
      },
    });
  });

  test("both legs filter alike", () => {
    const clauses = paperClauses({ signal_kinds: ["code"] });
    expect(semanticBody(vectorAt(1), clauses, 5, ["paper_id"]).knn.filter).toEqual(
      lexicalBody("a", clauses, 5, ["paper_id"]).query.bool.filter,
    );
  });

  test("a leg that is not asked for is not searched", () => {
    const request = { filters: {}, depth: 1 };
    expect(searchBodies(request, [], ["paper_id"])).toEqual([]);
    expect(searchBodies({ ...request, text: "" }, [], ["paper_id"])).toHaveLength(1);
    expect(searchBodies({ ...request, text: "a", vector: vectorAt(1) }, [], ["paper_id"])).toHaveLength(2);
  });
});
