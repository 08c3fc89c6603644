import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { withQuotedBeyond } from "../../src/evidence/beyond.ts";
import { gatherEvidence } from "../../src/evidence/gather.ts";
import type { Evidence } from "../../src/evidence/evidence.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import type { Around } from "../../src/evidence/neighbors.ts";
import type { Focus } from "../../src/evidence/focus.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import { readPapers } from "../../src/evidence/read.ts";
import { steeredHits } from "../../src/evidence/steered-hits.ts";
import { paperText, type Paper } from "../../src/documents/paper.ts";
import { signalText, type Signal } from "../../src/documents/signal.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { fusedPaperSearch } from "../../src/retrieval/paper-search.ts";
import { fusedSearch } from "../../src/retrieval/search.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import type { CanvasRequest } from "../../src/answers/request.ts";

/* What becomes evidence, over a few papers written for the purpose. Vectors are those of shared words. */

const ABOUT = "Sparse attention reads long documents in linear time and keeps the accuracy of full attention.";
const PAPERS: Paper[] = [
  paper({
    paper_id: "arxiv:2001.00001",
    title: "Sparse attention for long documents",
    abstract: ABOUT,
    authors: ["Ann Lee"],
    venue: "arXiv",
    year: 2020,
  }),
  paper({
    paper_id: "acl:2020.acl-main.1",
    title: "Sparse Attention for Long Documents",
    abstract: `${ABOUT} On three collections it reads documents of 16,000 words within a second.`,
    authors: ["Lee, Ann", "Bob Roe"],
    venue: "ACL",
    year: 2020,
  }),
  paper({
    paper_id: "acl:2021.acl-main.2",
    title: "Reading books with recurrent memory",
    abstract:
      "Recurrent memory reads whole books of documents. It cites sparse attention as its nearest rival on long documents.",
    authors: ["Cy Poe"],
    year: 2021,
  }),
  paper({
    paper_id: "acl:2021.acl-main.3",
    title: "Sparse attention loses rare words",
    abstract: "Sparse attention for long documents loses every third rare word of long documents that full attention keeps.",
    authors: ["Di Fox"],
    year: 2021,
    retracted: true,
  }),
  paper({
    paper_id: "acl:2022.acl-main.4",
    title: "Sparse attention in production",
    abstract: "Sparse attention for long documents serves a search engine for long documents at half the cost of full attention.",
    authors: ["Ed Gray"],
    year: 2022,
  }),
];
const SIGNALS: Signal[] = [
  signal({
    signal_id: "sig:code",
    kind: "code",
    title: "Code of sparse attention",
    statement: "A list of code names example/sparse for “Sparse attention! For long documents”. It is kept well.",
    paper_ids: ["arxiv:2001.00001"],
  }),
  signal({
    signal_id: "sig:cited",
    kind: "citation",
    title: "Cited by 2021.acl-main.2",
    statement: "The paper 2021.acl-main.2 cites 2020.acl-main.1.",
    paper_ids: ["acl:2020.acl-main.1"],
    source: { name: "a citation list", url: "https://aclanthology.org/2021.acl-main.2/", license: null },
  }),
  signal({
    signal_id: "sig:award",
    kind: "award",
    statement: "It won the award for the best paper.",
    paper_ids: ["acl:2020.acl-main.1"],
  }),
  signal({
    signal_id: "sig:retraction",
    kind: "retraction",
    polarity: "against",
    statement: "The proceedings mark the paper as retracted.",
    paper_ids: ["acl:2021.acl-main.3"],
  }),
];
const QUESTION = "Does sparse attention read long documents?";

let library: Library & AsyncDisposable;

beforeAll(async () => {
  const embedder = hashEmbedder();
  library = await openTestLibrary({ embedder });
  const { engine } = library;
  await engine.create(embedder.space);
  const rows = async <Document>(documents: Document[], text: (document: Document) => string) =>
    Promise.all(documents.map(async (document) => row(document, await embedder.embedQuery(text(document)))));
  await engine.papers.write(await rows(PAPERS, paperText));
  await engine.signals.write(await rows(SIGNALS, signalText));
  for (const target of ["papers", "signals"] as const) await engine.endLoad(target);
  await engine.papers.setCounts(await engine.signals.countByPaper(PAPERS.map(({ paper_id }) => paper_id)));
});

afterAll(() => library[Symbol.asyncDispose]());

