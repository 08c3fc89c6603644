import { appendFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Records } from "../../src/records/port.ts";
import { realClock } from "../../src/shared/retry.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { GIVE_UP_AFTER_MS } from "../availability.ts";
import { IngestError } from "../errors.ts";
import { takeLock, type LoadLock } from "../lock.ts";
import { Store } from "../store.ts";
import type { AskContext, Asked, Connector, Look, Subject, Told } from "./connector.ts";
import { Journal } from "./journal.ts";
import { forgetLastAsked, keepLastAsked, lastAskedOf } from "./last-asked.ts";
import { loadRows, type RowsOf } from "./load-rows.ts";
import { BudgetSpent, type PoliteClient } from "./polite-client.ts";
import { reconcileCitations } from "./reconcile-citations.ts";
import { FetchFailure } from "./request.ts";
import type { SourceSettings } from "./settings.ts";
import { clientOf, secretOf } from "./source-client.ts";
import type { SourceDeps } from "./source-deps.ts";
import { newRun, type SourceRun } from "./source-run.ts";
import { takeBackOfOthers } from "./take-back-of-others.ts";
import { removeOrphans, takeBack } from "./take-back.ts";

/** Answers that are loaded together: completing the indexes behind a load takes its time, and an answer waits in the journal until then. */
const LOAD_EVERY = 2_000;
const TELL_SPENT_EVERY = 20;
/** So many subjects in a row that cannot be asked about are a service that is away: the place is kept. */
const FAILURES_IN_A_ROW = 3;
/** Beyond this the log of failures is begun anew, the one before kept. */
const MAX_LOG_BYTES = 1_000_000;

/** Asks a source as `askSource` does, with a lock of its own. Throws `LockTaken` where another process asks sources. */
export async function runSource(connector: Connector, settings: SourceSettings, deps: SourceDeps): Promise<SourceRun> {
  await using lock = await takeSourcesLock(connector.name, deps);
  return await askSource(connector, settings, deps, lock);
}

/** Of all servers one asks sources at a time. Throws `LockTaken`. */
export function takeSourcesLock(name: string, { records, now = () => new Date() }: SourceDeps): Promise<LoadLock> {
  return takeLock(records, ["sources"], `${name}-${now().toISOString().replace(/[-:.]/gu, "")}`);
}

/**
 * Asks a source about what the library holds, the subjects of the oldest look first, within its budget, and loads what it says. A run that was killed
 * is made up for by the next one: what was told is loaded first, and nothing is asked twice. Never throws for a service that fails: the
 * report says so.
 */
export async function askSource(
  connector: Connector,
  settings: SourceSettings,
  deps: SourceDeps,
  lock: Pick<LoadLock, "assertHeld">,
): Promise<SourceRun> {
  const { now = () => new Date() } = deps;
  const startedAt = now().toISOString();
  const run = newRun(connector.name, startedAt);
  const source = new AskedSource(connector, settings, deps, run);
  try {
    await source.ask(() => lock.assertHeld());
  } catch (error) {
    if (deps.signal?.aborted) run.status = "stopped";
    else if (error instanceof BudgetSpent) run.status = "budget_spent";
    else if (error instanceof FetchFailure || error instanceof IngestError) {
      Object.assign(run, { status: "failed", error: error.message });
      const retryAfterMs = error instanceof FetchFailure ? error.retryAfterMs : undefined;
      if (retryAfterMs !== undefined) run.retry_at = new Date(now().getTime() + retryAfterMs).toISOString();
    } else throw error;
  }
  run.requests = source.requests;
  run.ended_at = now().toISOString();
  return run;
}

/** What is asked about together: in the order given, and of one group each. */
function* batchesOf(
  due: readonly Asked[],
  { batch, groupOf = () => "" }: Pick<Connector, "batch" | "groupOf">,
): Generator<Asked[]> {
  const open = new Map<string, Asked[]>();
  for (const asked of due) {
    const group = groupOf(asked);
    const together = [...(open.get(group) ?? []), asked];
    open.set(group, together);
    if (together.length < batch) continue;
    yield together;
    open.delete(group);
  }
  yield* open.values();
}

