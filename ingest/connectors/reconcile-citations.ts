import { appendFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { signalFromInput, type Signal } from "../../src/documents/signal.ts";
import type { Engine } from "../../src/engine/port.ts";
import { removeSignals } from "../remove-signals.ts";
import type { Store } from "../store.ts";
import { checkSignal } from "../validate.ts";
import type { Connector, Look, ToldSignal } from "./connector.ts";

const PAGE = 2_000;
const REMOVALS_A_CALL = 2_000;
const LINES_A_WRITE = 1_000;
const ENDING = "-citations.jsonl";

export interface ReconcileDeps {
  engine: Engine;
  store: Store;
  /** Where signals lie until they are loaded. */
  folder: string;
  /** Names the file of this run, and no other. */
  stamp: string;
  /** Loads a file of signals; may be repeated. */
  load(path: string): Promise<void>;
}

/**
 * Brings the signals of who cites whom in line with what the looks keep and with the papers that are held now, so that it does not matter which paper
 * was learned first. Missing ones are loaded, those that follow from no look any more are removed, and one that reads differently is replaced. What
 * another source tells already (the same work cites the same paper) is not told twice, as each citation counts in the judgment.
 * Returns how many were removed. Killed anywhere and repeated, it leads to the same signals.
 *
 * Costs, in a run: one pass over the papers, one over the stored citations, and one look-up in memory for each reference that is kept. Memory
 * holds the ids of the scheme and, of stored citations, id and hash: some 200 bytes for each citation between papers that are held. What is loaded is
 * only what is not stored yet.
 */
export async function reconcileCitations(
  { source, citations }: Pick<Connector, "source" | "citations">,
  looks: ReadonlyMap<string, Look>,
  deps: ReconcileDeps,
): Promise<number> {
  if (!citations) return 0;
  const { engine, store, folder, stamp, load } = deps;
  // What a run that was killed has loaded in part.
  for (const path of await filesIn(folder)) await loadAndRemove(path, load);
  await store.untilAvailable((call) => engine.papers.refresh(call));
  await store.untilAvailable((call) => engine.signals.refresh(call));
  const held = await heldBy(citations.scheme, engine);
  const { stored, saidByOthers } = await storedCitations(source, engine);
  const [path, part] = [join(folder, `${stamp}${ENDING}`), join(folder, "citations.part")];
  const missing = new Lines(part);
  await missing.begin(folder);
  const stated = new Set<string>();
  for (const { told, signal } of citationsOf(citations, looks, held)) {
    if (stated.has(signal.signal_id) || saidByOthers.has(pairOf(signal))) continue;
    stated.add(signal.signal_id);
    if (stored.get(signal.signal_id) === signal.content_hash) stored.delete(signal.signal_id);
    else await missing.add(told);
  }
  await missing.end();
  const removed = await removeAll([...stored.keys()], deps);
  await rename(part, path);
  if (missing.count === 0) await rm(path, { force: true });
  else await loadAndRemove(path, load);
  return removed;
}

/** Ids of a scheme with the papers that hold them. */
async function heldBy(scheme: string, engine: Engine): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for await (const page of engine.papers.scan({ vectors: false, pageSize: PAGE })) {
    for (const { document } of page) {
      for (const alias of document.aliases) if (alias.startsWith(`${scheme}:`)) held.set(alias, document.paper_id);
    }
  }
  return held;
}

/** The signals of the source that one work cites another, with the hashes of what they say, and which citations others tell. Counts have values. */
async function storedCitations(source: string, engine: Engine) {
  const stored = new Map<string, string>();
  const saidByOthers = new Set<string>();
  const filters = { kinds: ["citation" as const] };
  for await (const page of engine.signals.scan({ filters, vectors: false, pageSize: PAGE })) {
    for (const { document } of page) {
      if (document.value !== null) continue;
      if (document.source.name === source) stored.set(document.signal_id, document.content_hash);
      else saidByOthers.add(pairOf(document));
    }
  }
  return { stored, saidByOthers };
}

/** The cited paper and the citing work, under which every source tells of it. */
function pairOf({ paper_ids, title }: Pick<Signal, "paper_ids" | "title">): string {
  return `${paper_ids.join(" ")}\n${title}`;
}

/** What follows from the looks, in the order of their keys, with the signals as they are stored. */
function* citationsOf(
  { scheme, of }: NonNullable<Connector["citations"]>,
  looks: ReadonlyMap<string, Look>,
  held: ReadonlyMap<string, string>,
): Generator<{ told: ToldSignal; signal: Signal }> {
  for (const key of [...looks.keys()].sort()) {
    const references = of(looks.get(key)!);
    const citing = references === null ? undefined : held.get(`${scheme}:${references.citing}`);
    if (references === null || citing === undefined) continue;
    for (const cited of references.cited) {
      const paperId = held.get(`${scheme}:${cited}`);
      if (paperId === undefined || paperId === citing) continue;
      const told = references.about(cited, paperId);
      const checked = checkSignal(told);
      // A work without any date cannot be said to cite from a day on.
      if ("value" in checked) yield { told, signal: signalFromInput(checked.value, { run_id: "", ingested_at: "" }) };
    }
  }
}

async function removeAll(ids: readonly string[], { engine, store }: ReconcileDeps): Promise<number> {
  let removed = 0;
  for (let start = 0; start < ids.length; start += REMOVALS_A_CALL) {
    const some = ids.slice(start, start + REMOVALS_A_CALL);
    const found = await store.untilAvailable((call) => engine.signals.get(some, call));
    removed += await removeSignals([...found.values()], { engine, store });
  }
  return removed;
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  return names.map((name) => join(folder, name));
}

async function loadAndRemove(path: string, load: ReconcileDeps["load"]): Promise<void> {
  await load(path);
  await rm(path, { force: true });
}

/** A file of rows that is written some at a time. */
class Lines {
  readonly #path: string;
  #open: string[] = [];
  count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async begin(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(this.#path, "");
  }

  async add(row: object): Promise<void> {
    this.count += 1;
    this.#open.push(`${JSON.stringify(row)}\n`);
    if (this.#open.length >= LINES_A_WRITE) await this.end();
  }

  async end(): Promise<void> {
    await appendFile(this.#path, this.#open.splice(0).join(""));
  }
}
