import { readFileSync } from "node:fs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A file's text as letters and digits alone, without a reader of the project: all of it, and what stands in lists of references and in captions. */
export interface SourceLetters {
  all: string;
  references: string;
  captions: string;
}

/** Letters and digits of a text, in the one form that ligatures, accents and case leave. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Reads JATS and TEI as characters between tags, JSON as its strings, PDF as the runs of its pages in the order of the file. */
export async function sourceLetters(path: string): Promise<SourceLetters> {
  if (path.endsWith(".pdf")) return { all: folded(await textOfPdf(path)), references: "", captions: "" };
  const content = readFileSync(path, "utf8");
  if (path.endsWith(".json")) {
    return { all: folded(strings(JSON.parse(content)).join(" ")), references: "", captions: "" };
  }
  const text = content.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gu, "");
  const references = /<ref-list[\s>][\s\S]*?<\/ref-list>|<listBibl[\s>][\s\S]*?<\/listBibl>/gu;
  const captions = /<caption[\s>][\s\S]*?<\/caption>|<figDesc[\s>][\s\S]*?<\/figDesc>/gu;
  return {
    all: lettersOfXml(text.replace(references, " ").replace(captions, " ")),
    references: lettersOfXml((text.match(references) ?? []).join(" ")),
    captions: lettersOfXml((text.match(captions) ?? []).join(" ")),
  };
}

function lettersOfXml(xml: string): string {
  const text = xml
    .replace(/<(tex-math|email|annotation|object-id)[\s>][\s\S]*?<\/\1>/gu, "")
    .replace(/<[^>]*>/gu, "")
    .replace(/&#x([0-9a-f]+);/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&\w+;/gu, "");
  return folded(text);
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(strings) : [];
}

async function textOfPdf(path: string): Promise<string> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await task.destroy();
  return pages.join(" ");
}
