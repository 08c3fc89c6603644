import { describe, expect, it } from "vitest";
import { kindOfHeading, sectionKind, type SectionKind, type SectionSigns } from "../../src/documents/section-kinds.ts";

const HEADINGS: [string, SectionKind | null][] = [
  ["Introduction", "introduction"],
  ["1 INTRODUCTION", "introduction"],
  ["I. Introduction", "introduction"],
  ["Aims", "introduction"],
  ["Background", "background"],
  ["2. Related Work", "background"],
  ["Preliminaries", "background"],
  ["Materials and Methods", "method"],
  ["Material & methods", "method"],
  ["Patients and Methods", "method"],
  ["Methodology/Principal Findings", "method"],
  ["Methods and Findings", "method"],
  ["Experimental procedures", "method"],
  ["3.1 Experimental Setup", "method"],
  ["Statistical analyses", "method"],
  ["Data collection", "method"],
  ["Approach", "method"],
  ["Results", "results"],
  ["Results and Discussion", "results"],
  ["Results/Discussion", "results"],
  ["Principal Findings", "results"],
  ["5 Experiments", "results"],
  ["Evaluation", "results"],
  ["Discussion", "discussion"],
  ["Discussion and Conclusions", "discussion"],
  ["Future Work", "discussion"],
  ["Limitations", "limitations"],
  ["Strengths and limitations of this study", "limitations"],
  ["Threats to Validity", "limitations"],
  ["Conclusions", "conclusion"],
  ["Conclusions/Significance", "conclusion"],
  ["7 Summary and outlook", "conclusion"],
  ["Appendix A: Proofs", "appendix"],
  ["A.2 Hyperparameters", "appendix"],
  ["Supporting Information", "appendix"],
  ["Additional files", "appendix"],
  ["Supplementary Material", "appendix"],
  ["Acknowledgments", "acknowledgement"],
  ["Acknowledgements", "acknowledgement"],
  ["Data Availability", "data_availability"],
  ["Data and code availability statement", "data_availability"],
  ["Accession numbers", "data_availability"],
  ["Availability of data and materials", "data_availability"],
  ["Funding", "funding"],
  ["Financial disclosure", "funding"],
  ["Genome Data Availability", "data_availability"],
  ["Additional information", null],
  ["Future outlook", "discussion"],
  ["Author Summary", "abstract"],
  ["Gpr177", null],
  ["Choanoflagellate husbandry and microscopy", null],
  ["A resultant vector", null],
  ["", null],
];

describe("kinds of sections", () => {
  it.each(HEADINGS)("the heading %j is of kind %s", (heading, kind) => {
    expect(kindOfHeading(heading)).toBe(kind);
  });

  const SECTIONS: [string, SectionSigns, SectionKind][] = [
    ["the heading before the declared type", { heading: "Results", type: "methods", part: "body" }, "results"],
    [
      "the declared type where the heading tells nothing",
      { heading: "What we did", type: "materials|methods", part: "body" },
      "method",
    ],
    ["the section around it where neither does", { heading: "Gpr177", parent: "results", part: "body" }, "results"],
    ["the section around it before a subsection's heading", { heading: "Analysis", parent: "method", part: "body" }, "method"],
    ["a background that comes first", { heading: "Background", part: "body", first: true }, "introduction"],
    ["a background that comes later", { heading: "Background", part: "body" }, "background"],
    ["a conclusion within a discussion", { heading: "Conclusions", parent: "discussion", part: "body" }, "conclusion"],
    ["limitations within a discussion", { heading: "Study limitations", parent: "discussion", part: "body" }, "limitations"],
    ["a subsection of an untold section by its own heading", { heading: "Results", parent: "other", part: "body" }, "results"],
    ["the first text of the body", { heading: null, part: "body", first: true }, "introduction"],
    ["a later section that nothing tells", { heading: "Gpr177", part: "body" }, "other"],
    ["a structured abstract stays abstract", { heading: "Results", parent: "abstract", part: "front" }, "abstract"],
    ["statements behind the text", { heading: "Competing interests", part: "back" }, "other"],
  ];
  it.each(SECTIONS)("%s", (_, signs, kind) => {
    expect(sectionKind(signs)).toBe(kind);
  });
});
