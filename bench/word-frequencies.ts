import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { withLibrary } from "../src/commands/library.ts";
import { contentTerms } from "../src/text/terms.ts";

/** Stems in fewer documents are left out of the table: names, misprints. */
const RAREST_SHARE = 1 / 2_000;

/**
 * Counts in how many titles with abstracts of the configured library each stem occurs, and writes the table that `src/text/rarity.ts` reads:
 * `npm run bench -- word-frequencies FILE`. One walk over all papers.
 */
export async function run([file]: string[]): Promise<void> {
  if (!file) throw new Error("usage: npm run bench -- word-frequencies FILE");
  await withLibrary(async (library) => {
    const frequencies = new Map<string, number>();
    let documents = 0;
    for await (const rows of library.engine.papers.scan({ vectors: false, pageSize: 5_000 })) {
      for (const { document } of rows) {
        if (document.abstract === null) continue;
        documents += 1;
        const stems = contentTerms(`${document.title} ${document.abstract}`).map((term) => term.stem);
        for (const stem of new Set(stems)) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
      }
    }
    const kept = [...frequencies].filter(([, count]) => count >= documents * RAREST_SHARE).sort((a, b) => b[1] - a[1]);
    writeFileSync(resolve(file), `${JSON.stringify({ documents, frequencies: Object.fromEntries(kept) })}\n`);
    console.log({ documents, stems: kept.length });
  });
}
