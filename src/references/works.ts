import { idKey, type ExternalId } from "../documents/ids.ts";
import { externalIds, type Paper } from "../documents/paper.ts";
import { commonAuthors, isPreprint } from "../evidence/twins.ts";
import { keysOf } from "./titles.ts";

/** The versions of one paper that the library has: a preprint and what was published, entries of several lists. */
export type Work = [Paper, ...Paper[]];

/** Papers grouped into works. */
export function worksOf(papers: readonly Paper[]): Work[] {
  const works: Work[] = [];
  for (const paper of papers) {
    const key = keysOf(paper.title).whole;
    const work = works.find(([first]) => keysOf(first.title).whole === key && commonAuthors(first, paper) > 0);
    if (work) work.push(paper);
    else works.push([paper]);
  }
  return works;
}

/** The keys of the ids that the versions have, with those that one id says of another. */
export function idKeysOf(work: Work): Set<string> {
  const ids = work.flatMap((paper) => externalIds(paper.ids)).flatMap((id) => [id, ...impliedIds(id)]);
  return new Set([...ids.map(idKey), ...work.flatMap(({ aliases }) => aliases)]);
}

/** A DOI of the ACL Anthology holds the id there. */
export function impliedIds({ scheme, value }: ExternalId): ExternalId[] {
  const [, acl] = scheme === "doi" ? (/^10\.18653\/v1\/(.+)$/u.exec(value) ?? []) : [];
  if (acl === undefined) return [];
  return [{ scheme: "acl", value: /^[a-z]\d{2}-\d+$/u.test(acl) ? acl.toUpperCase() : acl }];
}

/** The years that a work may be cited with: those of its versions, and when a preprint of it was numbered. */
export function yearsOf(work: Work, cited: readonly ExternalId[]): Set<number> {
  const keys = idKeysOf(work);
  const numbered = [...work.flatMap((paper) => externalIds(paper.ids)), ...cited.filter((id) => keys.has(idKey(id)))].flatMap(
    arxivYear,
  );
  return new Set([...work.flatMap(({ year }) => year ?? []), ...numbered]);
}

function arxivYear({ scheme, value }: ExternalId): number[] {
  const [, digits] = scheme === "arxiv" ? (/^(?:[a-z-]+\/)?(\d{2})\d{2}/u.exec(value) ?? []) : [];
  if (digits === undefined) return [];
  return [Number(digits) + (Number(digits) > 80 ? 1900 : 2000)];
}

export function isPublished(paper: Paper): boolean {
  return paper.venue !== null && !isPreprint(paper);
}

export function isRetracted({ retracted, signal_counts: counts }: Paper): boolean {
  return retracted || (counts.retraction ?? 0) > 0;
}

export function isCorrected({ signal_counts: counts }: Paper): boolean {
  return (counts.erratum ?? 0) > 0;
}
