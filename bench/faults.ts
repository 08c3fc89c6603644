import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createKey } from "../src/access/keys.ts";
import { SCOPES } from "../src/access/scopes.ts";
import { openElasticsearch } from "../src/engine/elasticsearch/engine.ts";
import { openElasticsearchRecords } from "../src/records/elasticsearch.ts";
import { openFaultProxy, type Fault, type FaultProxy } from "../test/support/fault-proxy.ts";
import { hashEmbedder } from "../test/support/hash-embedder.ts";
import { legacyBody, post } from "../test/support/mcp-requests.ts";
import { loadSample } from "../test/support/sample-library.ts";
import { startServerProcess, type ServerProcess } from "../test/support/server-process.ts";
import { startCluster, type Cluster, type ClusterNode } from "./faults/cluster.ts";
import { fullDisk, type FullDisk } from "./faults/full-disk.ts";
import { SAMPLE_QUESTIONS } from "./loads/questions.ts";

const QUESTIONS = [...SAMPLE_QUESTIONS, "Dense Passage Retrieval for Open-Domain Question Answering"];
const CALLERS = 3;
/** So many whole answers in a row are called normal. */
const NORMAL = 6;
/** A node that goes on after its check needs a second or two to be used again. */
const MAX_RECOVERY_MS = 180_000;

interface Trial {
  name: string;
  /** Which server is asked: papers with a copy of each shard, or without. */
  on: "copies" | "single";
  /** How long the fault lasts, in milliseconds. */
  ms: number;
  begin(cluster: Cluster, world: World): Promise<void>;
  end(cluster: Cluster, world: World): Promise<void>;
}

interface World {
  /** Where the disks are filled: what does it, and what was seen. */
  disks?: FullDisk;
  seen: string[];
  /** What becomes of requests to each node. */
  faults: (Fault | null)[];
  /** The node that the fault hit. */
  hit?: ClusterNode;
}

const freeze = (choose: (cluster: Cluster) => Promise<ClusterNode>) => ({
  async begin(cluster: Cluster, world: World) {
    world.hit = await choose(cluster);
    world.hit.signal("SIGSTOP");
  },
  async end(_: Cluster, world: World) {
    world.hit!.signal("SIGCONT");
  },
});
const kill = (choose: (cluster: Cluster) => Promise<ClusterNode>) => ({
  async begin(cluster: Cluster, world: World) {
    world.hit = await choose(cluster);
    world.hit.signal("SIGKILL");
  },
  async end(_: Cluster, world: World) {
    world.hit!.restart();
  },
});
const spoil = (fault: Fault, nodes: number[]) => ({
  async begin(_: Cluster, world: World) {
    for (const node of nodes) world.faults[node] = fault;
  },
  async end(_: Cluster, world: World) {
    world.faults.fill(null);
  },
});
const isMaster = async (cluster: Cluster, wanted: boolean) => {
  const master = await cluster.master();
  return cluster.nodes.find(({ name }) => (name === master) === wanted)!;
};
const dataNode = (cluster: Cluster) => isMaster(cluster, false);
const masterNode = (cluster: Cluster) => isMaster(cluster, true);
/** The node of the first shard of the papers that have no copies. */
const onlyHolder = async (cluster: Cluster) => {
  const answer = await fetch(`${cluster.nodes[0]!.url}/single-papers/_search_shards`);
  const { nodes, shards } = (await answer.json()) as { nodes: Record<string, { name: string }>; shards: { node: string }[][] };
  const name = nodes[shards[0]![0]!.node]!.name;
  return cluster.nodes.find((node) => node.name === name)!;
};

const DISKS_FULL = "the disks of all nodes full";

