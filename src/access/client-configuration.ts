/** The editor's `.cursor/mcp.json` for a key. */
export function clientConfiguration(baseUrl: string, key: string): string {
  const research = { url: `${baseUrl}/api/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { research } }, null, 2);
}

/** The command with which Claude Code adds the server. */
export function claudeCodeLine(baseUrl: string, key: string): string {
  return `claude mcp add --transport http research ${baseUrl}/api/mcp --header "Authorization: Bearer ${key}"`;
}

/** A line that calls a tool with curl. */
export function curlLine(baseUrl: string, key: string, tool: string, args: object): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } });
  return `curl -s ${baseUrl}/api/mcp -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${body.replaceAll("'", "'\\''")}'`;
}
