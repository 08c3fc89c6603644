import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import { otherVersions } from "../../src/evidence/versions.ts";
import { paperText, type Paper } from "../../src/documents/paper.ts";
import { signalText, type Signal } from "../../src/documents/signal.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const ABSTRACT =
  "Random walks over a graph train a generator that draws new graphs. The drawn graphs keep the degrees, the triangles and the communities of the graph they learned from.";
const SUBMISSION = paper({
  paper_id: "acl:W18-0001",
  title: "GraphDraw: Drawing Graphs by Random Walks",
  abstract: ABSTRACT,
  authors: ["Ann Lee", "Bob Roe"],
  venue: "ICLR (submission)",
  year: 2018,
});
const PUBLISHED = paper({
  ...SUBMISSION,
  paper_id: "acl:P18-1001",
  aliases: ["acl:P18-1001"],
  title: "NetDraw: Drawing Graphs by Random Walks",
  authors: ["Ann Lee", "Bob Roe", "Cy Poe"],
  venue: "ICML",
});
const sibling = (given: Partial<Paper> & Pick<Paper, "paper_id">) => paper({ ...PUBLISHED, aliases: [given.paper_id], ...given });
const OTHERS = [
  sibling({ paper_id: "p:other-authors", authors: ["Di Fox", "Bob Gray"] }),
  sibling({ paper_id: "p:years-later", year: 2023 }),
  sibling({ paper_id: "p:unpublished", venue: "arXiv" }),
  sibling({
    paper_id: "p:other-work",
    title: "Parsing Turkish",
    abstract: "Suffixes of Turkish verbs are parsed by a table of rules.",
  }),
];
const SIGNALS: Signal[] = [
  signal({ signal_id: "sig:rejected", kind: "acceptance", polarity: "against", paper_ids: [SUBMISSION.paper_id] }),
  signal({ signal_id: "sig:accepted", kind: "acceptance", paper_ids: [PUBLISHED.paper_id] }),
];

let library: Library & AsyncDisposable;

beforeAll(async () => {
  const embedder = hashEmbedder();
  library = await openTestLibrary({ embedder });
  const { engine } = library;
  await engine.create(embedder.space);
  const rows = async <Document>(documents: Document[], text: (document: Document) => string) =>
    Promise.all(documents.map(async (document) => row(document, await embedder.embedQuery(text(document)))));
  await engine.papers.write(await rows([SUBMISSION, PUBLISHED, ...OTHERS], paperText));
  await engine.signals.write(await rows(SIGNALS, signalText));
});
afterAll(() => library[Symbol.asyncDispose]());

describe("a submission that was published under another title", () => {
  it("leads to what became of it: near in meaning, by the same people, within two years, reviewed", async () => {
    expect((await otherVersions(library, SUBMISSION)).map(({ paper_id: id }) => id)).toEqual([PUBLISHED.paper_id]);
    expect(await otherVersions(library, PUBLISHED)).not.toContainEqual(SUBMISSION);
  });

  it("is told by a shortened title too, however differently it is described", async () => {
    const shortened = sibling({
      paper_id: "acl:P18-1002",
      title: "GraphDraw: Drawing Graphs",
      abstract: "Degrees and triangles of drawn graphs.",
    });
    const embedder = hashEmbedder();
    await library.engine.papers.write([row(shortened, await embedder.embedQuery(paperText(shortened)))]);
    const ids = (await otherVersions(library, SUBMISSION)).map(({ paper_id: id }) => id);
    await library.engine.papers.remove([shortened.paper_id]);
    expect(ids).toContain(shortened.paper_id);
  });

  it("is judged with it: the rejection no longer counts", async () => {
    const { judgment, versions } = await getPaper(library, { paper_id: SUBMISSION.paper_id });
    expect(versions.map(({ paper_id: id }) => id)).toEqual([PUBLISHED.paper_id]);
    expect(judgment.dimensions[0]).toMatchObject({ name: "evidence", score: 0.67 });
  });

  it("and answered with it, in mode paper", async () => {
    const { judgment, source_context: read } = await askCanvas(library, {
      query: "What do random walks over a graph train?",
      mode: "paper",
      paper_id: SUBMISSION.paper_id,
      time_scope: "all",
      match_count: 5,
      account: "test",
    });
    expect(read.paper_ids).not.toContain(PUBLISHED.paper_id);
    expect(judgment.dimensions[0]!.score).toBe(0.67);
  });
});