class AskedSource {
  readonly #connector: Connector;
  readonly #settings: SourceSettings;
  readonly #deps: SourceDeps;
  readonly #run: SourceRun;
  readonly #client: PoliteClient;
  readonly #store: Store;
  readonly #folder: string;
  readonly #rowsOf: RowsOf;
  #subjects = new Map<string, Subject>();

  constructor(connector: Connector, settings: SourceSettings, deps: SourceDeps, run: SourceRun) {
    this.#connector = connector;
    this.#settings = settings;
    this.#deps = deps;
    this.#run = run;
    this.#client = clientOf(connector, settings, deps);
    const { engine, embedder, embedsPassages, clock = realClock, signal } = deps;
    const options = { clock, giveUpAfterMs: GIVE_UP_AFTER_MS, dryRun: false, signal };
    this.#store = new Store({ engine, embedder, embedsPassages, ...options });
    this.#folder = join(deps.dataDir, "sources", connector.name);
    this.#rowsOf = { connector, deps, run };
  }

  get requests(): number {
    return this.#client.sent;
  }

  async ask(assertHeld: () => void): Promise<void> {
    const { engine, records } = this.#deps;
    await engine.papers.refresh();
    await engine.signals.refresh();
    this.#subjects = await this.#connector.subjects(engine, this.#settings.scope);
    for (const journal of await Journal.left(this.#folder)) await this.#load(journal);
    this.#run.signals_removed += await removeOrphans(this.#connector, this.#subjects, { engine, store: this.#store });
    const due = await this.#due(records);
    this.#run.left = due.length;
    let journal = await this.#newJournal(0);
    try {
      let part = 0;
      for (const together of batchesOf(due, this.#connector)) {
        assertHeld();
        this.#deps.signal?.throwIfAborted();
        await this.#askAbout(together, journal);
        if (journal.size < (this.#deps.loadEvery ?? LOAD_EVERY)) continue;
        await this.#load(journal);
        journal = await this.#newJournal((part += 1));
      }
      for (const told of this.#failedInARow.splice(0)) await this.#note(told, journal);
    } finally {
      // Also what was told before the budget was spent or the service went away. Who asked to stop is not kept waiting: the next run loads it.
      if (!this.#deps.signal?.aborted) {
        await this.#load(journal);
        await this.#reconcile();
      }
    }
  }

  /** Also where nothing was asked about: papers may have come by other ways. */
  async #reconcile(): Promise<void> {
    const { engine, records } = this.#deps;
    if (!this.#connector.citations) return;
    this.#run.signals_removed += await reconcileCitations(this.#connector, await lastAskedOf(records, this.#connector.name), {
      engine,
      store: this.#store,
      folder: this.#folder,
      stamp: this.#stamp(),
      load: async (path) => void (await loadRows({ target: "signals", format: "jsonl" }, path, this.#rowsOf)),
    });
  }

  /** What is to be asked about, never seen before first, then the oldest look. Looks at what is no longer held are forgotten. */
  async #due(records: Records): Promise<Asked[]> {
    const looks = await lastAskedOf(records, this.#connector.name);
    for (const [key, look] of looks) if (!this.#subjects.has(key)) await forgetLastAsked(records, look);
    const now = this.#now().getTime();
    const isDue = (look: Look | undefined): boolean =>
      look === undefined || look.state === "failed" || now - Date.parse(look.asked_at) >= this.#settings.every_days * DAY_MS;
    return [...this.#subjects.values()]
      .filter(({ key }) => isDue(looks.get(key)))
      .map((subject) => ({ subject, look: looks.get(subject.key) ?? null }))
      .sort((a, b) => compare(a.look?.asked_at ?? "", b.look?.asked_at ?? "") || compare(a.subject.key, b.subject.key));
  }

  /** What could not be asked about, until it shows whether it is the service that is away. */
  #failedInARow: Told[] = [];

  async #askAbout(asked: readonly Asked[], journal: Journal): Promise<void> {
    const open = new Map(asked.map((one) => [one.subject.key, one]));
    try {
      for await (const told of this.#connector.ask(asked, this.#context())) {
        open.delete(told.key);
        for (const failed of this.#failedInARow.splice(0)) await this.#note(failed, journal);
        await this.#note(told, journal);
      }
    } catch (error) {
      if (!(error instanceof FetchFailure) || isRefusal(error)) throw error;
      // One of several may be what the service cannot answer.
      if (asked.length > 1) for (const one of open.values()) await this.#askAbout([one], journal);
      else await this.#failed(asked[0]!, error);
    }
  }

  async #failed({ subject, look }: Asked, error: FetchFailure): Promise<void> {
    const { message, sample } = error;
    // What is known of it stays known.
    const kept = look?.kept === undefined ? {} : { kept: look.kept };
    this.#failedInARow.push({ key: subject.key, look: { state: "failed", problem: message, ...kept }, rows: [] });
    const letter = {
      at: this.#now().toISOString(),
      source: this.#connector.name,
      subject: subject.key,
      problem: message,
      answer: sample,
    };
    await keepLetter(join(this.#folder, "failures.log"), letter);
    if (this.#failedInARow.length >= FAILURES_IN_A_ROW) throw error;
  }

  async #note({ key, look, rows }: Told, journal: Journal): Promise<void> {
    this.#run[look.state] += 1;
    this.#run.left -= 1;
    const whole: Look = { source: this.#connector.name, key, asked_at: this.#now().toISOString(), ...look };
    await journal.add({ rows }, whole);
    if (journal.size % TELL_SPENT_EVERY === 0) await this.#deps.onSpent?.(this.requests);
  }

  /** Loads what the source told, takes back what it no longer says, and only then counts its subjects as asked about. */
  async #load(journal: Journal): Promise<void> {
    const looks = await journal.looks();
    let dead = 0;
    if (journal.hasRows()) {
      for (const load of this.#connector.loads) dead += await loadRows(load, journal.rowsFile, this.#rowsOf);
    }
    const asked = looks.flatMap(({ key, state }) => (state === "failed" ? [] : (this.#subjects.get(key) ?? [])));
    const stores = { engine: this.#deps.engine, store: this.#store };
    this.#run.signals_removed += await takeBack(this.#connector, asked, journal.rowsFile, stores);
    this.#run.signals_removed += await takeBackOfOthers(this.#connector, journal.rowsFile, stores);
    for (const look of looks) await keepLastAsked(this.#deps.records, look);
    await journal.close({ keepRows: dead > 0 });
  }

  #context(): AskContext {
    const { contact, addresses } = this.#settings;
    return {
      client: this.#client,
      addresses: { ...this.#connector.addresses, ...addresses },
      today: this.#now().toISOString().slice(0, 10),
      contact,
      hasCredential: secretOf(this.#connector, this.#settings, this.#deps) !== undefined,
    };
  }

  #newJournal(part: number): Promise<Journal> {
    return Journal.begin(this.#folder, `${this.#stamp()}-${String(part).padStart(7, "0")}`);
  }

  #stamp(): string {
    return this.#run.started_at.replace(/[:.]/gu, "");
  }

  #now(): Date {
    return this.#deps.now?.() ?? new Date();
  }
}

/** The service refuses this asker, or wants to be left alone for hours: it is no matter of one subject. */
function isRefusal({ message, retryAfterMs, again }: FetchFailure): boolean {
  return /HTTP status 401\b/u.test(message) || (!again && retryAfterMs !== undefined);
}

/** What could not be used, with the beginning of the answer. */
async function keepLetter(path: string, letter: object): Promise<void> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  await appendFile(path, `${JSON.stringify(letter)}\n`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
