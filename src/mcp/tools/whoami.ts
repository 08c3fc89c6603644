import { z } from "zod";
import { dotted, id, plain } from "../render.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Output = z.looseObject({
  key_id: z.string(),
  name: z.string(),
  account: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable().describe("null: never"),
  replaced: z.boolean().describe("A newer key replaces it"),
  limits: z.looseObject({
    requests_per_minute: z.number(),
    requests_left: z.number().describe("This minute"),
    calls_at_once: z.number(),
  }),
  requests_today: z.number().describe("Since midnight UTC"),
});

export const whoamiTool = defineTool({
  name: "whoami",
  title: "Who am I",
  description: "The name, scopes, expiry, limits and today's usage of your API key.",
  scopes: [],
  input: z.strictObject({}),
  output: Output,
  annotations: READ_ONLY,
  async handler(_args, { key, use }) {
    const { limits, requestsToday } = await use();
    const { key_id, name, account_name: account, scopes, expires_at, replaced_by } = key;
    const replaced = replaced_by !== null;
    const structured = { key_id, name, account, scopes, expires_at, replaced, limits, requests_today: requestsToday };
    return { structured, lines: () => lines(structured) };
  },
});

function lines(facts: z.output<typeof Output>): string[] {
  const { limits } = facts;
  return [
    `**${plain(facts.name)}** ${dotted(id(facts.key_id), `account ${plain(facts.account)}`)}`,
    `Scopes: ${facts.scopes.join(", ")}`,
    facts.expires_at === null ? "Does not expire" : `Expires ${facts.expires_at}`,
    ...(facts.replaced ? ["A newer key replaces it. Switch to that one before this key expires."] : []),
    `Limits: ${limits.requests_per_minute} requests a minute (${limits.requests_left} left), ${limits.calls_at_once} calls at once`,
    `Requests today: ${facts.requests_today}`,
  ];
}
