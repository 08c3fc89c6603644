import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FullText } from "../src/documents/full-text.ts";
import { readFullText } from "../ingest/full-text/read.ts";
import { agreement } from "./fulltext/against-truth.ts";
import { letters, paragraphsOf } from "./fulltext/jats-count.ts";

/**
 * Measures the readers of full texts: `npm run bench -- fulltext FOLDER`. FOLDER has `jats`, and `pdf` with `tei` beside it. Prints, for JATS, how many of the
 * bodies' paragraphs and characters are kept, against a count from the files' characters; for PDF, how many words of the running text of the TEI and the S2ORC JSON of
 * the same papers it has in their order (see `Agreement`), and how many of their headings; for each format texts a second, and processor time a text.
 */
export async function run([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new Error("usage: npm run bench -- fulltext FOLDER");
  const truths = new Map<string, FullText[]>();
  for (const format of ["jats", "tei", "s2orc", "pdf"]) {
    const { texts, unreadable } = await readAll(join(folder, format), format);
    for (const [file, reason] of unreadable) console.log(`  ${file}: ${reason}`);
    if (format === "jats") printKept(texts);
    for (const [file, text] of texts) {
      const name = basename(file)
        .replace(/^grobid-|\.(?:tei\.xml|json|pdf)$/gu, "")
        .replace(/\.tei$/u, "");
      if (format === "pdf") printAgreement(name, text, truths.get(name) ?? []);
      else truths.set(name, [...(truths.get(name) ?? []), text]);
    }
  }
}

function printAgreement(name: string, text: FullText, truths: readonly FullText[]): void {
  const pages = new Set(text.passages.map(({ page }) => page)).size;
  console.log(
    `  ${name}: ${pages} pages, ${text.passages.length} passages, ${text.sections.length} sections, ${text.references.length} references`,
  );
  for (const truth of truths) {
    const { words, inOrder, running, found, anywhere, withoutNotes, headings, foundHeadings, missing } = agreement(truth, text);
    const share = (count: number): string => (count / words).toFixed(4);
    console.log(
      `    against ${truth.format}: of ${words} words ${share(inOrder)} in order, ${share(anywhere)} in any order; ${share(running)} in order in the running text alone, ` +
        `${share(found)} with those in captions, notes and tables; ` +
        `without notes on either side ${(withoutNotes.inOrder / withoutNotes.words).toFixed(4)} of ${withoutNotes.words}; ` +
        `${foundHeadings} of ${headings} headings${missing.length > 0 ? `; missing: ${missing.join(", ")}` : ""}`,
    );
  }
}

async function readAll(path: string, name: string): Promise<{ texts: Map<string, FullText>; unreadable: Map<string, string> }> {
  const texts = new Map<string, FullText>();
  const unreadable = new Map<string, string>();
  const before = process.cpuUsage();
  const start = performance.now();
  for await (const item of readFullText(path)) {
    if (item.kind === "text") texts.set(item.position.file, item.text);
    else unreadable.set(item.position.file, item.problem.reason);
  }
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const passages = [...texts.values()].reduce((sum, text) => sum + text.passages.length, 0);
  console.log(
    `${name}: ${texts.size} texts, ${passages} passages, ${unreadable.size} unreadable; ${(texts.size / seconds).toFixed(1)} texts/s, ` +
      `${((user + system) / 1_000 / Math.max(1, texts.size)).toFixed(0)} ms of processor time a text`,
  );
  return { texts, unreadable };
}

function printKept(texts: ReadonlyMap<string, FullText>): void {
  const count = { paragraphs: 0, kept: 0, characters: 0, keptCharacters: 0 };
  for (const [file, text] of texts) {
    const all = letters(text.passages.map((passage) => passage.text).join(" "));
    const passages = new Set(text.passages.map((passage) => letters(passage.text)));
    for (const paragraph of paragraphsOf(readFileSync(file, "utf8"))) {
      const isKept = passages.has(paragraph) || all.includes(paragraph);
      count.paragraphs += 1;
      count.characters += paragraph.length;
      if (isKept) {
        count.kept += 1;
        count.keptCharacters += paragraph.length;
      } else console.log(`  not kept, ${file}: ${paragraph.slice(0, 160)}`);
    }
  }
  console.log(
    `  paragraphs kept: ${count.kept} of ${count.paragraphs} (${(count.kept / count.paragraphs).toFixed(4)}), ` +
      `characters ${(count.keptCharacters / count.characters).toFixed(4)}`,
  );
}
