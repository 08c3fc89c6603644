import { InvalidArgumentError, Option, type Command } from "commander";
import { EXIT } from "./failure.ts";
import { loadConfig, type Config } from "../config.ts";
import { withStores } from "./library.ts";
import { print, say } from "./output.ts";
import { readPassword } from "./read-password.ts";
import { asTyped } from "../shared/as-typed.ts";

/** Adds `index grant-analyst`. */
export function addGrantCommand(index: Command): void {
  index
    .command("grant-analyst")
    .description("create a read-only key for querying papers and signals directly (Elasticsearch)")
    .argument("[name]", "who or what it is for", "analyst")
    .addOption(new Option("--expires <days>", "days until it expires; default: never").argParser(days))
    .option(
      "--user <name>",
      "user of Elasticsearch to create it as; asks for the password. Required if the service connects with an API key",
    )
    .option("--json", "print JSON")
    .action(async (name: string, flags: { expires?: number; user?: string; json?: boolean }) => {
      await withStores(
        async ({ engine }) => {
          const access = await engine.grantReader(name, flags.expires ?? null);
          if (access === null) {
            process.exitCode = EXIT.usage;
            say(
              "error: the embedded index has no users: anyone who can read the files in DATA_DIR/lancedb can query it.\n" +
                `Give analysts a copy of that folder (any LanceDB client opens it), or move to Elasticsearch with \`${asTyped("index migrate")}\`.`,
            );
            return;
          }
          print(access, flags, () =>
            [
              `Key “${name}” reads ${access.reads.join(" and ")}${access.expires_at === null ? "" : ` until ${access.expires_at.slice(0, 10)}`} and cannot change anything. It is shown only once:`,
              "",
              access.key,
              "",
              `Send it as \`Authorization: ApiKey …\` (ID ${access.id}). What the fields mean: mappings/README.md`,
            ].join("\n"),
          );
        },
        await configOf(flags.user),
      );
    });
}

/** The settings, with this user of Elasticsearch in the place of the service's own credentials. */
async function configOf(username?: string): Promise<Config> {
  const config = loadConfig();
  if (username === undefined || config.engine.kind !== "elasticsearch") return config;
  const password = await readPassword(`Password of ${username}: `);
  return { ...config, engine: { ...config.engine, auth: { username, password } } };
}

function days(text: string): number {
  if (!/^[1-9]\d{0,3}$/u.test(text)) throw new InvalidArgumentError("must be a number of days, 1 or more");
  return Number(text);
}
