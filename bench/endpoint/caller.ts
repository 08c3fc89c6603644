import { Agent, request } from "node:http";

/*
 * The caller of `bench/endpoint.ts`, in a process of its own: its work is not the server's. One call after the other over one kept
 * connection; the clock runs from the writing of the request to the last byte of the answer.
 */

/** A call to make: a JSON-RPC body to send to an address. */
export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How long the call took, in milliseconds; or what went wrong. */
export type Called = { ms: number } | { failure: string };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.on("message", (call: Call) => {
  void made(call).then((called) => process.send!(called));
});

async function made({ url, headers, body }: Call): Promise<Called> {
  const { promise, resolve, reject } = Promise.withResolvers<Called>();
  const started = performance.now();
  const sent = request(url, { method: "POST", headers, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => {
      const ms = performance.now() - started;
      const text = Buffer.concat(chunks);
      resolve(isResult(text) ? { ms } : { failure: text.toString().slice(0, 500) });
    });
  });
  sent.on("error", reject);
  sent.end(body);
  return promise.catch((error: unknown) => ({ failure: String(error) }));
}

function isResult(answer: Buffer): boolean {
  const { result } = JSON.parse(answer.toString()) as { result?: { isError?: boolean } };
  return result !== undefined && result.isError !== true;
}
