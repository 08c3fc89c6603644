import { z } from "zod";

export const CitedField = z.enum(["title", "abstract", "statement", "text"]);
export type CitedField = z.infer<typeof CitedField>;

/**
 * A quote with its place: `quote === document[field].slice(start, end)`, UTF-16 units, of the document that `kind` and `id` name. Of kind `passage`, `id` names the paper and
 * `passage_id` the passage of its full text.
 */
export const Citation = z.strictObject({
  number: z.number(),
  kind: z.enum(["paper", "signal", "passage"]),
  id: z.string(),
  passage_id: z.string().optional(),
  /** Headings above the passage, outermost first. */
  section: z.array(z.string()).optional(),
  page: z.number().nullable().optional(),
  title: z.string(),
  url: z.string().nullable(),
  year: z.number().nullable(),
  /** Of a paper, where its record names one. */
  venue: z.string().nullable(),
  field: CitedField,
  quote: z.string(),
  start: z.number(),
  end: z.number(),
});
export type Citation = z.infer<typeof Citation>;

/** What a claim says otherwise than the sentences it cites: see `wording-differences.ts`. */
const WORDING_DIFFERENCES = ["term_not_quoted", "negation_differs", "direction_differs", "figures_reordered"] as const;
export type WordingDifference = (typeof WORDING_DIFFERENCES)[number];

/**
 * `figure_not_quoted`: the sentence contains a number that is in none of its quotes. `retracted`: it rests on a retracted paper. The others are about
 * sentences that a model wrote.
 */
export const SentenceFlag = z.enum(["figure_not_quoted", "retracted", ...WORDING_DIFFERENCES]);
export type SentenceFlag = z.infer<typeof SentenceFlag>;

/** Numbers of citations. */
export const Numbers = z.array(z.number());

export const CitedSentence = z.strictObject({
  text: z.string(),
  /** At least one. */
  citations: Numbers,
  flags: z.array(SentenceFlag),
  /** It tells a count: its figures are those of a query over the library, which stand in the answer's `records`, or of its quotes. */
  counted: z.boolean().optional(),
});
export type CitedSentence = z.infer<typeof CitedSentence>;
