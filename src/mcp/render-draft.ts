import { placeOf } from "../answers/render/judgment.ts";
import type { CheckedDraft } from "../citations/check-draft.ts";
import type { CheckedSentence } from "../citations/check-text.ts";
import type { DraftProblem, DraftQuote } from "../citations/draft-problems.ts";
import type { CheckedCitation } from "../citations/verify.ts";
import { counted } from "../shared/thousands.ts";
import { dotted, id, plain } from "./render.ts";

/** A checked draft as lines of Markdown: its sentences, then its citations. `longest`: the most characters of a single text. */
export function draftLines({ sentences, citations, summary }: CheckedDraft, maxLength: number): string[] {
  const { supported, flagged, uncited, no_claim: none, verbatim, unknown, given } = summary;
  const ofText = [
    `${counted(summary.sentences, "sentence")}: ${supported} supported, ${flagged} flagged, ${uncited} uncited, ${none} without a claim.`,
    "“Supported” means the wording matches the source. Whether the claim follows is for you to judge.",
    "",
    ...sentences.filter(({ status }) => status !== "no_claim").map((sentence) => sentenceLine(sentence, maxLength)),
  ];
  const retracted = citations.filter((citation) => citation.retracted).length;
  const ofCitations = [
    `${counted(given, "citation")}: ${verbatim} verbatim, ${unknown} not in the library, ${retracted} retracted.`,
    "",
    ...citations.map((citation) => `${citation.number}. ${citationLine(citation, maxLength)}`),
  ];
  if (citations.length === 0) return ofText;
  return sentences.length === 0 ? ofCitations : [...ofText, "", ...ofCitations];
}

function sentenceLine({ number, text, problems, supported_by: by }: CheckedSentence, maxLength: number): string {
  const says =
    problems.length === 0 ? ["ok", ...by.map((quote) => place(quote))] : problems.map((problem) => whatIsOff(problem, maxLength));
  const shown = problems.length === 0 ? "" : `“${plain(text, Math.min(maxLength, 80))}”`;
  return `${number}. ${dotted(shown, ...says)}`;
}

function whatIsOff({ kind, found, nearest }: DraftProblem, maxLength: number): string {
  const what = found === null ? kind : `${kind} (${plain(found, Math.min(maxLength, 120))})`;
  return nearest === null ? what : `${what}; nearest: ${place(nearest)} “${plain(nearest.quote, maxLength)}”`;
}

function place(quote: DraftQuote): string {
  const { number, id: document, start, end } = quote;
  return `${number === null ? id(document) : `[${number}]`} ${placeOf(quote)} ${start}–${end}`;
}

function citationLine(citation: CheckedCitation, maxLength: number): string {
  const { found_at: at, nearest, stored_id: stored } = citation;
  if (citation.exists === null) return dotted(id(citation.id), plain(citation.note ?? ""));
  if (!citation.exists) return dotted(id(citation.id), "NOT IN THE LIBRARY");
  const found = at && `verbatim in ${placeOf(at)} ${at.start}–${at.end}`;
  const near =
    nearest &&
    `NOT FOUND; closest (${nearest.similarity}) in ${placeOf(nearest)} ${nearest.start}–${nearest.end}: “${plain(nearest.text, maxLength)}”`;
  return dotted(
    id(stored ?? citation.id),
    plain(citation.title ?? "", Math.min(maxLength, 100)),
    citation.retracted && "RETRACTED",
    found ?? near ?? "NOT FOUND, and nothing similar",
  );
}
