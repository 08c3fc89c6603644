import { foldText } from "../documents/text.ts";
import type { Engine, Facet, PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "./library.ts";
import { nearestNames } from "./nearest-names.ts";

/** The filters that name values of the library, and the field that each is about. */
const NAMED = [
  ["venues", "venue"],
  ["categories", "categories"],
  ["authors", "authors"],
] as const;

/** How many of a field's values are compared with a wrong one, the most frequent first. */
const COMPARED = 5_000;
const OFFERED = 10;
const LIFETIME_MS = 60_000;

/**
 * Refuses the first value of `venues`, `categories` or `authors` that no paper has, with the nearest ones that papers do have: a filter
 * that silently finds nothing looks like an answer. Throws `invalid_argument`.
 */
export async function checkFilterValues(library: Library, filters: PaperFilters, signal?: AbortSignal): Promise<void> {
  const { papers } = library.engine;
  await Promise.all(
    NAMED.flatMap(([filter, field]) =>
      (filters[filter] ?? []).map((value, index) =>
        requireKnown(library.engine, {
          field: `filters.${filter}[${index}]`,
          memory: `papers ${filter}`,
          value,
          count: () => papers.count({ [filter]: [value] }, { signal }),
          values: () => papers.facets(field, {}, COMPARED, { signal }),
        }),
      ),
    ),
  );
}

/** The same for a topic of signals. */
export async function checkTopic(library: Library, topic: string, signal?: AbortSignal): Promise<void> {
  const { signals } = library.engine;
  await requireKnown(library.engine, {
    field: "topic",
    memory: "signals topics",
    value: topic,
    count: () => signals.count({ topics: [topic] }, { signal }),
    values: () => signals.facets("topics", {}, COMPARED, { signal }),
  });
}

interface Question {
  /** The argument that the value was given in. */
  field: string;
  /** What the value is one of. */
  memory: string;
  value: string;
  count(): Promise<number>;
  values(): Promise<Facet[]>;
}

interface Memory {
  until: number;
  known: Set<string>;
  values: Map<string, Promise<Facet[]>>;
}

const memories = new WeakMap<Engine, Memory>();

async function requireKnown(engine: Engine, { field, memory: kind, value, count, values }: Question): Promise<void> {
  const memory = memoryOf(engine);
  const name = `${kind} ${foldText(value)}`;
  if (memory.known.has(name)) return;
  if ((await count()) > 0) {
    memory.known.add(name);
    return;
  }
  let listed = memory.values.get(kind);
  if (!listed) {
    listed = values();
    memory.values.set(kind, listed);
    listed.catch(() => memory.values.delete(kind));
  }
  const names = (await listed).map((facet) => facet.value);
  const near = nearestNames(value, names, OFFERED);
  throw new PublicError("invalid_argument", {
    field,
    message:
      near.length > 0
        ? "Nothing in the library has this value; allowed lists the nearest that exist."
        : "Nothing in the library has this value; allowed lists the most frequent that exist.",
    allowed: near.length > 0 ? near : names.slice(0, OFFERED),
  });
}

/** What was learned of an engine's values in the last minute. */
function memoryOf(engine: Engine): Memory {
  const known = memories.get(engine);
  if (known && known.until > Date.now()) return known;
  const fresh: Memory = { until: Date.now() + LIFETIME_MS, known: new Set(), values: new Map() };
  memories.set(engine, fresh);
  return fresh;
}
