import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { CitationBook } from "../citations/book.ts";
import type { Measured } from "../judgment/measure.ts";
import { citationOf } from "../judgment/cited.ts";
import { figuresOfGround } from "../judgment/judge.ts";
import type { Contribution } from "../judgment/contribution.ts";
import type { Opportunity } from "./schema.ts";
import { joined } from "../text/list.ts";
import { rounded } from "../shared/rounding.ts";

/** The most papers that are shown, and the most that is cited for one. Chosen by reading answers, not measured apart. */
const MAX_SHOWN = 3;
const CITED = 3;
/** Of a paper of whose demand nothing is known: the middle of the uniform prior (docs/decisions.md, 20). */
const UNKNOWN_DEMAND = 0.5;

/**
 * What could be built on first: papers with something that speaks for them, by readiness times demand, best first. Each says why by its own
 * figures and cites what speaks for it.
 */
export function opportunities(papers: readonly Paper[], signals: readonly Signal[], book: CitationBook): Opportunity[] {
  return papers
    .filter((paper) => !paper.retracted)
    .map((paper) => ({ paper, own: signals.filter((signal) => signal.paper_ids.includes(paper.paper_id)) }))
    .map(({ paper, own }) => {
      const { readiness, demand, measured } = figuresOfGround({ papers: [paper], signals: own });
      const wanted = demand?.[1] ?? null;
      return { paper, measured, ready: readiness[1], wanted, score: readiness[1] * (wanted ?? UNKNOWN_DEMAND) };
    })
    .filter(({ measured }) => strongest(measured).length > 0)
    .sort((a, b) => b.score - a.score || (a.paper.paper_id < b.paper.paper_id ? -1 : 1))
    .slice(0, MAX_SHOWN)
    .map(({ paper, measured, ready, wanted, score }) => ({
      paper_id: paper.paper_id,
      title: paper.title,
      why: whyOf(measured, ready, wanted),
      score: rounded(score, 2),
      citations: strongest(measured).map((contribution) => citationOf(contribution, book)),
    }));
}

function whyOf(measured: readonly Measured[], ready: number, wanted: number | null): string {
  const known = measured.filter(({ score }) => score !== null);
  const unknown = measured.filter(({ score }) => score === null).map(({ name }) => name);
  const facts = known.map(
    ({ name, score, rationale }) => `${name} ${rounded(score!, 2)} (${rationale.slice(0, -1).toLowerCase()})`,
  );
  return `Readiness ${rounded(ready, 2)} × demand ${wanted === null ? `unknown (taken as ${UNKNOWN_DEMAND})` : rounded(wanted, 2)}. ${facts.join("; ")}.${unknown.length === 0 ? "" : ` Not known: ${joined(unknown)}.`}`;
}

/** What speaks most for building on a paper, one of each group; that it was published, or is linked to data, is not enough. */
function strongest(measured: readonly Measured[]): Contribution[] {
  const parts = measured
    .flatMap((dimension) => dimension.contributions)
    .filter(({ amount, group, quote }) => amount > 0 && group !== "data" && quote?.field !== "title");
  return parts
    .filter((part, index) => parts.findIndex((other) => other.group === part.group) === index)
    .sort((a, b) => b.amount - a.amount)
    .slice(0, CITED);
}
