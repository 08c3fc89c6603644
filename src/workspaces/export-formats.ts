/** What a workspace can be exported as. Apart from the exports themselves, which bring the citation library with them. */
export const EXPORT_FORMATS = ["markdown", "bibtex", "csl-json", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an answer can be copied as. */
export const RUN_EXPORTS = ["markdown", "bibtex", "csl-json"] as const;
export type RunExport = (typeof RUN_EXPORTS)[number];

/** What found papers can be exported as. */
export const PAPER_EXPORTS = ["bibtex", "ris", "csv"] as const;
export type PaperExport = (typeof PAPER_EXPORTS)[number];

/** How each is called. */
export const EXPORT_NAMES: Record<PaperExport, string> = { bibtex: "BibTeX", ris: "RIS", csv: "CSV" };
