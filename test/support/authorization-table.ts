import type { Scope } from "../../src/access/scopes.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";

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

const tools: EndpointRow[] = REGISTRY.tools.map(({ name, scopes }) => ({
  name,
  method: "tools/call",
  params: { name, arguments: {} },
  scopes,
}));

const resources: EndpointRow[] = REGISTRY.resources.map(({ listed, scopes }) => ({
  name: `${listed.name}://`,
  method: "resources/read",
  params: { uri: `${listed.name}://nothing` },
  scopes,
}));

const prompts: EndpointRow[] = REGISTRY.prompts.map(({ listed, scopes }) => ({
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

/** Who asks for a page; `its account` is signed in, an administrator, and owns the key that the address names. */
export const VISITORS = ["nobody", "an API key", "an ended session", "another account", "its account"] as const;
export type Visitor = (typeof VISITORS)[number];

export interface PageRow {
  /** Method and route. `:id` stands for a key of `its account`, below `/workspaces` for a workspace of it, which nobody shares. */
  name: string;
  /** What the form holds; `:version`: that of the workspace. */
  fields?: Record<string, string>;
  /** The status for each visitor; of a redirect where it leads. */
  answers: Readonly<Record<Visitor, string>>;
}

const everybody = (answer: string) => answersOf(answer, answer, answer);
const signedInAlone = (own: string, others = own) => answersOf("to /sign-in", others, own);

/** What the rest of the server answers, once there are accounts. */
export const PAGES: readonly PageRow[] = [
  { name: "GET /healthz", answers: everybody("200") },
  { name: "GET /readyz", answers: everybody("200") },
  { name: "GET /metrics", answers: { ...everybody("401"), "an API key": "200" } },
  { name: "GET /llms.txt", answers: everybody("200") },
  { name: "GET /", answers: signedInAlone("200") },
  { name: "POST /ask", answers: signedInAlone("422") },
  { name: "POST /ask/live", answers: signedInAlone("422") },
  { name: "GET /runs", answers: signedInAlone("200") },
  { name: "GET /runs/:id", answers: signedInAlone("404") },
  { name: "GET /runs/:id/markdown", answers: signedInAlone("404") },
  { name: "GET /runs/:id/bibtex", answers: signedInAlone("404") },
  { name: "GET /runs/:id/csl-json", answers: signedInAlone("404") },
  { name: "POST /runs/:id/again", answers: signedInAlone("404") },
  { name: "POST /runs/:id/save", answers: signedInAlone("404") },
  { name: "POST /runs/:id/feedback", answers: signedInAlone("404") },
  { name: "GET /search", answers: signedInAlone("200") },
  { name: "GET /search/export", answers: signedInAlone("404") },
  { name: "POST /search/save", answers: signedInAlone("to /search") },
  { name: "GET /setup", answers: everybody("404") },
  { name: "POST /setup", fields: { code: "x" }, answers: everybody("404") },
  { name: "GET /invite", answers: everybody("200") },
  { name: "POST /invite", fields: { code: "x", name: "eve", password: "x" }, answers: everybody("422") },
  { name: "GET /sign-in", answers: answersOf("200", "to /", "to /") },
  { name: "POST /sign-in", fields: { name: "nobody", password: "x" }, answers: everybody("422") },
  { name: "POST /sign-out", answers: answersOf("to /sign-in", "to /sign-in", "to /sign-in") },
  { name: "GET /topics", answers: signedInAlone("200") },
  { name: "GET /topics/*", answers: signedInAlone("200") },
  { name: "GET /papers/*", answers: signedInAlone("404") },
  { name: "POST /papers/*", answers: signedInAlone("404") },
  { name: "GET /signals", answers: signedInAlone("200") },
  { name: "GET /signals/*", answers: signedInAlone("404") },
  { name: "GET /workspaces", answers: signedInAlone("200") },
  { name: "POST /workspaces", fields: { name: "x" }, answers: signedInAlone("to /workspaces/:id") },
  ...workspaceRows(),
  { name: "GET /library", answers: signedInAlone("200") },
  { name: "GET /library/feedback", answers: signedInAlone("200", "403") },
  { name: "GET /library/runs/:id", answers: signedInAlone("404", "403") },
  { name: "GET /library/runs/:id/dead-letters", answers: signedInAlone("404", "403") },
  { name: "GET /developers/keys", answers: signedInAlone("200") },
  { name: "POST /developers/keys", fields: { name: "x", scopes: "papers:read", expires: "30" }, answers: signedInAlone("201") },
  { name: "POST /developers/keys/try", fields: { key: "x" }, answers: signedInAlone("404") },
  { name: "GET /developers/keys/:id/rotate", answers: signedInAlone("200", "404") },
  { name: "POST /developers/keys/:id/rotate", fields: { overlap: "1h" }, answers: signedInAlone("201", "404") },
  { name: "GET /developers/keys/:id/revoke", answers: signedInAlone("200", "404") },
  { name: "POST /developers/keys/:id/revoke", answers: signedInAlone("to /developers/keys", "404") },
  { name: "GET /account", answers: signedInAlone("200") },
  {
    name: "POST /account/password",
    fields: { current: "correct horse battery", next: "another horse battery" },
    answers: signedInAlone("to /account"),
  },
  { name: "POST /account/invitations", answers: signedInAlone("201", "404") },
  { name: "GET /account/questions/delete", answers: signedInAlone("200") },
  { name: "POST /account/questions/delete", answers: signedInAlone("to /account") },
  { name: "GET /account/delete", answers: signedInAlone("200") },
  { name: "POST /account/delete", fields: { confirmation: "correct horse battery" }, answers: signedInAlone("to /sign-in") },
];

/** Everything below one workspace; also what those whom it is shared with are answered, which test/pages/workspaces.integration.test.ts looks at. */
export function workspaceRows(): (PageRow & { shared: Record<"viewer" | "editor", string> })[] {
  const row = (
    route: string,
    own: string,
    shared: [viewer: string, editor: string],
    fields?: Record<string, string>,
  ): ReturnType<typeof workspaceRows>[number] => {
    const [method, step = ""] = route.split(" ");
    return {
      name: `${method} /workspaces/:id${step}`,
      ...(fields ? { fields } : {}),
      answers: signedInAlone(own, "404"),
      shared: { viewer: shared[0], editor: shared[1] },
    };
  };
  const page = "to /workspaces/:id";
  return [
    row("GET", "200", ["200", "200"]),
    row("GET /edit", "200", ["403", "200"]),
    row("POST /edit", page, ["403", page], { name: "Renamed", version: ":version" }),
    row("GET /items", "200", ["200", "200"]),
    row("POST /items", page, ["403", page], { note: "a note" }),
    row("POST /items/remove", page, ["403", page], { kind: "note", id: "x" }),
    row("GET /export", "200", ["200", "200"]),
    row("GET /sharing", "200", ["403", "403"]),
    row("POST /sharing", "422", ["403", "403"], { name: "nobody-of-this-name", role: "viewer" }),
    row("POST /sharing/remove", `${page}/sharing`, ["403", "403"], { account: "acc_0000000000000000" }),
    row("GET /delete", "200", ["403", "403"]),
    row("POST /delete", "to /workspaces", ["403", "403"], { version: ":version" }),
    row("POST /leave", "to /workspaces", ["to /workspaces", "to /workspaces"]),
  ];
}

function answersOf(unknown: string, another: string, own: string): Record<Visitor, string> {
  return { nobody: unknown, "an API key": unknown, "an ended session": unknown, "another account": another, "its account": own };
}

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
