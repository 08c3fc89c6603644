import { Command } from "commander";

export function serveCommand(): Command {
  return new Command("serve").description("start the MCP server and the web pages").action(async () => {
    const { serve } = await import("../serve.ts");
    await serve();
  });
}
