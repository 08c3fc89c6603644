import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paperText } from "../../src/documents/paper.ts";
import { openRerankerEndpoint } from "../../src/reranking/endpoint.ts";
import { gatherEvidence } from "../../src/evidence/gather.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

/* A reranker over real HTTP, with an oracle and with faults. */

type Body = { query: string; model?: string; documents?: string[]; texts?: string[] };
type Answer = (body: Body, response: ServerResponse) => void | Promise<void>;

let library: Library & AsyncDisposable;
let url: string;
let answer: Answer;
let received: { body: Body; authorization: string | undefined; path: string | undefined }[] = [];
const server = createServer((request, response) => {
  void (async () => {
    const body = JSON.parse(await readText(request)) as Body;
    received.push({ body, authorization: request.headers.authorization, path: request.url });
    await answer(body, response);
  })();
});

const PAPERS = Array.from({ length: 60 }, (_, index) =>
  paper({ paper_id: `doi:${index}`, title: `Retrieval study ${index}`, abstract: `Retrieval. Grade ${index % 7}.` }),
);
const gradeOf = (text: string) => Number(/Grade (\d)/u.exec(text)?.[1]);
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
/** Knows each text's grade; names them in another order than they came. */
const oracle: Answer = ({ documents = [] }, response) =>
  void json(response, { results: documents.map((text, index) => ({ index, relevance_score: gradeOf(text) })).toReversed() });

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const vectors = (await library.embedder.embedTexts(PAPERS.map(paperText))) as Float32Array[];
  await library.engine.papers.write(PAPERS.map((document, index) => row(document, vectors[index])));
  await library.engine.papers.refresh();
});
beforeEach(() => {
  received = [];
  library.reranker = openRerankerEndpoint({ baseUrl: url, model: "reranker-1", apiKey: "secret" });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await library[Symbol.asyncDispose]();
});

const search = () =>
  searchPapers(library, {
    query: "retrieval study",
    limit: 50,
    retrieval: "hybrid",
    filters: {},
    sort: "relevance",
    facets: false,
    detail: "full",
  });
const grades = async () => (await search()).papers.map(({ abstract }) => gradeOf(abstract ?? ""));

describe("a reranker", () => {
  it("that knows what is relevant puts the first fifty in that order, and nothing else changes", async () => {
    delete library.reranker;
    const before = await search();
    library.reranker = openRerankerEndpoint({ baseUrl: url, model: "reranker-1", apiKey: "secret" });
    answer = oracle;
    const after = await search();
    const order = (found: typeof before) => found.papers.map(({ paper_id }) => paper_id);
    const ideal = before.papers.map(({ abstract }) => gradeOf(abstract ?? "")).sort((a, b) => b - a);
    expect(after.papers.map(({ abstract }) => gradeOf(abstract ?? ""))).toEqual(ideal);
    expect(order(after).toSorted()).toEqual(order(before).toSorted());
    expect(order(after)).not.toEqual(order(before));
    expect(after.degraded).toEqual([]);
    expect(after.papers.every((found, index, all) => index === 0 || found.scores.fused <= all[index - 1]!.scores.fused)).toBe(
      true,
    );
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ path: "/v1/rerank", authorization: "Bearer secret", body: { model: "reranker-1" } });
    expect(received[0]!.body.documents).toHaveLength(50);
  });

  it("is used by the canvas too", async () => {
    answer = oracle;
    const { papers } = await gatherEvidence(library, { query: "retrieval study", mode: "corpus", filters: {}, match_count: 5 });
    const own = papers.map(({ paper: { abstract } }) => gradeOf(abstract ?? ""));
    expect(own).toEqual(own.toSorted((a, b) => b - a));
    expect(own.slice(0, 3)).toEqual([6, 6, 6]);
  });

  it("that wants the other form gets it, and is asked in it from then on", async () => {
    answer = ({ texts }, response) =>
      void (texts === undefined
        ? json(response, { error: "texts is missing" }, 422)
        : json(
            response,
            texts.map((text, index) => ({ index, score: gradeOf(text) })),
          ));
    expect((await grades())[0]).toBe(6);
    expect((await grades())[0]).toBe(6);
    expect(received.map(({ body }) => body.texts !== undefined)).toEqual([false, true, true]);
  });

  const results = (change: (rows: { index: number; relevance_score: unknown }[]) => unknown): Answer => {
    return ({ documents = [] }, response) =>
      void json(response, change(documents.map((text, index) => ({ index, relevance_score: gradeOf(text) }))));
  };
  it.each<[string, Answer]>([
    ["answers late", () => undefined],
    ["gives a score too few", results((rows) => ({ results: rows.slice(1) }))],
    ["names a text twice", results((rows) => ({ results: rows.map((each) => ({ ...each, index: 0 })) }))],
    [
      "names a text that was not sent",
      results((rows) => ({ results: rows.map((each) => ({ ...each, index: each.index + 1 })) })),
    ],
    ["gives no number", results((rows) => ({ results: rows.map((each) => ({ ...each, relevance_score: "NaN" })) }))],
    ["gives null for a number", results((rows) => ({ results: rows.map((each) => ({ ...each, relevance_score: null })) }))],
    ["gives no list", results(() => ({ results: "all fine" }))],
    ["writes NaN", (_, response) => void response.end('{"results":[{"index":0,"relevance_score":NaN}]}')],
    ["fails", (_, response) => void json(response, { error: "boom secret" }, 500)],
    ["rejects every form", (_, response) => void json(response, {}, 400)],
    ["breaks off", (_, response) => void response.destroy()],
    ["sends elsewhere", (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
  ])("that %s changes nothing, in time, and it is said", async (_, fault) => {
    delete library.reranker;
    const plain = await search();
    library.reranker = openRerankerEndpoint({ baseUrl: url, model: "reranker-1", apiKey: "secret" });
    answer = fault;
    const started = performance.now();
    const found = await search();
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(found.papers).toEqual(plain.papers);
    expect(found.degraded).toEqual([{ part: "reranker", reason: expect.stringContaining("did not respond correctly") }]);
    const asked = received.length;
    expect((await search()).degraded).toHaveLength(1);
    expect(received).toHaveLength(asked);
    expect(JSON.stringify(found)).not.toContain("secret");
  });
});