const TRIALS: Trial[] = [
  { name: "nothing", on: "copies", ms: 5_000, async begin() {}, async end() {} },
  { name: "a data node frozen", on: "copies", ms: 20_000, ...freeze(dataNode) },
  { name: "the master frozen", on: "copies", ms: 20_000, ...freeze(masterNode) },
  { name: "a data node killed", on: "copies", ms: 10_000, ...kill(dataNode) },
  { name: "the master killed", on: "copies", ms: 10_000, ...kill(masterNode) },
  { name: "one shard gone (killed)", on: "single", ms: 10_000, ...kill(onlyHolder) },
  { name: "one shard gone (frozen)", on: "single", ms: 20_000, ...freeze(onlyHolder) },
  { name: "one node 1.2 s late", on: "copies", ms: 8_000, ...spoil("slow", [1]) },
  { name: "every node 1.2 s late", on: "copies", ms: 8_000, ...spoil("slow", [0, 1, 2]) },
  { name: "503 from one node", on: "copies", ms: 8_000, ...spoil("503", [1]) },
  { name: "HTML from one node", on: "copies", ms: 8_000, ...spoil("html", [1]) },
  { name: "one node resets", on: "copies", ms: 8_000, ...spoil("reset", [1]) },
  {
    name: "every node frozen",
    on: "copies",
    ms: 8_000,
    begin: async ({ nodes }) => nodes.forEach((node) => node.signal("SIGSTOP")),
    end: async ({ nodes }) => nodes.forEach((node) => node.signal("SIGCONT")),
  },
  {
    name: "every node killed",
    on: "copies",
    ms: 8_000,
    begin: async ({ nodes }) => nodes.forEach((node) => node.signal("SIGKILL")),
    end: async ({ nodes }) => nodes.forEach((node) => node.restart()),
  },
  {
    name: DISKS_FULL,
    on: "copies",
    ms: 0,
    begin: async (_, world) => void world.seen.push(...(await world.disks!.fill())),
    end: async (_, world) => void world.seen.push(...(await world.disks!.makeRoom())),
  },
];

/**
 * Breaks parts of a real cluster of three nodes while a server is asked, and prints for each fault: the longest answer, the median while it lasts, how many answers were whole, flagged or
 * errors and which, how many were wrong and not flagged, and the seconds until everything is whole again, from the fault's begin and from its end. `--only TEXT`, which
 * may be repeated, runs the faults whose names hold it. Disks are filled where this process may mount some (as root on Linux).
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: "string", multiple: true, default: [""] } } });
  const trials = TRIALS.filter(({ name }) => values.only.some((text) => name.includes(text)));
  const withDisks = trials.some(({ name }) => name === DISKS_FULL);
  await using cluster = await startCluster({ smallDisks: withDisks });
  const world: World = { faults: [null, null, null], seen: [] };
  const proxies: FaultProxy[] = [];
  for (const [index, node] of cluster.nodes.entries())
    proxies.push(await openFaultProxy(node.url, { fault: () => world.faults[index]!, slowMs: 1_200 }));
  const servers = {
    copies: await serverOver(cluster, proxies, "copies-", 1),
    single: await serverOver(cluster, proxies, "single-", 0),
  };
  try {
    if (withDisks) {
      world.disks = fullDisk(cluster, servers.copies.server, servers.copies.key);
      await world.disks.prepare();
    }
    console.log(
      "| fault | longest answer | p50 while it lasts | whole | flagged | errors | wrong and whole | whole again after (its begin / its end) | cluster green after its end |\n|---|---|---|---|---|---|---|---|---|",
    );
    for (const trial of trials) console.log(await tried(trial, cluster, world, servers[trial.on]));
    for (const line of world.seen) console.log(line);
  } finally {
    world.disks?.remove();
    for (const { server } of Object.values(servers)) await server[Symbol.asyncDispose]();
    for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
  }
}

interface Asked {
  server: ServerProcess;
  key: string;
  /** For each question, the papers of its whole answer. */
  expected: string[];
}

/** A server over the sample under a prefix, each paper in one of two shards with so many copies. */
async function serverOver(cluster: Cluster, proxies: FaultProxy[], prefix: string, replicas: number): Promise<Asked> {
  const url = cluster.nodes.map((node) => node.url);
  const library = {
    engine: openElasticsearch({ url, prefix, shards: 2, replicas }),
    records: openElasticsearchRecords({ url, prefix }),
    // The questions are asked by words: what is tried is the cluster, not the model.
    embedder: hashEmbedder(),
  };
  await loadSample(library);
  // Copies that are merged alike score alike.
  await fetch(`${url[0]}/${prefix}papers/_forcemerge?max_num_segments=1`, { method: "POST" });
  const { key } = await createKey(library.records, { name: "faults", account: "local", scopes: SCOPES });
  await cluster.green();
  for (const part of Object.values(library)) await part[Symbol.asyncDispose]();
  const server = await startServerProcess({
    ELASTICSEARCH_URL: proxies.map((proxy) => proxy.url).join(","),
    INDEX_PREFIX: prefix,
    RATE_LIMIT_PER_MINUTE: "1000000",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  });
  const asked: Asked = { server, key, expected: [] };
  for (const question of QUESTIONS) asked.expected.push(await wholeAnswer(asked, question));
  return asked;
}

