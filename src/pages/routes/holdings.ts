import type { FastifyInstance } from "fastify";
import { PublicError } from "../../errors.ts";
import { diskRoom } from "../../shared/disk-room.ts";
import { heldIn, type Held } from "../../holdings/held.ts";
import type { IngestRun } from "../../holdings/ingest-runs.ts";
import { sourceStatuses } from "../../records/source-status.ts";
import { sendPage, type PageContext } from "../context.ts";
import { administrator, allowed, deadline } from "../permission.ts";
import { libraryPage, type LibraryView } from "../views/holdings/library.ts";
import { runPage } from "../views/holdings/run.ts";

const RUNS_SHOWN = 15;
/** As the ids of runs are made; what an address names otherwise is no run. */
const RUN_ID = /^[\w-]{1,80}$/u;

interface OneRun {
  Params: { id: string };
}

/** `/library`: what is held, for everybody; the loads with their dead letters, and the index, for administrators. */
export function holdingsRoutes(app: FastifyInstance, { library, ingestRuns, config }: PageContext): void {
  app.get("/library", async (request, reply) => {
    const account = allowed(request, ["papers:read"]);
    const signal = deadline();
    const [held, runs] = await Promise.all([heldIfAny(), ingestRuns.latest(RUNS_SHOWN, signal)]);
    const operations = account.admin
      ? { runs, index: await indexView(signal), sources: await sourceStatuses(library.records) }
      : null;
    return sendPage(reply, libraryPage({ account, held, lastLoad: endOfLast(runs), operations, now: Date.now() }));
  });

  app.get<OneRun>("/library/runs/:id", async (request, reply) => {
    const account = administrator(request);
    const run = await requireRun(request.params.id);
    return sendPage(reply, runPage(account.name, run, await ingestRuns.deadLetters(run), Date.now()));
  });

  app.get<OneRun>("/library/runs/:id/dead-letters", async (request, reply) => {
    administrator(request);
    const file = await ingestRuns.openDeadLetters(await requireRun(request.params.id));
    if (file === null)
      throw new PublicError("not_found", { message: "This server does not have the dead letters of this load." });
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("Content-Disposition", `attachment; filename="${file.name}"`)
      .send(file.content);
  });

  async function requireRun(id: string): Promise<IngestRun> {
    const run = RUN_ID.test(id) ? await ingestRuns.get(id, deadline()) : null;
    if (run === null) throw new PublicError("not_found", { message: "There is no load with this ID." });
    return run;
  }

  /** Null: there is no index yet, which is a state of a new server and no error. */
  async function heldIfAny(): Promise<Held | null> {
    return heldIn(library).catch((error: unknown) => {
      if (error instanceof PublicError && error.code === "index_missing") return null;
      throw error;
    });
  }

  async function indexView(signal: AbortSignal): Promise<NonNullable<LibraryView["operations"]>["index"]> {
    const [generations, disk] = await Promise.all([library.engine.generations({ signal }), diskRoom(config.dataDir)]);
    return { engine: library.engine.kind, generations, model: library.embedder.space.model, disk };
  }
}

/** When the last load ended that read its input to the end. */
function endOfLast(runs: readonly IngestRun[]): string | null {
  const ends = runs
    .filter(({ status }) => status === "done")
    .map(({ started_at: start, seconds }) => Date.parse(start) + 1_000 * seconds);
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
}
