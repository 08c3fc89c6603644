import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createAccount, type Account } from "../src/access/accounts.ts";
import { COMMAND_LINE } from "../src/access/actor.ts";
import { createKey } from "../src/access/keys.ts";
import { createSession } from "../src/access/sessions.ts";
import { compose, type Composition } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { PublicError } from "../src/errors.ts";
import { MCP_PATH } from "../src/http/mcp-route.ts";
import { assetAddress } from "../src/pages/assets.ts";
import { buildTopics } from "../src/topics/build.ts";
import { loadSample } from "../test/support/sample-library.ts";
import type { Call, Called } from "./endpoint/caller.ts";
import { layoutShifts } from "./pages/layout-shift.ts";
import type { Look, Looked, Reading } from "./pages/readers.ts";
import { servePages } from "./pages/serve.ts";
import { subjects, type Subject } from "./pages/subjects.ts";

const WARM_UP = 5;
/** An account has eight calls at a time, so that fifty readers are several people. */
const ACCOUNTS = 10;
const CALLS_A_BLOCK = 100;
const TOO_LATE = 503;

/**
 * What the pages cost: `npm run bench -- pages [--configured] [--rounds 30] [--readers 50] [--pause 5] [--blocks 4] [--only NAME,…] [--endpoint]`, over the bundled sample, or with `--configured` over the
 * library of the settings, into which it writes accounts, a run and a workspace: use a copy. Measured are
 * - for each page its size, without compression and as it is sent, alone and with style and script, and the median time to its first byte over the median of the same query in this process, asked one right after the other;
 * - the layout shift of each page in Chromium;
 * - `search_papers` at the endpoint, one call after the other: alone and while so many readers open a page each `--pause` seconds, in turns; the ratio of the two p95. `--endpoint` measures
 *   this alone, `--only` with readers of some pages alone.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      configured: { type: "boolean", default: false },
      rounds: { type: "string", default: "30" },
      readers: { type: "string", default: "50" },
      pause: { type: "string", default: "5" },
      blocks: { type: "string", default: "4" },
      only: { type: "string" },
      endpoint: { type: "boolean", default: false },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-bench-"));
  const config = values.configured ? loadConfig() : { ...loadConfig({}), dataDir: folder };
  await using library = await compose(config);
  if (!values.configured) {
    await loadSample(library);
    await buildTopics(library);
  }
  await using served = await servePages(library, config);
  const { origin } = served;
  const children = ["pages/readers.ts", "endpoint/caller.ts"].map((file) => fork(new URL(file, import.meta.url)));
  const [reader, caller] = children as [ChildProcess, ChildProcess];
  try {
    const { account, cookies } = await people(library);
    const chosen = values.only?.split(",");
    const pages = (await subjects(library, account)).filter(({ name }) => chosen?.includes(name) ?? true);
    if (!values.endpoint) await measurePages({ reader, origin, cookie: cookies[0]!, pages, rounds: Number(values.rounds) });
    const { key } = await createKey(library.records, { name: "bench", account, scopes: ["papers:read"] });
    const reading = {
      origin,
      pages: pages.map(({ path, own }) => (own ? { path, own } : { path })),
      cookies,
      readers: Number(values.readers),
      pauseMs: 1_000 * Number(values.pause),
    };
    await measureEndpoint({ reader, caller, reading, key, blocks: Number(values.blocks) });
  } finally {
    for (const child of children) child.disconnect();
    await rm(folder, { recursive: true });
  }
}

async function people({ records }: Composition): Promise<{ account: Account; cookies: string[] }> {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const name = `bench-${randomBytes(6).toString("hex")}`;
      return createAccount(records, { name, password: randomBytes(20).toString("hex"), admin: true }, COMMAND_LINE);
    }),
  );
  const sessions = await Promise.all(accounts.map(async (account) => createSession(records, account, { address: null })));
  return { account: accounts[0]!, cookies: sessions.map(({ id }) => `signal_canvas=${id}`) };
}

interface Measured {
  reader: ChildProcess;
  origin: string;
  cookie: string;
  pages: readonly Subject[];
  rounds: number;
}

async function measurePages({ reader, origin, cookie, pages, rounds }: Measured): Promise<void> {
  const [name, value] = cookie.split("=") as [string, string];
  const shifts = await layoutShifts(origin, { name, value }, pages);
  const files = await Promise.all(
    (["style.css", "pages.js"] as const).map((file) => told<Looked>(reader, { origin, path: assetAddress(file), cookie })),
  );
  const [style, script] = files.map(({ bytes }) => bytes) as [number, number];
  console.log(`style ${kilobytes(style)}, script ${kilobytes(script)} as sent, once for all pages`);
  console.log(
    "| page | HTML | sent | sent with style and script | query | first byte | over the query | layout shift |\n|---|---|---|---|---|---|---|---|",
  );
  for (const page of pages) {
    const [queries, firstBytes]: [number[], number[]] = [[], []];
    let [bytes, plainBytes, late] = [0, 0, 0];
    for (let round = 0; round < WARM_UP + rounds + late; round += 1) {
      const query = page.query ? await millisecondsUnlessLate(page.query) : 0;
      const looked = await told<Looked>(reader, { origin, path: page.path, cookie } satisfies Look);
      if (query === null || looked.status === TOO_LATE) {
        // On a machine that is busy with other things a part of the time is up now and then.
        late += 1;
        if (late > rounds) throw new Error(`${page.path} is too slow here to be measured`);
        continue;
      }
      if (looked.status !== 200) throw new Error(`${page.path} was answered with ${looked.status}`);
      ({ bytes, plainBytes } = looked);
      if (round < WARM_UP) continue;
      queries.push(query);
      firstBytes.push(looked.firstByte);
    }
    const [query, firstByte] = [at(0.5, queries), at(0.5, firstBytes)];
    const sizes = [plainBytes, bytes, bytes + style + script].map(kilobytes);
    const cells = [...sizes, ms(query), ms(firstByte), ms(firstByte - query)];
    console.log(`| ${[page.name, ...cells, shifts?.get(page.name)?.toFixed(4) ?? "no Chromium"].join(" | ")} |`);
  }
}

async function measureEndpoint({
  reader,
  caller,
  reading,
  key,
  blocks,
}: {
  reader: ChildProcess;
  caller: ChildProcess;
  reading: Reading;
  key: string;
  blocks: number;
}): Promise<void> {
  const call: Call = {
    url: reading.origin + MCP_PATH,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search_papers", arguments: { query: "learned sparse term weights" } },
    }),
  };
  const times: Record<"alone" | "among readers", number[]> = { alone: [], "among readers": [] };
  for (let block = 0; block < 2 * blocks; block += 1) {
    const who = block % 2 === 0 ? "alone" : "among readers";
    reader.send({ ...reading, readers: who === "alone" ? 0 : reading.readers });
    // What was begun ends, what begins has begun.
    await sleep(2_000);
    for (let calls = 0; calls < CALLS_A_BLOCK; calls += 1) {
      const called = await told<Called>(caller, call);
      if ("failure" in called) throw new Error(`the call failed: ${called.failure}`);
      times[who].push(called.ms);
    }
  }
  reader.send({ ...reading, readers: 0 });
  for (const [who, taken] of Object.entries(times))
    console.log(`search_papers, ${who}: p50 ${ms(at(0.5, taken))}, p95 ${ms(at(0.95, taken))}`);
  const ratio = at(0.95, times["among readers"]) / at(0.95, times.alone);
  console.log(`p95 among ${reading.readers} readers, a page each ${reading.pauseMs / 1_000} s ÷ alone: ${ratio.toFixed(2)}`);
}

async function told<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message);
  const [answer] = (await once(child, "message")) as [Answer];
  return answer;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Null where the engine did not answer in its time. */
async function millisecondsUnlessLate(work: () => Promise<unknown>): Promise<number | null> {
  return milliseconds(work).catch((error: unknown) => {
    if (error instanceof PublicError && error.code === "engine_busy") return null;
    throw error;
  });
}

function at(share: number, times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)]!;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
