import { describe, expect, it } from "vitest";
import { textStatements } from "../../../ingest/full-text/statements.ts";
import type { FullTextPassage } from "../../../src/documents/full-text.ts";

function passage(kind: FullTextPassage["kind"], text: string): FullTextPassage {
  return { section: 0, kind, form: "paragraph", text, page: null, place: null, label: null };
}

function stated(kind: FullTextPassage["kind"], ...texts: string[]) {
  return textStatements({ passages: texts.map((text) => passage(kind, text)) });
}

describe("a statement of availability", () => {
  it.each([
    ["The data are available at https://zenodo.org/record/58223.", "dataset", "https://zenodo.org/record/58223"],
    ["Data have been deposited in Dryad (doi:10.5061/dryad.gs45f).", "dataset", "https://doi.org/10.5061/dryad.gs45f"],
    ["Raw reads are accessible at www.ebi.ac.uk/ena/data/view/PRJEB1.", "dataset", "https://www.ebi.ac.uk/ena/data/view/PRJEB1"],
    ["Code is available at https://github.com/a/b.", "code", "https://github.com/a/b"],
    ["Our scripts can be found at github.com/a/b, under the MIT License.", "code", "https://github.com/a/b"],
    ["The software is hosted on Zenodo (https://doi.org/10.5281/zenodo.5).", "code", "https://doi.org/10.5281/zenodo.5"],
    ["Code and data are available at https://osf.io/abcde.", "dataset", "https://osf.io/abcde"],
    ["Code and data are available at https://github.com/a/b.", "code", "https://github.com/a/b"],
    ["Code: https://gitlab.com/a/b", "code", "https://gitlab.com/a/b"],
  ])("makes a signal where it gives an address: %s", (text, kind, url) => {
    expect(stated("data_availability", text)).toEqual([{ kind, url, quote: text }]);
  });

  it.each([
    "All relevant data are within the paper and its Supporting Information files.",
    "All data will be made available upon request.",
    "The data are available from the authors on reasonable request (https://example.org/people/a).",
    "The data are not publicly available; see https://example.org/policy/data.",
    "Data cannot be shared: https://example.org/policy/ethics.",
    "The code is unavailable at https://github.com/a/b.",
    "Code will be available at https://github.com/a/b.",
    "Access is restricted; apply at https://example.org/data/apply.",
    "Requests for data should be sent through https://example.org/data/apply.",
    "Climate data were obtained from https://example.org/data/climate.",
    "GenBank (http://www.ncbi.nlm.nih.gov/) accession numbers are A1 and B2.",
    "Accession numbers from GenBank (http://www.ncbi.nlm.nih.gov/Genbank) are A1 and B2.",
    "The genomes can be found at the repository https://example.org.",
    "The datasets are available under the accession number GSE55257.",
  ])("makes none where nothing can be had at an address of its own: %s", (text) => {
    expect(stated("data_availability", text)).toEqual([]);
  });

  it("is of the section alone, and of the paper's own data", () => {
    const text = "The data are available at https://zenodo.org/record/58223.";
    expect(stated("method", text)).toEqual([]);
    const others = "Kok K, 2015, Errant targeting, https://doi.org/10.5061/dryad.cv323, publicly available at Dryad.";
    const lists = [
      "The following datasets were generated:",
      text,
      "The following previously published datasets were used:",
      others,
    ];
    expect(stated("data_availability", ...lists).map(({ quote }) => quote)).toEqual([text]);
  });

  it("is quoted with the sentence that says of what it gives the address, and each address is one", () => {
    const text = "Our database was uploaded to Zenodo. The URL is: https://zenodo.org/record/58223.";
    expect(stated("data_availability", text, text)).toEqual([
      { kind: "dataset", url: "https://zenodo.org/record/58223", quote: text },
    ]);
  });
});

describe("a statement of funding", () => {
  it.each([
    "This work was supported by the Wellcome Trust.",
    "This work was funded by NIH Grant R01 GM082938.",
    "Biotechnology and Biological Sciences Research Council (BBSRC): grant code BB/E004431/1.",
    "A.B. acknowledges support from the Deutsche Forschungsgemeinschaft.",
    "Funding was provided by The John R. Oishei Foundation.",
  ])("makes a signal where it names a funder: %s", (quote) => {
    expect(stated("funding", quote)).toEqual([{ kind: "funding", quote, url: null }]);
  });

  it.each([
    "The authors received no specific funding for this work.",
    "The authors have no support or funding to report.",
    "No external funding for this study.",
    "This study was not funded by any University or Foundation.",
    "The funders had no role in study design, data collection and analysis, or the decision to publish.",
    "The work was done without support from the Research Council.",
    "The content is solely the responsibility of the authors, not of the National Institutes that gave grants.",
    "AJD was supported in part.",
    "None.",
  ])("makes none where it names none: %s", (text) => {
    expect(stated("funding", text)).toEqual([]);
  });

  it("is quoted without what is said of the funders besides", () => {
    const own = "This work was funded by the Swedish Research Council. A.B. was supported by the EU.";
    expect(stated("funding", `${own} The funders had no role in study design.`)).toEqual([
      { kind: "funding", quote: own, url: null },
    ]);
  });
});
