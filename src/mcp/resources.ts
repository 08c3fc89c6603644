import type {
  CallToolResult,
  ReadResourceResult,
  Resource as ListedResource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import type { Scope } from "../access/scopes.ts";
import { withoutInvisible } from "../shared/invisible.ts";
import { PublicError, type ErrorCode } from "../errors.ts";
import { completePaperIds, completeWorkspaceIds } from "./completions.ts";
import type { ToolContext } from "./context.ts";
import type { Tool } from "./tool.ts";
import { getPaperTool } from "./tools/get-paper.ts";
import { getRunsTool } from "./tools/get-runs.ts";
import { getWorkspacesTool } from "./tools/get-workspaces.ts";
import { searchSignalsTool } from "./tools/search-signals.ts";
import { decoded } from "../documents/ids.ts";

/** Something that `resources/read` resolves: one address, or a family of them. */
export interface Resource {
  scopes: readonly Scope[];
  /** As `resources/list` or `resources/templates/list` shows it. */
  listed: ListedResource | ResourceTemplateType;
  /** Whether an address is this resource's. */
  owns(uri: string): boolean;
  /** Throws `unknown_resource` where nothing is there. */
  read(uri: string, context: ToolContext): Promise<ReadResourceResult["contents"]>;
  /** Values for a variable of a template. */
  complete?(variable: string, value: string, context: ToolContext): Promise<string[]>;
}

/** Papers, signals, workspaces and runs, each as its tool shows it. Too many to list: their ids come from results. */
export const RESOURCES: readonly Resource[] = [
  viewOf(getPaperTool, {
    scheme: "paper",
    argument: "paper_id",
    title: "Paper",
    description: "A paper with its abstract, signals and judgment. Use any ID that get_paper accepts, percent-encoded.",
    complete: completePaperIds,
  }),
  viewOf(searchSignalsTool, {
    scheme: "signal",
    argument: "signal_id",
    title: "Signal",
    description: "A signal with its history, source and papers.",
  }),
  viewOf(getWorkspacesTool, {
    scheme: "workspace",
    argument: "workspace_id",
    title: "Workspace",
    description: "A workspace with its thesis and items.",
    complete: completeWorkspaceIds,
  }),
  viewOf(getRunsTool, {
    scheme: "run",
    argument: "run_id",
    title: "Run",
    description: "An earlier answer, with what has changed since.",
  }),
];

interface View {
  scheme: string;
  argument: string;
  title: string;
  description: string;
  complete?: (value: string, context: ToolContext) => Promise<string[]>;
}

/** The resource whose addresses are `scheme://{id}` and whose contents are a tool's result: as JSON and as Markdown. */
function viewOf(tool: Tool, { scheme, argument, title, description, complete }: View): Resource {
  const start = `${scheme}://`;
  return {
    scopes: tool.scopes,
    listed: {
      name: scheme,
      title,
      description,
      uriTemplate: `${start}{${argument}}`,
      mimeType: "application/json",
      annotations: { audience: ["user", "assistant"], priority: 0.5 },
    },
    owns: (uri) => uri.startsWith(start),
    async read(uri, context) {
      const id = decoded(uri.slice(start.length));
      // Without an id a tool would list, which is not what the address names.
      if (withoutInvisible(id).trim() === "") throw unknownResource();
      const result = await tool.call({ [argument]: id }, context);
      if (result.isError === true) throw readError(result);
      const [markdown] = result.content;
      return [
        { uri, mimeType: "application/json", text: JSON.stringify(result.structuredContent) },
        { uri, mimeType: "text/markdown", text: markdown?.type === "text" ? markdown.text : "" },
      ];
    },
    ...(complete
      ? {
          complete: async (variable: string, value: string, context: ToolContext) =>
            variable === argument ? complete(value, context) : [],
        }
      : {}),
  };
}

/** The error of an address that leads nowhere. */
export function unknownResource(): PublicError {
  return new PublicError("unknown_resource");
}

/** Whatever the tool refuses about an id means that the address leads nowhere; other errors stay as they are. */
function readError({ structuredContent }: CallToolResult): PublicError {
  const { error } = structuredContent as { error: { code: ErrorCode; message: string } };
  const refused = ["not_found", "invalid_argument", "unknown_argument"].includes(error.code);
  return refused ? unknownResource() : new PublicError(error.code, { message: error.message });
}
