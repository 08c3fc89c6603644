/** A run of text on a page: place of its baseline from the lower left corner, in points. */
export interface Printed {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  /** In the font of mathematical signs. */
  symbol?: boolean;
  /** In a font whose letters are equally wide. */
  code?: boolean;
  /** Operators before it, such as `3 Tr` for text that is not painted or `1 1 1 rg` for white. */
  before?: string;
}

/** A PDF of pages of text in Helvetica (ISO 32000-1, 7.5). `extra` goes into its trailer; `kids` repeats the pages in the page tree. */
export function pdfOf(pages: readonly (readonly Printed[])[], { extra = "", repeats = 1 } = {}): Buffer {
  return pdfOfStreams(
    pages.map((page) => ({ content: Buffer.from(page.map(operators).join("\n"), "latin1"), filter: "" })),
    { extra, repeats },
  );
}

/** The same from the pages' content streams as they are. */
export function pdfOfStreams(
  streams: readonly { content: Buffer; filter: string }[],
  { extra = "", repeats = 1 }: { extra?: string; repeats?: number } = {},
): Buffer {
  const objects: Buffer[] = [];
  const add = (text: string): number => objects.push(Buffer.from(text, "latin1"));
  add("<</Type/Catalog/Pages 2 0 R>>");
  add("");
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>");
  add("<</Type/Font/Subtype/Type1/BaseFont/Symbol>>");
  add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>");
  const kids: number[] = [];
  for (const { content, filter } of streams) {
    const stream = objects.push(
      Buffer.concat([Buffer.from(`<</Length ${content.length}${filter}>>\nstream\n`), content, Buffer.from("\nendstream")]),
    );
    kids.push(
      add(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R/F4 6 0 R>>>>/Contents ${stream} 0 R>>`,
      ),
    );
  }
  const all = Array.from({ length: repeats }, () => kids).flat();
  objects[1] = Buffer.from(`<</Type/Pages/Count ${all.length}/Kids[${all.map((kid) => `${kid} 0 R`).join(" ")}]>>`);
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${extra}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function operators({ text, x, y, size = 10, bold = false, symbol = false, code = false, before = "" }: Printed): string {
  const font = symbol ? "F3" : code ? "F4" : bold ? "F2" : "F1";
  return `q ${before} BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/gu, (one) => `\\${one}`)}) Tj ET Q`;
}
