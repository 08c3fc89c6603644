import type { IncomingMessage } from "node:http";
import type { ConnectorName } from "../../../ingest/connectors/registry.ts";
import type { Reply } from "../fake-service.ts";

/*
 * A made library and the services that know it, each in the form that its documentation gives. What they say follows from the number of a paper and of
 * the day alone, so that two libraries that asked on the same days must be equal.
 */

/** How a service answers on the day of this number. */
export interface World {
  name: ConnectorName | "arxiv";
  answer(url: URL, request: Pick<IncomingMessage, "headers">, day: number): Reply;
  /** The answer to another question, in the right form; null where the form does not say what it answers. */
  otherAnswer(url: URL, day: number): Reply | null;
}

/** A paper that no library holds: what an answer to another question is about. */
export const OTHER = 80_001;

export const NOT_FOUND: Reply = { status: 404, json: { message: "Not Found" } };

export const doiOf = (paper: number): string => `10.1000/p${paper}`;
export const arxivOf = (paper: number): string => `2101.${String(10_000 + paper)}`;
export const forumOf = (paper: number): string => `forum${String(paper).padStart(5, "0")}`;
export const workOf = (paper: number): string => `W${1_000_000 + paper}`;
export const repositoryOf = (paper: number): string => `lab${paper}/tool${paper}`;
export const titleOf = (paper: number): string => `Made paper ${paper} on plain things`;

/** The number in an id as those above make them; -1 where there is none. */
export function numberIn(id: string | null | undefined): number {
  const [, digits] =
    /^10\.1000\/p(\d+)$/u.exec(id ?? "") ??
    /^10\.48550\/arxiv\.2101\.(\d+)$/u.exec(id ?? "") ??
    /^2101\.(\d+)$/u.exec(id ?? "") ??
    /^(?:forum|W|lab\d+\/tool)(\d+)$/u.exec(id ?? "") ??
    [];
  if (digits === undefined) return -1;
  const number = Number(digits);
  return /arxiv|^2101/u.test(id!) ? number - 10_000 : id!.startsWith("W") ? number - 1_000_000 : number;
}

/** Papers as rows of JSON. */
export function paperRows(count: number): object[] {
  return range(count).map((paper) => ({
    title: titleOf(paper),
    authors: [`Ada Lab${paper}`, "Bo Common"],
    year: 2000 + (paper % 26),
    ids: {
      // A third is known by an arXiv id alone, as OpenAlex is asked by each.
      ...(paper % 3 === 2 ? {} : { doi: doiOf(paper) }),
      arxiv: arxivOf(paper),
      openreview: forumOf(paper),
      ...(paper % 3 === 1 ? { openalex: workOf(paper) } : {}),
    },
    source: { name: "Made list" },
  }));
}

/** Signals that name each paper's repository. */
export function codeRows(count: number): object[] {
  return range(count).map((paper) => ({
    kind: "code",
    title: `Code: github.com/${repositoryOf(paper)}`,
    statement: `The code is at https://github.com/${repositoryOf(paper)}.`,
    polarity: "supports",
    paper_ids: [`arxiv:${arxivOf(paper)}`],
    observed_at: "2026-01-01",
    source: { name: "Made list" },
  }));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
