import { differencesOf } from "./draft-differences.ts";
import { quoteOf, type DraftProblem, type DraftProblemKind, type DraftQuote } from "./draft-problems.ts";
import { documentsCited, quotedPlace, type Cited } from "./draft-references.ts";
import { draftSentences, type DraftSentence } from "./draft-sentences.ts";
import { DraftGround, stemsOf, type DraftSources, type Passage } from "./draft-sources.ts";
import { isSameText, type DocumentPlace } from "./named-documents.ts";
import { wrongPapers } from "./wrong-paper.ts";

export interface CheckedSentence {
  /** From 1. */
  number: number;
  text: string;
  /** `text === draft.slice(start, end)`, UTF-16 units. */
  start: number;
  end: number;
  /** `no_claim`: a heading, question, transition or source list, which needs no citation. */
  status: "supported" | "flagged" | "uncited" | "no_claim";
  problems: DraftProblem[];
  supported_by: DraftQuote[];
}

export interface CheckedText {
  sentences: CheckedSentence[];
  summary: Record<"sentences" | CheckedSentence["status"] | "retracted", number>;
}

/** A sentence without a citation gets a passage proposed that has at least this share of its words. */
const MIN_PROPOSED = 0.5;

/**
 * Holds a draft against stored text, sentence by sentence: which stored sentences carry it, or what is off. This compares words; a sentence that it
 * finds supported is worded as its source is, which is less than to say that it follows from it.
 */
export function checkText(draft: string, sources: DraftSources): CheckedText {
  const ground = new DraftGround(sources.documents);
  const read = draftSentences(draft);
  const checked = read.map((sentence, index): CheckedSentence => {
    const { text, start, end } = sentence;
    const { problems, supported_by } =
      carriedByNext(sentence, read[index + 1], sources, ground) ?? checkSentence(sentence, sources, ground);
    return { number: index + 1, text, start, end, status: statusOf(sentence, problems), problems, supported_by };
  });
  const count = (status: CheckedSentence["status"]) => checked.filter((sentence) => sentence.status === status).length;
  return {
    sentences: checked,
    summary: {
      sentences: checked.length,
      supported: count("supported"),
      flagged: count("flagged"),
      uncited: count("uncited"),
      no_claim: count("no_claim"),
      retracted: checked.filter(({ problems }) => problems.some(({ kind }) => kind === "retracted")).length,
    },
  };
}

/** A sentence without a mark rests on what the next one of its paragraph cites, where that has nearly all of its words. */
const MIN_CARRIED_BY_NEXT = 0.75;

/** The sentence as checked by the marks of the next one, or null where these do not carry it. */
function carriedByNext(
  sentence: DraftSentence,
  next: DraftSentence | undefined,
  sources: DraftSources,
  ground: DraftGround,
): Checked | null {
  if (!sentence.states || sentence.marks.length > 0 || next === undefined || next.block !== sentence.block) return null;
  const { cited } = documentsCited(next.marks, sources, ground);
  const stems = stemsOf(sentence.claim);
  const best = ground.ranked(stems, [...new Set(cited.map(({ document }) => document))]).at(0);
  if (best === undefined || best.share < MIN_CARRIED_BY_NEXT) return null;
  return checkSentence({ ...sentence, marks: next.marks.map((mark) => ({ ...mark, follows: 0 })) }, sources, ground);
}

type Checked = Pick<CheckedSentence, "problems" | "supported_by">;

function statusOf({ states }: DraftSentence, problems: readonly DraftProblem[]): CheckedSentence["status"] {
  if (problems.some(({ kind }) => kind !== "uncited")) return "flagged";
  if (problems.length > 0) return "uncited";
  return states ? "supported" : "no_claim";
}

function checkSentence(sentence: DraftSentence, sources: DraftSources, ground: DraftGround): Checked {
  const { cited, problems } = documentsCited(sentence.marks, sources, ground);
  const documents = [...new Set(cited.map(({ document }) => document))];
  const says = (kind: DraftProblemKind, found: string | null, nearest: Passage | DocumentPlace | null = null): DraftProblem => ({
    kind,
    found,
    nearest: nearest && quoteOf(nearest, sources, ground),
  });
  const quoted = sentence.quotations.map((words) => ({ words, ...quotedPlace(words, documents, ground) }));
  for (const { words, place, elsewhere } of quoted) {
    if (place !== null || (documents.length === 0 && (sentence.marks.length > 0 || elsewhere !== null))) continue;
    const among = documents.length > 0 ? documents : ground.documents;
    if (elsewhere !== null) problems.push(says("wrong_paper", words, elsewhere));
    else problems.push(says("bent_quote", words, ground.ranked(stemsOf(words), among).at(0)?.passage));
  }
  if (!sentence.states) return { problems, supported_by: [] };
  if (sentence.marks.length === 0) {
    const elsewhere = quoted.find((one) => one.elsewhere !== null)?.elsewhere ?? null;
    const best = ground.ranked(stemsOf(sentence.claim), ground.documents).at(0);
    const proposed = elsewhere ?? (best && best.share >= MIN_PROPOSED ? best.passage : null);
    return { problems: [...problems, says("uncited", null, proposed)], supported_by: [] };
  }
  for (const document of documents) {
    if (document.retracted && !/\bretract/iu.test(sentence.claim)) problems.push(says("retracted", document.id));
  }
  if (documents.length === 0) return { problems, supported_by: [] };
  const wrong = problems.some(({ kind }) => kind === "wrong_paper") ? [] : wrongPapers(sentence, cited, ground);
  if (wrong.length > 0)
    return { problems: [...problems, ...wrong.map((right) => says("wrong_paper", null, right))], supported_by: [] };
  const { passages, differences } = differencesOf(sentence.claim, cited, sources, ground);
  problems.push(...differences.map(({ kind, found }) => says(kind, found, passages.at(0))));
  if (problems.some(({ kind }) => kind !== "retracted")) return { problems, supported_by: [] };
  const places = quoted.flatMap(({ place }) => place ?? []);
  const support = places.length === 0 ? passages : [...places, ...besideQuotations(passages, places, cited)];
  return { problems, supported_by: support.map((place) => quoteOf(place, sources, ground)) };
}

/** Of the passages that carry a sentence, those that it cites beside what it quotes word for word. */
function besideQuotations(passages: readonly Passage[], places: readonly DocumentPlace[], cited: readonly Cited[]): Passage[] {
  return passages.filter(
    (passage) =>
      !places.some((place) => within(place, passage)) && cited.some(({ place }) => place !== null && within(place, passage)),
  );
}

function within(place: DocumentPlace, passage: Passage): boolean {
  const { document, start, end } = passage;
  return place.id === document.id && isSameText(place, passage) && place.start < end && start < place.end;
}
