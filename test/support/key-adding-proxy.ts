import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Forwards every request as it is, Host and Origin included, and adds the key: for clients that cannot send a header field of their own.
 * Resolves to its origin; disposing it closes it.
 */
export async function keyAddingProxy(target: string, key: string): Promise<AsyncDisposable & { origin: string }> {
  const server = createServer((incoming, outgoing) => {
    const headers = [...incoming.rawHeaders, "Authorization", `Bearer ${key}`];
    const forwarded = httpRequest(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
