import { describe, expect, it } from "vitest";
import { licensePolarity } from "../../ingest/connectors/licenses.ts";
import { namedRepositories, repositoriesOf } from "../../ingest/connectors/repositories.ts";
import { removeOrphans, takeBack } from "../../ingest/connectors/take-back.ts";
import { Store } from "../../ingest/store.ts";
import { connectorNamed } from "../../ingest/connectors/registry.ts";
import { askedSource } from "./asked-source.ts";
import type { Reply } from "./fake-service.ts";
import { contents, paperLoader } from "./loader.ts";
import { testClock } from "./scripted-collection.ts";

const REPOSITORY = {
  id: 7,
  full_name: "Ada/Tool",
  stargazers_count: 1200,
  archived: false,
  pushed_at: "2026-11-12T10:00:00Z",
  license: { spdx_id: "MIT", name: "MIT License" },
};

describe("asking GitHub", () => {
  it("tells stars, upkeep and license of a repository for each of its papers, dated", async () => {
    const github = await gitHub(() => ({ json: REPOSITORY, headers: { etag: '"1"' } }));
    const { report, signals, problems } = await github.run();
    expect(report).toMatchObject({ status: "done", present: 1, requests: 3 });
    expect(problems).toEqual([]);
    expect(new Set(signals.map(({ paper_ids }) => paper_ids[0]))).toEqual(new Set(["doi:10.1000/a", "doi:10.1000/b"]));
    expect(signals.slice(0, 5)).toMatchObject([
      {
        kind: "adoption",
        unit: "GitHub stars",
        value: 1200,
        observed_at: "2026-11-22",
        source: { url: "https://github.com/ada/tool" },
      },
      { kind: "code", unit: "days since the last commit", value: 10 },
      { kind: "code", unit: "releases", value: 7 },
      { kind: "code", unit: "contributors", value: 1 },
      { kind: "code", unit: "license", polarity: "supports", title: "License of Ada/Tool: MIT" },
    ]);
    expect(signals).toHaveLength(10);
  });

  it("asks whether it changed, and dates what did not anew", async () => {
    const github = await gitHub((_, etag) => (etag === '"1"' ? { status: 304 } : { json: REPOSITORY, headers: { etag: '"1"' } }));
    const first = await github.run();
    const { report, signals } = await github.run("2026-12-02");
    expect(report).toMatchObject({ present: 1, requests: 1 });
    expect(signals).toMatchObject(
      first.signals.map(({ title, unit, value }) => ({
        title,
        observed_at: "2026-12-02",
        ...(unit === "days since the last commit" ? { value: 20 } : value === undefined ? {} : { value }),
      })),
    );
  });

  it("that gives no ETag is asked by when it was modified; a 304 that nobody asked for is no answer", async () => {
    const modified = "Sun, 15 Nov 2026 10:00:00 GMT";
    const conditions: (string | undefined)[] = [];
    const github = await askedSource("github", {
      subjects: { "ada/tool": ["doi:10.1000/a"] },
      answer: (url, { headers }) => {
        if (url.pathname !== "/repos/ada/tool") return { json: [{}] };
        conditions.push(headers["if-modified-since"]);
        if (headers["if-modified-since"] === modified) return { status: 304 };
        return { json: REPOSITORY, headers: { "last-modified": modified } };
      },
    });
    await github.run();
    expect((await github.run("2026-12-02")).report).toMatchObject({ present: 1, requests: 1 });
    expect((await github.run("2026-12-12")).report).toMatchObject({ present: 1, requests: 1 });
    expect(conditions).toEqual([undefined, modified, modified]);
    const { report } = await (await gitHub(() => ({ status: 304 }))).run();
    expect(report).toMatchObject({ status: "done", present: 0, failed: 1 });
  });

  it("follows a repository to its new name, with a request that counts", async () => {
    const renamed = (path: string): Reply =>
      path.startsWith("/repos/") ? { status: 301, headers: { location: "/repositories/7" } } : { json: REPOSITORY };
    const { report } = await (await gitHub(renamed)).run();
    expect(report).toMatchObject({ present: 1, requests: 4 });
    const again = await (await gitHub(renamed)).run("2026-11-22", { budget: 1 });
    expect(again.report).toMatchObject({ status: "budget_spent", requests: 1, present: 0, left: 1 });
  });

  it.each([404, 410, 451])("says nothing of one that is gone (%i)", async (status) => {
    const { report, signals } = await (await gitHub(() => ({ status, json: { message: "gone" } }))).run();
    expect(report).toMatchObject({ status: "done", missing: 1, requests: 1 });
    expect(signals).toEqual([]);
  });

  it("follows one that was renamed, under the name by which the library knows it", async () => {
    const github = await gitHub((path) =>
      path === "/repos/ada/tool"
        ? { status: 301, headers: { location: "/repositories/7" } }
        : { json: { ...REPOSITORY, full_name: "Ada/New" } },
    );
    const { signals } = await github.run();
    expect(signals[0]).toMatchObject({ title: "GitHub stars of Ada/New", source: { url: "https://github.com/ada/tool" } });
  });

  it("asks again where the new name's number is answered with another repository", async () => {
    let answers = 0;
    const github = await gitHub((path): Reply => {
      if (path === "/repos/ada/tool") return { status: 301, headers: { location: "/repositories/7" } };
      const isOther = path === "/repositories/7" && (answers += 1) === 1;
      return { json: isOther ? { ...REPOSITORY, id: 8, full_name: "eve/other", stargazers_count: 9 } : REPOSITORY };
    });
    const { report, signals } = await github.run();
    expect([report.present, answers]).toEqual([1, 2]);
    expect(signals[0]).toMatchObject({ title: "GitHub stars of Ada/Tool", value: 1200 });
  });

  it("says what is archived, and what is not licensed", async () => {
    const { signals } = await (await gitHub(() => ({ json: { ...REPOSITORY, archived: true, license: null } }))).run();
    expect(signals.slice(4, 6)).toMatchObject([
      { unit: "license", polarity: "neutral", title: "License of Ada/Tool: none stated" },
      { unit: "archived", polarity: "against" },
    ]);
  });

  it("leaves when its limit is reached, and is to be asked again when GitHub says", async () => {
    const reset = Date.now() + 1_800_000;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.round(reset / 1_000)) };
    const { report } = await (await gitHub(() => ({ status: 403, headers }))).run();
    expect(report).toMatchObject({ status: "failed", requests: 1, left: 1 });
    expect(Date.parse(report.retry_at!) - Date.parse("2026-11-22T02:15:00Z")).toBeGreaterThan(1_700_000);
  });
});

