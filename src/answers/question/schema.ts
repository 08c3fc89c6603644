import { z } from "zod";

/** What a question wants back. */
export const QUESTION_KINDS = [
  "does_it",
  "how_well",
  "how_much",
  "which_exist",
  "artifact",
  "record",
  "comparison",
  "how_done",
  "what_is",
  "state_limits",
  "readiness",
] as const;

/** What of a paper's surroundings a question may ask for as a thing to have. */
export const ARTIFACTS = ["code", "dataset", "model"] as const;

/** What is on record about papers, and can be listed or counted. */
export const RECORDS = [
  "award",
  "acceptance",
  "review",
  "retraction",
  "erratum",
  "citation",
  "people",
  "venue",
  "count",
  "count_per_year",
  "code",
  "dataset",
  "model",
] as const;

/** Which way a question asks whether something goes; `changes` leaves it open. */
const DIRECTIONS = ["improves", "worsens", "increases", "reduces", "changes"] as const;

export const SubjectTerm = z.strictObject({
  /** As the question writes it. */
  text: z.string(),
  /** The stems of its content words, as the search index makes them. */
  stems: z.array(z.string()),
  /** How much it says beside the other terms, above 0 to 1; 1 where it is left out. */
  weight: z.number().positive().max(1).optional(),
  /** Written in quotation marks: papers must have it word for word. */
  exact: z.boolean().optional(),
});
export type SubjectTerm = z.infer<typeof SubjectTerm>;

export const QuestionConstraints = z.strictObject({
  /** Years of publication, both included; null for no bound. */
  years: z.strictObject({ from: z.int().nullable(), to: z.int().nullable() }).optional(),
  /** As the library's filter spells them. */
  venues: z.array(z.string()).optional(),
  /** Natural languages that the work is about, by their English names. */
  languages: z.array(z.string()).optional(),
  /** How large a model may be: the question's words, and bounds in parameters where it states any. */
  size: z.strictObject({ text: z.string(), minimum: z.number().optional(), maximum: z.number().optional() }).optional(),
  /** What is to be done without. */
  without: z.array(z.string()).optional(),
  /** Asked for what fails or does not help. */
  negative_results: z.boolean().optional(),
});
export type QuestionConstraints = z.infer<typeof QuestionConstraints>;

/** A question as it was understood. */
export const ReadQuestion = z.strictObject({
  kind: z.enum(QUESTION_KINDS),
  /** With kind `artifact` always; with `which_exist` where it is data sets, code or models that are listed. */
  artifact: z.enum(ARTIFACTS).optional(),
  /** With kind `record` alone. */
  record: z.enum(RECORDS).optional(),
  /** With kind `comparison` alone: what is held against what. */
  sides: z.tuple([z.string(), z.string()]).optional(),
  /** What papers must be about: all of it as one text, and its terms in the order of the question. */
  subject: z.strictObject({
    text: z.string(),
    terms: z.array(SubjectTerm),
    /** Other names for it that the question gives in parentheses behind everything else; papers need not have them. */
    also: z.array(SubjectTerm).optional(),
  }),
  /** The effect that the question asks about, in its own word. */
  outcome: z.strictObject({ text: z.string(), direction: z.enum(DIRECTIONS) }).optional(),
  constraints: QuestionConstraints,
});
export type ReadQuestion = z.infer<typeof ReadQuestion>;

export type QuestionKind = ReadQuestion["kind"];
export type Artifact = NonNullable<ReadQuestion["artifact"]>;
export type RecordKind = NonNullable<ReadQuestion["record"]>;
export type Outcome = NonNullable<ReadQuestion["outcome"]>;
