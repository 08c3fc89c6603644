const FIX_FILE = "Fix the file at that line, then load it again.";
const FIX_ROW = "Fix the row or the mapping file, then load it again.";
const REFUSED = "The search engine rejected the document; the message says why.";
const NO_PAPER = "Nothing to do: these rows are not papers.";
const DAMAGED = "Get a new copy of the file, or the paper in a different format, then load it.";
const OTHER_FORMAT = "Load the paper in a different format, such as JATS, TEI or a PDF with fewer pages.";

/** What to do about rows that are dead for a reason, in a sentence. docs/ingest.md has the same table, docs/full-texts.md that of files; a test compares. */
export const REMEDIES: Readonly<Record<string, string>> = {
  invalid_json: FIX_FILE,
  invalid_csv: FIX_FILE,
  column_count: FIX_FILE,
  invalid_utf8: FIX_FILE,
  line_too_long: FIX_FILE,
  element_too_long: FIX_FILE,
  element_too_deep: FIX_FILE,
  missing_field: FIX_ROW,
  invalid_field: FIX_ROW,
  paper_not_found: "Load the paper first, then retry the dead letters.",
  paper_ambiguous: "Several papers have this title: use an ID of the paper instead.",
  not_a_record: NO_PAPER,
  unknown_metadata: NO_PAPER,
  paratext: NO_PAPER,
  too_large: REFUSED,
  refused: REFUSED,
  unknown_format: "Load JATS, TEI, S2ORC JSON, PDF, plain text or Markdown, or specify the format with --format.",
  wrong_format: "Specify the file's actual format with --format, or omit the option.",
  invalid_xml: DAMAGED,
  invalid_encoding: DAMAGED,
  damaged: DAMAGED,
  doctype: "Remove the declarations from the DOCTYPE, then load the file again.",
  encrypted: "Save the PDF without its password, then load it again.",
  no_text: "If the pages are scans, run text recognition (OCR) first. An article without a body cannot be read.",
  too_many_pages: OTHER_FORMAT,
  too_deep: OTHER_FORMAT,
  too_slow: OTHER_FORMAT,
  too_much_memory: OTHER_FORMAT,
  invalid_text: OTHER_FORMAT,
  unreadable: OTHER_FORMAT,
};

/** What to do about rows that are dead for this reason. */
export function remedyOf(reason: string): string {
  return REMEDIES[reason] ?? "The message says what is wrong with the row.";
}
