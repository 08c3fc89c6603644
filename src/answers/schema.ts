import { z } from "zod";
import { Citation, CitedSentence, Numbers } from "../citations/citation.ts";
import type { Judgment } from "../judgment/judge.ts";
import { SourceContext } from "../retrieval/source-context.ts";
import { ReadQuestion } from "./question/schema.ts";

/* The shape of an answer: what the pipeline makes, what a run keeps and what the tool returns. */

export const AnswerSentence = CitedSentence.extend({
  /** Sentences of one number are about the same, from 1. */
  point: z.number().optional(),
});
export type AnswerSentence = z.infer<typeof AnswerSentence>;

export const Answer = z.strictObject({
  /** `answered`: sentences; `weak`: quotes only, the nearest evidence; `no_evidence`: no sentence at all. */
  state: z.enum(["answered", "weak", "no_evidence"]),
  sentences: z.array(AnswerSentence),
  /** Why the answer is weak or missing, or what it rests on. */
  reason: z.string(),
});
export type Answer = z.infer<typeof Answer>;

/** What the evidence says to the question itself, beside the judgment of how ready its subject is. */
export const Support = z.strictObject({
  /** Of a question that asks for a yes or no, or for the better of two; null for any other. */
  direction: z.enum(["supports", "mixed", "against", "unsettled"]).nullable(),
  /** Groups of authors without a member in common, among the papers quoted. */
  groups: z.number(),
  /** Citations that speak for a yes, and those that speak against it. */
  for: Numbers,
  against: Numbers,
  /** By how many groups there are, and whether they agree. */
  strength: z.enum(["strong", "moderate", "thin"]),
  /** Of the papers quoted. */
  years: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** All of it in one line. */
  sentence: z.string(),
});
export type Support = z.infer<typeof Support>;

/** What the library holds on record for a question about records: the rows shown, how many there are, and how they were asked for. */
const AnswerRecords = z.strictObject({
  rows: z.array(
    z.strictObject({
      label: z.string(),
      value: z.string().nullable(),
      paper_id: z.string().nullable(),
      citations: Numbers,
    }),
  ),
  total: z.number(),
  query: z.string(),
});
export type AnswerRecords = z.infer<typeof AnswerRecords>;

export const Opportunity = z.strictObject({
  paper_id: z.string(),
  title: z.string(),
  why: z.string(),
  /** 0 to 1: readiness times demand; unknown demand counts as one half. */
  score: z.number(),
  citations: Numbers,
});
export type Opportunity = z.infer<typeof Opportunity>;

export const CounterEvidence = z.strictObject({ text: z.string(), citations: Numbers });
export type CounterEvidence = z.infer<typeof CounterEvidence>;

export const NearestMatch = z.strictObject({
  paper_id: z.string(),
  title: z.string(),
  year: z.number().nullable(),
  url: z.string().nullable(),
  /** Cosine between question and paper; null where the search was lexical. */
  cosine: z.number().nullable(),
});
export type NearestMatch = z.infer<typeof NearestMatch>;

/** A sentence that could be quoted, with its rank for the question: what an editor's own model can write from. */
const EvidencePassage = z.strictObject({
  rank: z.number(),
  paper_id: z.string(),
  title: z.string(),
  year: z.number().nullable(),
  url: z.string().nullable(),
  /** `text`: of the passage that `passage_id` names, with the headings above it and its page. */
  field: z.enum(["abstract", "text"]),
  passage_id: z.string().optional(),
  section: z.array(z.string()).optional(),
  page: z.number().nullable().optional(),
  quote: z.string(),
  start: z.number(),
  end: z.number(),
});
export type EvidencePassage = z.infer<typeof EvidencePassage>;

const Ground = z.strictObject({
  /** How many papers were looked at, how many of them have no abstract, and how many further versions of them were found. */
  papers: z.number(),
  without_abstract: z.number(),
  versions: z.number(),
  /** Of how many of the papers passages of their full text were read, beside the abstract; left out where of none. */
  full_texts: z.number().optional(),
  signals: z.number(),
  sentence: z.string(),
});

const Bound = z.strictObject({
  workspace_id: z.string(),
  name: z.string(),
  version: z.number(),
  thesis: z.string().nullable(),
  paper_ids: z.array(z.string()),
  signal_ids: z.array(z.string()),
  sentence: z.string(),
});

export const CanvasAnswer = z.strictObject({
  query: z.string(),
  mode: z.enum(["corpus", "paper", "workspace"]),
  /** How the question was understood. */
  read_as: ReadQuestion,
  answer: Answer,
  support: Support.nullable(),
  /** Of a question about records. */
  records: AnswerRecords.optional(),
  citations: z.array(Citation),
  judgment: z.custom<Judgment>(),
  opportunities: z.array(Opportunity),
  counter_evidence: z.array(CounterEvidence),
  gaps: z.array(z.string()),
  /** Ranked passages that could be quoted, the best first. */
  evidence: z.array(EvidencePassage),
  /** For `no_evidence`: what came nearest, as matches and not as evidence. */
  nearest_matches: z.array(NearestMatch),
  /** What the answer was drawn from. */
  ground: Ground,
  /** In workspace mode: what the workspace gave to the answer. */
  bounded_by: Bound.optional(),
  summarizer: z.strictObject({ name: z.string(), model: z.string().nullable() }),
  degraded: z.array(
    z.strictObject({ part: z.enum(["semantic", "engine", "summarizer", "signals", "records", "reranker"]), reason: z.string() }),
  ),
  freshness: z.strictObject({
    newest: z.string().nullable(),
    oldest: z.string().nullable(),
    last_ingest: z.string().nullable(),
  }),
  source_context: SourceContext,
  run_id: z.string(),
});
export type CanvasAnswer = z.infer<typeof CanvasAnswer>;
