import { InvalidArgumentError, Option, type Command } from "commander";
import { openStores } from "../compose.ts";
import { loadConfig } from "../config.ts";
import { EXIT } from "./failure.ts";
import { print, say } from "./output.ts";

/** Adds `index grant-analyst`. */
export function addGrantCommand(index: Command): void {
  index
    .command("grant-analyst")
    .description("make a read-only key for someone who queries papers and signals directly (Elasticsearch)")
    .argument("[name]", "whom or what it is for", "analyst")
    .addOption(new Option("--expires <days>", "in how many days it ends; default: never").argParser(days))
    .option("--json", "print JSON")
    .action(async (name: string, flags: { expires?: number; json?: boolean }) => {
      const { engine, records } = openStores(loadConfig());
      try {
        const access = await engine.grantReader(name, flags.expires ?? null);
        if (access === null) {
          process.exitCode = EXIT.usage;
          say(
            "error: the embedded index knows no users: whoever may read the files of DATA_DIR/lancedb can query them.\n" +
              "Give analysts a copy of that folder (any LanceDB client opens it), or move to Elasticsearch with `index migrate`.",
          );
          return;
        }
        print(access, flags, () =>
          [
            `Key “${name}” reads ${access.reads.join(" and ")}${access.expires_at === null ? "" : ` until ${access.expires_at.slice(0, 10)}`}, and changes nothing. It is shown this once:`,
            "",
            access.key,
            "",
            `Send it as \`Authorization: ApiKey …\` (id ${access.id}). What the fields mean: mappings/README.md`,
          ].join("\n"),
        );
      } finally {
        await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
      }
    });
}

function days(text: string): number {
  if (!/^[1-9]\d{0,3}$/u.test(text)) throw new InvalidArgumentError("must be a whole number of days from 1");
  return Number(text);
}
