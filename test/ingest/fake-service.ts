import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a request comes to: JSON with status and headers, or a way to misbehave. */
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

/** A service on this machine. `answer` is asked for each request; `faulty` decides whether it misbehaves instead. */
export async function fakeService(
  answer: (url: URL, request: IncomingMessage) => Reply,
  faulty?: (number: number) => Fault | null,
) {
  const asked: string[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    asked.push(request.url!);
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    response.on("close", () => (running -= 1));
    const reply = answer(new URL(request.url!, "http://localhost"), request);
    const fault = "fault" in reply ? reply.fault : (faulty?.(asked.length) ?? null);
    if (fault !== null) misbehave(fault, response, "fault" in reply ? {} : reply.json);
    else if (!("fault" in reply)) {
      const { status = 200, headers = {}, json, text } = reply;
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(text ?? (json === undefined ? "" : JSON.stringify(json)));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address, asked, mostAtOnce: () => mostAtOnce };
}

function misbehave(fault: Fault, response: ServerResponse, json: unknown): void {
  const whole = JSON.stringify(json ?? {});
  switch (fault) {
    case "429":
      return void response.writeHead(429).end();
    case "429 with Retry-After":
      return void response.writeHead(429, { "retry-after": "0" }).end();
    case "500":
      return void response.writeHead(500).end("oops");
    case "truncated":
      return void response.writeHead(200, { "content-type": "application/json" }).end(whole.slice(0, -2));
    case "html":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome to the hotel</html>");
    case "moved":
      return void response.writeHead(302, { location: "http://localhost:1/elsewhere" }).end();
    case "other form":
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"message": 7, "items": "none", "data": null}');
    case "reset":
      return void response.destroy();
    case "drip":
      response.writeHead(200, { "content-type": "application/json" }).write(whole.slice(0, 1));
      return;
    case "endless": {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        if (!response.destroyed) response.write(" ".repeat(65_536), () => setImmediate(more));
      };
      more();
    }
  }
}
