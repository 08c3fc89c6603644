import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong with a request. Of the last four the server behind has done the work, and its answer is spoiled. */
export const FAULTS = ["refused", "reset", "429", "503", "slow", "truncated", "html", "dripping"] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultProxy extends AsyncDisposable {
  url: string;
  /** How often each fault happened. */
  readonly counts: Record<Fault, number>;
  readonly requests: number;
}

export interface FaultOptions {
  /** What becomes of a request: a fault, or null to pass it on. */
  fault: (request: IncomingMessage) => Fault | null;
  /** How long `slow` and `dripping` take, in milliseconds. Default: 400. */
  slowMs?: number;
}

/** An HTTP server before another one that passes requests on, some of them with a fault. */
export async function openFaultProxy(target: string, { fault, slowMs = 400 }: FaultOptions): Promise<FaultProxy> {
  const counts = Object.fromEntries(FAULTS.map((name) => [name, 0])) as Record<Fault, number>;
  let requests = 0;
  let closedUntil = 0;

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    requests += 1;
    const chosen = fault(incoming);
    if (chosen) counts[chosen] += 1;
    if (chosen === "reset") return void incoming.socket.resetAndDestroy();
    // The port stays open, but who connects is turned away for a while.
    if (chosen === "refused") {
      closedUntil = Date.now() + slowMs;
      return void incoming.socket.destroy();
    }
    if (chosen === "429") return void response.writeHead(429, { "retry-after": "0" }).end();
    if (chosen === "503") return void response.writeHead(503).end("busy");
    if (chosen === "slow") await sleep(slowMs);
    const passed = await pass(target, incoming, body);
    await send(response, passed, chosen, slowMs);
  };

  const server = createServer((incoming, response) => {
    // Either side may go away in the middle; that ends the other.
    answer(incoming, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    if (Date.now() < closedUntil) socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

async function pass(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const outgoing = sendRequest(new URL(url!, target), { method, headers: { ...headers, "content-length": body.length } });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
}

async function send(response: ServerResponse, { status, headers, body }: Answer, fault: Fault | null, slowMs: number) {
  if (fault === "html") {
    response.writeHead(200, { "content-type": "text/html" }).end("<html><body>A proxy is being restarted.</body></html>");
    return;
  }
  const { "transfer-encoding": _, ...kept } = headers;
  response.writeHead(status, { ...kept, "content-length": body.length });
  if (fault === "truncated") {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
    return;
  }
  if (fault === "dripping") {
    const step = Math.max(1, Math.ceil(body.length / DRIPS));
    for (let at = 0; at < body.length; at += step) {
      response.write(body.subarray(at, at + step));
      await sleep(slowMs / DRIPS);
    }
    response.end();
    return;
  }
  response.end(body);
}

const DRIPS = 10;

/** Numbers from 0 to below 1 that a seed fixes (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
