import { request as httpRequest } from "node:http";

/* Requests as a person with curl would send them: no client library in between. */

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, where it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface PostOptions {
  key?: string;
  authorization?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Sends one request with `Authorization` and `Content-Type` alone, but for what is given. */
export async function post(
  url: string,
  body: string | Uint8Array | object | undefined,
  options: PostOptions = {},
): Promise<Answer> {
  const authorization = options.authorization ?? (options.key === undefined ? undefined : `Bearer ${options.key}`);
  const headers = {
    "Content-Type": "application/json",
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...options.headers,
  };
  const sent = body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    // Not fetch: it adds header fields of its own and does not let `Host` be set.
    const request = httpRequest(url, { method: options.method ?? "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const json = response.headers["content-type"]?.includes("json") ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders), text, json });
      });
    });
    request.on("error", reject);
    request.end(sent);
  });
}

/** `tools/list` with no params at all. */
export function bare(id: number): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" });
}

export function legacyBody(method: string, params?: unknown) {
  return { jsonrpc: "2.0", id: 1, method, ...(params === undefined ? {} : { params }) };
}

/** A request of the 2026-07-28 era, with the envelope in `_meta` that it demands. */
export function modernBody(method: string, params: object = {}) {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "by-hand", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: envelope } };
}

/** The header fields that go with it. */
export function MODERN(method: string, name?: string): Record<string, string> {
  return {
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(name === undefined ? {} : { "Mcp-Name": name }),
  };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  return headers;
}
