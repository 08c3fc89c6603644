import { expect, test, vi } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { paper, row } from "../support/documents.ts";
import { closedPort, fakeElasticsearch, json, type FakeServer } from "../support/fake-elasticsearch.ts";
import { openFaultProxy } from "../support/fault-proxy.ts";

interface FakeNode extends FakeServer {
  /** Takes requests and does not answer them. */
  isFrozen: boolean;
  /** A proxy answers in its place, with a page. */
  isPage: boolean;
  /** The requests that are not checks. */
  work(): number;
}

/** A node that counts five papers and says who it is. */
async function openNode(id: string, isFrozen = false): Promise<FakeNode> {
  const server = await fakeElasticsearch(({ path }, response) => {
    if (node.isFrozen) return;
    if (node.isPage) return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Restarting</h1>");
    if (path.startsWith("/_nodes/_local")) return json(response, 200, { nodes: { [id]: { name: id } } });
    if (path.includes("_bulk")) return json(response, 200, { items: [{ index: { status: 201 } }] });
    json(response, 200, { hits: { total: { value: 5, relation: "eq" }, hits: [] } });
  });
  const work = () => server.requests.filter(({ path }) => !path.startsWith("/_nodes/_local")).length;
  const node: FakeNode = Object.assign(server, { isFrozen, isPage: false, work });
  return node;
}

test("reads are answered while one node refuses connections and another is frozen; each costs one try", async () => {
  await using well = await openNode("well");
  await using frozen = await openNode("frozen", true);
  await using engine = openElasticsearch({ url: [await closedPort(), frozen.url, well.url], prefix: "" });
  for (let read = 0; read < 3; read += 1) expect(await engine.papers.count({}, { timeoutMs: 1_500 })).toBe(5);
  const before = frozen.work();
  expect(before).toBeLessThanOrEqual(1);
  await Promise.all(Array.from({ length: 12 }, () => engine.papers.count({})));
  expect(frozen.work()).toBe(before);
});

test("a late node that drops the connection after another was asked spoils nothing while the others are still to answer", async () => {
  let asked = 0;
  const openLate = () =>
    fakeElasticsearch(({ path }, response) => {
      if (path.startsWith("/_nodes/_local")) return;
      asked += 1;
      if (asked === 1) setTimeout(() => response.destroy(), 500);
      else setTimeout(() => json(response, 200, { hits: { total: { value: 5, relation: "eq" }, hits: [] } }), 600);
    });
  await using first = await openLate();
  await using second = await openLate();
  await using third = await openLate();
  await using engine = openElasticsearch({ url: [first.url, second.url, third.url], prefix: "" });
  expect(await engine.papers.count({}, { timeoutMs: 1_200 })).toBe(5);
  expect(asked).toBe(3);
});

test("a node that was frozen is used again once it answers", async () => {
  await using well = await openNode("well");
  await using other = await openNode("other", true);
  await using engine = openElasticsearch({ url: [well.url, other.url], prefix: "" });
  const read = () => engine.papers.count({}, { timeoutMs: 800 });
  for (let turn = 0; turn < 2; turn += 1) await read();
  const before = other.work();
  other.isFrozen = false;
  await vi.waitFor(
    async () => {
      await read();
      expect(other.work()).toBeGreaterThan(before);
    },
    { timeout: 5_000, interval: 50 },
  );
});

test("a node in whose place a proxy answers costs one try, is left alone, and is used again afterwards", async () => {
  await using well = await openNode("well");
  await using behind = await openNode("behind");
  await using engine = openElasticsearch({ url: [behind.url, well.url], prefix: "" });
  behind.isPage = true;
  for (let read = 0; read < 4; read += 1) expect(await engine.papers.count({})).toBe(5);
  await vi.waitFor(() => expect(behind.requests.some(({ path }) => path.startsWith("/_nodes/_local"))).toBe(true));
  await engine.papers.count({});
  const before = behind.work();
  for (let read = 0; read < 6; read += 1) expect(await engine.papers.count({})).toBe(5);
  expect(behind.work()).toBe(before);
  behind.isPage = false;
  await vi.waitFor(
    async () => {
      await engine.papers.count({});
      expect(behind.work()).toBeGreaterThan(before);
    },
    { timeout: 5_000, interval: 50 },
  );
});

test("while a node does not answer, reads ask for the copies on those that do", async () => {
  await using well = await openNode("well");
  await using other = await openNode("other");
  await using frozen = await openNode("frozen", true);
  await using engine = openElasticsearch({ url: [frozen.url, well.url, other.url], prefix: "" });
  const preferences = () =>
    [well, other].flatMap(({ requests }) =>
      requests.flatMap(({ path }) => new URLSearchParams(path.split("?")[1]).get("preference") ?? []),
    );
  await engine.papers.count({}, { timeoutMs: 900 });
  await engine.papers.count({}, { timeoutMs: 900 });
  await engine.papers.count({}, { timeoutMs: 900 });
  await vi.waitFor(async () => {
    await engine.papers.count({});
    expect(preferences().at(-1)).toBe("_prefer_nodes:well,other");
  });
});

