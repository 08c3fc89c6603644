import { parseExternalId } from "../documents/ids.ts";
import { cleanText } from "../documents/text.ts";
import { PublicError } from "../errors.ts";
import { distinctIds, idsInText, oneLine, unreadable, yearIn, type GivenReference } from "./given.ts";

type Item = Readonly<Record<string, unknown>>;

/** Reads CSL-JSON: a list of items, one item, or an object with `items`. Throws `invalid_argument` where the text is no JSON. */
export function* readCslJson(text: string): Generator<Omit<GivenReference, "number">> {
  for (const item of itemsOf(text)) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      yield unreadable(null, JSON.stringify(item) ?? "", "is not an object");
    } else yield reference(item as Item);
  }
}

function itemsOf(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new PublicError("invalid_argument", {
      field: "text",
      message: `The text is not JSON: ${(error as Error).message.slice(0, 200)}.`,
      allowed: "CSL-JSON, a list of items with title, author, issued, DOI; or another format",
    });
  }
  if (Array.isArray(parsed)) return parsed;
  const { items } = (parsed ?? {}) as { items?: unknown };
  return Array.isArray(items) ? items : [parsed];
}

function reference(item: Item): Omit<GivenReference, "number"> {
  const textOf = (...names: string[]) => {
    const value = names.map((name) => item[name]).find((one) => typeof one === "string" || typeof one === "number");
    return cleanText(String(value ?? "").replace(/<\/?(?:i|b|sub|sup|span|sc)\b[^>]*>/giu, ""));
  };
  const key = textOf("id", "citation-key") || null;
  const title = textOf("title");
  const doi = parseExternalId(textOf("DOI", "doi"), "doi");
  const inText = ["URL", "number", "note", "archive_location", "container-title"].map((name) => textOf(name)).join(" ");
  const pubmed = (["PMID", "PMCID"] as const).map((name) => parseExternalId(textOf(name), name === "PMID" ? "pmid" : "pmcid"));
  const ids = distinctIds([...[doi, ...pubmed].filter((id) => id !== null), ...idsInText(inText).ids]);
  if (title === "" && ids.length === 0) return unreadable(key, JSON.stringify(item), "has neither a title nor an ID");
  return {
    key,
    text: title === "" ? oneLine(JSON.stringify(item)) : title,
    problem: null,
    titles: title === "" ? [] : [title],
    hasTitle: title !== "",
    authors: authorsOf(item.author),
    year: issuedIn(item.issued) ?? yearIn(textOf("year")),
    ids,
  };
}

function authorsOf(author: unknown): GivenReference["authors"] {
  if (!Array.isArray(author)) return null;
  const part = (person: Item, name: string) => (typeof person[name] === "string" ? person[name] : "");
  const names = author.flatMap((one: unknown) => {
    if (typeof one === "string") return [cleanText(one)];
    if (typeof one !== "object" || one === null) return [];
    const person = one as Item;
    const family = [part(person, "non-dropping-particle"), part(person, "family")].filter(Boolean).join(" ");
    const given = [part(person, "given"), part(person, "dropping-particle")].filter(Boolean).join(" ");
    const name = part(person, "literal") || (family && given ? `${family}, ${given}` : family || given);
    return name === "" ? [] : [cleanText(name)];
  });
  const kept = names.filter((name) => !/^(?:others|et al\.?)$/iu.test(name));
  return kept.length === 0 ? null : { names: kept, cut: kept.length < names.length };
}

function issuedIn(issued: unknown): number | null {
  if (typeof issued === "string" || typeof issued === "number") return yearIn(issued);
  if (typeof issued !== "object" || issued === null) return null;
  const { "date-parts": parts, raw, literal } = issued as Item;
  const first: unknown = Array.isArray(parts) && Array.isArray(parts[0]) ? parts[0][0] : undefined;
  return (
    yearIn(typeof first === "number" || typeof first === "string" ? first : null) ??
    yearIn(`${typeof raw === "string" ? raw : ""} ${typeof literal === "string" ? literal : ""}`)
  );
}
