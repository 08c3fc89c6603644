import PQueue from "p-queue";
import { idKey, parseExternalId } from "../../src/documents/ids.ts";
import { signalFromInput, type Signal } from "../../src/documents/signal.ts";
import { titleKey } from "../../src/documents/text.ts";
import type { Problem } from "../sources/port.ts";
import type { Store } from "../store.ts";
import { dead, type BatchContext, type CheckedBatch, type NumberedRow, type ResolvedBatch } from "./batch.ts";
import type { SignalEntry } from "./check-signals.ts";
import { storeSignals } from "./store-signals.ts";

/** Titles that are looked up at a time: the engine works on several queries at once, and four batches may ask. */
const TITLE_LOOKUPS_AT_A_TIME = 8;

/**
 * Fourth stage, of signals: finds the papers that they are about. A signal about a paper that is not in the index is a dead letter, unless its row says to
 * pass it over.
 */
export async function* resolveSignals(
  batches: AsyncIterable<CheckedBatch<SignalEntry>>,
  context: BatchContext,
  store: Store,
): AsyncGenerator<ResolvedBatch> {
  for await (const { origin, lastRow, entries, log } of batches) {
    const papers = await findPapers(entries, store);
    const signals = entries.flatMap(({ numbered, input, named, onlyIfHeld }): { numbered: NumberedRow; signal: Signal }[] => {
      if (onlyIfHeld.some((id) => "problem" in papers.byId(id))) {
        log.rowEnded(numbered, { status: "blank" });
        return [];
      }
      const subjects = [...input.paper_ids.map(papers.byId), ...(named === null ? [] : [papers.byName(named)])];
      const missing = subjects.find((subject) => "problem" in subject);
      if (missing) {
        log.rowEnded(numbered, dead(missing.problem));
        return [];
      }
      const paper_ids = [...new Set(subjects.flatMap((subject) => ("id" in subject ? [subject.id] : [])))];
      return [{ numbered, signal: signalFromInput({ ...input, paper_ids }, context) }];
    });
    const keys = new Set(signals.map(({ signal }) => signal.signal_id));
    yield { origin, lastRow, keys, store: () => storeSignals(signals, log, store) };
  }
}

/** A paper's id in the index, or why there is none. */
type Subject = { id: string } | { problem: Problem };

interface FoundPapers {
  byId(id: string): Subject;
  byName(named: NonNullable<SignalEntry["named"]>): Subject;
}

/** Looks up all papers of a batch: by their ids, and by their exact titles (as `titleKey` compares them) those that no id leads to. */
async function findPapers(entries: readonly SignalEntry[], store: Store): Promise<FoundPapers> {
  const { lookup } = store;
  const ids = entries.flatMap(({ input, named, onlyIfHeld }) => [...input.paper_ids, ...(named?.ids ?? []), ...onlyIfHeld]);
  const keys = [...new Set(ids.flatMap((id) => paperKey(id) ?? []))];
  const byKey = keys.length === 0 ? new Map<string, string>() : await store.untilAvailable((call) => lookup.resolve(keys, call));
  const known = (ids: readonly string[]): string | undefined => {
    const key = ids.flatMap((id) => paperKey(id) ?? []).find((one) => byKey.has(one));
    return key && byKey.get(key);
  };

  const open = entries.flatMap(({ named }) => (named && known(named.ids) === undefined ? [titleKey(named.title)] : []));
  const titles = [...new Set(open)].filter((key) => key !== "");
  const lookups = new PQueue({ concurrency: TITLE_LOOKUPS_AT_A_TIME });
  const byTitle = new Map(
    await Promise.all(
      titles.map((key) =>
        lookups.add(async () => [key, await store.untilAvailable((call) => lookup.byTitle(key, 2, call))] as const),
      ),
    ),
  );
  return {
    byId(id) {
      const found = known([id]);
      return found === undefined ? { problem: paperNotFound(id) } : { id: found };
    },
    byName({ ids, title }) {
      const found = known(ids);
      if (found !== undefined) return { id: found };
      const [first, ...more] = byTitle.get(titleKey(title)) ?? [];
      if (first !== undefined && more.length === 0) return { id: first };
      return { problem: first === undefined ? namedPaperNotFound(ids, title) : ambiguous(title) };
    },
  };
}

/** The key under which the index knows a paper: of any spelling of an id, or a `title:` id as it is. */
function paperKey(id: string): string | null {
  if (id.startsWith("title:")) return id;
  const parsed = parseExternalId(id);
  return parsed === null ? null : idKey(parsed);
}

function ambiguous(title: string): Problem {
  const message = `several papers have the title “${title.slice(0, 200)}”; use its ID instead`;
  return { stage: "resolve", reason: "paper_ambiguous", field: "paper.title", message };
}

function namedPaperNotFound(ids: readonly string[], title: string): Problem {
  const what = [...ids.slice(0, 3), ...(title === "" ? [] : [`the title “${title.slice(0, 200)}”`])].join(", ");
  const message = `no paper in the index has ${what || "what the row names"}; load it first, then retry the dead letters`;
  return { stage: "resolve", reason: "paper_not_found", field: ids.length > 0 ? "paper.ids" : "paper.title", message };
}

function paperNotFound(id: string): Problem {
  const known = paperKey(id) !== null;
  return {
    stage: "resolve",
    reason: "paper_not_found",
    field: "paper_ids",
    message: known
      ? `${id} is not in the index; load its paper first, then retry the dead letters`
      : `${id} is not an ID of any known kind`,
    allowed: "IDs of loaded papers: a DOI, arXiv, ACL, OpenReview or OpenAlex ID",
  };
}
