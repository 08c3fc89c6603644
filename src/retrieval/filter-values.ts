import { foldText } from "../documents/text.ts";
import type { PaperFilters } from "../engine/filters.ts";
import type { Engine } from "../engine/port.ts";
import { isEngineSilent, PublicError } from "../errors.ts";
import { knownValues, type NamedField } from "./known-values.ts";
import type { Library } from "./library.ts";
import { nearestNames } from "./nearest-names.ts";

/** The filters that name values of the library, and the field that each is about. */
const NAMED = [
  ["venues", "papers venue"],
  ["categories", "papers categories"],
  ["authors", "papers authors"],
] as const;

const OFFERED = 10;
/** How many values found in use are remembered, so that they are not counted again with every page. */
const REMEMBERED = 10_000;

const inUse = new WeakMap<Engine, Set<string>>();

/**
 * Refuses the first value of `venues`, `categories` or `authors` that no paper has, with the nearest ones that papers do have: a filter
 * that silently finds nothing looks like an answer. Throws `invalid_argument`.
 */
export async function checkFilterValues(library: Library, filters: PaperFilters, signal?: AbortSignal): Promise<void> {
  const { engine } = library;
  await Promise.all(
    NAMED.flatMap(([filter, field]) =>
      (filters[filter] ?? []).map((value, index) =>
        requireInUse(engine, { argument: `filters.${filter}[${index}]`, field, value }, signal, () =>
          engine.papers.count({ [filter]: [value] }, { signal }),
        ),
      ),
    ),
  );
}

/** The same for a topic of signals. */
export async function checkTopic({ engine }: Library, topic: string, signal?: AbortSignal): Promise<void> {
  await requireInUse(engine, { argument: "topic", field: "signals topics", value: topic }, signal, () =>
    engine.signals.count({ topics: [topic] }, { signal }),
  );
}

/** The same for a source of signals. */
export async function checkSource({ engine }: Library, source: string, signal?: AbortSignal): Promise<void> {
  await requireInUse(engine, { argument: "source", field: "signals source", value: source }, signal, () =>
    engine.signals.count({ sources: [source] }, { signal }),
  );
}

/** While a part of the index is away a value cannot be refused: papers that have it may be in that part. The search itself is flagged then. */
async function atLeastKnown(count: () => Promise<number>): Promise<number> {
  return count().catch((error: unknown) => {
    if (isEngineSilent(error)) return Infinity;
    throw error;
  });
}

async function requireInUse(
  engine: Engine,
  { argument, field, value }: { argument: string; field: NamedField; value: string },
  signal: AbortSignal | undefined,
  count: () => Promise<number>,
): Promise<void> {
  const used = inUse.get(engine) ?? new Set<string>();
  inUse.set(engine, used);
  const name = `${field} ${foldText(value)}`;
  if (used.has(name)) return;
  const found = await atLeastKnown(count);
  if (found === Infinity) return;
  if (found > 0) {
    if (used.size >= REMEMBERED) used.clear();
    used.add(name);
    return;
  }
  const values = await knownValues(engine, field, signal);
  const near = nearestNames(value, values, OFFERED);
  throw new PublicError("invalid_argument", {
    field: argument,
    message: `No document in the library has this value. allowed lists the ${near.length > 0 ? "closest" : "most frequent"} existing values.`,
    allowed: near.length > 0 ? near : values.slice(0, OFFERED),
  });
}
