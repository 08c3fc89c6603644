import { loadavg } from "node:os";
import { askCanvas } from "../../src/answers/answer.ts";
import { compose, type Composition } from "../../src/compose.ts";
import { storedText } from "../../src/documents/passage.ts";
import { knownSpace } from "../../src/embedding/port.ts";
import type { Engine } from "../../src/engine/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import { rounded } from "../../src/shared/rounding.ts";
import { PublicError } from "../../src/errors.ts";
import { loadRows } from "../loads/load-rows.ts";
import { stopwatch } from "../loads/measured.ts";
import { ORDINARY_SEARCH } from "../loads/ordinary-search.ts";
import { withTemporaryIndex } from "../loads/temporary-index.ts";
import { syntheticPapers, type Synthetic } from "./synthetic.ts";

export interface CostOptions {
  papers: number;
  passages: number;
  /** Questions that are timed. */
  questions: number;
}

const SUBJECTS = 200;
const PARAGRAPHS = 40;
const WARM_UP = 5;
/** So often in a row a question may find the engine too slow. */
const MOST_LATE = 10;
const AT = { file: "bench.xml", run_id: "bench", ingested_at: new Date(0).toISOString() };

/**
 * What passages cost: bytes and milliseconds each when they are loaded, and how much longer searches and answers take beside the same papers without them. Each question is asked
 * with and without, now this and now that first, so that a busy moment of the machine hits both. No text is embedded at load. `cold`: no sentence was embedded before. The processor's time is this process's: of a
 * server's work it tells nothing.
 */
export async function measureCost({ papers, passages, questions }: CostOptions): Promise<void> {
  const measure = async (library: Composition): Promise<void> => {
    const { engine, embedder } = library;
    await engine.create(knownSpace(embedder));
    console.log(`${await engine.version()}; load average ${loadavg()[0]!.toFixed(1)}`);
    const synthetic = syntheticPapers(SUBJECTS);
    const ofSubjects = await Promise.all(synthetic.subjects.map((words) => embedder.embedQuery(words.join(" "))));
    const ofPapers = await loadRows(engine, "papers", { to: papers }, (index) => [
      { document: synthetic.paper(index), vector: synthetic.vector(index, ofSubjects) },
    ]);
    const whole = Math.ceil(passages / PARAGRAPHS);
    const ofPassages = await loadRows(engine, "passages", { to: whole }, (index) => {
      const paper = synthetic.paper(index);
      const { whole: about, passages: own } = storedText(synthetic.text(paper, index, PARAGRAPHS), paper, AT);
      return [...own, about].map((document) => ({ document, vector: null }));
    });
    console.table({ papers: ofPapers, passages: ofPassages });
    console.log({
      "bytes a passage": Math.round(ofPassages.bytes / ofPassages.documents),
      "ms a passage, written and indexed": rounded((1_000 * ofPassages.seconds) / ofPassages.documents, 3),
      "index of passages ÷ of papers": rounded(ofPassages.bytes / ofPapers.bytes, 2),
      "of a paper with 40 passages ÷ its abstract": rounded(
        1 + ofPassages.bytes / whole / (ofPapers.bytes / ofPapers.documents),
        2,
      ),
    });
    await compareTimes(library, synthetic, questions);
  };
  await withTemporaryIndex(measure, { open: compose });
}

async function compareTimes(library: Library, synthetic: Synthetic, count: number): Promise<void> {
  const without: Library = { ...library, engine: withoutPassages(library.engine) };
  const states = new Map<string, number>();
  const ask = async (to: Library, query: string): Promise<void> => {
    const { answer, ground } = await askCanvas(to, { query, mode: "corpus", time_scope: "all", account: "bench" });
    const key = `${to === without || to.engine === without.engine ? "without" : "with"}: ${answer.state}`;
    states.set(key, (states.get(key) ?? 0) + 1);
    if (ground === undefined) throw new Error("no ground");
  };
  const search = async (to: Library, query: string): Promise<void> => {
    await searchPapers(to, { ...ORDINARY_SEARCH, query, limit: 10 });
  };
  let embedded = 0;
  /** A library that has embedded nothing yet; what it embeds is counted. */
  const fresh = (one: Library): Library => {
    const embedTexts: Library["embedder"]["embedTexts"] = (texts, signal) => {
      embedded += texts.length;
      return one.embedder.embedTexts(texts, signal);
    };
    return { ...one, embedder: { ...one.embedder, embedTexts } };
  };
  const tasks: Record<string, (to: Library, query: string) => Promise<void>> = {
    search_papers: search,
    "search_signal_canvas, cold": (to, query) => ask(fresh(to), query),
    "search_signal_canvas, asked again": ask,
  };
  const rows: Record<string, object> = {};
  for (const [name, task] of Object.entries(tasks)) {
    const times = { without: [] as number[], with: [] as number[] };
    const cpu = { without: [] as number[], with: [] as number[] };
    const texts = { without: [] as number[], with: [] as number[] };
    let late = 0;
    for (let index = 0; index < count + WARM_UP; index += 1) {
      const query = synthetic.question(index % synthetic.subjects.length);
      if (name.endsWith("again")) for (const to of [without, library]) await untilInTime(() => task(to, query));
      const pair = [["without", without] as const, ["with", library] as const];
      for (const [which, to] of index % 2 === 0 ? pair : pair.toReversed()) {
        const spent = await untilInTime(async () => {
          embedded = 0;
          const watch = stopwatch();
          await task(to, query);
          return watch();
        });
        late += spent.late;
        if (index < WARM_UP) continue;
        times[which].push(1_000 * spent.result.seconds);
        cpu[which].push(1_000 * spent.result.cpu);
        texts[which].push(embedded);
      }
    }
    const [before, after] = [median(times.without), median(times.with)];
    rows[name] = {
      "without, ms": rounded(before, 1),
      "with, ms": rounded(after, 1),
      ratio: rounded(after / before, 2),
      "processor, ms": `${Math.round(median(cpu.without))}, ${Math.round(median(cpu.with))}`,
      "texts embedded": `${median(texts.without)}, ${median(texts.with)}`,
      late,
    };
  }
  console.table(rows);
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
  console.log(Object.fromEntries(states));
}

/** What is asked again where the engine did not answer in time, and how often that was: a busy machine is to end no measurement. */
async function untilInTime<Result>(work: () => Promise<Result>): Promise<{ result: Result; late: number }> {
  for (let late = 0; ; late += 1) {
    try {
      return { result: await work(), late };
    } catch (error) {
      if (!(error instanceof PublicError) || error.code !== "engine_unavailable" || late === MOST_LATE) throw error;
    }
  }
}

/** The same engine, as if it held no passages. */
function withoutPassages(engine: Engine): Engine {
  return { ...engine, passages: { ...engine.passages, count: async () => 0 } };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
