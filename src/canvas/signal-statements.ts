import type { Signal } from "../documents/signal.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import { sentences } from "../retrieval/sentences.ts";
import type { Evidence } from "./evidence.ts";

const MOST = 2;

/** Words by which a question asks for a kind of signal. Words of the trade (“model”, “benchmark”) are left out: they ask for papers. */
const ASKED_BY: Partial<Record<SignalKind, RegExp>> = {
  code: /\b(?:code|implementations?|implemented|repositor(?:y|ies)|github|open[- ]?sourced?|software)\b/iu,
  dataset: /\bdata ?sets?\b/iu,
  model: /\b(?:weights|checkpoints?)\b/iu,
  citation: /\b(?:citations?|cited|most[- ]cited)\b/iu,
  review: /\b(?:reviews? scores?|reviewers?|ratings?|peer[- ]review\w*)\b/iu,
  award: /\b(?:awards?|awarded|prizes?)\b/iu,
  acceptance: /\b(?:accepted|acceptance|rejected|rejection)\b/iu,
  reproduction: /\b(?:reproduc\w+|replicat\w+)\b/iu,
  erratum: /\b(?:errat(?:um|a)|corrections?|corrected)\b/iu,
  retraction: /\b(?:retract\w+|withdrawn)\b/iu,
  patent: /\bpatent\w*\b/iu,
  funding: /\b(?:funding|funded|grants?)\b/iu,
  product: /\bproducts?\b/iu,
  adoption: /\b(?:adoption|adopted|stars|downloads?|dependents)\b/iu,
  hiring: /\b(?:hiring|jobs?)\b/iu,
  standard: /\b(?:standards?|standardi[sz]ed)\b/iu,
};

/** A signal that answers what a question asks for by name, as a sentence that quotes it. */
export interface SignalStatement {
  text: string;
  signal: Signal;
}

/**
 * Where a question asks for code, data, awards and the like by name: what is on record of that kind for the papers of the evidence, those
 * of the best paper first; for a question about one paper, of that one alone.
 */
export function signalStatements(question: string, { papers, signals }: Pick<Evidence, "papers" | "signals">): SignalStatement[] {
  const anchor = papers.filter((item) => item.anchor);
  const place = new Map((anchor.length > 0 ? anchor : papers).map(({ paper }, index) => [paper.paper_id, index]));
  const placeOf = (signal: Signal) => Math.min(...signal.paper_ids.map((id) => place.get(id) ?? papers.length));
  return signals
    .filter((signal) => ASKED_BY[signal.kind]?.test(question) && placeOf(signal) < papers.length)
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.signal_id < b.signal_id ? -1 : 1))
    .slice(0, MOST)
    .map((signal) => ({ text: `On record: “${(sentences(signal.statement)[0] ?? { text: signal.statement }).text}”`, signal }));
}
