import { sectionKind, type SectionKind, type SectionSigns } from "../../src/documents/section-kinds.ts";
import type { FullTextSection } from "../../src/documents/full-text.ts";
import { foldText } from "../../src/documents/text.ts";
import type { TextBuilder } from "./builder.ts";

interface Level {
  depth: number;
  number: string | undefined;
  title: string;
  kind: SectionKind;
}

export interface Outline {
  /** The section that is open now. */
  current(): FullTextSection;
  /**
   * Opens a section; `depth` 1 is a chapter of the paper. What is as deep or deeper is closed, and what does not hold it by its number: 2.1 is no part of 1.
   */
  open(title: string, depth: number, signs?: Partial<SectionSigns>, number?: string): FullTextSection;
}

/** The sections of a text whose headings stand between its paragraphs and not around them. */
export function outline(builder: TextBuilder): Outline {
  let levels: Level[] = [];
  let section = builder.section([], "introduction");
  let isAppendix = false;
  return {
    current: () => section,
    open(title, depth, signs = {}, number) {
      levels = levels.filter((level) => level.depth < depth && isPrefix(level.number, number));
      const parent = levels.at(-1)?.kind ?? null;
      let kind = sectionKind({ heading: title, parent, part: "body", ...signs });
      // Behind the first appendix the chapters are appendices, whatever they are called.
      if (kind === "appendix") isAppendix = true;
      else if (isAppendix && kind === "other") kind = "appendix";
      levels.push({ depth, number, title, kind });
      section = builder.section(
        levels.map((level) => level.title),
        kind,
      );
      return section;
    },
  };
}

function isPrefix(outer: string | undefined, inner: string | undefined): boolean {
  return outer === undefined || inner === undefined || inner.startsWith(`${outer}.`);
}

/** A list of references is so called. */
export function isReferenceHeading(heading: string): boolean {
  return /^(?:\d+\.?\s+|[ivx]+\.?\s+)?(?:references?(?: and notes| cited)?|bibliography|literature cited|works cited|literature)$/u.test(
    foldText(heading).replace(/[.:]$/u, ""),
  );
}
