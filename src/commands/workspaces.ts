import { Command, Option } from "commander";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { accountIdOf } from "./account-name.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../workspaces/export-formats.ts";
import type { Records } from "../records/port.ts";
import { listWorkspaces } from "../workspaces/store.ts";
import { viewWorkspace, type WorkspaceView } from "../workspaces/view.ts";
import { itemCounts } from "../workspaces/workspace.ts";

import { withStores } from "./library.ts";
import { print, table } from "./output.ts";
import { asTyped } from "../shared/as-typed.ts";

type Owned = Parameters<typeof listWorkspaces>[0];

interface Flags {
  account: string;
  json?: boolean;
}

export function workspacesCommand(): Command {
  const workspaces = new Command("workspaces").description("show and export workspaces");
  const account = () => new Option("--account <name>", "whose workspaces").default(LOCAL_ACCOUNT);
  workspaces
    .command("list")
    .description("list the workspaces of an account, most recently changed first")
    .addOption(account())
    .option("--json", "print JSON")
    .action((flags: Flags) => withStores(async ({ records }) => list(await ownedBy(records, flags), flags)));
  workspaces
    .command("show")
    .description("show a workspace and the current state of its items")
    .argument("<id>", `the ID from \`${asTyped("workspaces list")}\``)
    .addOption(account())
    .option("--json", "print JSON")
    .action((id: string, flags: Flags) =>
      withStores(async (stores) => {
        const view = await viewWorkspace(stores, await ownedBy(stores.records, flags), id);
        print(view, flags, () => viewText(view));
      }),
    );
  workspaces
    .command("export")
    .description("print a workspace with its latest answers and references")
    .argument("<id>", `the ID from \`${asTyped("workspaces list")}\``)
    .addOption(new Option("--format <format>", "what to print").choices(EXPORT_FORMATS).default("markdown"))
    .addOption(account())
    .option("--json", "print JSON: the export with its name, type and number of references")
    .action((id: string, flags: Flags & { format: ExportFormat }) =>
      withStores(async (stores) => {
        const { exportWorkspace } = await import("../workspaces/export.ts");
        const owned = await ownedBy(stores.records, flags);
        const { parts, ...exported } = await exportWorkspace(stores, owned, { workspace_id: id, format: flags.format });
        const content = parts.join("");
        print({ ...exported, content }, flags, () => content.trimEnd());
      }),
    );
  return workspaces;
}

async function ownedBy(records: Records, { account }: Flags): Promise<Owned> {
  return { records, account: await accountIdOf(records, account) };
}

async function list(owned: Owned, flags: Flags): Promise<void> {
  const found = (await listWorkspaces(owned)).map(({ items, ...workspace }) => ({ ...workspace, counts: itemCounts({ items }) }));
  print(found, flags, () =>
    found.length === 0
      ? `The account ${flags.account} has no workspaces yet.`
      : table(
          ["id", "name", "papers", "signals", "notes", "version", "changed"],
          found.map(({ workspace_id, name, counts, version, updated_at }) => [
            workspace_id,
            name,
            counts.papers,
            counts.signals,
            counts.notes,
            version,
            updated_at.slice(0, 16),
          ]),
        ),
  );
}

function viewText(view: WorkspaceView): string {
  return [
    `${view.name} (${view.workspace_id}, version ${view.version})`,
    view.thesis ?? "No thesis yet.",
    ...view.degraded.map(({ part, reason }) => `Note (${part}): ${reason}`),
    "",
    table(
      ["kind", "title or note", "year", "state", "id"],
      view.items.map(({ kind, title, note, year, state, id }) => [kind, title ?? note, year, state, id]),
    ),
  ].join("\n");
}
