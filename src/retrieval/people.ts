import { setImmediate as otherWork } from "node:timers/promises";
import { surnameKey } from "../documents/names.ts";
import { foldText } from "../documents/text.ts";
import type { Engine } from "../engine/port.ts";
import { DeadlinePassed, withDeadline } from "../shared/deadline.ts";
import { isOneEdit } from "./nearest-names.ts";

/** The authors of a library, by the words of their names. */
export interface People {
  /** Names whose words hold all of the given ones, an initial for a whole word; those with the most papers first. */
  named(words: readonly string[]): string[];
  /** The same where one of the given words of four letters or more may be a letter off. */
  nearlyNamed(words: readonly string[]): string[];
  /** Names of which this is the last word of the family name. */
  ofFamily(word: string): string[];
  /** Whether it is a word of any name. */
  has(word: string): boolean;
}

const MAX_NAMES = 1_000_000;
const READ_MS = 20_000;
const LIFETIME_MS = 10 * 60_000;
/** Names indexed before other work has its turn. */
const AT_A_TIME = 2_000;
const MIN_MISSPELLED_LENGTH = 4;
/** A name stands for at most so many spellings and persons. */
const MAX_MATCHES = 200;

interface Known {
  until: number;
  people: Promise<People>;
}

const remembered = new WeakMap<Engine, Known>();

/** The authors of the library. Read when they are first asked for; ten minutes later they are read again while the old ones are used. */
export async function peopleOf(engine: Engine): Promise<People> {
  const known = remembered.get(engine);
  if (known && known.until > Date.now()) return known.people;
  const people = readPeople(engine);
  remembered.set(engine, { until: Date.now() + LIFETIME_MS, people: known?.people ?? people });
  people.then(
    () => remembered.set(engine, { until: Date.now() + LIFETIME_MS, people }),
    () => remembered.delete(engine),
  );
  return known?.people ?? people;
}

/** The same, or null where they are not read within this time: they will be by a later search. */
export async function peopleSoon(engine: Engine, milliseconds: number): Promise<People | null> {
  try {
    return await withDeadline(milliseconds, () => peopleOf(engine));
  } catch (error) {
    if (error instanceof DeadlinePassed) return null;
    throw error;
  }
}

/** The words by which names are compared: folded, without points and hyphens. */
export function nameWords(name: string): string[] {
  return foldText(name).match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
}

/** The last word of a name's family name, by which an author is asked for. */
export function familyWord(name: string): string | undefined {
  return nameWords(surnameKey(name)).at(-1);
}

async function readPeople(engine: Engine): Promise<People> {
  const names = (await engine.papers.facets("authors", {}, MAX_NAMES, { timeoutMs: READ_MS })).map(({ value }) => value);
  const byWord = new Map<string, number[]>();
  const byFamily = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, word: string, index: number) => {
    const list = map.get(word);
    if (list) list.push(index);
    else map.set(word, [index]);
  };
  for (const [index, name] of names.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await otherWork();
    for (const word of new Set(nameWords(name))) add(byWord, word, index);
    const family = familyWord(name);
    if (family !== undefined) add(byFamily, family, index);
  }

  const among = (given: readonly string[], indexes: readonly number[], same: (given: string, word: string) => boolean) =>
    indexes
      .filter((index) => holds(nameWords(names[index]!), given, same))
      .slice(0, MAX_MATCHES)
      .map((index) => names[index]!);
  const rarest = (given: readonly string[]): readonly number[] =>
    given
      .filter((word) => word.length > 1)
      .map((word) => byWord.get(word) ?? [])
      .reduce<readonly number[] | null>((best, list) => (best === null || list.length < best.length ? list : best), null) ?? [];

  return {
    named: (given) =>
      among(given, rarest(given), (typed, word) => typed === word || (typed.length === 1 && word.startsWith(typed))),
    nearlyNamed(given) {
      const exact = given.filter((word) => byWord.has(word));
      if (exact.length < given.length - 1) return [];
      const loose = given.filter((word) => !byWord.has(word));
      const off = loose.length === 1 ? loose : given;
      return off
        .filter((word) => word.length >= MIN_MISSPELLED_LENGTH)
        .flatMap((word) => {
          const meant = [...byWord.keys()].filter((known) => known !== word && isOneEdit(word, known));
          const spellings = meant.map((other) => given.map((each) => (each === word ? other : each)));
          return spellings.flatMap((spelling) => among(spelling, rarest(spelling), (typed, own) => typed === own));
        })
        .slice(0, MAX_MATCHES);
    },
    has: (word) => byWord.has(word),
    ofFamily: (word) => (byFamily.get(word) ?? []).slice(0, MAX_MATCHES).map((index) => names[index]!),
  };
}

/** Whether each given word has a word of the name of its own. */
function holds(words: readonly string[], given: readonly string[], same: (given: string, word: string) => boolean): boolean {
  const left = [...words];
  return given
    .toSorted((a, b) => b.length - a.length)
    .every((typed) => {
      const place = left.findIndex((word) => same(typed, word));
      if (place === -1) return false;
      left.splice(place, 1);
      return true;
    });
}
