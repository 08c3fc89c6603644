import { z } from "zod";
import { missingScopes, TOOL_SCOPES, type Scope } from "../../access/scopes.ts";
import { authorship, FLAG_MEANINGS, HEADINGS } from "../../canvas/authorship.ts";
import { askCanvas } from "../../canvas/answer.ts";
import { TimeScope } from "../../canvas/time-scope.ts";
import type { CanvasAnswer } from "../../canvas/types.ts";
import { PublicError } from "../../errors.ts";
import { SourceContext } from "../../retrieval/source-context.ts";
import type { Fold } from "../budget.ts";
import { citationLines, judgmentLines, withoutFormulas } from "../render-judgment.ts";
import { focusOf } from "../../workspaces/focus.ts";
import { dotted, id, link, marks, paperName, plain } from "../render.ts";
import { Citation, Degraded, Detail, Id, Judgment, Query, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { ownedBy } from "../workspaces.ts";

const Input = z.strictObject({
  query: Query.describe("A research question"),
  mode: z
    .enum(["corpus", "paper", "workspace"])
    .default("corpus")
    .describe("paper: about paper_id; workspace: within workspace_id"),
  paper_id: Id.optional().describe("For mode paper: any id of the paper, or its URL"),
  workspace_id: Id.optional().describe("For mode workspace"),
  time_scope: TimeScope.default("all").describe("Years of publication to draw from; from and to: 2023 or 2023-05-31"),
  match_count: z.int().min(1).max(30).default(8).describe("How many papers to read"),
  source_context: SourceContext.optional().describe("source_context of an earlier result: only its evidence counts"),
  detail: Detail,
});

const Numbers = z.array(z.number());

/** A canvas answer, as this tool gives it and `get_run` shows it again. */
export const CanvasOutput = z.looseObject({
  answer: z.looseObject({
    state: z.enum(["answered", "weak", "no_evidence"]),
    sentences: z.array(z.looseObject({ text: z.string(), citations: Numbers, flags: z.array(z.string()) })),
    reason: z.string(),
  }),
  citations: z.array(Citation),
  judgment: Judgment,
  opportunities: z.array(
    z.looseObject({ paper_id: z.string(), title: z.string(), why: z.string(), score: z.number(), citations: Numbers }),
  ),
  counter_evidence: z.array(z.looseObject({ text: z.string(), citations: Numbers })),
  gaps: z.array(z.string()),
  nearest_matches: z.array(z.looseObject({ paper_id: z.string(), title: z.string() })),
  bounded_by: z.looseObject({ workspace_id: z.string(), sentence: z.string() }).optional(),
  summarizer: z.looseObject({ name: z.string(), model: z.string().nullable() }),
  degraded: Degraded,
  freshness: z.looseObject({}),
  source_context: SourceContext,
  run_id: z.string(),
  shortened: Shortened,
});

/** What is cut of a canvas answer that is too large. */
export const CANVAS_FOLDS: readonly Fold[] = [
  { part: "source_context.signal_ids", keep: 100, how: "the source_context still narrows a call to the papers" },
  { part: "citations[].title", keep: 200, how: "get_paper and inspect_signal have it whole" },
  { part: "citations[].venue", keep: 100, how: "get_paper has it whole" },
  { part: "opportunities[].title", keep: 200, how: "get_paper has it whole" },
  { part: "nearest_matches[].title", keep: 200, how: "get_paper has it whole" },
  { part: "opportunities", keep: 5, how: "ask with a smaller match_count" },
  { part: "judgment.stability.changes", keep: 5, how: "ask with a smaller match_count" },
  { part: "citations[].url", keep: 0, how: "get_paper and inspect_signal have it" },
  { part: "judgment.dimensions[].formula", keep: 0, how: "docs/judgment.md has the formulas" },
];

/** A language model is waited for up to 20 s; what stands in for it, and everything else, takes a second or two. */
const DEADLINE_MS = 30_000;

export const searchSignalCanvasTool = defineTool({
  name: "search_signal_canvas",
  title: "Ask the signal canvas",
  description:
    "Answer a research question from the library: every sentence cites a checked quote, with a judgment of how ready it is to build, counter-evidence and gaps. Says no_evidence instead of guessing.",
  scopes: TOOL_SCOPES.search_signal_canvas,
  input: Input,
  output: CanvasOutput,
  annotations: READ_ONLY,
  folds: CANVAS_FOLDS,
  deadlineMs: DEADLINE_MS,
  async handler(args, { library, key, signal, reportProgress }) {
    const { detail, workspace_id: workspaceId, ...request } = args;
    checkMode(args, key.scopes);
    await reportProgress(0, 1, "Reading the library");
    const focus = workspaceId === undefined ? undefined : await focusOf(library, ownedBy({ library, key }), workspaceId, signal);
    const answer = await askCanvas(library, { ...request, focus, account: key.account }, signal);
    return {
      structured: detail === "full" ? answer : { ...answer, judgment: withoutFormulas(answer.judgment) },
      lines: (longest) => canvasLines(answer, longest, detail),
      concise: detail === "concise",
    };
  },
});

function checkMode(
  { mode, ...args }: { mode: string; paper_id?: string; workspace_id?: string },
  scopes: readonly Scope[],
): void {
  for (const [name, of] of [
    ["paper_id", "paper"],
    ["workspace_id", "workspace"],
  ] as const) {
    if (mode === of && args[name] === undefined) {
      throw new PublicError("invalid_argument", { field: name, message: `${name} must be given with mode ${of}.` });
    }
    if (mode !== of && args[name] !== undefined) {
      throw new PublicError("invalid_argument", {
        field: "mode",
        message: `${name} goes with mode ${of}, not ${mode}.`,
        allowed: [of],
      });
    }
  }
  const missing = mode === "workspace" ? missingScopes(TOOL_SCOPES.get_workspace, scopes) : [];
  if (missing.length > 0) {
    throw new PublicError("invalid_argument", {
      field: "mode",
      message: `mode workspace needs a key with ${missing.join(" and ")}.`,
      allowed: ["corpus", "paper"],
    });
  }
}

/** A sentence is shown whole, whatever else must be cut; only a quote may be longer. */
const LONGEST_SENTENCE = 600;
/** Of what speaks against it, so much at least. */
const LONGEST_COUNTER_EVIDENCE = 300;

/** A canvas answer in Markdown; the judgment's formulas only where it is shown in full. */
export function canvasLines(canvas: CanvasAnswer, longest: number, detail: "concise" | "full"): string[] {
  const { answer, freshness, summarizer } = canvas;
  const authored = authorship(canvas);
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  return [
    `# ${HEADINGS[answer.state]}`,
    plain(answer.reason),
    ...(authored === null ? [] : [plain(authored)]),
    ...canvas.degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    "",
    ...answer.sentences.map(({ text, citations, flags, point }, index) => {
      const within = point !== undefined && point === answer.sentences[index - 1]?.point;
      const sentence = `${plain(text, Math.max(longest, LONGEST_SENTENCE))} ${marks(citations)}`;
      return dotted(`${within ? "  " : ""}- ${sentence}`, ...flags.map((flag) => `check: ${FLAG_MEANINGS[flag]} (${flag})`));
    }),
    ...section(
      "Nearest matches, not evidence",
      canvas.nearest_matches.map(
        (match) =>
          `- ${dotted(paperName(match, longest), match.cosine !== null && `cosine ${match.cosine}`, id(match.paper_id), link(match.url))}`,
      ),
    ),
    ...section(
      "Counter-evidence",
      canvas.counter_evidence.map(
        ({ text, citations }) => `- ${plain(text, Math.max(longest, LONGEST_COUNTER_EVIDENCE))} ${marks(citations)}`,
      ),
    ),
    ...section(
      "Gaps",
      canvas.gaps.map((gap) => `- ${plain(gap, longest)}`),
    ),
    "",
    ...judgmentLines(detail === "full" ? canvas.judgment : withoutFormulas(canvas.judgment), longest),
    ...section(
      "Opportunities",
      canvas.opportunities.map(
        ({ paper_id: paperId, title, why, score, citations }) =>
          `- ${dotted(plain(title, longest), `score ${score}`, plain(why, longest), id(paperId))} ${marks(citations)}`,
      ),
    ),
    "",
    plain(canvas.ground.sentence),
    `Evidence dated ${freshness.oldest ?? "unknown"} to ${freshness.newest ?? "unknown"}, last ingest ${freshness.last_ingest ?? "unknown"}.`,
    dotted(
      `Summarizer: ${summarizer.name}${summarizer.model === null ? "" : ` (${plain(summarizer.model)})`}`,
      `run ${id(canvas.run_id)}`,
    ),
    "",
    ...citationLines(canvas.citations, longest, authored === null ? [] : answer.sentences.flatMap((item) => item.citations)),
  ];
}
