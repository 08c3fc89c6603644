import type { Tool } from "../tool.ts";
import { checkAnswerTool } from "./check-answer.ts";
import { checkReferencesTool } from "./check-references.ts";
import { getPaperTool } from "./get-paper.ts";
import { getRunsTool } from "./get-runs.ts";
import { getTopicsTool } from "./get-topics.ts";
import { getWorkspacesTool } from "./get-workspaces.ts";
import { readPaperTool } from "./read-paper.ts";
import { removeFromWorkspaceTool } from "./remove-from-workspace.ts";
import { saveWorkspaceTool } from "./save-workspace.ts";
import { searchPapersTool } from "./search-papers.ts";
import { searchSignalCanvasTool } from "./search-signal-canvas.ts";
import { searchSignalsTool } from "./search-signals.ts";
import { whoamiTool } from "./whoami.ts";

/** Every tool, in the order in which `tools/list` shows them. */
export const TOOLS: readonly Tool[] = [
  searchSignalCanvasTool,
  searchPapersTool,
  getPaperTool,
  readPaperTool,
  searchSignalsTool,
  getTopicsTool,
  checkAnswerTool,
  checkReferencesTool,
  getWorkspacesTool,
  getRunsTool,
  saveWorkspaceTool,
  removeFromWorkspaceTool,
  whoamiTool,
];