describe("asking Hugging Face", () => {
  const MODELS = [
    { id: "ada/small", downloads: 5, likes: 1, tags: ["license:cc-by-nc-4.0"] },
    {
      id: "ada/large",
      downloads: 900,
      likes: 9,
      tags: ["arxiv:2106.09685", "license:mit"],
      createdAt: "2024-03-01T10:00:00.000Z",
    },
    { id: "ada/hidden", downloads: 10_000, private: true },
  ];

  it("tells downloads of all, and the most downloaded with their licenses", async () => {
    const hub = await askedSource("huggingface", {
      subjects: { "2106.09685": ["arxiv:2106.09685"] },
      answer: (url) => ({ json: url.pathname === "/api/models" ? MODELS : [{ id: "ada/data", downloads: 95, likes: 0 }] }),
    });
    const { report, signals, problems } = await hub.run();
    expect(hub.service.asked[0]).toBe("/api/models?filter=arxiv%3A2106.09685&sort=downloads&direction=-1&limit=100&full=true");
    expect(report).toMatchObject({ status: "done", present: 1, requests: 2 });
    expect(problems).toEqual([]);
    expect(signals).toMatchObject([
      {
        kind: "adoption",
        unit: "downloads in the last 30 days",
        value: 1_000,
        statement: expect.stringContaining("2 models and 1 dataset"),
      },
      {
        kind: "model",
        title: "Model on Hugging Face: ada/large",
        statement: "Hugging Face lists the model ada/large, created on 2024-03-01 and tagged with the paper arXiv:2106.09685.",
        polarity: "neutral",
      },
      { kind: "model", unit: "license", polarity: "supports" },
      { kind: "model", title: "Model on Hugging Face: ada/small" },
      { kind: "model", unit: "license", polarity: "against" },
      {
        kind: "dataset",
        title: "Dataset on Hugging Face: ada/data",
        source: { url: "https://huggingface.co/datasets/ada/data" },
      },
    ]);
  });

  it("says nothing of a paper that no card names", async () => {
    const hub = await askedSource("huggingface", { subjects: { "2106.09685": ["a"] }, answer: () => ({ json: [] }) });
    const { report, signals } = await hub.run();
    expect([report.missing, signals]).toEqual([1, []]);
  });
});

