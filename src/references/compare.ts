import { idKey, type ExternalId, type IdScheme } from "../documents/ids.ts";
import { externalIds, type Paper } from "../documents/paper.ts";
import { compareAuthors, type AuthorComparison } from "./authors.ts";
import { placeOfTitle, type GivenReference, type RunningText } from "./given.ts";
import { keysOf, similarity, titlesAgree } from "./titles.ts";
import { idKeysOf, impliedIds, isPublished, yearsOf, type Work } from "./works.ts";

/** A field that a reference states otherwise than the record. */
export interface Difference {
  field: "title" | "authors" | "year" | IdScheme;
  given: string;
  /** What the record has. */
  record: string;
}

/** A reference beside a work that it may mean. */
export interface Comparison {
  work: Work;
  /** The version that it means. */
  paper: Paper;
  /** How much speaks for the work; higher is better. */
  score: number;
  /** Whether the work bears the title. False where none was stated. */
  titled: boolean;
  /** Whether one of the ids leads to the work. */
  identified: boolean;
  /** The share of the authors that the work has; null where it cannot be told. */
  authorShare: number | null;
  differences: Difference[];
  /** Ids that neither lead to a record nor can be compared with one of the work. */
  unverified: string[];
}

/** What a matching field counts when works are ranked: a title says most, an id and the authors as much together. */
const WEIGHTS = { title: 4, id: 2.5, authors: 2, year: 0.5 };
const MAX_VALUE_LENGTH = 160;

/** Compares a reference with a work. `leadsTo`: the stored ids that the ids of the reference lead to, by key. */
export function compare(reference: GivenReference, work: Work, leadsTo: ReadonlyMap<string, string>): Comparison {
  const members = new Set(work.map(({ paper_id: id }) => id));
  const hits = reference.ids.map((id) => leadsTo.get(idKey(id))).filter((id) => id !== undefined && members.has(id));
  const title = titleOf(reference, work);
  // Authors tell nothing of a work that neither title nor id leads to.
  const concerned = title !== null || hits.length > 0 ? work : [];
  const authors = concerned
    .map((paper) => compareAuthors(reference.authors, paper.authors, title ?? reference.titles[0] ?? ""))
    .reduce((a, b) => better(a, b), null);
  const years = yearsOf(work, reference.ids);
  const yearAgrees =
    reference.year === null || years.size === 0 || years.has(reference.year) || isEarlierPreprint(reference, work);
  const paper = meantVersion(reference, work, hits[0]);
  const { differences, unverified } = compareIds(reference, work, leadsTo);
  if (reference.hasTitle && title === null) differences.unshift(difference("title", reference.titles[0] ?? "", paper.title));
  if (authors !== null && authors.problem !== null) {
    differences.push(difference("authors", authors.problem, paper.authors.slice(0, 3).join(", ")));
  }
  if (!yearAgrees) differences.push(difference("year", String(reference.year), [...years].sort((a, b) => a - b).join(" or ")));
  const score =
    (title === null ? 0 : WEIGHTS.title) +
    (hits.length > 0 ? WEIGHTS.id : 0) +
    (authors === null ? 0 : WEIGHTS.authors * authors.share) +
    (reference.year !== null && yearAgrees ? WEIGHTS.year : 0);
  return {
    work,
    paper,
    score,
    titled: title !== null,
    identified: hits.length > 0,
    authorShare: authors?.share ?? null,
    differences,
    unverified,
  };
}

/** Of two versions the one whose authors the reference has. */
function better(a: AuthorComparison | null, b: AuthorComparison | null): AuthorComparison | null {
  if (a === null || b === null) return a ?? b;
  if (a.problem === null || b.problem === null) return a.problem === null ? a : b;
  return b.share > a.share ? b : a;
}

/** How near the titles of a reference come to that of a record, 0 to 1. */
export function nearness(reference: GivenReference, paper: Paper): number {
  return Math.max(0, ...reference.titles.map((title) => similarity(keysOf(title).whole, keysOf(paper.title).whole)));
}

/** The stated title that the work bears too; null where it bears none of them. */
function titleOf(reference: GivenReference, work: Work): string | null {
  for (const { title: stored } of work) {
    const stated = reference.titles.find((title) => titlesAgree(title, stored));
    if (stated !== undefined) return stated;
    const { authors } = reference;
    if (authors !== null && "words" in authors && holdsTitle(authors, stored)) return stored;
  }
  return null;
}

/** Words that a title has at least to be found within running text. */
const MIN_WORDS_WITHIN_TEXT = 3;

function holdsTitle(text: RunningText, title: string): boolean {
  const words = keysOf(title).whole.split(" ");
  return words.length >= MIN_WORDS_WITHIN_TEXT && placeOfTitle(text, words) !== -1;
}

const MAX_YEARS_BEFORE = 2;

/** A preprint may be cited with its own year where the library has what it became. */
function isEarlierPreprint({ ids, year }: GivenReference, work: Work): boolean {
  const citesPreprint =
    ids.some(({ scheme }) => scheme === "arxiv") && !ids.some(({ scheme }) => scheme === "doi" || scheme === "acl");
  return (
    citesPreprint && work.some((paper) => paper.year !== null && year! <= paper.year && year! >= paper.year - MAX_YEARS_BEFORE)
  );
}

function meantVersion({ year }: GivenReference, work: Work, hit: string | undefined): Paper {
  const rank = (paper: Paper) =>
    (paper.paper_id === hit ? 8 : 0) + (year !== null && paper.year === year ? 2 : 0) + (isPublished(paper) ? 1 : 0);
  return work.reduce((a, b) => (rank(b) > rank(a) ? b : a));
}

function compareIds(
  { ids }: GivenReference,
  work: Work,
  leadsTo: ReadonlyMap<string, string>,
): Pick<Comparison, "differences" | "unverified"> {
  const known = idKeysOf(work);
  const members = new Set(work.map(({ paper_id: id }) => id));
  const differences: Difference[] = [];
  const unverified: string[] = [];
  for (const id of ids) {
    const keys = [id, ...impliedIds(id)];
    const target = leadsTo.get(idKey(id));
    if (keys.some((one) => known.has(idKey(one))) || (target !== undefined && members.has(target))) continue;
    const own = keys.flatMap(({ scheme }) => ofScheme(work, scheme))[0];
    if (target !== undefined) differences.push(difference(id.scheme, id.value, own?.value ?? `none; it is ${target}`));
    else if (own !== undefined) differences.push(difference(id.scheme, id.value, own.value));
    else unverified.push(idKey(id));
  }
  return { differences, unverified };
}

function ofScheme(work: Work, scheme: IdScheme): ExternalId[] {
  const ids = work.flatMap((paper) => externalIds(paper.ids)).flatMap((id) => [id, ...impliedIds(id)]);
  return ids.filter((id) => id.scheme === scheme);
}

function difference(field: Difference["field"], given: string, record: string): Difference {
  return { field, given: cut(given), record: cut(record) };
}

function cut(text: string): string {
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1).toWellFormed()}…`;
}
