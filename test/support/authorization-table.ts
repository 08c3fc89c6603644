import { TOOL_SCOPES, type Scope } from "../../src/access/scopes.ts";
import { OFFER } from "../../src/mcp/offer.ts";

/*
 * Who may do what: one row for everything that the endpoint and the pages answer. The tests send each request with each credential,
 * and hold docs/authorization.md equal to these rows.
 */

/** What a request to the endpoint is sent with. */
export const CREDENTIALS = [
  "no key",
  "malformed",
  "unknown",
  "expired",
  "revoked",
  "lacks scope",
  "session cookie",
  "right key",
] as const;
export type Credential = (typeof CREDENTIALS)[number];

export interface EndpointRow {
  /** As the table names it. */
  name: string;
  method: string;
  params?: Record<string, unknown>;
  /** All of them are needed. */
  scopes: readonly Scope[];
}

const ANY_KEY: readonly Scope[] = [];

const methods: EndpointRow[] = [
  "initialize",
  "ping",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
].map((method) => ({ name: method, method, scopes: ANY_KEY, params: method === "initialize" ? initialize() : undefined }));

const tools: EndpointRow[] = OFFER.tools.map(({ name }) => ({
  name,
  method: "tools/call",
  params: { name, arguments: {} },
  scopes: TOOL_SCOPES[name as keyof typeof TOOL_SCOPES],
}));

const resources: EndpointRow[] = OFFER.resources.map(({ listed, scopes }) => ({
  name: `${listed.name}://`,
  method: "resources/read",
  params: { uri: `${listed.name}://nothing` },
  scopes,
}));

const prompts: EndpointRow[] = OFFER.prompts.map(({ listed, scopes }) => ({
  name: `prompt ${listed.name}`,
  method: "prompts/get",
  params: { name: listed.name, arguments: {} },
  scopes,
}));

/** What `POST /api/mcp` answers. */
export const ENDPOINT: readonly EndpointRow[] = [...methods, ...tools, ...resources, ...prompts];

/** The status and code that a credential is answered with; `answered`: by what was asked for. */
export function endpointAnswer(row: EndpointRow, credential: Credential): string {
  switch (credential) {
    case "no key":
    case "session cookie":
      return "401 missing_key";
    case "malformed":
    case "unknown":
      return "401 invalid_key";
    case "expired":
      return "401 expired_key";
    case "revoked":
      return "401 revoked_key";
    case "lacks scope":
      return row.scopes.length === 0 ? "answered" : "403 missing_scope";
    case "right key":
      return "answered";
  }
}

/** Who asks for a page. */
export const VISITORS = ["nobody", "an API key", "an ended session", "another account", "its account"] as const;
export type Visitor = (typeof VISITORS)[number];

export interface PageRow {
  /** As the table names it, e.g. `POST /developers/keys/revoke`. */
  name: string;
  /** For each visitor the status, with a word where that says more; `–` where the case does not arise. */
  answers: Readonly<Record<Visitor, string>>;
}

/** What the pages answer. */
export const PAGES: readonly PageRow[] = [];

/** The two tables of docs/authorization.md: their rows, in order. */
export function documentTables(): { endpoint: string[]; pages: string[] } {
  return {
    endpoint: ENDPOINT.map((row) =>
      line([
        `\`${row.name}\``,
        row.scopes.join(" + ") || "any key",
        ...CREDENTIALS.map((credential) => endpointAnswer(row, credential)),
      ]),
    ),
    pages: PAGES.map((row) => line([`\`${row.name}\``, ...VISITORS.map((visitor) => row.answers[visitor])])),
  };
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function initialize(): Record<string, unknown> {
  return { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "table", version: "1.0.0" } };
}
