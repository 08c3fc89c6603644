import { readFile, writeFile } from "node:fs/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { askCanvas } from "../src/answers/answer.ts";
import type { Judgment } from "../src/judgment/judge.ts";
import { getPaper, type PaperView } from "../src/answers/paper-view.ts";
import { withLibrary } from "../src/commands/library.ts";
import { contentHash } from "../src/documents/hash.ts";
import type { Library } from "../src/retrieval/library.ts";
import { rounded } from "../src/shared/rounding.ts";

interface Judged {
  paper: PaperView["paper"];
  kinds: string;
  judgment: Judgment;
}

/**
 * Judges papers of the configured index that have signals of at least two kinds: how often each verdict comes, and how it holds when one
 * source is left out. `npm run bench -- verdicts [--papers 200] [--spread kinds|random] [--show 20]`: spread over the combinations of kinds, so
 * that rare ones are seen, or as they come. `--save FILE` keeps all numbers; `--compare FILE` compares them with those kept, and fails where any
 * differs. `--questions FILE` (a JSON object with `question` or `text` a line) judges the papers of each question instead.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      papers: { type: "string", default: "200" },
      spread: { type: "string", default: "kinds" },
      show: { type: "string", default: "0" },
      save: { type: "string" },
      compare: { type: "string" },
      questions: { type: "string" },
    },
  });
  await withLibrary(async (library) => {
    if (values.questions !== undefined) return reportQuestions(library, values.questions);
    const judged = await judgePapers(library, values);
    report(judged);
    for (const item of spreadOverVerdicts(judged).slice(0, Number(values.show))) show(item);
    const numbers = judged.map(({ paper, judgment }) => ({ paper_id: paper.paper_id, ...numbersOf(judgment) }));
    if (values.save !== undefined) await writeFile(values.save, JSON.stringify(numbers, null, 1));
    if (values.compare !== undefined) compare(numbers, JSON.parse(await readFile(values.compare, "utf8")) as typeof numbers);
  });
}

async function judgePapers(library: Library, values: { papers: string; spread: string }): Promise<Judged[]> {
  const groups = await papersByKinds(library);
  console.log(`Papers with signals of at least two kinds: ${[...groups.values()].reduce((sum, group) => sum + group.length, 0)}`);
  const ids = values.spread === "random" ? inHashOrder([...groups.values()].flat()) : inTurns(groups);
  const judged: Judged[] = [];
  for (const id of ids.slice(0, Number(values.papers))) {
    const { paper, signals, judgment } = await getPaper(library, { paper_id: id });
    const kinds = [...new Set(signals.map((signal) => signal.kind))].sort().join(" + ");
    judged.push({ paper, kinds, judgment });
  }
  return judged;
}

/** All of a judgment that is no wording. */
function numbersOf(judgment: Judgment): object {
  const { verdict, confidence, coverage, readiness, demand, demand_interval: between, margin, stability, dimensions } = judgment;
  return {
    verdict,
    confidence,
    coverage,
    readiness,
    demand,
    between,
    margin: margin && [margin.to, margin.by],
    stability: stability && [stability.share, stability.sources, stability.changes.map((change) => change.verdict)],
    dimensions: dimensions.map(({ name, score, weight, interval, citations }) => [name, score, weight, interval, citations]),
  };
}

function compare(numbers: readonly { paper_id: string }[], kept: readonly { paper_id: string }[]): void {
  const before = new Map(kept.map((item) => [item.paper_id, item]));
  // As JSON knows no -0.
  const now = JSON.parse(JSON.stringify(numbers)) as typeof numbers;
  const changed = now.filter((item) => !isDeepStrictEqual(item, before.get(item.paper_id)));
  for (const { paper_id: id } of changed) console.log(`differs: ${id}`);
  console.log(`${numbers.length - changed.length} of ${numbers.length} papers are judged with the same numbers.`);
  if (changed.length > 0) process.exitCode = 1;
}

