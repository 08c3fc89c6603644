import type {
  CallToolResult,
  ReadResourceResult,
  Resource as ListedResource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { TOOL_SCOPES, type Scope } from "../access/scopes.ts";
import { PublicError, type ErrorCode } from "../errors.ts";
import { completePaperIds, completeWorkspaceIds } from "./completions.ts";
import type { ToolContext } from "./context.ts";
import type { Tool } from "./tool.ts";
import { getPaperTool } from "./tools/get-paper.ts";
import { getRunTool } from "./tools/get-run.ts";
import { getWorkspaceTool } from "./tools/get-workspace.ts";
import { inspectSignalTool } from "./tools/inspect-signal.ts";

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
    description:
      "A paper with its abstract, signals and judgment. The id is percent-encoded; any id that get_paper takes will do.",
    scopes: TOOL_SCOPES.get_paper,
    complete: completePaperIds,
  }),
  viewOf(inspectSignalTool, {
    scheme: "signal",
    argument: "signal_id",
    title: "Signal",
    description: "A signal with its history, source and papers.",
    scopes: TOOL_SCOPES.inspect_signal,
  }),
  viewOf(getWorkspaceTool, {
    scheme: "workspace",
    argument: "workspace_id",
    title: "Workspace",
    description: "A workspace of the account with its thesis and items.",
    scopes: TOOL_SCOPES.get_workspace,
    complete: completeWorkspaceIds,
  }),
  viewOf(getRunTool, {
    scheme: "run",
    argument: "run_id",
    title: "Run",
    description: "An earlier answer of the signal canvas, and what has changed since.",
    scopes: TOOL_SCOPES.get_run,
  }),
];

interface View {
  scheme: string;
  argument: string;
  title: string;
  description: string;
  scopes: readonly Scope[];
  complete?: (value: string, context: ToolContext) => Promise<string[]>;
}

/** The resource whose addresses are `scheme://{id}` and whose contents are a tool's result: as JSON and as Markdown. */
function viewOf(tool: Tool, { scheme, argument, title, description, scopes, complete }: View): Resource {
  const start = `${scheme}://`;
  return {
    scopes,
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
      const result = await tool.call({ [argument]: decoded(uri.slice(start.length)) }, context);
      if (result.isError === true) throw readError(result);
      const [markdown] = result.content;
      return [
        { uri, mimeType: "application/json", text: JSON.stringify(result.structuredContent) },
        { uri, mimeType: "text/markdown", text: markdown.type === "text" ? markdown.text : "" },
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

/** What the caller can mend about an address is that it leads nowhere; the rest is told as the tool tells it. */
function readError({ structuredContent }: CallToolResult): PublicError {
  const { error } = structuredContent as { error: { code: ErrorCode; message: string } };
  const mendable = ["not_found", "invalid_argument", "unknown_argument"].includes(error.code);
  return mendable ? unknownResource() : new PublicError(error.code, { message: error.message });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
