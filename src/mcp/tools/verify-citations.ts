import { z } from "zod";
import { missingScopes } from "../../access/scopes.ts";
import { verifyCitations, type CheckedCitation, type VerifyResult } from "../../citations/verify.ts";
import type { Cut } from "../budget.ts";
import { dotted, id, plain } from "../render.ts";
import { Id, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  citations: z
    .array(
      z.strictObject({
        id: Id.describe("Any id or URL of a paper, or a signal_id"),
        quote: z.string().trim().min(1).max(2_000).describe("The words it is quoted for"),
      }),
    )
    .min(1)
    .max(50),
});

const Place = { field: z.string(), start: z.number(), end: z.number() };

const Output = z.looseObject({
  citations: z.array(
    z.looseObject({
      number: z.number(),
      id: z.string(),
      stored_id: z.string().nullable(),
      title: z.string().nullable(),
      exists: z.boolean().nullable(),
      verbatim: z.boolean(),
      found_at: z.looseObject(Place).nullable(),
      nearest: z
        .looseObject({ ...Place, text: z.string(), similarity: z.number() })
        .nullable()
        .describe("text equals field.slice(start, end)"),
      retracted: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  summary: z.looseObject({ given: z.number(), verbatim: z.number(), unknown: z.number(), retracted: z.number() }),
  shortened: Shortened,
});

const FEWER = "verify fewer citations at once";

const CUTS: readonly Cut[] = [
  { part: "citations[].title", keep: 100, how: "get_paper has it in full" },
  { part: "citations[].id", keep: 80, how: "number is its position in the request" },
  { part: "citations[].nearest", keep: 0, how: FEWER },
];

export const verifyCitationsTool = defineTool({
  name: "verify_citations",
  title: "Verify citations",
  description:
    "Verify quotes before relying on them: whether each cited paper or signal exists, whether it contains the quote verbatim and where, the closest passage if not, and whether the paper was retracted.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ citations }, { library, key, signal }) {
    const signals = missingScopes(["signals:read"], key.scopes).length === 0;
    const structured = await verifyCitations(library, { citations, signals }, signal);
    return { structured, lines: (longest) => lines(structured, longest), concise: true };
  },
});

function lines({ citations, summary }: VerifyResult, longest: number): string[] {
  return [
    `${summary.given} checked: ${summary.verbatim} verbatim, ${summary.unknown} not in the library, ${summary.retracted} retracted.`,
    "",
    ...citations.map((citation) => `${citation.number}. ${line(citation, longest)}`),
  ];
}

function line(citation: CheckedCitation, longest: number): string {
  const { found_at: at, nearest, stored_id: stored } = citation;
  if (citation.exists === null) return dotted(id(citation.id), plain(citation.note ?? ""));
  if (!citation.exists) return dotted(id(citation.id), "NOT IN THE LIBRARY");
  const found = at && `verbatim in ${at.field} ${at.start}–${at.end}`;
  const near =
    nearest &&
    `NOT FOUND; closest (${nearest.similarity}) in ${nearest.field} ${nearest.start}–${nearest.end}: “${plain(nearest.text, longest)}”`;
  return dotted(
    id(stored ?? citation.id),
    plain(citation.title ?? "", Math.min(longest, 100)),
    citation.retracted && "RETRACTED",
    found ?? near ?? "NOT FOUND, and nothing similar",
  );
}
