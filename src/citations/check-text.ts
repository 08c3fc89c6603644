import { foldText } from "../documents/text.ts";
import type { WordingDifference } from "./citation.ts";
import { foreignFigures } from "./draft-figures.ts";
import { draftSentences, type DraftMark, type DraftSentence } from "./draft-sentences.ts";
import { DraftGround, stemsOf, type DraftSources, type Passage } from "./draft-sources.ts";
import { figures } from "./figures.ts";
import { isSignalId, type DocumentPlace, type DraftDocument } from "./named-documents.ts";
import { quotePlace } from "./quote-place.ts";
import { denies, foreignTerms, negates, sharedWords, wordingDifferences } from "./wording-differences.ts";

/**
 * What is off about a sentence. `dead_number`: `[n]` is no citation of the run or of those given. `unknown_id`: no document of the library has the id. `bent_quote`: words in
 * quotation marks that the cited document does not have. `wrong_paper`: the cited document does not say this, another one does. `retracted`: it rests on a
 * retracted paper. `signals_scope_missing`: a signal is cited, and the key may not read signals. The others are as in answers.
 */
export type DraftProblemKind =
  | "uncited"
  | "dead_number"
  | "unknown_id"
  | "bent_quote"
  | "wrong_paper"
  | "figure_not_quoted"
  | "retracted"
  | "signals_scope_missing"
  | WordingDifference;

/** Stored words with their place: `quote === document[field].slice(start, end)`. `number`: the citation that has this place. */
export interface DraftQuote extends DocumentPlace {
  number: number | null;
  quote: string;
}

export interface DraftProblem {
  kind: DraftProblemKind;
  /** The words, figure or mark that are off, as the draft has them; null where it is the sentence. */
  found: string | null;
  /** The stored words that come nearest, where there are any. */
  nearest: DraftQuote | null;
}

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

/** A statement of more characters is compared by its beginning; no sentence is as long. */
const MAX_COMPARED = 1_500;
/** A document is the wrong one where another carries so much more of a statement, and it carries itself no more than this. Tuned on half of `bench/check-answer.ts`. */
const WRONG_PAPER = { ahead: 0.25, atMost: 0.6 } as const;
/** Fewer content words tell no document from another. */
const WRONG_PAPER_WORDS = 4;
/** A statement that shares a smaller part of its words with the documents that it cites is not theirs. */
const MIN_SHARED_WORDS = 0.25;
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
  const { cited } = resolved(next.marks, sources, ground);
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

/** A mark of a draft with the document that it leads to, or the problem with it. */
interface Cited {
  mark: DraftMark;
  document: DraftDocument;
  /** What a citation quotes. */
  place: DocumentPlace | null;
}

function checkSentence(sentence: DraftSentence, sources: DraftSources, ground: DraftGround): Checked {
  const { cited, problems } = resolved(sentence.marks, sources, ground);
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
  const claim = sentence.claim.slice(0, MAX_COMPARED);
  const wrong = problems.some(({ kind }) => kind === "wrong_paper") ? [] : wrongPapers(sentence, cited, ground);
  if (wrong.length > 0)
    return { problems: [...problems, ...wrong.map((right) => says("wrong_paper", null, right))], supported_by: [] };
  const { passages, differences } = compared(claim, cited, documents, sources, ground);
  problems.push(...differences.map(({ kind, found }) => says(kind, found, passages.at(0))));
  if (problems.some(({ kind }) => kind !== "retracted")) return { problems, supported_by: [] };
  const places = quoted.flatMap(({ place }) => place ?? []);
  const carrying =
    places.length > 0 && passages.length > 0
      ? passages.filter((passage) => !places.some((place) => within(place, passage)))
      : passages;
  const carried = carrying.filter(
    (passage) => places.length === 0 || cited.some(({ place }) => place !== null && within(place, passage)),
  );
  return { problems, supported_by: [...places, ...carried].map((place) => quoteOf(place, sources, ground)) };
}

function within(place: DocumentPlace, passage: Passage): boolean {
  const { document, field, start, end } = passage;
  return place.id === document.id && place.field === field && place.start < end && start < place.end;
}

