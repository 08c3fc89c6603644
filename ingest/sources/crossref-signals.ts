import { parseExternalId } from "../../src/documents/ids.ts";
import type { SignalInput } from "../../src/documents/signal.ts";
import type { SignalKind } from "../../src/documents/signal-kinds.ts";
import { citedBySignal, citingDay } from "./cited-by.ts";
import { dayOf, lastDayOf, type CrossrefWork, type Update } from "./crossref-shape.ts";
import { crossrefTitle, isRetraction } from "./crossref-work.ts";
import { shortTitle } from "./short-title.ts";

/** A signal about the paper with this DOI. */
export type CrossrefSignal = Omit<SignalInput, "paper_ids"> & { paper_ids: [string] };

export interface Said {
  /** About the work itself: counts, funding, and the updates that it knows of. */
  own: CrossrefSignal[];
  /** About works that this one is a notice on. */
  updates: CrossrefSignal[];
  /** About works in its list of references, one each. */
  references: CrossrefSignal[];
}

/**
 * What a work says in signals. `observedAt`: the day on which it was asked for; where it is missing, counts are of the day on which Crossref
 * indexed the record. Pure.
 */
export function crossrefSignals(work: CrossrefWork, observedAt: string | undefined): Said {
  const doi = parseExternalId(work.DOI)?.value ?? work.DOI;
  const asked = observedAt ?? dayOf(work.indexed) ?? "";
  const own = `doi:${doi}`;
  const known = (work["updated-by"] ?? []).flatMap((update) => updateSignal(update, { notice: update.DOI, updated: work.DOI }));
  return {
    own: [...citationCount(work, own, asked), ...funding(work, own, asked), ...known],
    updates: (work["update-to"] ?? []).flatMap((update) => updateSignal(update, { notice: work.DOI, updated: update.DOI })),
    references: references(work, doi),
  };
}

/** Metadata of Crossref is free of rights. */
function sourceAt(doi: string): NonNullable<SignalInput["source"]> {
  return { name: "Crossref", url: addressOf(doi), license: "CC0 1.0" };
}

/** Where signals say that they come from, for a work with this DOI. */
export function addressOf(doi: string): string {
  return `https://doi.org/${encodeURI(parseExternalId(doi, "doi")?.value ?? doi)}`;
}

/** What an update is called in Crossref's schema; what is left out here (a new edition) says nothing for or against a paper. */
const UPDATES: Readonly<Record<string, { kind: SignalKind; polarity: "against" | "neutral"; name: string }>> = {
  retraction: { kind: "retraction", polarity: "against", name: "Retraction" },
  withdrawal: { kind: "retraction", polarity: "against", name: "Withdrawal" },
  removal: { kind: "retraction", polarity: "against", name: "Removal" },
  partial_retraction: { kind: "erratum", polarity: "against", name: "Partial retraction" },
  expression_of_concern: { kind: "erratum", polarity: "against", name: "Expression of concern" },
  correction: { kind: "erratum", polarity: "against", name: "Correction" },
  corrigendum: { kind: "erratum", polarity: "against", name: "Corrigendum" },
  erratum: { kind: "erratum", polarity: "against", name: "Erratum" },
  addendum: { kind: "erratum", polarity: "neutral", name: "Addendum" },
  clarification: { kind: "erratum", polarity: "neutral", name: "Clarification" },
};

/** The same signal, whether the notice or the updated work tells of it. */
function updateSignal(update: Update, { notice, updated }: { notice: string; updated: string }): CrossrefSignal[] {
  const type = (update.type ?? "").toLowerCase().replace(/[\s-]+/gu, "_");
  const described = UPDATES[type] ?? (isRetraction(type) ? UPDATES.retraction : undefined);
  const subject = parseExternalId(updated);
  const from = parseExternalId(notice, "doi")?.value ?? notice;
  const date = lastDayOf(update.updated);
  if (!described || subject === null || date === null) return [];
  const asserted = update.source === "retraction-watch" ? " from Retraction Watch" : "";
  const itself = from === subject.value ? "the record of the work itself" : `the notice https://doi.org/${from}`;
  return [
    {
      kind: described.kind,
      title: `${described.name} of ${subject.value}`,
      statement: `Crossref records ${itself}${asserted}, dated ${date}, as ${article(described.name)} ${described.name.toLowerCase()} of the work ${subject.value}.`,
      polarity: described.polarity,
      paper_ids: [`${subject.scheme}:${subject.value}`],
      topics: [],
      observed_at: date,
      source: sourceAt(from),
    },
  ];
}

function article(name: string): string {
  return /^[aeiou]/iu.test(name) ? "an" : "a";
}

function citationCount(work: CrossrefWork, paperId: string, observedAt: string): CrossrefSignal[] {
  const count = work["is-referenced-by-count"];
  if (typeof count !== "number") return [];
  const title = crossrefTitle(work);
  return [
    {
      kind: "citation",
      title: `Citations of ${shortTitle(title)}`,
      statement: `Crossref counted ${count === 1 ? "1 citation" : `${count} citations`} of “${title}” as of ${observedAt}.`,
      value: count,
      unit: "citations",
      polarity: "neutral",
      paper_ids: [paperId],
      topics: [],
      observed_at: observedAt,
      source: sourceAt(paperId.slice("doi:".length)),
    },
  ];
}

/** Each award once, and funders of whom no award is known. */
function funding(work: CrossrefWork, paperId: string, observedAt: string): CrossrefSignal[] {
  const named = (work.funder ?? []).flatMap(({ name, award }): { name: string; award: string | null }[] => {
    const awards = (award ?? []).flatMap((one) => one || []);
    if (!name) return [];
    return awards.length === 0 ? [{ name, award: null }] : awards.map((one) => ({ name, award: one }));
  });
  const withAward = new Set(named.flatMap(({ name, award }) => (award === null ? [] : [name])));
  const kept = named.filter(({ name, award }) => award !== null || !withAward.has(name));
  const once = [...new Map(kept.map((one) => [`${one.name}\n${one.award}`, one])).values()];
  return once.map(({ name, award }) => ({
    kind: "funding",
    title: shortTitle(award === null ? `Funding: ${name}` : `Funding: ${name}, ${award}`),
    statement: `Crossref lists ${award === null ? name : `the award ${award} of ${name}`} among the funding of “${crossrefTitle(work)}”.`,
    polarity: "supports",
    paper_ids: [paperId],
    topics: [],
    observed_at: lastDayOf(work.published ?? work.issued) ?? observedAt,
    source: sourceAt(paperId.slice("doi:".length)),
  }));
}

/** Who cites whom, dated by the citing work. */
function references(work: CrossrefWork, doi: string): CrossrefSignal[] {
  const cited = new Set(
    (work.reference ?? []).flatMap((reference) => {
      const id = reference.DOI ? parseExternalId(reference.DOI, "doi") : null;
      return id === null || id.value === doi ? [] : [`${id.scheme}:${id.value}`];
    }),
  );
  const [published, indexed] = [lastDayOf(work.published ?? work.issued), dayOf(work.indexed)];
  const observedAt = citingDay(published, indexed);
  const title = crossrefTitle(work);
  return [...cited].map((id) =>
    citedBySignal({
      citing: doi,
      title,
      cited: id.slice(id.indexOf(":") + 1),
      paperId: id,
      observedAt,
      source: sourceAt(doi),
    }),
  );
}
