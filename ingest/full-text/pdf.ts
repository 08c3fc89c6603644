import type { FullTextReader } from "./port.ts";

/** PDF with a text layer. Its library is loaded with the first such file. */
export const pdf: FullTextReader = {
  name: "pdf",
  extensions: [".pdf"],
  fits: (head) => head.slice(0, 1_024).includes("%PDF-"),

  async read({ name, bytes }) {
    const { pdfPages } = await import("./pdf/runs.ts");
    const { textOfPages } = await import("./pdf/document.ts");
    return [textOfPages(await pdfPages(bytes), name)];
  },
};
