import type { FullTextReference } from "../documents/full-text.ts";
import { idKey } from "../documents/ids.ts";
import { externalIds, namedPaper, type NamedPaper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { titleKey } from "../documents/text.ts";
import { citingPapers } from "../evidence/neighbors.ts";
import type { Library } from "../retrieval/library.ts";

/** An entry of a paper's reference list; `paper`: the record of it, where the library holds one. */
export interface ReferenceLink {
  reference: FullTextReference;
  paper: NamedPaper | null;
}

/** References that are looked up. */
const MAX_REFERENCES = 500;
/** A title of fewer words may be that of several papers. */
const WORDS_OF_A_TITLE = 4;
/** Between a preprint and what is published of it. */
const YEARS_BETWEEN = 2;

/** The reference list of a paper, each entry with the paper that its ids name, else the one with its very title and about its year. */
export async function referenceLinks(
  { engine: { papers } }: Library,
  references: readonly FullTextReference[],
  signal: AbortSignal,
): Promise<ReferenceLink[]> {
  const looked = references.slice(0, MAX_REFERENCES).map((reference) => {
    const key = titleKey(reference.title ?? "");
    return {
      reference,
      ids: externalIds(reference.ids).map(idKey),
      title: key.split(" ").length < WORDS_OF_A_TITLE ? null : key,
    };
  });
  const keys = [...new Set(looked.flatMap(({ ids }) => ids))];
  const titles = [...new Set(looked.flatMap(({ title }) => title ?? []))];
  const [byId, byTitle] = await Promise.all([
    keys.length === 0 ? new Map<string, string>() : papers.resolve(keys, { signal }),
    titles.length === 0 ? new Map<string, string[]>() : papers.byTitles(titles, 3, { signal }),
  ]);
  const candidates = looked.map(({ ids, title }) => {
    const named = ids.flatMap((id) => byId.get(id) ?? []);
    return { named, titled: title === null ? [] : (byTitle.get(title) ?? []) };
  });
  const wanted = [...new Set(candidates.flatMap(({ named, titled }) => [...named, ...titled]))];
  const found = wanted.length === 0 ? undefined : await papers.get(wanted, { signal });
  return looked.map(({ reference }, index) => {
    const { named, titled } = candidates[index]!;
    const of = (ids: readonly string[]) => ids.flatMap((id) => found?.get(id) ?? []);
    const paper = of(named)[0] ?? of(titled).find(({ year }) => isAbout(year, reference.year));
    return { reference, paper: paper === undefined ? null : namedPaper(paper) };
  });
}

function isAbout(year: number | null, cited: number | null): boolean {
  return year === null || cited === null || Math.abs(year - cited) <= YEARS_BETWEEN;
}

const MAX_CITING = 20;

/** Papers of the library that signals name as citing this one, the newest first, at most 20 of them. */
export async function citedBy(library: Library, signals: readonly Signal[], signal: AbortSignal): Promise<NamedPaper[]> {
  const ids = [...(await citingPapers(library, signals, signal))];
  if (ids.length === 0) return [];
  const papers = [...(await library.engine.papers.get(ids, { signal })).values()];
  return papers
    .toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0) || (a.paper_id < b.paper_id ? -1 : 1))
    .slice(0, MAX_CITING)
    .map(namedPaper);
}
