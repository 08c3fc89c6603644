import { parseExternalId } from "../../src/documents/ids.ts";
import type { PaperIds } from "../../src/documents/paper.ts";

/**
 * The id that a file is called by: `2020.acl-main.207.pdf`, `P19-1001.tei.xml`, `1706.03762v5.pdf`, `PMC5828200.nxml`, a DOI with `_` in place of its first slash
 * (`10.1000_abc.pdf`), and PLOS's `journal.pone.0000217.xml`. Empty where the name is no id.
 */
export function idsOfFileName(path: string): PaperIds {
  const name = path.replace(/^.*[/\\!]/u, "").replace(/\.gz$/iu, "");
  const stem = name.replace(/(?:\.(?:grobid|tei|s2orc))*\.(?:pdf|xml|nxml|jats|tei|jsonl?|txt|te?xt|md|markdown)$/iu, "");
  if (/^10\.\d{4,9}_./u.test(stem)) return idOf(stem.replace("_", "/"));
  if (/^journal\.p[a-z]{3}\.\d{7}$/u.test(stem)) return idOf(`10.1371/${stem}`);
  return idOf(stem);
}

function idOf(text: string): PaperIds {
  const id = parseExternalId(text);
  return id === null ? {} : { [id.scheme]: id.value };
}
