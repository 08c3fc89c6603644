import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";

/** One request that reached the fake. */
export interface SeenRequest {
  method: string;
  path: string;
  body: string;
}

export interface FakeServer extends AsyncDisposable {
  url: string;
  requests: SeenRequest[];
}

/** Answers like Elasticsearch as far as the client checks: JSON, and the header that names the product. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", "x-elastic-product": "Elasticsearch", ...headers });
  response.end(JSON.stringify(body));
}

/** An HTTP server for faults that a real one does not make on demand. */
export async function fakeElasticsearch(
  answer: (request: SeenRequest, response: ServerResponse, incoming: IncomingMessage) => void,
): Promise<FakeServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = { method: incoming.method!, path: incoming.url!, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      answer(request, response, incoming);
    });
  });
  const url = await listen(server);
  return {
    url,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Takes connections and never says anything. */
export async function blackHole(): Promise<{ url: string } & AsyncDisposable> {
  const server = createTcpServer();
  const sockets = new Set<AsyncDisposable>();
  server.on("connection", (socket) => sockets.add(socket));
  const url = await listen(server);
  return {
    url,
    async [Symbol.asyncDispose]() {
      await Promise.all([...sockets].map((socket) => socket[Symbol.asyncDispose]()));
      server.close();
    },
  };
}

/** The address of a port that nothing listens on. */
export async function closedPort(): Promise<string> {
  const server = createTcpServer();
  const url = await listen(server);
  server.close();
  await once(server, "close");
  return url;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
