import { Command, InvalidArgumentError, Option } from "commander";
import { answerText } from "../answers/render/terminal.ts";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { withLibrary } from "./library.ts";
import { print } from "./output.ts";
import { asTyped } from "../shared/as-typed.ts";

export function askCommand(): Command {
  return new Command("ask")
    .description("answer a research question with citations and a judgment (the same as the tool search_signal_canvas)")
    .argument("<question>", "1 to 2,000 characters", nonBlank)
    .option("--paper <id>", "ask about one paper, by any of its IDs or its URL")
    .addOption(
      new Option("--workspace <id>", `ask within a workspace, by its ID from \`${asTyped("workspaces list")}\``).conflicts(
        "paper",
      ),
    )
    .addOption(
      new Option("--time <scope>", "years of publication to use")
        .choices(["last_12_months", "last_3_years", "all"] as const)
        .default("all" as const),
    )
    .option("--papers <n>", "how many papers to read, 1 to 30; default: depends on the question", matchCount)
    .addOption(
      new Option("--detail <level>", "`full` adds formulas, positions of quotes and every source of the judgment")
        .choices(["concise", "full"] as const)
        .default("concise" as const),
    )
    .option("--json", "print JSON")
    .action(
      async (
        query: string,
        options: {
          paper?: string;
          workspace?: string;
          time: "last_12_months" | "last_3_years" | "all";
          papers?: number;
          detail: "concise" | "full";
          json?: boolean;
        },
      ) => {
        const { askFor } = await import("../workspaces/ask.ts");
        await withLibrary(async (library) => {
          const { workspace } = options;
          const owned = { records: library.records, account: LOCAL_ACCOUNT };
          const answer = await askFor(library, owned, {
            query,
            mode: workspace ? "workspace" : options.paper === undefined ? "corpus" : "paper",
            paper_id: options.paper,
            workspace_id: workspace,
            time_scope: options.time,
            match_count: options.papers,
          });
          print(answer, options, () => answerText(answer, options.detail));
        });
      },
    );
}

/** A question or query as it may be asked anywhere: not blank, at most 2,000 characters. */
export function nonBlank(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 2_000) throw new InvalidArgumentError("It must have 1 to 2,000 characters.");
  return trimmed;
}

function matchCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 30) throw new InvalidArgumentError("It must be a whole number, 1 to 30.");
  return count;
}
