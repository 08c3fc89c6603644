import type { FullTextMarker, FullTextReference } from "../documents/full-text.ts";
import type { WholeText } from "../documents/passage.ts";

/**
 * JSON of a whole text with the same content in half the characters: references and markers by column, places as distances, and what an entry's other fields say taken out of
 * its printed text. Null where `wholeFromLean` would not give the very same text again.
 */
export function leanFromWhole(json: string): string | null {
  try {
    const whole = JSON.parse(json) as WholeText;
    const { references } = whole;
    const markers = markerColumns(
      whole.markers,
      references.map(({ key }) => key),
    );
    const lean = JSON.stringify({ ...whole, references: entryColumns(references), markers });
    return wholeFromLean(lean) === json ? lean : null;
  } catch {
    // It is no whole text.
    return null;
  }
}

/** The JSON that `leanFromWhole` was given. */
export function wholeFromLean(lean: string): string {
  const whole = JSON.parse(lean) as LeanText;
  const { key: keys, text, title, authors, year, venue, ids } = whole.references;
  const references = keys.map((key, row) => {
    const fields = { title: title[row] ?? null, authors: authors[row]!, year: year[row] ?? null, venue: venue[row] ?? null };
    return { key, text: withFields(text[row] ?? null, fields), ...fields, ids: ids[row]! };
  });
  return JSON.stringify({ ...whole, references, markers: markersFrom(whole.markers, keys) });
}

type Columns<Item> = { [Name in keyof Item]: Item[Name][] };

/** `keys`: places of the references in their list. `passage` counts from the marker before, `start` from its end where both stand in one passage. */
interface MarkerColumns {
  passage: number[];
  start: number[];
  length: number[];
  keys: number[][];
}

interface LeanText extends Omit<WholeText, "references" | "markers"> {
  references: Columns<FullTextReference>;
  markers: MarkerColumns;
}

type Fields = Pick<FullTextReference, "title" | "authors" | "year" | "venue">;

function entryColumns(references: readonly FullTextReference[]): Columns<FullTextReference> {
  const column = <Name extends keyof FullTextReference>(name: Name) => references.map((one) => one[name]);
  return {
    key: column("key"),
    text: references.map((one) => withoutFields(one.text, one)),
    title: column("title"),
    authors: column("authors"),
    year: column("year"),
    venue: column("venue"),
    ids: column("ids"),
  };
}

function markerColumns(markers: readonly FullTextMarker[], keys: readonly string[]): MarkerColumns {
  const placeOf = new Map(keys.map((key, place) => [key, place]));
  const before = (row: number) => markers[row - 1] ?? { passage: 0, end: 0 };
  return {
    passage: markers.map(({ passage }, row) => passage - before(row).passage),
    start: markers.map(({ passage, start }, row) => start - (before(row).passage === passage ? before(row).end : 0)),
    length: markers.map(({ start, end }) => end - start),
    keys: markers.map((marker) => marker.keys.map((key) => placeOf.get(key)!)),
  };
}

function markersFrom(places: MarkerColumns, keys: readonly string[]): FullTextMarker[] {
  let last = { passage: 0, end: 0 };
  return places.passage.map((distance, row) => {
    const passage = last.passage + distance;
    const start = (distance === 0 ? last.end : 0) + places.start[row]!;
    const end = start + places.length[row]!;
    last = { passage, end };
    return { passage, start, end, keys: places.keys[row]!.map((place) => keys[place]!) };
  });
}

/** Characters for private use, which stand for fields of an entry where they occur in its text. */
const STAND_INS = { title: "\ue000", authors: "\ue001", venue: "\ue002", year: "\ue003" } as const;

function withoutFields(text: string | null, fields: Fields): string | null {
  return standIns(fields).reduce((left, [mark, value]) => left?.replace(value, mark) ?? null, text);
}

function withFields(text: string | null, fields: Fields): string | null {
  // A function, as a text may hold what `replace` takes for a pattern.
  return standIns(fields).reduce((left, [mark, value]) => left?.replace(mark, () => value) ?? null, text);
}

function standIns({ title, authors, venue, year }: Fields): (readonly [mark: string, value: string])[] {
  const given = { title, authors: authors.join(", "), venue, year: year === null ? null : String(year) };
  return (["title", "authors", "venue", "year"] as const).flatMap((name) =>
    given[name] ? [[STAND_INS[name], given[name]] as const] : [],
  );
}
