import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a request comes to: JSON or text with status and headers, or a way to misbehave. */
export type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string } | { fault: Fault };
export type Fault =
  | "429"
  | "429 with Retry-After"
  | "500"
  | "truncated"
  | "html"
  | "endless"
  | "drip"
  | "moved"
  | "other form"
  | "reset";
export const FAULTS: readonly Fault[] = [
  "429",
  "429 with Retry-After",
  "500",
  "truncated",
  "html",
  "endless",
  "drip",
  "moved",
  "other form",
  "reset",
];

/** A request as the service saw it. */
export interface LoggedRequest {
  path: string;
  fault: Fault | null;
  /** Milliseconds of a steady clock: when it came, and when the last of its answer was handed over; null where that was not whole. */
  at: number;
  answeredAt: number | null;
  /** What the answer asked to wait, in milliseconds. */
  retryAfterMs: number;
}

export interface FakeServiceOptions {
  /** What a `Retry-After` says, in seconds. Default: 0. */
  retryAfterS?: number;
  /** Is told of each request before it is answered. */
  onRequest?: (number: number) => void;
}

/** A service on this machine. `answer` is asked for each request; `faulty` decides whether it misbehaves instead. */
export async function openFakeService(
  answer: (url: URL, request: IncomingMessage) => Reply,
  faulty?: (number: number) => Fault | null,
  { retryAfterS = 0, onRequest }: FakeServiceOptions = {},
) {
  const asked: string[] = [];
  const log: LoggedRequest[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    const entry: LoggedRequest = { path: request.url!, fault: null, at: performance.now(), answeredAt: null, retryAfterMs: 0 };
    log.push(entry);
    asked.push(entry.path);
    onRequest?.(log.length);
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    response.on("close", () => (running -= 1));
    const reply = answer(new URL(request.url!, "http://localhost"), request);
    entry.fault = "fault" in reply ? reply.fault : (faulty?.(asked.length) ?? null);
    if (entry.fault === "429 with Retry-After") entry.retryAfterMs = retryAfterS * 1_000;
    if (entry.fault === null || !BROKEN_OFF.has(entry.fault)) entry.answeredAt = performance.now();
    if (entry.fault !== null) misbehave(entry.fault, response, "fault" in reply ? {} : reply, retryAfterS);
    else if (!("fault" in reply)) {
      const { status = 200, headers = {}, text } = reply;
      const type = text === undefined ? "application/json" : "text/plain";
      response.writeHead(status, { "content-type": type, ...headers }).end(bodyOf(reply));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address, asked, log, mostAtOnce: () => mostAtOnce, close };
}

/** Faults whose answer never ends. */
const BROKEN_OFF: ReadonlySet<Fault> = new Set(["drip", "endless", "reset"]);

function bodyOf({ json, text }: Exclude<Reply, { fault: Fault }>): string {
  return text ?? (json === undefined ? "" : JSON.stringify(json));
}

function misbehave(fault: Fault, response: ServerResponse, reply: Exclude<Reply, { fault: Fault }>, retryAfterS: number): void {
  const whole = bodyOf(reply) || "{}";
  const isFile = reply.text !== undefined;
  const json = { "content-type": "application/json" };
  switch (fault) {
    case "429":
      return void response.writeHead(429).end();
    case "429 with Retry-After":
      return void response.writeHead(429, { "retry-after": String(retryAfterS) }).end();
    case "500":
      return void response.writeHead(500).end("oops");
    case "truncated":
      // Of a file nobody can tell that the end is missing, unless its length was stated.
      if (!isFile) return void response.writeHead(200, json).end(whole.slice(0, -2));
      response.writeHead(200, { "content-length": String(Buffer.byteLength(whole)) }).write(whole.slice(0, -2));
      return void setImmediate(() => response.destroy());
    case "html":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome to the hotel</html>");
    case "moved":
      return void response.writeHead(302, { location: "http://localhost:1/elsewhere" }).end();
    case "other form":
      if (isFile) return misbehave("html", response, reply, retryAfterS);
      return void response.writeHead(200, json).end('{"message": 7, "items": "none", "data": null}');
    case "reset":
      return void response.destroy();
    case "drip":
      response.writeHead(200, json).write(whole.slice(0, 1));
      return;
    case "endless": {
      response.writeHead(200, json);
      const more = (): void => {
        if (!response.destroyed) response.write(" ".repeat(65_536), () => setImmediate(more));
      };
      more();
    }
  }
}