function resolved(
  marks: readonly DraftMark[],
  sources: DraftSources,
  ground: DraftGround,
): { cited: Cited[]; problems: DraftProblem[] } {
  const cited: Cited[] = [];
  const problems: DraftProblem[] = [];
  for (const mark of marks) {
    const reference = mark.kind === "id" ? null : sources[mark.kind === "citation" ? "citations" : "evidence"].get(mark.number);
    const id = mark.kind === "id" ? sources.ids.get(mark.id) : reference?.id;
    const document = id === undefined ? undefined : ground.document(id);
    if (document) cited.push({ mark, document, place: reference?.place ?? null });
    else if (!problems.some(({ found }) => found === mark.written)) {
      const hidden = isSignalId(id ?? (mark.kind === "id" ? mark.id : "")) && sources.signalsHidden;
      const dead = mark.kind === "id" || reference ? "unknown_id" : "dead_number";
      problems.push({ kind: hidden ? "signals_scope_missing" : dead, found: mark.written, nearest: null });
    }
  }
  return { cited, problems };
}

/** Where quoted words stand in the documents cited, and if in none of them, where in another. */
function quotedPlace(
  words: string,
  documents: readonly DraftDocument[],
  ground: DraftGround,
): { place: DocumentPlace | null; elsewhere: DocumentPlace | null } {
  const placeIn = (among: readonly DraftDocument[]): DocumentPlace | null => {
    for (const document of among.filter((one) => ground.holdsWords(one, words))) {
      for (const { field, text } of document.texts) {
        const place = quotePlace(words, text);
        if (place !== null) return { id: document.id, field, ...place };
      }
    }
    return null;
  };
  const place = placeIn(documents);
  return { place, elsewhere: place === null ? placeIn(ground.documents.filter((one) => !documents.includes(one))) : null };
}

/** For each stretch of a sentence whose documents do not carry it: the passage of another document that does. */
function wrongPapers({ claim, pieces, marks }: DraftSentence, cited: readonly Cited[], ground: DraftGround): Passage[] {
  const stretches =
    new Set(marks.map(({ follows }) => follows)).size <= 1
      ? [{ text: claim, documents: cited.map(({ document }) => document) }]
      : pieces.map((text, piece) => ({
          text,
          documents: cited.filter(({ mark }) => mark.follows === piece).map(({ document }) => document),
        }));
  return stretches.flatMap(({ text, documents }) => {
    const stems = stemsOf(text.slice(0, MAX_COMPARED));
    if (documents.length === 0 || stems.size < WRONG_PAPER_WORDS || namesAuthor(text, documents)) return [];
    const own = Math.max(...documents.map((document) => ground.carries(stems, document)));
    if (own > WRONG_PAPER.atMost) return [];
    const others = ground.documents
      .filter((document) => !documents.includes(document))
      .map((document) => ({ document, share: ground.carries(stems, document) }))
      .toSorted((a, b) => b.share - a.share);
    const best = others.at(0);
    if (best === undefined || best.share < own + WRONG_PAPER.ahead) return [];
    return ground
      .ranked(stems, [best.document])
      .slice(0, 1)
      .map(({ passage }) => passage);
  });
}

/** Whether a text names the first author of one of the documents: then no other is meant. */
function namesAuthor(text: string, documents: readonly DraftDocument[]): boolean {
  const words = new Set(foldText(text).match(/\p{L}+/gu));
  return documents.some(({ authors }) =>
    words.has(
      foldText(authors[0] ?? "")
        .match(/\p{L}{3,}/gu)
        ?.at(-1) ?? "",
    ),
  );
}

/** A sentence that gives a figure of a statement has at least this share of its words, to be where it comes from. */
const MIN_NUMBERED = 0.2;

interface Difference {
  kind: "figure_not_quoted" | WordingDifference;
  found: string | null;
}

/**
 * What a statement says otherwise than its sources: than the sentences that it cites; and if something differs, than the sentences of the same
 * documents that are most like it, since a draft may rest on another one. The fewest differences count, with the sentences that leave them.
 */
