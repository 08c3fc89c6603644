import { Agent } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { callSearch, type Called } from "./loads/search-call.ts";
import { plainQuestions } from "./loads/questions.ts";
import { serveLibrary } from "./loads/served-library.ts";

/** Each another one: an engine finds again what it found a moment ago in half of the time. */
const QUESTIONS = plainQuestions(200);
/** A key has eight calls at a time: enough keys that none is refused for that. */
const KEYS = 64;
/** Calls a second are offered in steps of so many milliseconds. */
const STEP_MS = 10;

/**
 * Asks a server `search_papers` with more and more clients at once, each with its next call as soon as the last one is answered (after a refusal, after
 * `--pause` ms), then offers ten times its best rate (`--times`), whether or not answers come. Prints for each: accepted calls a second, as a part of the best too,
 * their p50 and p99, refusals (how many do not say when to come back) and how soon they left, and every other outcome. Asks a server of its own over the library of the settings, or, with `--url`
 * and `--keys` (separated by commas), one that runs.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string" },
      keys: { type: "string", default: "" },
      clients: { type: "string", default: "1,2,4,8,16,32,64,128" },
      times: { type: "string", default: "10" },
      seconds: { type: "string", default: "8" },
      pause: { type: "string", default: "100" },
    },
  });
  await using own = values.url === undefined ? await serveLibrary(KEYS) : null;
  const asked: Asked = {
    url: values.url ?? own!.server.url,
    keys: own?.keys ?? values.keys.split(",").filter(Boolean),
    ms: Number(values.seconds) * 1_000,
  };
  if (asked.keys.length === 0) throw new Error("--keys: the API keys to use, one for each eight clients");
  await clientsAtOnce(asked, 2, 100);
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
  console.log(
    "| load | accepted/s | of the best | p50 | p99 | refused (without Retry-After) | refusals, p99 and slowest | other |\n|---|---|---|---|---|---|---|---|",
  );
  let best = 0;
  const told = (load: string, calls: readonly Called[]) => {
    best = Math.max(best, acceptedOf(calls).length / (asked.ms / 1_000));
    console.log(row(load, calls, asked.ms, best));
  };
  for (const clients of values.clients.split(",").map(Number)) {
    told(`${clients} clients`, await clientsAtOnce(asked, clients, Number(values.pause)));
    await sleep(1_000);
  }
  const rate = Number(values.times) * best;
  told(`${Math.round(rate)} calls/s`, await offered(asked, rate));
}

interface Asked {
  url: string;
  keys: readonly string[];
  /** How long each load lasts, in milliseconds. */
  ms: number;
}

async function clientsAtOnce(asked: Asked, clients: number, pauseMs: number): Promise<Called[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const calls: Called[] = [];
  const until = performance.now() + asked.ms;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = client; performance.now() < until; round += 1) {
        const call = await callSearch({ agent, ...nth(asked, client, round) });
        calls.push(call);
        if (call.outcome !== "ok") await sleep(pauseMs);
      }
    }),
  );
  agent.destroy();
  return calls;
}

/** Calls at a rate, however many are under way by then. */
async function offered(asked: Asked, rate: number): Promise<Called[]> {
  const agent = new Agent({ keepAlive: true });
  const calls: Promise<Called>[] = [];
  const startedAt = performance.now();
  for (let now = 0; now < asked.ms; now = performance.now() - startedAt) {
    while (calls.length < (now / 1_000) * rate) calls.push(callSearch({ agent, ...nth(asked, calls.length, calls.length) }));
    await sleep(STEP_MS);
  }
  const ended = await Promise.all(calls);
  agent.destroy();
  return ended;
}

function nth({ url, keys }: Asked, client: number, round: number) {
  return { url, key: keys[client % keys.length]!, query: QUESTIONS[round % QUESTIONS.length]! };
}

const REFUSALS = new Set(["overloaded", "too_many_in_flight"]);

function acceptedOf(calls: readonly Called[]): Called[] {
  return calls.filter(({ outcome }) => outcome === "ok");
}

function row(load: string, calls: readonly Called[], ms: number, best: number): string {
  const accepted = acceptedOf(calls);
  const refused = calls.filter(({ outcome }) => REFUSALS.has(outcome));
  const others = new Map<string, number>();
  for (const { outcome } of calls)
    if (outcome !== "ok" && !REFUSALS.has(outcome)) others.set(outcome, (others.get(outcome) ?? 0) + 1);
  const perSecond = accepted.length / (ms / 1_000);
  return `| ${[
    load,
    perSecond.toFixed(1),
    (perSecond / best).toFixed(2),
    `${at(accepted, 0.5)} ms`,
    `${at(accepted, 0.99)} ms`,
    `${refused.length} (${refused.filter(({ saysWhen }) => !saysWhen).length})`,
    refused.length === 0 ? "–" : `${at(refused, 0.99)} and ${at(refused, 1)} ms`,
    [...others].map(([outcome, count]) => `${count} ${outcome}`).join(", ") || 0,
  ].join(" | ")} |`;
}

function at(calls: readonly Called[], share: number): number {
  const sorted = calls.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN);
}
