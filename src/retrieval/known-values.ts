import type { Engine, PaperFacetField, SignalFacetField } from "../engine/port.ts";

/** A field of papers or signals whose values are names. */
export type NamedField =
  | `papers ${Exclude<PaperFacetField, "year">}`
  | `signals ${Extract<SignalFacetField, "topics" | "source">}`;

/** The most values of a field that are known, the most frequent first. */
const MOST = 5_000;
const LIFETIME_MS = 60_000;

const remembered = new WeakMap<Engine, Map<NamedField, { until: number; values: Promise<string[]> }>>();

/** The values that a field has in the library, the most frequent first, at most a minute old. */
export async function knownValues(engine: Engine, field: NamedField, signal?: AbortSignal): Promise<string[]> {
  const fields = remembered.get(engine) ?? new Map<NamedField, { until: number; values: Promise<string[]> }>();
  remembered.set(engine, fields);
  const known = fields.get(field);
  if (known && known.until > Date.now()) return known.values;
  const values = readValues(engine, field, signal);
  fields.set(field, { until: Date.now() + LIFETIME_MS, values });
  values.catch(() => fields.delete(field));
  return values;
}

async function readValues(engine: Engine, field: NamedField, signal?: AbortSignal): Promise<string[]> {
  const facets =
    field === "signals topics" || field === "signals source"
      ? await engine.signals.facets(field === "signals topics" ? "topics" : "source", {}, MOST, { signal })
      : await engine.papers.facets(field.slice("papers ".length) as PaperFacetField, {}, MOST, { signal });
  return facets.map((facet) => facet.value);
}
