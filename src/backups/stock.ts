import { TARGETS, type Engine, type Target } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { BackupError, type Manifest } from "./manifest.ts";
import type { Trial } from "./port.ts";

/** An installation's parts, opened. */
export interface Stores {
  engine: Engine;
  records: Records;
}

const CALL = { timeoutMs: 60_000 };
const SAMPLES = 10;
/** Papers of one title or with one text stand before one another by their ids. */
const DEPTH = 200;

/** How many documents each target has, and the model of their vectors. Throws `index_missing` where there is no index. */
export async function stockOf({ engine }: Pick<Stores, "engine">): Promise<Pick<Manifest, "documents" | "model">> {
  const statuses = await engine.status(CALL);
  const papers = statuses.find(({ target }) => target === "papers");
  if (!papers?.generation) throw new PublicError("index_missing");
  const documents = Object.fromEntries(statuses.map(({ target, documents }) => [target, documents])) as Record<Target, number>;
  return { documents, model: papers.space?.model ?? null };
}

/** Whether a load holds a lock now. */
export async function isLoading({ records }: Pick<Stores, "records">): Promise<boolean> {
  return (await records.list("ingest_lock", { limit: 1 })).records.length > 0;
}

/**
 * Looks whether an index has what its backup says, by counting every document and by looking up some papers by their titles and by their vectors. Throws `BackupError` where documents
 * are missing or none of the papers is found.
 */
export async function verify(stores: Stores, manifest: Pick<Manifest, "documents" | "during_load">): Promise<Trial> {
  const { documents } = await stockOf(stores);
  const wrong = TARGETS.filter((target) => {
    const [wanted, found] = [manifest.documents[target] ?? 0, documents[target] ?? 0];
    return manifest.during_load ? wanted > 0 && found === 0 : wanted !== found;
  });
  if (wrong.length > 0) {
    const told = wrong.map((target) => `${documents[target] ?? 0} ${target} instead of ${manifest.documents[target] ?? 0}`);
    throw new BackupError(`the backup was not restored completely: ${told.join(", ")}`);
  }
  const trial = await tryOut(stores);
  const isFound = (searched: number, found: number): boolean => searched === 0 || found > 0;
  if (!isFound(trial.searched, trial.by_words) || !isFound(trial.with_vector, trial.by_meaning)) {
    throw new BackupError(
      `searches do not find everything: of ${trial.searched} papers ${trial.by_words} by their titles, of ${trial.with_vector} vectors ${trial.by_meaning}`,
    );
  }
  return trial;
}

async function tryOut({ engine: { papers } }: Stores): Promise<Trial> {
  const trial: Trial = { searched: 0, by_words: 0, with_vector: 0, by_meaning: 0 };
  await papers.refresh(CALL);
  for await (const page of papers.scan({ pageSize: SAMPLES }, CALL)) {
    for (const { document, vector } of page) {
      const request = { text: document.title, ...(vector ? { vector } : {}), filters: {}, depth: DEPTH };
      const { lexical, semantic } = await papers.search(request, CALL);
      const isIn = (list: typeof lexical): boolean => list?.hits.some(({ id }) => id === document.paper_id) ?? false;
      trial.searched += 1;
      if (isIn(lexical)) trial.by_words += 1;
      if (vector) trial.with_vector += 1;
      if (isIn(semantic)) trial.by_meaning += 1;
    }
    break;
  }
  return trial;
}
