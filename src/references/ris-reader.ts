import { parseExternalId } from "../documents/ids.ts";
import { cleanText } from "../documents/text.ts";
import { distinctIds, idsInText, oneLine, unreadable, yearIn, type GivenReference } from "./given.ts";

const TAG = /^\s*([A-Z][A-Z0-9])  ?-(?: (.*))?$/u;

/** Reads RIS: records from `TY` to `ER`, tolerant of a missing `ER` and of lines that go on. */
export function* readRis(text: string): Generator<Omit<GivenReference, "number">> {
  let record: { fields: Map<string, string[]>; lines: string[] } | null = null;
  let last: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const [, tag, value = ""] = TAG.exec(line) ?? [];
    if (tag === "TY" || tag === "ER") {
      if (record !== null) yield reference(record);
      record = tag === "TY" ? { fields: new Map(), lines: [] } : null;
      last = null;
      continue;
    }
    if (line.trim() === "") continue;
    record ??= { fields: new Map(), lines: [] };
    record.lines.push(line);
    if (tag !== undefined) {
      record.fields.set(tag, [...(record.fields.get(tag) ?? []), value.trim()]);
      last = tag;
    } else if (last !== null) {
      const values = record.fields.get(last)!;
      values[values.length - 1] = `${values.at(-1)} ${line.trim()}`;
    }
  }
  if (record !== null) yield reference(record);
}

function reference({
  fields,
  lines,
}: {
  fields: ReadonlyMap<string, string[]>;
  lines: readonly string[];
}): Omit<GivenReference, "number"> {
  const first = (...tags: string[]) => cleanText(tags.flatMap((tag) => fields.get(tag) ?? [])[0] ?? "");
  const all = (...tags: string[]) =>
    tags
      .flatMap((tag) => fields.get(tag) ?? [])
      .map(cleanText)
      .filter((value) => value !== "");
  const source = lines.join("\n");
  const key = first("ID") || null;
  const title = first("TI", "T1", "CT");
  const doi = parseExternalId(first("DO"), "doi");
  const ids = distinctIds([
    ...(doi === null ? [] : [doi]),
    ...idsInText(all("UR", "L1", "L2", "LK", "M1", "N1", "JO", "DO").join(" ")).ids,
  ]);
  if (title === "" && ids.length === 0) return unreadable(key, source, "has neither a title (TI) nor an ID (DO, UR)");
  const names = all("AU", "A1").filter((name) => !/^et al\.?$/iu.test(name));
  return {
    key,
    text: title === "" ? oneLine(source) : title,
    problem: null,
    titles: title === "" ? [] : [title],
    hasTitle: title !== "",
    authors: names.length === 0 ? null : { names, cut: names.length < all("AU", "A1").length },
    year: yearIn(first("PY", "Y1", "DA")),
    ids,
  };
}
