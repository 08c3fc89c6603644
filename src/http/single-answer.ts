import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, Transport } from "@modelcontextprotocol/server";

/**
 * The SDK's server behind one request of the older era that is answered in one piece. The SDK's own transport makes a web response of the
 * answer, whose bytes would have to be read back, once more, to be sent.
 */
export class SingleAnswer implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  readonly #answer = Promise.withResolvers<JSONRPCResponse>();

  async start(): Promise<void> {}

  /** What is no answer is a notification, and has no place in an answer of one piece. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.#answer.resolve(message);
  }

  async close(): Promise<void> {
    this.#answer.reject(new Error("The connection was closed before the answer."));
    this.onclose?.();
  }

  /** Hands the request to the server that is connected; rejects once `signal` is aborted, which aborts the handler's signal too. */
  async to(request: JSONRPCRequest, signal: AbortSignal): Promise<JSONRPCResponse> {
    signal.throwIfAborted();
    const onAbort = () => void this.close();
    signal.addEventListener("abort", onAbort, { once: true });
    this.onmessage?.(request, { classification: { era: "legacy" } });
    try {
      return await this.#answer.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}