it.each([
  ["Code: github.com/Ada/Tool.git", ["ada/tool"]],
  ["git@github.com:ada/tool. See https://github.com/ada/tool/tree/main and github.com/b/c", ["ada/tool", "b/c"]],
  ["https://github.com/sponsors/ada and https://gitlab.com/ada/tool", []],
])("the repositories of “%s” are %j", (title, keys) => {
  expect(repositoriesOf({ kind: "code", title, statement: "", source: { name: "x", url: null, license: null } })).toEqual(keys);
  expect(repositoriesOf({ kind: "news", title, statement: "", source: { name: "x", url: null, license: null } })).toEqual([]);
});

it.each([
  ["MIT", "supports"],
  ["Apache-2.0", "supports"],
  ["gpl-3.0", "supports"],
  ["cc-by-4.0", "supports"],
  ["cc-by-nc-4.0", "against"],
  ["CC-BY-NC-SA-4.0", "against"],
  ["llama2", "neutral"],
  ["Other", "neutral"],
])("the license %s %s use", (license, polarity) => {
  expect(licensePolarity(license)).toBe(polarity);
});

it("what a source no longer says goes, and what belongs to no link any more; signals of others stay", async () => {
  const loader = paperLoader();
  await loader.run(loader.rows("p.jsonl", [{ id: "10.1000/a", title: "A" }]));
  const signal = (title: string, url: string, more: object) => ({
    kind: "code",
    title,
    statement: title,
    paper_ids: ["10.1000/a"],
    observed_at: "2026-11-22",
    source: { name: "GitHub", url },
    ...more,
  });
  const kept = signal("License: MIT", "https://github.com/a/b", { unit: "license" });
  const rows = [
    kept,
    signal("archived", "https://github.com/a/b", { unit: "archived" }),
    signal("Stars", "https://github.com/gone/gone", { unit: "stars", value: 3 }),
    signal("Code: github.com/a/b", "https://example.org/", { source: { name: "A list" } }),
  ];
  expect(await loader.run({ ...loader.rows("s.jsonl", rows), target: "signals" })).toMatchObject({
    first_dead: [],
    rows: { indexed: 4 },
  });
  const { engine, embedder } = loader;
  await engine.signals.refresh();
  const store = new Store({ engine, embedder, clock: testClock(), giveUpAfterMs: 0, dryRun: false });
  const github = connectorNamed("github");
  const subjects = await namedRepositories(engine, {}, ["GitHub"]);
  expect([...subjects.values()]).toEqual([{ key: "a/b", paperIds: ["doi:10.1000/a"] }]);
  expect(await namedRepositories(engine, { year_from: 2020 }, ["GitHub"])).toEqual(new Map());
  expect(await removeOrphans(github, subjects, { engine, store })).toBe(1);
  const told = loader.rows("told.jsonl", [{ ...kept, paper_ids: ["doi:10.1000/a"] }]).path;
  expect(await takeBack(github, [...subjects.values()], told, { engine, store })).toBe(1);
  expect(await takeBack(github, [...subjects.values()], told, { engine, store })).toBe(0);
  const { signals, papers } = await contents(engine);
  expect(signals.map(({ title }) => title).toSorted()).toEqual(["Code: github.com/a/b", "License: MIT"]);
  expect(papers[0]!.signal_counts).toEqual({ code: 2 });
});

function gitHub(repository: (path: string, etag: string | undefined) => Reply) {
  return askedSource("github", {
    subjects: { "ada/tool": ["doi:10.1000/a", "doi:10.1000/b"] },
    answer: (url, request) => {
      if (url.pathname.endsWith("/releases")) {
        return {
          json: [{}],
          headers: { link: '<https://api.github.com/repositories/7/releases?per_page=1&page=7>; rel="last"' },
        };
      }
      if (url.pathname.endsWith("/contributors")) return { json: [{}] };
      return repository(url.pathname, request.headers["if-none-match"]);
    },
  });
}
