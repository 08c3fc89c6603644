import { createHash } from "node:crypto";

/** JSON with object keys in code-unit order and undefined members left out: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const object = value as Record<string, unknown>;
    let members = "";
    // oxlint-disable-next-line require-array-sort-compare -- code units are meant
    for (const key of Object.keys(object).sort()) {
      if (object[key] === undefined) continue;
      members += `${members === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
    }
    return `{${members}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** SHA-256 of the canonical JSON of a value, as 64 hexadecimal characters. */
export function contentHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