const ask = (given: Partial<CanvasRequest> = {}) =>
  askCanvas(library, { query: QUESTION, mode: "corpus", time_scope: "all", match_count: 8, account: "test", ...given });

describe("evidence", () => {
  it("a preprint and what was published of it are one paper, with the signals of both", async () => {
    const canvas = await ask();
    expect(canvas.source_context.paper_ids).toContain("acl:2020.acl-main.1");
    expect(canvas.source_context.paper_ids).not.toContain("arxiv:2001.00001");
    expect(canvas.source_context.signal_ids).toEqual(expect.arrayContaining(["sig:code", "sig:award"]));
    expect(canvas.ground).toMatchObject({ versions: 1, papers: 3 });
    expect(canvas.judgment.dimensions.find(({ name }) => name === "artifacts")!.score).toBeGreaterThan(0.5);
  });

  it("a retracted paper is no evidence, and is named as counter-evidence", async () => {
    const canvas = await ask();
    expect(canvas.source_context.paper_ids).not.toContain("acl:2021.acl-main.3");
    expect(canvas.counter_evidence[0]!.text).toContain("Retracted: “Sparse attention loses rare words”");
    const cited = new Set(canvas.answer.sentences.flatMap((sentence) => sentence.citations));
    const quoted = canvas.citations.filter(({ number }) => cited.has(number)).map(({ id }) => id);
    expect(quoted).not.toContain("acl:2021.acl-main.3");
  });

  it("a question that asks for code by name gets what is on record first, quoted to its end, then what the papers say", async () => {
    const { answer, citations, records } = await ask({ query: "Is there code of sparse attention for long documents?" });
    expect(records).toMatchObject({ total: 1, rows: [{ paper_id: "arxiv:2001.00001" }] });
    const [lead, first, ...others] = answer.sentences;
    expect(lead!.text).toContain("1 link to code for ");
    expect(first!.text).toBe("A list of code names example/sparse for “Sparse attention! For long documents”. It is kept well.");
    expect(citations.find(({ number }) => number === first!.citations[0])).toMatchObject({ kind: "signal", id: "sig:code" });
    expect(others.length).toBeGreaterThan(0);
  });

  it("papers are found by what the model searches questions by, and are as near as they are to the question itself", async () => {
    const request = { query: QUESTION, mode: "corpus", filters: {}, match_count: 8 } as const;
    const plain = await gatherEvidence(library, request);
    const other = paperText(PAPERS[2]!);
    const searched = await hashEmbedder().embedQuery(other);
    const embedder = hashEmbedder({ searchVector: () => searched });
    const found = await gatherEvidence({ ...library, embedder }, request);
    const [first] = (await fusedPaperSearch({ ...library, embedder }, { ...request, retrieval: "semantic", depth: 8 })).hits;
    expect(first!.id).toBe(PAPERS[2]!.paper_id);
    expect(first!.semantic!.score).toBeCloseTo(1, 3);
    const cosines = ({ papers }: Evidence) =>
      Object.fromEntries(papers.map(({ paper, cosine }) => [paper.paper_id, cosine!.toFixed(3)]));
    expect(cosines(found)).toEqual(cosines(plain));
    expect(found.bestCosine).toBe(Math.max(...found.papers.map(({ cosine }) => cosine!)));
    expect([...found.vector!]).toEqual([...plain.vector!]);
  });

  it("signals are found by the question itself", async () => {
    const embedder = hashEmbedder({ searchVector: (question) => question.map((component) => -component) });
    const request = { query: "best paper award", retrieval: "semantic", filters: {}, depth: 4 } as const;
    const found = (by: Library) => fusedSearch(by, "signals", by.engine.signals, request);
    expect((await found({ ...library, embedder })).hits).toEqual((await found(library)).hits);
  });

  it("the ground of an answer says what it rests on", async () => {
    const { ground, freshness } = await ask();
    expect(ground.sentence).toBe(
      "Based on abstracts and signals, not full texts: 3 papers and 4 signals. 1 other version of these papers not counted separately.",
    );
    expect(freshness).toMatchObject({ oldest: "2020", newest: "2025-01-01" });
  });
});

