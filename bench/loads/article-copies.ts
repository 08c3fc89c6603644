import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Writes the JATS files of a folder so many times, from the second on under ids and titles of their own, so that a load of them is long enough to measure. Returns the number
 * of files.
 */
export function copyArticles(from: string, to: string, copies: number): number {
  const files = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((name) => /\.n?xml$/u.test(name));
  mkdirSync(to, { recursive: true });
  for (let copy = 0; copy < copies; copy += 1) {
    for (const file of files) {
      const name = `${String(copy).padStart(3, "0")}-${basename(file)
        .replace(/\.n?xml$/u, "")
        .replaceAll(".", "-")}.xml`;
      writeFileSync(join(to, name), renamed(readFileSync(join(from, file), "utf8"), copy));
    }
  }
  return files.length * copies;
}

/** The article under other ids: a DOI gets the number of its copy at its end, a number at its beginning. */
function renamed(xml: string, copy: number): string {
  if (copy === 0) return xml;
  return xml
    .replace(/(<article-id[^>]*>)([^<]*)(?=<\/article-id>)/gu, (_, tag: string, id: string) =>
      tag.includes('"doi"') ? `${tag}${id}.${copy}` : `${tag}${copy}${id.replace(/\D/gu, "")}`,
    )
    .replace("<article-title>", `<article-title>Copy ${copy} of `);
}
