import { cleanText } from "../../documents/text.ts";
import { listedArtifact, readArtifact } from "./artifact-rules.ts";
import { asking } from "./asking.ts";
import { readComparison } from "./comparison.ts";
import { CUT } from "./cut.ts";
import { isClaim, readKind } from "./kind.ts";
import { readLanguages } from "./languages.ts";
import { readNegation } from "./negation.ts";
import { mendSlips, readOpening, type Opening } from "./opening.ts";
import { readOtherNames } from "./other-names.ts";
import { readOutcome } from "./outcome.ts";
import { readRecord } from "./record-rules.ts";
import type { QuestionConstraints, ReadQuestion } from "./schema.ts";
import { readSize } from "./size.ts";
import { readSubject } from "./subject.ts";
import { readVenues } from "./venues.ts";
import { readYears } from "./years.ts";

export interface ReadingContext {
  /** `YYYY-MM-DD`; what “the last three years” counts from. The day of the call where left out. */
  today?: string;
  /** Names of venues in the library, as its filter spells them. */
  venues?: readonly string[];
}

/** A question is in its first lines; what follows them is pasted text. */
const MAX_CHARACTERS = 1_000;

/**
 * What a question asks: its kind, its subject and its constraints. Any text can be read, also a few words, which ask for what exists on
 * them. The same text gives the same reading, today and the library's venues being the same.
 */
export function readQuestion(text: string, context: ReadingContext = {}): ReadQuestion {
  const { also, rest: whole } = readOtherNames(cleanText(text.slice(0, MAX_CHARACTERS)));
  const { quotes, rest: unquoted } = takeQuotes(withoutSources(whole));
  // A semicolon stands where something was cut out; one that was typed ends a sentence.
  const mended = mendSlips(unquoted.replace(/;\s/gu, ". "));
  const { constraints, rest: bare } = readConstraints(mended, context);
  const { core, setting, aside } = asking(bare);
  const { opening, rest: question } = readOpening(core);
  const { told, rest } = comparedWhole(mended, constraints) ?? whatIsAsked(question, opening);
  // A claim that denies something is asked about as it stands; it narrows nothing.
  const claim = told.kind === "does_it" && isClaim(question);
  const { without: asked, rest: positive } = claim ? { without: [], rest } : readNegation(rest);
  // “Disambiguation without labelled data, how is it done”
  const before = readNegation(setting);
  const without = [...asked, ...before.without];
  const negative = !claim && readNegation(question).negative;
  const always = told.sides ?? countedNoun(question, told.kind);
  const about = {
    quotes,
    always,
    aside,
    setting: before.without.length > 0 ? before.rest : setting,
    question: told.sides ? "" : question,
  };
  const found = readSubject(positive, about);
  // “Which algorithms require no communication?”: where nothing else is left, what is done without is the subject, too.
  const terms = found.length > 0 || asked.length === 0 ? found : readSubject(rest, about);
  const outcome =
    told.kind === "does_it" || told.kind === "how_well" || told.kind === "how_much" ? readOutcome(question) : undefined;
  return {
    ...told,
    ...(told.sides ? { sides: told.sides.map((side) => withQuotes(side, quotes)) as [string, string] } : {}),
    subject: { text: terms.map((term) => term.text).join(" "), terms, ...(also.length > 0 ? { also } : {}) },
    ...(outcome ? { outcome } : {}),
    constraints: {
      ...constraints,
      ...(without.length > 0 ? { without: without.map((what) => withQuotes(what, quotes)) } : {}),
      ...(negative ? { negative_results: true } : {}),
    },
  };
}

/** Where papers are kept, the rank they were given, what it “went to” and that a thing is “free to download” are no subject. */
const SOURCES =
  /\b(?:the\s+)?ACL\s+Anthology\b|,?\s*\baccording\s+to\s+(?:(?:the|recent|current|published|existing|empirical|newer?|latest)\s+)*(?:work|research|studies|papers|literature|evidence)\b(?=\s*(?:[?.,;]|$|(?:since|from|after|before|between|published|of)\b|in\s+(?:19|20)))|\b(?:in|of|from|within)\s+(?:(?:the|this)\s+library|your\s+(?:library|collection|index|database))\b|\b(?:does|do)\s+(?:(?:the|this|your)\s+library|you)\s+(?:hold|have|contain)\b|\bas\s+(?:top[- ]?\d+\s?%|notable[- ]top[- ]?\d+\s?%)|\bwent\s+to\s+(?:work|papers)?\b|\bfree\s+to\s+(?:download|use)\b/giu;