describe("mode paper", () => {
  const about = (paperId: string, query = "What of sparse attention and long documents?") =>
    ask({ query, mode: "paper", paper_id: paperId });

  it("quotes the paper first, then what cites it, and says which that is", async () => {
    const { answer, citations } = await about("acl:2020.acl-main.1");
    expect(citations[0]!.id).toBe("acl:2020.acl-main.1");
    expect(answer.sentences.map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining("Poe (cites this paper):")]),
    );
  });

  it("judges by that paper alone, as get_paper does", async () => {
    const { judgment } = await about("acl:2021.acl-main.2");
    const view = await getPaper(library, { paper_id: "acl:2021.acl-main.2" });
    expect({ ...judgment, dimensions: [] }).toEqual({ ...view.judgment, dimensions: [] });
  });

  it("counts what is known of another record of the same paper, whichever of them is asked for", async () => {
    const published = await getPaper(library, { paper_id: "acl:2020.acl-main.1" });
    const preprint = await getPaper(library, { paper_id: "arxiv:2001.00001" });
    expect(published.versions.map(({ paper_id: id }) => id)).toEqual(["arxiv:2001.00001"]);
    expect(preprint.versions.map(({ paper_id: id }) => id)).toEqual(["acl:2020.acl-main.1"]);
    expect(published.signals.map(({ signal_id: id }) => id)).not.toContain("sig:code");
    expect(published.citations.map(({ id }) => id)).toContain("sig:code");
    const scores = ({ judgment }: typeof published) => judgment.dimensions.map(({ score }) => score);
    expect(scores(preprint)).toEqual(scores(published));
    const { judgment } = await about("acl:2020.acl-main.1");
    expect(judgment.dimensions.map(({ score }) => score)).toEqual(scores(published));
  });

  it("says of a retracted paper that it was retracted, in the reason and on each sentence", async () => {
    const { answer, judgment } = await about("acl:2021.acl-main.3");
    expect(answer.reason).toContain("This paper was retracted.");
    expect(answer.sentences[0]!.flags).toEqual(["retracted"]);
    expect(judgment.verdict).toBe("blocked");
  });

  it("is weak where most of what is asked stands nowhere near the paper", async () => {
    const { answer } = await about("acl:2020.acl-main.1", "Which enzymes digest lactose in camels?");
    expect(answer.state).toBe("weak");
    expect(answer.sentences.every(({ text }) => text.startsWith("“"))).toBe(true);
  });
});

const WORKSPACE: Focus = { workspace_id: "ws_1", name: "Shelf", version: 1, thesis: null, paper_ids: [], signal_ids: [] };

describe("bounds", () => {
  it("a source context keeps every other paper and signal out", async () => {
    const first = await ask();
    const source_context = { ...first.source_context, paper_ids: ["acl:2020.acl-main.1"], signal_ids: ["sig:award"] };
    const narrowed = await ask({ source_context });
    expect(narrowed.source_context).toMatchObject({ paper_ids: ["acl:2020.acl-main.1"], signal_ids: ["sig:award"] });
    expect(narrowed.ground).toMatchObject({ papers: 1, signals: 1 });
  });

  it("a saved paper counts as read where another version stands for it, and is read first", async () => {
    const focus = { ...WORKSPACE, paper_ids: ["arxiv:2001.00001"] };
    const { bounded_by: bound, source_context: found } = await ask({ mode: "workspace", focus });
    expect(found.paper_ids[0]).toBe("acl:2020.acl-main.1");
    expect(bound?.paper_ids).toEqual(["arxiv:2001.00001"]);
    expect(bound?.sentence).toContain(
      `1 of its 1 papers, read first, 0 of its 0 signals and ${found.paper_ids.length - 1} other papers`,
    );
  });

  it("a source context bounds what is saved too", async () => {
    const { source_context } = await ask();
    const context = { ...source_context, paper_ids: ["acl:2020.acl-main.1"], signal_ids: ["sig:cited"] };
    const focus = { ...WORKSPACE, paper_ids: ["acl:2022.acl-main.4"], signal_ids: ["sig:award"] };
    const { source_context: found, bounded_by: bound } = await ask({ mode: "workspace", focus, source_context: context });
    expect(found).toMatchObject({ paper_ids: ["acl:2020.acl-main.1"], signal_ids: ["sig:cited"] });
    expect(bound).toMatchObject({ paper_ids: [], signal_ids: [] });
  });

  it("a thesis moves up what is near to it", async () => {
    const place = async (thesis: string | null) => {
      const focus = { ...WORKSPACE, thesis };
      const { source_context: found } = await ask({ query: "long documents", mode: "workspace", focus });
      return found.paper_ids.indexOf("acl:2021.acl-main.2");
    };
    expect(await place("recurrent memory reads whole books")).toBeLessThan(await place(null));
  });
});

