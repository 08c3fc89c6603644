import type { PersonName } from "../documents/names.ts";
import type { CslItem } from "./csl.ts";

/** References in RIS, as Zotero, EndNote and Mendeley read it (the tags of Research Information Systems, 2011). Every value is one line. */
export function ris(items: readonly CslItem[]): string {
  return items.map((item) => `${entry(item).join("\r\n")}\r\n`).join("\r\n");
}

const TYPES: Record<CslItem["type"], string> = {
  article: "UNPB",
  "article-journal": "JOUR",
  "paper-conference": "CONF",
  webpage: "ELEC",
};

function entry(item: CslItem): string[] {
  const [year, month, day] = item.issued?.["date-parts"][0] ?? [];
  const date = [year, month, day].map((part) => (part === undefined ? "" : String(part).padStart(2, "0"))).join("/");
  return [
    line("TY", TYPES[item.type]),
    line("ID", item.id),
    line("TI", item.title),
    ...(item.author ?? []).map((name) => line("AU", nameText(name))),
    ...(year === undefined ? [] : [line("PY", String(year)), line("DA", `${date}/`)]),
    ...optional("T2", item["container-title"]),
    ...optional("PB", item.publisher),
    ...optional("M1", item.number),
    ...optional("DO", item.DOI),
    ...optional("UR", item.URL),
    ...optional("N1", item.note),
    "ER  - ",
  ];
}

function optional(tag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [line(tag, value)];
}

function line(tag: string, value: string): string {
  return `${tag}  - ${value.replace(/\s+/gu, " ").trim()}`;
}

function nameText(name: PersonName): string {
  if ("literal" in name) return name.literal;
  const family = [name["non-dropping-particle"], name.family].filter(Boolean).join(" ");
  return [family, name.given, name.suffix].filter(Boolean).join(", ");
}
