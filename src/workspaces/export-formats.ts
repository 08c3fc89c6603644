/** What a workspace can be exported as. Apart from the exports themselves, which bring the citation library with them. */
export const EXPORT_FORMATS = ["markdown", "bibtex", "csl-json", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