/** The papers of a whole answer; a server that has just started may need more than one call. */
async function wholeAnswer(asked: Asked, question: string): Promise<string> {
  for (;;) {
    const { outcome, papers } = await answer(asked, question);
    if (outcome === "whole") return papers;
    await sleep(500);
  }
}

interface Answered {
  ms: number;
  /** `whole`, `flagged`, or the code of the error. */
  outcome: string;
  papers: string;
}

async function answer({ server, key }: Asked, query: string): Promise<Answered> {
  const startedAt = performance.now();
  const body = legacyBody("tools/call", { name: "search_papers", arguments: { query, retrieval: "lexical" } });
  const { status, json } = await post(server.url, body, { key });
  const ms = performance.now() - startedAt;
  const result = json?.result?.structuredContent;
  if (result?.papers === undefined)
    return { ms, outcome: result?.error?.code ?? json?.error?.data?.code ?? `HTTP ${status}`, papers: "" };
  const papers = (result.papers as { paper_id: string }[])
    .map(({ paper_id: id }) => id)
    .sort()
    .join(" ");
  return { ms, outcome: (result.degraded ?? []).length > 0 ? "flagged" : "whole", papers };
}

async function tried(trial: Trial, cluster: Cluster, world: World, asked: Asked): Promise<string> {
  await cluster.green();
  for (let inRow = 0; inRow < NORMAL;) inRow = (await answer(asked, QUESTIONS[0]!)).outcome === "whole" ? inRow + 1 : 0;
  const answers: Seen[] = [];
  const over = new AbortController();
  const startedAt = performance.now();
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let round = caller; !over.signal.aborted; round += 1) {
      const index = round % QUESTIONS.length;
      const got = await answer(asked, QUESTIONS[index]!);
      const wrong = got.outcome === "whole" && got.papers !== asked.expected[index];
      answers.push({ ...got, at: performance.now() - startedAt, wrong });
      await sleep(50);
    }
  });
  try {
    await trial.begin(cluster, world);
    await sleep(trial.ms);
    const endedAt = performance.now() - startedAt;
    await trial.end(cluster, world);
    const green = cluster.green().then(
      () => seconds(performance.now() - startedAt - endedAt),
      () => "never",
    );
    for (const until = performance.now() + MAX_RECOVERY_MS; performance.now() < until; await sleep(200)) {
      const since = answers.filter(({ at }) => at > endedAt);
      if (since.length >= NORMAL && since.slice(-NORMAL).every(({ outcome }) => outcome === "whole")) break;
    }
    over.abort();
    await Promise.all(callers);
    return row(trial, answers, endedAt, await green);
  } finally {
    // Also where a fault could not be made: they would go on asking a server that has ended.
    over.abort();
    await Promise.allSettled(callers);
    if (process.env.LOG_LEVEL)
      for (const one of answers) if (one.outcome !== "whole" || one.ms > 2_000) console.error(JSON.stringify(one));
  }
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

type Seen = Answered & { at: number; wrong: boolean };

function row({ name }: Trial, answers: readonly Seen[], endedAt: number, green: string): string {
  const lastBad = Math.max(0, ...answers.filter(({ outcome }) => outcome !== "whole").map(({ at }) => at));
  const codes = new Map<string, number>();
  for (const { outcome } of answers) codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
  const errors = [...codes].filter(([code]) => code !== "whole" && code !== "flagged").map(([code, count]) => `${count} ${code}`);
  const longest = Math.max(...answers.map(({ ms }) => ms));
  return `| ${[
    name,
    seconds(longest),
    seconds(median(answers.filter(({ at }) => at <= endedAt).map(({ ms }) => ms))),
    codes.get("whole") ?? 0,
    codes.get("flagged") ?? 0,
    errors.join(", ") || 0,
    answers.filter(({ wrong }) => wrong).length,
    `${seconds(lastBad)} / ${seconds(lastBad - endedAt)}`,
    green,
  ].join(" | ")} |`;
}
