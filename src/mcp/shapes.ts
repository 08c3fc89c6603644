import { z } from "zod";
import { SIGNAL_KINDS } from "../documents/signal-kinds.ts";
import { Narrowing } from "../retrieval/source-context.ts";
import { YEAR_RANGE } from "../documents/dates.ts";
import { MAX_VENUE_LENGTH } from "../documents/paper.ts";
import { COPIED, OUTLINE } from "./json-schema.ts";

/* Parts that the schemas of several tools share. */

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

export const Query = text(2_000);
export const Id = text(500).meta(COPIED);
export const Cursor = z.string().max(1_000).meta(COPIED);
/** A result's `source_context`, which a caller hands on as it is. */
export const EarlierContext = Narrowing.meta(OUTLINE);
export const Limit = z.int().min(1).max(50).default(10);
export const Detail = z.enum(["concise", "full"]).default("concise").describe("full adds abstracts and all authors");
export const Year = z.int().min(YEAR_RANGE.min).max(YEAR_RANGE.max);
export const Kinds = z.array(z.enum(SIGNAL_KINDS)).max(SIGNAL_KINDS.length);
export const Names = z.array(text(300)).max(50);
export const Venues = z.array(text(MAX_VENUE_LENGTH)).max(50);

export const Total = z.looseObject({ value: z.number(), relation: z.enum(["eq", "gte"]) });
export const Degraded = z.array(z.looseObject({ part: z.string(), reason: z.string() }));
export const Chart = z.boolean().default(false).describe("Adds charts as an image");
const Leg = z.looseObject({ rank: z.number(), score: z.number() }).nullable();
export const Scores = z.looseObject({ fused: z.number(), lexical: Leg, semantic: Leg });
export const Counts = z.record(z.string(), z.number());
const Source = z.looseObject({ name: z.string(), url: z.string().nullable(), license: z.string().nullable() });

/** What was cut of a result that would have been too large. */
export const Shortened = z
  .array(z.looseObject({ part: z.string(), shown: z.number(), of: z.number(), how: z.string() }))
  .optional();

/** A signal as every result shows it. */
export const SignalFacts = z.looseObject({
  signal_id: z.string(),
  kind: z.string(),
  title: z.string(),
  statement: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  polarity: z.string(),
  paper_ids: z.array(z.string()),
  topics: z.array(z.string()),
  observed_at: z.string(),
  source: Source,
});

/** A paper as results name it. */
export const PaperName = z.looseObject({
  paper_id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().nullable(),
  venue: z.string().nullable(),
  url: z.string().nullable(),
  retracted: z.boolean(),
});

/** A paper in a list of results. */
export const FoundPaper = PaperName.extend({
  rank: z.number(),
  snippet: z.looseObject({ field: z.string(), text: z.string(), ranges: z.array(z.array(z.number())) }),
  abstract: z.string().nullable().optional(),
  citation_count: z.number().nullable(),
  signal_counts: Counts,
  scores: Scores,
});

export const Judgment = z.looseObject({
  verdict: z.string(),
  reason: z.string(),
  confidence: z.number(),
  coverage: z.number(),
  dimensions: z.array(
    z.looseObject({
      name: z.string(),
      score: z.number().nullable(),
      weight: z.number(),
      rationale: z.string(),
      citations: z.array(z.number()),
    }),
  ),
});

/** How a topic's share of the library moved. */
export const Momentum = z.looseObject({
  ratio: z.number().nullable().describe("1: grows with the library; 2: has doubled its share"),
  formula: z.string(),
});

/** A type without the index signatures that loose objects have, at every level. */
export type Facts<Value> = Value extends readonly (infer Item)[]
  ? Facts<Item>[]
  : Value extends object
    ? { [Name in keyof Value as string extends Name ? never : Name]: Facts<Value[Name]> }
    : Value;
