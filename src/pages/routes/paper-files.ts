import type { FastifyReply } from "fastify";
import type { Paper } from "../../documents/paper.ts";
import type { PaperExport } from "../../workspaces/export-formats.ts";

const FILES: Record<PaperExport, { type: string; extension: string }> = {
  bibtex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  ris: { type: "application/x-research-info-systems; charset=utf-8", extension: "ris" },
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
};

/** Sends papers as a file to keep; `name`: of the file, without its ending. */
export async function sendPapers(
  reply: FastifyReply,
  format: PaperExport,
  papers: readonly Paper[],
  name: string,
): Promise<FastifyReply> {
  // Loaded with the first export: the citation library is large.
  const { papersAs } = await import("../../workspaces/bibliography.ts");
  const { type, extension } = FILES[format];
  return reply
    .type(type)
    .header("Content-Disposition", `attachment; filename="${name}.${extension}"`)
    .send(papersAs(format, papers));
}
