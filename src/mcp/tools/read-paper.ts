import { z } from "zod";
import { readPaper, type PaperReading } from "../../citations/read-paper.ts";
import { refuseGiven } from "../arguments.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { counted, dotted, id, link, paperName, plain } from "../render.ts";
import { Id, PaperName, Query, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  paper_id: Id,
  section: Id.optional().describe("A heading, its number in the outline, or a kind such as limitations"),
  around: Query.optional().describe("A quote or passage_id"),
  query: Query.optional(),
  max_chars: z.int().min(500).max(40_000).default(6_000),
});

const Output = z.looseObject({
  paper: PaperName,
  full_text: z.looseObject({ format: z.string(), characters: z.number(), references: z.number() }).nullable(),
  outline: z.array(
    z.looseObject({
      section: z.number(),
      heading: z.array(z.string()),
      kind: z.string(),
      passages: z.number(),
      characters: z.number(),
    }),
  ),
  passages: z.array(
    z.looseObject({
      passage_id: z.string().nullable(),
      section: z.array(z.string()),
      kind: z.string(),
      page: z.number().nullable(),
      label: z.string().nullable(),
      text: z.string(),
    }),
  ),
  total_passages: z.number(),
  shortened: Shortened,
});

const BY_SECTION = "ask for a section";
const CUTS: readonly Cut[] = [
  { part: "paper.authors", keep: 20, how: "get_paper has all" },
  ...[200, 60].map((keep) => ({ part: "outline", keep, how: BY_SECTION })),
  ...[20_000, 8_000].map((keep) => ({ part: "passages[].text", keep, how: "ask with a smaller max_chars" })),
  ...[60, 20, 5].map((keep) => ({ part: "passages", keep, how: "ask with a smaller max_chars" })),
  { part: "paper.title", keep: 500, how: IN_FULL.paper },
];

export const readPaperTool = defineTool({
  name: "read_paper",
  title: "Read a paper",
  description:
    "The text of one paper: its outline, or with section, around or query the passages wanted. The abstract where there is no full text.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler(args, { library, signal }) {
    const { section, around, query } = args;
    if (section !== undefined) refuseGiven({ around, query }, ["around", "query"], "cannot be combined with section");
    if (around !== undefined) refuseGiven({ query }, ["query"], "cannot be combined with around");
    const reading = await readPaper(library, args, signal);
    return { structured: reading, lines: (maxLength) => lines(reading, maxLength) };
  },
});

function lines({ paper, full_text: text, outline, passages, total_passages: total }: PaperReading, maxLength: number): string[] {
  return [
    `# ${paperName(paper, maxLength)}`,
    dotted(id(paper.paper_id), link(paper.url), paper.retracted && "retracted"),
    text === null
      ? "No full text in the library; the abstract alone."
      : dotted(
          `Full text (${text.format}) from ${plain(text.source.name, maxLength)}`,
          plain(text.source.license ?? "", maxLength),
          counted(text.references, "reference"),
        ),
    ...(outline.length === 0 ? [] : ["", "## Outline"]),
    ...outline.map(
      ({ section, heading, kind, characters }) =>
        `${section}. ${plain(heading.join(" › ") || "(no heading)", maxLength)} (${kind}, ${characters} characters)`,
    ),
    "",
    `## ${passages.length < total ? `${passages.length} of ${total} passages` : counted(total, "passage")}`,
    ...passages.flatMap(({ passage_id, section, kind, page, label, text: words }) => [
      dotted(plain(section.join(" › ") || kind, maxLength), page !== null && `page ${page}`, label, passage_id && id(passage_id)),
      plain(words, maxLength),
      "",
    ]),
  ];
}