describe("a paper that only its words brought up", () => {
  it("bears on the question by its meaning like any other", async () => {
    const vector = await hashEmbedder().embedQuery(QUESTION);
    const hits = [{ id: "acl:2022.acl-main.4", score: 0.5, lexical: null, semantic: null }];
    const { papers } = await readPapers(library, hits, { around: undefined, vector, count: 5 });
    expect(papers[0]!.cosine).toBeGreaterThan(0.3);
  });
});

describe("papers read beyond those wanted", () => {
  const hits = ["acl:2022.acl-main.4", "acl:2020.acl-main.1", "acl:2021.acl-main.3", "acl:2021.acl-main.2"].map((id, index) => ({
    id,
    score: 0.9 - index / 10,
    lexical: null,
    semantic: null,
  }));

  it("are those with an abstract that the same read brought, none retracted", async () => {
    const vector = await hashEmbedder().embedQuery(QUESTION);
    const { papers, beyond } = await readPapers(library, hits, { around: undefined, vector, count: 1 });
    expect(papers.map(({ paper: { paper_id: id } }) => id)).toEqual(["acl:2022.acl-main.4"]);
    expect(beyond!.papers.map(({ paper: { paper_id: id } }) => id)).toEqual(["acl:2020.acl-main.1"]);
    expect((await readPapers(library, hits, { around: undefined, vector, count: 5 })).beyond!.papers).toEqual([]);
  });

  it("count as evidence, with their signals, where an answer quotes them, and only then", async () => {
    const read = await gatherEvidence(library, { query: QUESTION, mode: "corpus", filters: {}, match_count: 3 });
    const isFurther = ({ paper: { paper_id: id } }: EvidencePaper) => id === "acl:2020.acl-main.1";
    const evidence = {
      ...read,
      papers: read.papers.filter((item) => !isFurther(item)),
      folded: [],
      beyond: { papers: read.papers.filter(isFurther), folded: read.folded.filter(({ into }) => into === "acl:2020.acl-main.1") },
      signals: [],
    };
    const idsOf = (papers: readonly EvidencePaper[]) => papers.map(({ paper: { paper_id: id } }) => id);
    const [ids, further] = [idsOf(evidence.papers), idsOf(evidence.beyond.papers)];
    expect(await withQuotedBeyond(library, evidence, new Set(ids), undefined)).toBe(evidence);
    const quoted = await withQuotedBeyond(library, evidence, new Set([...ids, ...further]), undefined);
    expect(idsOf(quoted.papers)).toEqual([...ids, ...further]);
    expect(quoted.signals.map(({ signal_id: id }) => id).sort()).toEqual(["sig:award", "sig:cited", "sig:code"]);
    // What is said of its preprint is said of it.
    expect(quoted.signals.every(({ paper_ids: about }) => about.includes("acl:2020.acl-main.1"))).toBe(true);
    expect(quoted.folded.map(({ paper: { paper_id: id } }) => id)).toEqual(["arxiv:2001.00001"]);
    const only = await withQuotedBeyond(library, evidence, new Set(further), ["sig:award"]);
    expect(only.signals.map(({ signal_id: id }) => id)).toEqual(["sig:award"]);
  });
});

describe("the ranking around a paper", () => {
  const hit = (id: string, score: number) => ({ id, score, lexical: null, semantic: null });
  const around = (given: Partial<Around>): Around => ({
    paper: PAPERS[0]!,
    versions: [],
    vector: null,
    near: [],
    cites: new Set(),
    shares: new Set(),
    ...given,
  });

  it("moves up what is near to the paper, and further what cites it or is named with it, wherever it stood", () => {
    const hits = [hit("a", 0.9), hit("b", 0.8), hit(PAPERS[0]!.paper_id, 0.7)];
    const order = (given: Partial<Around>) => steeredHits(hits, around(given)).map(({ id }) => id);
    expect(order({})).toEqual(["a", "b"]);
    expect(order({ near: [hit("b", 0.5), hit("c", 0.4)] })).toEqual(["b", "a", "c"]);
    expect(order({ cites: new Set(["b"]), shares: new Set(["d"]) })).toEqual(["b", "a", "d"]);
  });
});
