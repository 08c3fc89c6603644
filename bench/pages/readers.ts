import { Agent, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";

/*
 * People who read pages, for `bench/pages.ts`, in a process of their own: its work is not the server's. Each opens a page, reads for a while, opens the next; each over a
 * connection of its own.
 */

/** What to read until the next message; `readers: 0` stops. */
export interface Reading {
  origin: string;
  pages: readonly { path: string; own?: boolean }[];
  /** One for each person who is signed in; readers take turns with them. What is the first one's own is read by that one alone. */
  cookies: readonly string[];
  readers: number;
  pauseMs: number;
}

/** A page on demand, with the time to its first byte. */
export interface Look {
  origin: string;
  path: string;
  cookie: string;
}

/** Times in milliseconds, the size in bytes: as it was sent, and without compression. */
export interface Looked {
  firstByte: number;
  bytes: number;
  plainBytes: number;
  status: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let until = new AbortController();

process.on("message", (message: Reading | Look) => {
  if ("path" in message) return void look(message).then((looked) => process.send!(looked));
  until.abort();
  until = new AbortController();
  for (let reader = 0; reader < message.readers; reader += 1) void read(message, reader, until.signal);
  return undefined;
});

async function read({ origin, pages, cookies, readers, pauseMs }: Reading, reader: number, ended: AbortSignal): Promise<void> {
  // People do not click in step.
  await sleep((pauseMs * reader) / readers);
  for (let page = reader; !ended.aborted; page += 1) {
    const { path, own } = pages[page % pages.length]!;
    const { status } = await look({ origin, path, cookie: cookies[own ? 0 : reader % cookies.length]! });
    if (status !== 200) console.error(`${path} was answered with ${status}`);
    await sleep(pauseMs);
  }
}

async function look({ origin, path, cookie }: Look): Promise<Looked> {
  const { promise, resolve, reject } = Promise.withResolvers<Looked>();
  const started = performance.now();
  const sent = request(origin + path, { headers: { cookie, accept: "text/html", "accept-encoding": "br" }, agent }, (answer) => {
    const chunks: Buffer[] = [];
    let firstByte = 0;
    answer.on("data", (chunk: Buffer) => {
      firstByte ||= performance.now() - started;
      chunks.push(chunk);
    });
    answer.on("end", () => {
      const sent = Buffer.concat(chunks);
      const plain = answer.headers["content-encoding"] === "br" ? brotliDecompressSync(sent) : sent;
      resolve({ firstByte, bytes: sent.length, plainBytes: plain.length, status: answer.statusCode! });
    });
  });
  sent.on("error", reject);
  sent.end();
  return promise;
}
