import type { Tool } from "../mcp/tool.ts";
import { MCP_PATH } from "./mcp-route.ts";

/** `/llms.txt`: what the service is and how an MCP client connects to it. */
export function llmsText(baseUrl: string, tools: readonly Tool[]): string {
  const configuration = { mcpServers: { research: { url: baseUrl + MCP_PATH, headers: { Authorization: "Bearer <API_KEY>" } } } };
  return [
    "# Signal Canvas",
    "",
    "> Search over research papers and signals (dated, sourced evidence about papers), and answers in which every sentence cites its source.",
    "",
    `The service speaks MCP over Streamable HTTP at ${baseUrl}${MCP_PATH}. Every request needs an API key:`,
    "",
    "    Authorization: Bearer <API_KEY>",
    "",
    "Client configuration:",
    "",
    `    ${JSON.stringify(configuration)}`,
    "",
    "## Tools",
    "",
    ...tools.map((tool) => `- ${tool.name}: ${tool.published.description}`),
    "",
  ].join("\n");
}
