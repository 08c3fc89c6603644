import type { Tool } from "../tool.ts";
import { findRelatedPapersTool } from "./find-related-papers.ts";
import { getPaperTool } from "./get-paper.ts";
import { inspectSignalTool } from "./inspect-signal.ts";
import { searchPapersTool } from "./search-papers.ts";
import { searchSignalCanvasTool } from "./search-signal-canvas.ts";
import { searchSignalsTool } from "./search-signals.ts";
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
  verifyCitationsTool,
  whoamiTool,
];