function withoutSources(text: string): string {
  const left = text.replace(SOURCES, " ").replace(/\s+/gu, " ").trim();
  return left === "" ? text : left;
}

/** What is counted belongs to the subject, also where the word alone says little (“how many examples”). */
function countedNoun(question: string, kind: ReadQuestion["kind"]): string[] {
  const noun =
    kind === "how_much"
      ? /^(?:by\s+)?how\s+(?:many|much)\s+(?!(?:does|is|was|has)\b)(\p{L}+s)\b/iu.exec(question)?.[1]
      : undefined;
  return noun === undefined ? [] : [noun];
}

type Told = Pick<ReadQuestion, "kind" | "artifact" | "record" | "sides">;

/** The kind of a question with what belongs to it, and the question without the words that told it. */
function whatIsAsked(question: string, opening: Opening): { told: Told; rest: string } {
  const record = readRecord(question);
  if (record) return { told: { kind: "record", record: record.record }, rest: record.rest };
  const comparison = readComparison(question);
  if (comparison) return { told: { kind: "comparison", sides: comparison.sides }, rest: comparison.rest };
  const artifact = readArtifact(question, opening);
  if (artifact) return { told: { kind: "artifact", artifact: artifact.artifact }, rest: artifact.rest };
  const { kind, rest } = readKind(question, opening);
  const listed = kind === "which_exist" ? listedArtifact(question) : undefined;
  return { told: { kind, ...(listed ? { artifact: listed } : {}) }, rest };
}

/** What is compared where a language or a size is part of a side (“pivoting through English vs direct translation”); null where neither is, or years or venues are to be left out. */
function comparedWhole(text: string, { languages, size, ...others }: QuestionConstraints): { told: Told; rest: string } | null {
  if ((languages === undefined && size === undefined) || Object.keys(others).length > 0) return null;
  const comparison = readComparison(readOpening(asking(text).core).rest);
  const isCut = (side: string) => readLanguages(side).languages.length > 0 || readSize(side).size !== undefined;
  if (comparison === null || !comparison.sides.some(isCut)) return null;
  return { told: { kind: "comparison", sides: comparison.sides }, rest: comparison.rest };
}

function readConstraints(
  text: string,
  { today, venues: known }: ReadingContext,
): { constraints: QuestionConstraints; rest: string } {
  const size = readSize(text);
  const venues = readVenues(size.rest, known);
  const years = readYears(venues.rest, today ?? new Date().toISOString().slice(0, 10));
  const languages = readLanguages(years.rest);
  const stated = years.years ?? venues.years;
  return {
    constraints: {
      ...(stated ? { years: stated } : {}),
      ...(venues.venues.length > 0 ? { venues: venues.venues } : {}),
      ...(languages.languages.length > 0 ? { languages: languages.languages } : {}),
      ...(size.size ? { size: size.size } : {}),
    },
    rest: languages.rest.replace(/(?:\s*;)+\s*/gu, CUT).trim(),
  };
}

const QUOTED = /"([^"]{2,300})"|“([^”]{2,300})”|„([^“”]{2,300})[“”]|«([^»]{2,300})»|‘([^’]{2,300})’(?!\p{L})/gu;

/** A question with its quoted phrases replaced by `quote0`, `quote1` …, so that nothing in them is read as asking. */
function takeQuotes(text: string): { quotes: string[]; rest: string } {
  const quotes: string[] = [];
  const rest = text.replace(QUOTED, (whole: string, ...groups: unknown[]) => {
    const phrase = groups.slice(0, 5).find((group) => typeof group === "string");
    // Nobody quotes ten phrases; a text that does is no question, and is read as it stands.
    if (phrase === undefined || quotes.length === 10) return whole;
    quotes.push(phrase.trim());
    return `quote${quotes.length - 1}`;
  });
  return { quotes, rest };
}

function withQuotes(text: string, quotes: readonly string[]): string {
  return text.replace(/quote(\d)/gu, (whole, index: string) => quotes[Number(index)] ?? whole);
}
