import { connect } from "@lancedb/lancedb";
import { brotliDecompressSync, crc32 } from "node:zlib";

/*
 * What LanceDB holds, read with nothing of the engine: how passages and whole texts are stored is told here a second time, so that a reading that is wrong in the engine is noticed.
 */

/** A passage, or the document about a whole text, of which `file` and `paperTitle` are told. */
export interface StoredPassage {
  passage_id: string;
  paper_id: string;
  content: string;
  kind: string;
  form: string | null;
  /** Where a whole text was read from, and the title that it gives its paper; null in passages. */
  whole: { file: string; title: string | null } | null;
}

/** All passages of the index in this folder, and the documents about whole texts. Throws where one is stored in another way than is told here. */
export async function storedPassages(folder: string): Promise<StoredPassage[]> {
  const columns = ["passage_id", "paper_id", "title", "section", "kind", "form", "text", "content", "whole"];
  const rows = await storedRows<RawPassage>(folder, "passages", columns);
  return rows.map(({ passage_id, paper_id, kind, form, ...row }) => {
    const whole = row.whole === null ? null : unpacked(row.whole, passage_id);
    if ((whole !== null) !== (kind === "whole")) throw otherwise(passage_id, "the document about a whole text has no other kind");
    return { passage_id, paper_id, kind, form, whole, content: whole === null ? contentOf({ passage_id, ...row }) : "" };
  });
}

/** All rows of a table. */
export async function storedRows<Row>(folder: string, target: string, columns: string[]): Promise<Row[]> {
  const connection = await connect(folder);
  const names = (await connection.tableNames()).filter((name) => name.includes(target));
  if (names.length !== 1) throw new Error(`${folder} has ${names.length} tables of ${target}`);
  const table = await connection.openTable(names[0]!);
  const rows = (await table.query().select(columns).toArray()) as Row[];
  return rows.map((row) => ({ ...row }));
}

interface RawPassage {
  passage_id: string;
  paper_id: string;
  title: string | null;
  section: Iterable<string> | null;
  kind: string;
  form: string | null;
  text: string | null;
  content: string | null;
  whole: string | null;
}

/** A passage is the end of the searched text: title, headings and passage, each on lines of its own. */
function contentOf({ passage_id: id, title, section, text, content }: Omit<RawPassage, "paper_id" | "kind" | "form" | "whole">) {
  if (content !== null) throw otherwise(id, "a passage is stored once, in the searched text");
  const context = [title ?? "", ...(section ?? [])].map((line) => `${line}\n`).join("");
  if (text === null || !text.startsWith(context)) throw otherwise(id, "the searched text begins with title and headings");
  return text.slice(context.length);
}

/** `packed:FORM:CRC-32:Brotli in base64`; both forms are JSON that names the file and the title. */
function unpacked(stored: string, id: string): { file: string; title: string | null } {
  const [mark, , sum = "", data = "", ...more] = stored.split(":");
  if (mark !== "packed" || more.length > 0) throw otherwise(id, "what is about a whole text is packed");
  const bytes = brotliDecompressSync(Buffer.from(data, "base64"));
  if (crc32(bytes) !== Number.parseInt(sum, 16)) throw otherwise(id, "the checksum is that of what is packed");
  const { file, title } = JSON.parse(bytes.toString()) as { file?: unknown; title?: unknown };
  if (typeof file !== "string" || (title !== null && typeof title !== "string"))
    throw otherwise(id, "what is packed names file and title");
  return { file, title };
}

function otherwise(id: string, rule: string): Error {
  return new Error(`${id} is stored in another way than this program knows, which is: ${rule}`);
}
