import { request as send, type Agent } from "node:http";

/** What became of one call of `search_papers`. */
export interface Called {
  /** `ok`, or the code of the error. */
  outcome: string;
  /** Milliseconds from sending to the end of the answer. */
  ms: number;
  /** True where the answer names a time to come back. */
  saysWhen: boolean;
}

export interface CallOptions {
  agent: Agent;
  /** The MCP endpoint. */
  url: string;
  key: string;
  query: string;
  /** Goes away after so many milliseconds, if the answer is not there by then; the outcome is then `left`. */
  leaveAfterMs?: number;
}

/** Asks `search_papers` once, without a client library. Connection faults are outcomes too, by their code. */
export async function callSearch({ agent, url, key, query, leaveAfterMs }: CallOptions): Promise<Called> {
  const { promise, resolve } = Promise.withResolvers<Called>();
  const startedAt = performance.now();
  const end = (outcome: string, saysWhen = false) => resolve({ outcome, ms: performance.now() - startedAt, saysWhen });
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_papers", arguments: { query } },
  });
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  };
  const sent = send(url, { method: "POST", headers, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("error", () => end("left"));
    answer.on("end", () => {
      const { result, error } = JSON.parse(Buffer.concat(chunks).toString()) as {
        result?: { structuredContent?: { error?: { code: string } } };
        error?: { data?: { code?: string } };
      };
      end(error?.data?.code ?? result?.structuredContent?.error?.code ?? "ok", answer.headers["retry-after"] !== undefined);
    });
  });
  let hasLeft = false;
  const leaving =
    leaveAfterMs === undefined
      ? undefined
      : setTimeout(() => {
          hasLeft = true;
          sent.destroy();
        }, leaveAfterMs);
  sent.on("error", (error) => end(hasLeft ? "left" : ((error as NodeJS.ErrnoException).code ?? "connection")));
  sent.on("close", () => clearTimeout(leaving));
  sent.end(body);
  return promise;
}
