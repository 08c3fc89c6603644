import { describe, expect, it } from "vitest";
import { idKey, idUrl, parseExternalId } from "../../src/documents/ids.ts";

const SPELLINGS: [string, string][] = [
  ["10.18653/v1/P19-1001", "doi:10.18653/v1/p19-1001"],
  ["doi:10.1162/TACL_a_00370", "doi:10.1162/tacl_a_00370"],
  ["DOI: 10.1162/tacl_a_00370.", "doi:10.1162/tacl_a_00370"],
  ["https://doi.org/10.1145/3397271.3401075", "doi:10.1145/3397271.3401075"],
  ["http://dx.doi.org/10.1000/a%2Fb", "doi:10.1000/a/b"],
  ["https://doi.org/10.48550/arXiv.2004.04906", "arxiv:2004.04906"],
  ["2004.04906", "arxiv:2004.04906"],
  ["arXiv:2004.04906v3", "arxiv:2004.04906"],
  ["https://arxiv.org/abs/2004.04906v2", "arxiv:2004.04906"],
  ["https://arxiv.org/pdf/1706.03762v5.pdf", "arxiv:1706.03762"],
  ["cs.CL/0501001", "arxiv:cs/0501001"],
  ["hep-th/9901001v1", "arxiv:hep-th/9901001"],
  ["P19-1001", "acl:P19-1001"],
  ["acl:p19-1001", "acl:P19-1001"],
  ["2020.acl-main.1", "acl:2020.acl-main.1"],
  ["https://aclanthology.org/2020.emnlp-main.550/", "acl:2020.emnlp-main.550"],
  ["https://aclanthology.org/2020.emnlp-main.550v2.pdf", "acl:2020.emnlp-main.550"],
  ["https://www.aclweb.org/anthology/D19-1001", "acl:D19-1001"],
  ["https://openreview.net/forum?id=rJl-b3RcF7&noteId=x", "openreview:rJl-b3RcF7"],
  ["openreview:rJl-b3RcF7", "openreview:rJl-b3RcF7"],
  ["https://openalex.org/W2741809807", "openalex:W2741809807"],
  ["https://api.openalex.org/works/w2741809807", "openalex:W2741809807"],
  ["pmid:31604908", "pmid:31604908"],
  ["https://pubmed.ncbi.nlm.nih.gov/31604908/", "pmid:31604908"],
  ["PMC5828200", "pmcid:PMC5828200"],
  ["pmcid: 5828200", "pmcid:PMC5828200"],
  ["https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5828200.1/", "pmcid:PMC5828200"],
  ["https://pmc.ncbi.nlm.nih.gov/articles/PMC5828200/?report=reader", "pmcid:PMC5828200"],
  ["CorpusID:215416146", "s2:215416146"],
  [
    "https://www.semanticscholar.org/paper/SPECTER/A1B2C3D4E5F60718293A4B5C6D7E8F9001122334",
    "s2:a1b2c3d4e5f60718293a4b5c6d7e8f9001122334",
  ],
];

const NO_IDS = [
  "",
  "   ",
  "dense retrieval",
  "10.1000",
  "2020.13",
  "9913.12345",
  "P19",
  "W12",
  "https://example.org/2004.04906",
  "doi:",
  "31604908",
  "PMC",
  "pmid:0",
  "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334",
  "x".repeat(900),
];

describe("paper identifiers", () => {
  it.each(SPELLINGS)("%s is read as %s", (spelling, key) => {
    const id = parseExternalId(spelling);
    expect(id && idKey(id)).toBe(key);
  });

  it.each(SPELLINGS)("the canonical form and the page of %s lead to the same id", (spelling) => {
    const id = parseExternalId(spelling)!;
    expect(parseExternalId(idKey(id))).toEqual(id);
    expect(parseExternalId(idUrl(id))).toEqual(id);
  });

  it.each(NO_IDS)("%j is no identifier", (text) => {
    expect(parseExternalId(text)).toBeNull();
  });

  it("a bare OpenReview id is read only where the scheme is known", () => {
    expect(parseExternalId("rJl-b3RcF7")).toBeNull();
    expect(parseExternalId("rJl-b3RcF7", "openreview")).toEqual({ scheme: "openreview", value: "rJl-b3RcF7" });
  });

  it("a prefix that contradicts the scheme is refused", () => {
    expect(parseExternalId("arxiv:2004.04906", "doi")).toBeNull();
  });
});
