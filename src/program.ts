import { Command, CommanderError } from "commander";
import { ingestCommand } from "../ingest/command.ts";
import { sourcesCommand } from "../ingest/connectors/command.ts";
import { accountsCommand } from "./commands/accounts.ts";
import { askCommand } from "./commands/ask.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommand } from "./commands/backup.ts";
import { checkReferencesCommand } from "./commands/check-references.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { embedCommand } from "./commands/embed.ts";
import { embedderCommand } from "./commands/embedder.ts";
import { evalCommand } from "./commands/eval.ts";
import { exportCommand } from "./commands/export.ts";
import { EXIT, failed } from "./commands/failure.ts";
import { indexCommand } from "./commands/index.ts";
import { keysCommand } from "./commands/keys.ts";
import { restoreCommand } from "./commands/restore.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { workspacesCommand } from "./commands/workspaces.ts";
import { topicsCommand } from "./commands/topics.ts";
import { VERSION } from "./version.ts";

// Who reads only the first lines (`… | head`) has had enough: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const program = new Command("signal-canvas")
  .version(VERSION, "-v, --version", "print the version")
  .description("Research-to-product search: papers and signals in, cited answers out, over MCP")
  .addHelpText("after", "\nExit codes: 0 done · 1 failed · 2 wrong usage · 3 done, some rows in the dead letters");

for (const command of [
  demoCommand(),
  serveCommand(),
  ingestCommand(),
  sourcesCommand(),
  indexCommand(),
  keysCommand(),
  workspacesCommand(),
  accountsCommand(),
  auditCommand(),
  searchCommand(),
  askCommand(),
  checkReferencesCommand(),
  embedCommand(),
  embedderCommand(),
  topicsCommand(),
  exportCommand(),
  backupCommand(),
  restoreCommand(),
  evalCommand(),
  doctorCommand(),
]) {
  program.addCommand(command);
}

for (const command of everyCommand(program)) command.exitOverride().showHelpAfterError("(--help shows what is allowed)");

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else failed(error);
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
