import type { SignalInput } from "../../src/documents/signal.ts";
import { shortTitle } from "./short-title.ts";
import type { Work } from "./openalex-shape.ts";

type Signal = Omit<SignalInput, "paper_ids">;

interface Subject {
  title: string;
  /** The day for which the work speaks; missing where neither it nor the command says so. */
  observedAt: string | undefined;
  source: NonNullable<SignalInput["source"]>;
}

/** Citations in all and year by year (one signal, whose history are the years), funding, retraction. */
export function openAlexSignals(work: Work, { title, observedAt = "", source }: Subject): Signal[] {
  const shared = { topics: [], observed_at: observedAt, source };
  const paper = `“${title}”`;
  const name = shortTitle(title);
  const total: Signal[] =
    typeof work.cited_by_count === "number"
      ? [
          {
            ...shared,
            kind: "citation",
            title: `Citations of ${name}`,
            statement: `OpenAlex counted ${citations(work.cited_by_count)} of ${paper} as of ${observedAt}.`,
            value: work.cited_by_count,
            unit: "citations",
            polarity: "neutral",
          },
        ]
      : [];
  const years = [...(work.counts_by_year ?? [])].sort((a, b) => a.year - b.year);
  const byYear = years.map(({ year, cited_by_count }): Signal => {
    const count = cited_by_count ?? 0;
    const end = `${year}-12-31`;
    return {
      ...shared,
      kind: "citation",
      title: `Citations a year of ${name}`,
      statement: `OpenAlex counted ${citations(count)} of ${paper} in ${year}${end > observedAt ? ` until ${observedAt}` : ""}.`,
      value: count,
      unit: "citations in the year",
      polarity: "neutral",
      // The year that is not over yet is known as far as the work is.
      observed_at: end > observedAt ? observedAt : end,
    };
  });
  const funding = fundingOf(work).map(({ funder, award }): Signal => ({
    ...shared,
    kind: "funding",
    title: award === null ? `Funding: ${funder}` : `Funding: ${funder}, ${award}`,
    statement: `OpenAlex lists ${award === null ? funder : `the award ${award} of ${funder}`} among the funding of ${paper}.`,
    polarity: "supports",
  }));
  const retraction: Signal[] = work.is_retracted
    ? [
        {
          ...shared,
          kind: "retraction",
          title: `Retraction of ${name}`,
          statement: `OpenAlex marks ${paper} as retracted.`,
          polarity: "against",
        },
      ]
    : [];
  return [...total, ...byYear, ...funding, ...retraction];
}

function citations(count: number): string {
  return count === 1 ? "1 citation" : `${count} citations`;
}

interface Funding {
  funder: string;
  award: string | null;
}

/** Each award once, and funders of whom no award is known. */
function fundingOf({ grants, awards, funders }: Work): Funding[] {
  const named = [
    ...(awards ?? []).map(({ funder_display_name, funder_award_id }) => ({
      funder: funder_display_name,
      award: funder_award_id,
    })),
    ...(grants ?? []).map(({ funder_display_name, award_id }) => ({ funder: funder_display_name, award: award_id })),
    ...(funders ?? []).map(({ display_name }) => ({ funder: display_name, award: null })),
  ].flatMap(({ funder, award }) => (funder ? [{ funder, award: award || null }] : []));
  const withAward = new Set(named.flatMap(({ funder, award }) => (award === null ? [] : [funder])));
  const kept = named.filter(({ funder, award }) => award !== null || !withAward.has(funder));
  return [...new Map(kept.map((one) => [`${one.funder}\n${one.award}`, one])).values()];
}
