/** The address with which Cursor, opened by it, offers to add this server. It holds the key. */
export function addToCursor(baseUrl: string, key: string): string {
  const configuration = Buffer.from(JSON.stringify(server(baseUrl, key))).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=research&config=${encodeURIComponent(configuration)}`;
}

/** The address with which Visual Studio Code, opened by it, offers to add this server. It holds the key. */
export function addToVsCode(baseUrl: string, key: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "research", type: "http", ...server(baseUrl, key) }))}`;
}

function server(baseUrl: string, key: string): { url: string; headers: Record<string, string> } {
  return { url: `${baseUrl}/api/mcp`, headers: { Authorization: `Bearer ${key}` } };
}
