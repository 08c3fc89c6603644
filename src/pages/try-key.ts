import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** What became of a call with a key. */
export interface TriedKey {
  works: boolean;
  /** What the endpoint said, as a text. */
  said: string;
}

const Answer = z.object({
  result: z.object({ content: z.array(z.object({ text: z.string() })).min(1), isError: z.boolean().optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Calls `whoami` at this server's own endpoint with a key, through everything that a call of an editor passes: host, key, limits, protocol. */
export async function tryKey(app: FastifyInstance, baseUrl: string, key: string): Promise<TriedKey> {
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: "/api/mcp",
    headers: {
      host: new URL(baseUrl).host,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whoami", arguments: {} } }),
  });
  const answer = Answer.safeParse(jsonIn(body)).data;
  const said = answer?.result?.content.map(({ text }) => text).join("\n") ?? answer?.error?.message;
  const works = statusCode === 200 && answer?.result !== undefined && answer.result.isError !== true;
  return { works, said: said ?? `The endpoint answered with status ${statusCode}.` };
}

/** The JSON of an answer, which may come as one server-sent event. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(/^data: (.*)$/mu.exec(body)?.[1] ?? body);
  } catch {
    return null;
  }
}
