import type { Tool } from "../tool.ts";
import { findRelatedPapersTool } from "./find-related-papers.ts";
import { getPaperTool } from "./get-paper.ts";
import { inspectSignalTool } from "./inspect-signal.ts";
import { inspectTopicTool } from "./inspect-topic.ts";
import { listTopicsTool } from "./list-topics.ts";
import { searchPapersTool } from "./search-papers.ts";
import { searchSignalCanvasTool } from "./search-signal-canvas.ts";
import { searchSignalsTool } from "./search-signals.ts";
import { verifyCitationsTool } from "./verify-citations.ts";

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
];
