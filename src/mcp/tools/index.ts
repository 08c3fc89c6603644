import type { Tool } from "../tool.ts";
import { addToWorkspaceTool } from "./add-to-workspace.ts";
import { createWorkspaceTool } from "./create-workspace.ts";
import { deleteWorkspaceTool } from "./delete-workspace.ts";
import { exportWorkspaceTool } from "./export-workspace.ts";
import { findRelatedPapersTool } from "./find-related-papers.ts";
import { getPaperTool } from "./get-paper.ts";
import { getRunTool } from "./get-run.ts";
import { getWorkspaceTool } from "./get-workspace.ts";
import { inspectSignalTool } from "./inspect-signal.ts";
import { listRunsTool } from "./list-runs.ts";
import { listWorkspacesTool } from "./list-workspaces.ts";
import { removeFromWorkspaceTool } from "./remove-from-workspace.ts";
import { inspectTopicTool } from "./inspect-topic.ts";
import { listTopicsTool } from "./list-topics.ts";
import { searchPapersTool } from "./search-papers.ts";
import { searchSignalCanvasTool } from "./search-signal-canvas.ts";
import { searchSignalsTool } from "./search-signals.ts";
import { updateWorkspaceTool } from "./update-workspace.ts";
import { verifyCitationsTool } from "./verify-citations.ts";
import { whoamiTool } from "./whoami.ts";

/** Every tool, in the order in which `tools/list` shows them. */
export const TOOLS: readonly Tool[] = [
  searchPapersTool,
  getPaperTool,
  findRelatedPapersTool,
  searchSignalCanvasTool,
  searchSignalsTool,
  inspectSignalTool,
  inspectTopicTool,
  listTopicsTool,
  verifyCitationsTool,
  listWorkspacesTool,
  getWorkspaceTool,
  listRunsTool,
  getRunTool,
  exportWorkspaceTool,
  createWorkspaceTool,
  updateWorkspaceTool,
  addToWorkspaceTool,
  removeFromWorkspaceTool,
  deleteWorkspaceTool,
  whoamiTool,
];
