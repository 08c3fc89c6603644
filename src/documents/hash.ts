import { hash } from "node:crypto";

/** JSON with object keys in code-unit order and undefined members left out: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  let inside = "";
  if (Array.isArray(value)) {
    for (const item of value) inside += `${inside === "" ? "" : ","}${canonicalJson(item ?? null)}`;
    return `[${inside}]`;
  }
  const object = value as Record<string, unknown>;
  for (const key of sortedKeys(object)) {
    if (object[key] === undefined) continue;
    inside += `${inside === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  }
  return `{${inside}}`;
}

/** In code-unit order, as many objects have them already. */
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  const isSorted = keys.every((key, index) => index === 0 || keys[index - 1]! < key);
  // oxlint-disable-next-line require-array-sort-compare -- code units are meant
  return isSorted ? keys : keys.sort();
}

/** SHA-256 of the canonical JSON of a value, as 64 hexadecimal characters. */
export function contentHash(value: unknown): string {
  return hash("sha256", canonicalJson(value), "hex");
}