test("a single node that is busy is not taken for one that is away", async () => {
  await using node = await openNode("well", true);
  await using engine = openElasticsearch({ url: node.url, prefix: "" });
  await expect(engine.papers.count({}, { timeoutMs: 100 })).rejects.toMatchObject({ code: "engine_unavailable" });
  node.isFrozen = false;
  expect(await engine.papers.count({})).toBe(5);
  expect(node.requests.filter(({ path }) => path.startsWith("/_nodes/_local"))).toEqual([]);
});

test("a write goes to another node where the first refuses the connection, and only then", async () => {
  await using well = await openNode("well");
  await using engine = openElasticsearch({ url: [await closedPort(), well.url], prefix: "" });
  for (let write = 0; write < 3; write += 1)
    expect(await engine.papers.write([row(paper({ paper_id: "doi:1" }))])).toHaveLength(1);

  await using breaking = await fakeElasticsearch((_, __, incoming) => incoming.socket.destroy());
  await using third = await openNode("third");
  await using unsure = openElasticsearch({ url: [breaking.url, third.url], prefix: "" });
  const writes = [1, 2].map(() => unsure.papers.write([row(paper({ paper_id: "doi:1" }))]).catch((error: unknown) => error));
  expect(await Promise.all(writes)).toContainEqual(expect.objectContaining({ name: "WriteError", kind: "retry" }));
});

test("what only a node that does not answer has is left out: searches say so, and what must be complete fails at once", async () => {
  const shards = [
    [{ shard: 0, node: "well" }],
    [{ shard: 1, node: "frozen" }],
    [
      { shard: 2, node: "frozen" },
      { shard: 2, node: "elsewhere" },
    ],
  ];
  const preferences: string[] = [];
  let isFrozen = false;
  const open = (id: string) =>
    fakeElasticsearch(({ path, body }, response) => {
      if (id === "frozen" && isFrozen) return;
      if (path.startsWith("/_nodes/_local")) return json(response, 200, { nodes: { [id]: { name: id } } });
      if (path.includes("/_search_shards")) return json(response, 200, { nodes: {}, shards });
      if (!path.includes("/_msearch")) return json(response, 200, { hits: { total: { value: 5, relation: "eq" }, hits: [] } });
      preferences.push((JSON.parse(body.split("\n")[0]!) as { preference?: string }).preference ?? "any");
      const hits = { total: { value: 0, relation: "eq" }, hits: [] };
      json(response, 200, { responses: [{ status: 200, timed_out: false, _shards: { failed: 0 }, hits }] });
    });
  await using well = await open("well");
  await using frozen = await open("frozen");
  await using engine = openElasticsearch({ url: [well.url, frozen.url], prefix: "" });
  const search = () => engine.papers.search({ text: "dense retrieval", filters: {}, depth: 10 }, { timeoutMs: 1_000 });
  expect(await search()).toMatchObject({ partial: false });
  expect(preferences).toEqual(["any"]);
  const isIdentified = ({ requests }: FakeServer) => requests.some(({ path }) => path.startsWith("/_nodes/_local"));
  await vi.waitFor(() => expect([well, frozen].every(isIdentified)).toBe(true));

  isFrozen = true;
  await vi.waitFor(async () => expect(await search()).toMatchObject({ partial: true }), { timeout: 15_000, interval: 100 });
  expect(preferences.at(-1)).toBe("_shards:0,2|_prefer_nodes:well");
  await expect(engine.papers.count({})).rejects.toMatchObject({ code: "engine_unavailable" });

  shards.shift();
  shards.pop();
  await expect(search()).rejects.toMatchObject({ code: "engine_unavailable" });
});

test("where every node is late, the first that was asked is waited for, and its answer counts", async () => {
  const late = async (id: string) => {
    const node = await openNode(id);
    const delayed = await openFaultProxy(node.url, { fault: () => "slow", slowMs: 800 });
    return {
      url: delayed.url,
      async [Symbol.asyncDispose]() {
        await delayed[Symbol.asyncDispose]();
        await node[Symbol.asyncDispose]();
      },
    };
  };
  await using a = await late("a");
  await using b = await late("b");
  await using c = await late("c");
  await using engine = openElasticsearch({ url: [a.url, b.url, c.url], prefix: "" });
  for (let read = 0; read < 4; read += 1) expect(await engine.papers.count({}, { timeoutMs: 1_500 })).toBe(5);
});