function compared(
  claim: string,
  cited: readonly Cited[],
  documents: readonly DraftDocument[],
  sources: DraftSources,
  ground: DraftGround,
): { passages: Passage[]; differences: Difference[] } {
  const stems = stemsOf(claim);
  const known = [...sources.known, ...documents.flatMap(knownOf)];
  const whole = documents.flatMap(({ texts }) => texts.map(({ text }) => text));
  const quotes = [...new Set(cited.flatMap(({ place }) => (place ? ground.passagesAt(place) : [])))];
  const ranked = ground
    .ranked(stems, documents)
    .slice(0, 2)
    .map(({ passage }) => passage);
  const ofEach =
    documents.slice(1).length > 0 ? documents.flatMap((document) => ground.ranked(stems, [document]).at(0)?.passage ?? []) : [];
  const own = new Set(figures(claim));
  const numbered = ground
    .ranked(stems, documents)
    .filter(
      ({ passage, share }) =>
        share >= MIN_NUMBERED && (own.size === 0 || foreignFigures(claim, [passage.text]).length < own.size),
    )
    .slice(0, 1)
    .map(({ passage }) => passage);
  const bases = [
    quotes,
    ranked.slice(0, 1),
    ofEach,
    ranked,
    [...quotes, ...ranked],
    own.size === 0 ? [] : [...ranked, ...numbered],
  ];
  let best: { passages: Passage[]; differences: Difference[] } | null = null;
  for (const basis of bases) {
    if (basis.length === 0) continue;
    const passages = [...new Set(basis)];
    const differences = differencesFrom(claim, passages, whole, known);
    if (best === null || differences.length < best.differences.length) best = { passages, differences };
    if (differences.length === 0) break;
  }
  return best ?? { passages: [], differences: [{ kind: "term_not_quoted", found: null }] };
}

function differencesFrom(
  claim: string,
  passages: readonly Passage[],
  whole: readonly string[],
  known: readonly string[],
): Difference[] {
  const texts = passages.map(({ text }) => text);
  const terms = foreignTerms(claim, [...whole, ...known]).map((term) => claim.slice(term.start, term.end));
  const foreign = terms.filter((term) => !isShortFor(term, whole) && !/^\d/u.test(term));
  const few = sharedWords(claim, [...whole, ...known]) < MIN_SHARED_WORDS;
  const wording = wordingDifferences(claim, texts, known).filter((kind) => kind !== "term_not_quoted");
  const denied = negates(claim) && !texts.some(denies) && !wording.includes("negation_differs");
  return [
    ...foreignFigures(claim, [...texts, ...known]).map((found): Difference => ({ kind: "figure_not_quoted", found })),
    ...foreign.map((found): Difference => ({ kind: "term_not_quoted", found })),
    ...(few && foreign.length === 0 ? [{ kind: "term_not_quoted" as const, found: null }] : []),
    ...(denied ? [{ kind: "negation_differs" as const, found: null }] : []),
    ...wording.map((kind): Difference => ({ kind, found: null })),
  ];
}

/** What may be said of a document without a quote: by whom, when and where it was published, and its title. */
function knownOf({ title, authors, year, venue }: DraftDocument): string[] {
  return [title, authors.join(", "), String(year ?? ""), venue ?? ""];
}

/** Whether letters are the first letters of words that stand side by side in a text: RAG, LLMs. */
function isShortFor(term: string, texts: readonly string[]): boolean {
  const letters = term.replace(/s$/u, "").toLowerCase();
  if (!/^\p{Lu}{2,6}s?$/u.test(term)) return false;
  return texts.some((text) =>
    (text.match(/[\p{L}\p{N}]+/gu) ?? [])
      .map((word) => word.charAt(0).toLowerCase())
      .join("")
      .includes(letters),
  );
}

function quoteOf(place: Passage | DocumentPlace, { citations }: DraftSources, ground: DraftGround): DraftQuote {
  const { field, start, end } = place;
  const id = "document" in place ? place.document.id : place.id;
  const text = ground.document(id)?.texts.find((one) => one.field === field)?.text ?? "";
  const same = [...citations].find(
    ([, { place: other }]) =>
      other !== null && other.id === id && other.field === field && other.start < end && start < other.end,
  );
  return { number: same?.[0] ?? null, id, field, start, end, quote: text.slice(start, end) };
}
