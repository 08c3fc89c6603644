import { Agent } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../src/topics/random.ts";
import { processSize, type ProcessSize } from "./loads/process-size.ts";
import { callSearch, type Called } from "./loads/search-call.ts";
import { serveLibrary, type ServedLibrary } from "./loads/served-library.ts";
import { MINUTE_MS } from "../src/shared/time.ts";

const WORDS =
  "dense sparse retrieval question answering parsing translation graph neural attention corpus dialogue summarization entity".split(
    " ",
  );
const WORDS_ASKED = 3;
const KEYS = 8;
/** How the best rate is found: so many clients at once, for so long. */
const CAPACITY = { clients: 8, ms: 20_000 };
/** Of all calls this part is left before its answer, after up to so many milliseconds. */
const LEAVING = { share: 0.01, withinMs: 50 };

/**
 * Asks a server over the library of the settings `search_papers` for `--minutes` (60), at a part (`--share`, a third) of the rate that it answers at most, or at `--rate` calls a second, each question another one; one
 * caller of a hundred goes away before the answer. Prints each minute what the server holds and how it answered, and in the end by how much memory and open
 * files grew in an hour (a line through the second half). Linux alone.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "60" },
      share: { type: "string", default: "0.33" },
      rate: { type: "string" },
    },
  });
  const minutes = Number(values.minutes);
  await using served = await serveLibrary(KEYS);
  const ask = asker(served);
  const capacity = await capacityOf(ask);
  const rate = values.rate === undefined ? Number(values.share) * capacity : Number(values.rate);
  console.log(`best rate ${capacity.toFixed(1)}/s, asked at ${rate.toFixed(1)}/s for ${minutes} minutes`);
  console.log(
    "| minute | memory | files and sockets | threads | answered | p50 | p99 | left | other | load |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  const sizes: ProcessSize[] = [];
  const random = seededRandom(2);
  const startedAt = performance.now();
  let sent = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    const calls: Promise<Called>[] = [];
    for (let now = 0; now < minute * MINUTE_MS; now = performance.now() - startedAt) {
      for (; sent < (now / 1_000) * rate; sent += 1)
        calls.push(ask(random() < LEAVING.share ? random() * LEAVING.withinMs : undefined));
      await sleep(5);
    }
    const size = processSize(served.server.pid);
    sizes.push(size);
    console.log(row(minute, size, await Promise.all(calls)));
  }
  const half = sizes.slice(Math.floor(sizes.length / 2));
  const [memory, handles] = [growth(half.map(({ memoryMb }) => memoryMb)), growth(half.map((size) => size.handles))];
  console.log(`in the second half memory grew by ${memory.toFixed(1)} MB an hour, files and sockets by ${handles.toFixed(1)}`);
}

type Ask = (leaveAfterMs?: number) => Promise<Called>;

/** Asks another question with each call. */
function asker({ server, keys }: ServedLibrary): Ask {
  const agent = new Agent({ keepAlive: true });
  const random = seededRandom(1);
  let asked = 0;
  return (leaveAfterMs) => {
    const query = Array.from({ length: WORDS_ASKED }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
    asked += 1;
    return callSearch({ agent, url: server.url, key: keys[asked % keys.length]!, query, leaveAfterMs });
  };
}

async function capacityOf(ask: Ask): Promise<number> {
  let answered = 0;
  const until = performance.now() + CAPACITY.ms;
  await Promise.all(
    Array.from({ length: CAPACITY.clients }, async () => {
      while (performance.now() < until) if ((await ask()).outcome === "ok") answered += 1;
    }),
  );
  return answered / (CAPACITY.ms / 1_000);
}

function row(minute: number, { memoryMb, handles, threads }: ProcessSize, calls: readonly Called[]): string {
  const times = calls.filter(({ outcome }) => outcome === "ok").map(({ ms }) => ms);
  times.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(times[Math.floor(share * times.length)] ?? NaN)} ms`;
  const left = calls.filter(({ outcome }) => outcome === "left").length;
  const others = calls.length - times.length - left;
  return `| ${[minute, `${memoryMb.toFixed(0)} MB`, handles, threads, times.length, at(0.5), at(0.99), left, others, loadavg()[0]!.toFixed(1)].join(" | ")} |`;
}

/** By how much values that were read once a minute grow in an hour: the slope of the line of least squares. */
function growth(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([a, b], value, at) => [a + (at - middle) * (value - mean), b + (at - middle) ** 2],
    [0, 0],
  );
  return below === 0 ? 0 : (above / below) * 60;
}
