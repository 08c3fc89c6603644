import { idKey, parseExternalId } from "../src/documents/ids.ts";
import { signalFromInput, type ParsedSignal, type Signal } from "../src/documents/signal.ts";
import type { Call } from "../src/engine/port.ts";
import { BatchLog, dead, type BatchContext, type BatchResult, type NumberedRow, type PreparedBatch } from "./batches.ts";
import { addKind } from "./paper-batch.ts";
import type { Problem } from "./sources/port.ts";
import type { Store } from "./store.ts";
import { checkSignal } from "./validate.ts";

/** The stored papers' ids by id key; see `Papers.resolve`. */
export type ResolvePapers = (keys: readonly string[], call?: Call) => Promise<Map<string, string>>;

/**
 * Checks the rows of a batch of signals, finds the papers that they name, and says which ids they write; `store` then stores them. A signal
 * that names a paper which is not in the index is a dead letter. Several rows of one signal are its observations.
 */
export async function prepareSignals(
  rows: readonly NumberedRow[],
  context: BatchContext,
  store: Store,
  resolve: ResolvePapers,
): Promise<PreparedBatch> {
  const log = new BatchLog(context, rows.length);
  const checked = rows.flatMap((numbered) => {
    const input = checkRow(numbered, log);
    return input === null ? [] : [{ numbered, input }];
  });
  const keys = new Set(checked.flatMap(({ input }) => input.paper_ids.flatMap((id) => paperKey(id) ?? [])));
  const paperIds = keys.size === 0 ? new Map<string, string>() : await store.patiently((call) => resolve([...keys], call));

  const entries = checked.flatMap(({ numbered, input }) => {
    const found = input.paper_ids.map((id) => paperIds.get(paperKey(id) ?? ""));
    const missing = found.indexOf(undefined);
    if (missing !== -1) {
      log.rowEnded(numbered, dead(paperNotFound(input.paper_ids[missing])));
      return [];
    }
    const signal = signalFromInput({ ...input, paper_ids: [...new Set(found as string[])] }, context);
    return [{ numbered, signal }];
  });
  return { keys: new Set(entries.map(({ signal }) => signal.signal_id)), store: () => storeEntries(entries, log, store) };
}

function checkRow(numbered: NumberedRow, log: BatchLog): ParsedSignal | null {
  const { row } = numbered;
  if (row.kind === "paper" || row.kind === "deletion") throw new Error("a source of signals yielded a paper");
  if (row.kind === "blank") log.rowEnded(numbered, { status: "blank" });
  else if (row.kind === "unreadable") log.rowEnded(numbered, dead(row.problem));
  else {
    const input = checkSignal(row.signal);
    if ("value" in input) return input.value;
    log.rowEnded(numbered, dead(input.problem));
  }
  return null;
}

async function storeEntries(
  entries: readonly { numbered: NumberedRow; signal: Signal }[],
  log: BatchLog,
  store: Store,
): Promise<BatchResult> {
  const outcomes = await store.signals(entries.map(({ signal }) => signal));
  for (const [index, { numbered, signal }] of entries.entries()) {
    const outcome = outcomes[index];
    log.rowEnded(numbered, outcome);
    if (outcome.status === "dead") continue;
    if (outcome.status !== "merged") addKind(log, signal.kind);
    for (const paperId of signal.paper_ids) log.touched.add(paperId);
  }
  return log;
}

/** The key under which the index knows a paper: of any spelling of an id, or a `title:` id as it is. */
function paperKey(id: string): string | null {
  if (id.startsWith("title:")) return id;
  const parsed = parseExternalId(id);
  return parsed === null ? null : idKey(parsed);
}

function paperNotFound(id: string): Problem {
  const known = paperKey(id) !== null;
  return {
    stage: "resolve",
    reason: "paper_not_found",
    field: "paper_ids",
    message: known ? `${id} is not in the index; load its paper first, then retry-dead` : `${id} is no id of any known kind`,
    allowed: "ids of loaded papers: a DOI, arXiv, ACL, OpenReview or OpenAlex id",
  };
}
