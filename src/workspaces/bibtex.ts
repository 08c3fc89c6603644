import { plugins, type CSL } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import type { CslItem } from "./csl.ts";
import type { PersonName } from "../documents/names.ts";
import { pairs } from "../shared/pairs.ts";

// Its ASCII form drops letters that it has no command for; ours keeps every letter and escapes what LaTeX would read as a command.
plugins.config.get("@bibtex").format.asciiOnly = false;

/** The entries of references in BibTeX, for LaTeX with UTF-8. citation-js maps fields, names and types; nothing is fetched. */
export function bibtexEntries(items: readonly CslItem[]): string[] {
  const entries = plugins.output.format("bibtex", items.map(asLatex), { format: "object" }) as BibtexEntry[];
  return pairs(entries, items).map(([entry, item]) => entryText(entry, item));
}

interface BibtexEntry {
  type: string;
  label: string;
  properties: Record<string, string>;
}

/** As BibTeX wants the rest of a list to be named. */
const OTHERS = / and \{others\}$/u;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function entryText({ type, properties }: BibtexEntry, { id, number }: CslItem): string {
  // It repeats the address, where LaTeX would have to read it as text.
  const { howpublished: _address, month, ...fields } = properties;
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    name === "author" ? value.replace(OTHERS, " and others") : value,
  ]);
  const lines = values.map(([name, value]) => `  ${name} = {${value}},`);
  if (month !== undefined) lines.push(`  month = ${MONTHS[Number(month) - 1]},`);
  if (number?.startsWith("arXiv:")) lines.push(`  eprint = {${number.slice("arXiv:".length)}},`, "  archiveprefix = {arXiv},");
  return `@${type}{${id},\n${lines.join("\n")}\n}`;
}

/** The item as citation-js is to print it: texts escaped, no day (BibTeX knows none), a preprint as `@misc`. */
function asLatex(item: CslItem): CSL {
  const { number: _number, DOI: doi, issued, author, ...rest } = item;
  const plainDoi = doi === undefined || isVerbatim(doi) ? undefined : `DOI: ${doi}`;
  const note = [rest.note, plainDoi].filter((part) => part !== undefined).join(" ") || undefined;
  const texts = { title: rest.title, "container-title": rest["container-title"], note, annote: rest.annote };
  const escaped = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, latex(text)] as const]));
  return {
    ...rest,
    ...Object.fromEntries(escaped),
    "citation-key": item.id,
    ...(item.type === "article" ? { type: "document" } : {}),
    ...(author === undefined ? {} : { author: author.map(latexName) }),
    ...(issued === undefined ? {} : { issued: { "date-parts": [issued["date-parts"][0].slice(0, 2)] } }),
    ...(doi === undefined || !isVerbatim(doi) ? {} : { DOI: doi }),
    ...(rest.URL === undefined ? {} : { URL: rest.URL.replace(/[{}\\]/gu, encodeURIComponent) }),
  } as CSL;
}

function latexName(name: PersonName): PersonName {
  return Object.fromEntries(Object.entries(name).map(([part, text]) => [part, latex(text)])) as unknown as PersonName;
}

/** Fields that are taken as they are cannot hold what would end them. */
function isVerbatim(text: string): boolean {
  return !/[{}\\]/u.test(text);
}

const COMMANDS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
};

/** A text that LaTeX prints letter by letter: no command, no mathematics, and no two signs that it would draw together. */
function latex(text: string): string {
  return text
    .replace(/[\\{}~^<>]|[$&#_%]/gu, (sign) => COMMANDS[sign] ?? `\\${sign}`)
    .replace(/([-`',])(?=\1)/gu, "$1{}")
    .replace(/([?!])(?=`)/gu, "$1{}");
}