/** How often each verdict comes over questions. */
async function reportQuestions(library: Library, file: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { question, text } = JSON.parse(line) as { question?: string; text?: string };
    const query = question ?? text ?? "";
    const { answer, judgment } = await askCanvas(library, {
      query,
      mode: "corpus",
      time_scope: "all",
      match_count: 8,
      account: "bench",
    });
    const verdict = answer.state === "no_evidence" ? "(no evidence)" : judgment.verdict;
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  console.table(
    Object.fromEntries(
      [...counts].map(([verdict, questions]) => [verdict, { questions, share: rounded(questions / lines.length, 2) }]),
    ),
  );
}

async function papersByKinds(library: Library): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  for await (const rows of library.engine.papers.scan({ vectors: false, pageSize: 5_000 })) {
    for (const { document } of rows) {
      const kinds = Object.keys(document.signal_counts).sort();
      if (kinds.length < 2) continue;
      const key = kinds.join(" + ");
      groups.set(key, [...(groups.get(key) ?? []), document.paper_id]);
    }
  }
  return groups;
}

function inHashOrder(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, hash: contentHash(id) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ id }) => id);
}

/** One paper of each combination of kinds, then the next of each. */
function inTurns(groups: ReadonlyMap<string, readonly string[]>): string[] {
  const lists = [...groups.keys()].sort().map((key) => inHashOrder(groups.get(key)!));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

function report(judged: readonly Judged[]): void {
  const verdicts = [...new Set(judged.map(({ judgment }) => judgment.verdict))].sort();
  console.table(
    Object.fromEntries(
      verdicts.map((verdict) => {
        const own = judged.filter(({ judgment }) => judgment.verdict === verdict);
        const shares = own.flatMap(({ judgment }) => judgment.stability?.share ?? []);
        return [
          verdict,
          {
            papers: own.length,
            share: rounded(own.length / judged.length, 2),
            stability: shares.length === 0 ? null : rounded(mean(shares), 2),
            coverage: rounded(mean(own.map(({ judgment }) => judgment.coverage)), 2),
            confidence: rounded(mean(own.map(({ judgment }) => judgment.confidence)), 2),
          },
        ];
      }),
    ),
  );
  const decided = judged.filter(({ judgment }) => judgment.verdict !== "insufficient_evidence");
  const stable = decided.flatMap(({ judgment }) => judgment.stability?.share ?? []);
  console.log({
    papers: judged.length,
    other_than_insufficient: rounded(decided.length / Math.max(1, judged.length), 2),
    leave_one_source_out_stability: rounded(mean(stable), 2),
    holds_whatever_is_left_out: rounded(stable.filter((share) => share === 1).length / Math.max(1, stable.length), 2),
  });
  const kinds = [...new Set(judged.map((item) => item.kinds))].sort();
  console.table(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Object.fromEntries(
          verdicts.map((verdict) => [
            verdict,
            judged.filter((item) => item.kinds === kind && item.judgment.verdict === verdict).length,
          ]),
        ),
      ]),
    ),
  );
}

function spreadOverVerdicts(judged: readonly Judged[]): Judged[] {
  const groups = new Map<string, Judged[]>();
  for (const item of judged) groups.set(item.judgment.verdict, [...(groups.get(item.judgment.verdict) ?? []), item]);
  const longest = Math.max(0, ...[...groups.values()].map((group) => group.length));
  return Array.from({ length: longest }, (_, turn) => [...groups.values()].flatMap((group) => group[turn] ?? [])).flat();
}

function show({ paper, kinds, judgment }: Judged): void {
  console.log(
    `\n${judgment.verdict}: ${paper.title} (${paper.year}, ${paper.venue}) [${kinds}] ${paper.paper_id}\n  ${judgment.reason}`,
  );
  for (const { name, score, interval, rationale } of judgment.dimensions)
    if (score !== null) console.log(`  ${name} ${score} (${interval.join("–")}): ${rationale}`);
  if (judgment.margin) console.log(`  margin: ${judgment.margin.says}`);
  if (judgment.stability)
    console.log(
      `  stability ${judgment.stability.share}: ${judgment.stability.changes.map(({ without, verdict }) => `${verdict} without ${without}`).join("; ")}`,
    );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
