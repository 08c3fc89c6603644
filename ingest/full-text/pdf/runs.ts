import { fileURLToPath } from "node:url";
import type * as PdfLibrary from "pdfjs-dist/legacy/build/pdf.mjs";
import { UnreadableText } from "../port.ts";
import { hiddenTexts } from "./hidden.ts";

/** A run of characters as a PDF places it, in points; `y` grows downwards from the page's upper edge and is that of the baseline. */
export interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  /** The size of its font. */
  size: number;
  font: string;
  /** True where the file says of its font that all letters are equally wide. It says so of some fonts of signs, too. */
  isMonospaced: boolean;
}

export interface Page {
  /** Counted from 1. */
  number: number;
  width: number;
  height: number;
  runs: Run[];
}

export interface PdfPages {
  pages: Page[];
  /** What stands across the page's edge: the stamp of a preprint server. */
  rotated: string[];
  title: string | null;
  authors: string | null;
}

/** A dissertation has some 500 pages; more than this is no paper. */
const MAX_PAGES = 1_500;
/** Of a page of small print, ten times over. */
const MAX_RUNS_A_PAGE = 100_000;
const MAX_CHARACTERS = 20_000_000;
/** Smaller than what can be read: text that is meant for machines. */
const MIN_SIZE = 3;
/** Characters with a meaning in one font alone: the pieces that a tall bracket is put together of. */
const PRIVATE = /[\uE000-\uF8FF]/gu;
/** A run whose baseline climbs by more than the first share of its length is rotated; one that leans by more than the second of its height is not slanted print. */
const ROTATED = { climbs: 0.1, leans: 0.5 } as const;
/** A run that begins by less than this left of the page, in points, is on it: positions are rounded. */
const EDGE_SLACK = 1;
/** Of what PDF.js says of a damaged file, the beginning is told. */
const MAX_REASON_LENGTH = 120;
/** A page of text has thousands; fewer on average is a scan with a stamp. */
const MIN_CHARACTERS_A_PAGE = 20;

/** The runs of every page. Throws `UnreadableText`: encrypted, damaged, too_many_pages, too_large, no_text. */
export async function pdfPages(bytes: Uint8Array): Promise<PdfPages> {
  const pdfjs = await pdfLibrary();
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: fileURLToPath(new URL("../../cmaps/", import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs"))),
    cMapPacked: true,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > MAX_PAGES) {
      throw new UnreadableText("too_many_pages", `has ${document.numPages} pages; at most ${MAX_PAGES} are read`);
    }
    const { info } = (await document.getMetadata()) as { info: { Title?: unknown; Author?: unknown } };
    const result: PdfPages = { pages: [], rotated: [], title: textOr(info.Title), authors: textOr(info.Author) };
    let characters = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items, styles } = await page.getTextContent({ includeMarkedContent: false });
      if (items.length > MAX_RUNS_A_PAGE)
        throw new UnreadableText("too_large", `page ${number} has more than ${MAX_RUNS_A_PAGE} runs of text`);
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      const runs: Run[] = [];
      const texts = items.filter((item) => "str" in item);
      const isHidden = hiddenTexts(
        texts.map(({ str }) => str),
        await page.getOperatorList(),
        pdfjs.OPS,
      );
      for (const [index, item] of texts.entries()) {
        const text = item.str.replace(PRIVATE, "");
        if (text === "" || isHidden[index] === true) continue;
        const [a, b, c, d, x, y] = item.transform as [number, number, number, number, number, number];
        const size = Math.hypot(c, d);
        if (Math.abs(b) > Math.abs(a) * ROTATED.climbs || Math.abs(c) > Math.abs(d) * ROTATED.leans) {
          result.rotated.push(item.str);
          continue;
        }
        const isMonospaced = styles[item.fontName]?.fontFamily === "monospace";
        const run = { text, x: x - left, y: top - y, width: item.width, size, font: item.fontName, isMonospaced };
        const isOnPage = run.x > -EDGE_SLACK && run.x < right - left && run.y > 0 && run.y < top - bottom + size;
        if (size < MIN_SIZE || !isOnPage) continue;
        characters += item.str.length;
        runs.push(run);
      }
      if (characters > MAX_CHARACTERS) throw new UnreadableText("too_large", `has more than ${MAX_CHARACTERS} characters`);
      result.pages.push({ number, width: right - left, height: top - bottom, runs });
      page.cleanup();
    }
    if (characters < MIN_CHARACTERS_A_PAGE * result.pages.length) {
      throw new UnreadableText("no_text", "has no text layer: its pages are images");
    }
    return result;
  } catch (error) {
    throw asUnreadable(error);
  } finally {
    await task.destroy();
  }
}

function asUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableText || !(error instanceof Error)) return error;
  if (error.name === "PasswordException") return new UnreadableText("encrypted", "is encrypted with a password");
  return new UnreadableText("damaged", `is a damaged PDF (${error.message.slice(0, MAX_REASON_LENGTH)})`, { cause: error });
}

/** PDF.js asks for classes of browsers when it is loaded, and uses them only to draw. */
async function pdfLibrary(): Promise<typeof PdfLibrary> {
  const scope = globalThis as unknown as Record<string, unknown>;
  for (const name of ["DOMMatrix", "ImageData", "Path2D"]) scope[name] ??= Object;
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

function textOr(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
