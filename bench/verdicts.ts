import { parseArgs } from "node:util";
import type { Judgment } from "../src/canvas/judgment.ts";
import { getPaper, type PaperView } from "../src/canvas/paper-view.ts";
import { withLibrary } from "../src/commands/library.ts";
import { contentHash } from "../src/documents/hash.ts";
import type { Library } from "../src/retrieval/library.ts";

interface Judged {
  paper: PaperView["paper"];
  kinds: string;
  judgment: Judgment;
}

/**
 * Judges papers of the configured index that have signals of at least two kinds: how often each verdict comes, and how it holds when one
 * source is left out. `npm run bench -- verdicts [--papers 200] [--spread kinds|random] [--show 20]`: spread over the combinations of kinds, so
 * that rare ones are seen, or as they come.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      papers: { type: "string", default: "200" },
      spread: { type: "string", default: "kinds" },
      show: { type: "string", default: "0" },
    },
  });
  await withLibrary(async (library) => {
    const groups = await papersByKinds(library);
    console.log(
      `Papers with signals of at least two kinds: ${[...groups.values()].reduce((sum, group) => sum + group.length, 0)}`,
    );
    const ids = values.spread === "random" ? inHashOrder([...groups.values()].flat()) : inTurns(groups);
    const judged: Judged[] = [];
    for (const id of ids.slice(0, Number(values.papers))) {
      const { paper, signals, judgment } = await getPaper(library, { paper_id: id });
      const kinds = [...new Set(signals.map((signal) => signal.kind))].sort().join(" + ");
      judged.push({ paper, kinds, judgment });
    }
    report(judged);
    for (const item of spreadOverVerdicts(judged).slice(0, Number(values.show))) show(item);
  });
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
            share: rounded(own.length / judged.length),
            stability: shares.length === 0 ? null : rounded(mean(shares)),
            coverage: rounded(mean(own.map(({ judgment }) => judgment.coverage))),
            confidence: rounded(mean(own.map(({ judgment }) => judgment.confidence))),
          },
        ];
      }),
    ),
  );
  const decided = judged.filter(({ judgment }) => judgment.verdict !== "insufficient_evidence");
  const stable = decided.flatMap(({ judgment }) => judgment.stability?.share ?? []);
  console.log({
    papers: judged.length,
    other_than_insufficient: rounded(decided.length / Math.max(1, judged.length)),
    leave_one_source_out_stability: rounded(mean(stable)),
    holds_whatever_is_left_out: rounded(stable.filter((share) => share === 1).length / Math.max(1, stable.length)),
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

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
