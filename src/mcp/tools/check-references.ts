import { z } from "zod";
import { checkReferences } from "../../references/check.ts";
import { REFERENCE_FORMATS } from "../../references/formats.ts";
import { REFERENCE_STATUSES } from "../../references/outcome.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { referenceLines } from "../render-references.ts";
import { Degraded, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const MAX_TEXT = 200_000;
/** Their results fit into an answer when titles are shortened. */
const MAX_REFERENCES = 300;

const Input = z.strictObject({
  text: z.string().min(1).max(MAX_TEXT),
  format: z.enum(REFERENCE_FORMATS).optional(),
});

const Record = z
  .looseObject({ paper_id: z.string(), title: z.string(), year: z.number().nullable(), venue: z.string().nullable() })
  .nullable();

const Output = z.looseObject({
  format: z.string(),
  references: z.array(
    z.looseObject({
      number: z.number(),
      key: z.string().nullable(),
      title: z.string(),
      status: z.enum(REFERENCE_STATUSES),
      record: Record,
      differences: z.array(z.looseObject({ field: z.string(), given: z.string(), record: z.string() })),
      retracted: z.boolean(),
      corrected: z.boolean(),
      superseded_by: Record,
      unverified: z.array(z.string()),
      notices: z.array(
        z.looseObject({
          signal_id: z.string(),
          kind: z.string(),
          statement: z.string(),
          observed_at: z.string(),
          url: z.string().nullable(),
        }),
      ),
      nearest: Record,
      problem: z.string().nullable(),
    }),
  ),
  summary: z.looseObject({
    references: z.number(),
    found: z.number(),
    chimera: z.number(),
    retracted: z.number(),
    superseded: z.number(),
    corrected: z.number(),
    not_found: z.number(),
    unreadable: z.number(),
  }),
  degraded: Degraded,
  shortened: Shortened,
});

const IN_PARTS = "check the references in parts";

const CUTS: readonly Cut[] = [
  { part: "references[].title", keep: 80, how: "number is its position in the text" },
  { part: "references[].record.title", keep: 60, how: IN_FULL.paper },
  { part: "references[].notices[].statement", keep: 100, how: "search_signals has it in full" },
  { part: "references[].nearest", keep: 0, how: IN_PARTS },
  { part: "references[].record.venue", keep: 0, how: IN_FULL.paper },
  { part: "references[].record.title", keep: 0, how: IN_FULL.paper },
  { part: "references[].title", keep: 20, how: "number is its position in the text" },
  { part: "references[].unverified", keep: 1, how: IN_PARTS },
  { part: "references[].superseded_by.title", keep: 0, how: IN_FULL.paper },
  { part: "references[].notices", keep: 0, how: IN_PARTS },
  { part: "references[].differences[].record", keep: 40, how: IN_FULL.paper },
  { part: "references[].differences[].given", keep: 40, how: IN_PARTS },
  { part: "references[].differences", keep: 1, how: IN_PARTS },
  { part: "references[].key", keep: 40, how: "number is its position in the text" },
  { part: "references", keep: 100, how: IN_PARTS },
  { part: "references", keep: 50, how: IN_PARTS },
];

export const checkReferencesTool = defineTool({
  name: "check_references",
  title: "Check references",
  description:
    "Check up to 300 references: found, chimera (fields disagree, such as title and DOI), retracted, corrected, superseded, or not in the library.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ text, format }, { library, key, signal }) {
    const signals = key.scopes.includes("signals:read");
    const structured = await checkReferences(library, { text, format, max: MAX_REFERENCES, signals }, signal);
    return { structured, lines: (maxLength) => referenceLines(structured, maxLength), concise: true };
  },
});
