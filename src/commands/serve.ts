import { Command } from "commander";

export function serveCommand(): Command {
  return new Command("serve").description("serve the MCP endpoint until it is stopped").action(async () => {
    const { serve } = await import("../serve.ts");
    await serve();
  });
}
