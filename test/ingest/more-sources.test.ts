import { describe, expect, it } from "vitest";
import { affiliationsOf } from "../../src/documents/merge.ts";
import { openAlexWork } from "../../ingest/sources/openalex-work.ts";
import { askedSource, heldSource } from "./asked-source.ts";
import type { Reply } from "./fake-service.ts";

describe("asking OpenAlex", () => {
  const WORK = {
    id: "https://openalex.org/W2741809807",
    doi: "https://doi.org/10.7717/peerj.4375",
    display_name: "The state of OA",
  };
  const PREPRINT = {
    id: "https://openalex.org/W4000000001",
    doi: "https://doi.org/10.48550/arxiv.2106.09685",
    display_name: "LoRA",
  };
  const subjects = { "openalex:W2741809807": ["a"], "arxiv:2106.09685": ["b"], "doi:10.1000/none": ["c"] };

  it("asks for many works at once, by the surest id of each", async () => {
    const openAlex = await askedSource("openalex", {
      subjects,
      answer: (url) => ({
        json: {
          results: [WORK, PREPRINT].filter(
            ({ id }) => url.searchParams.get("filter")!.startsWith("openalex") === id.endsWith("807"),
          ),
        },
      }),
    });
    const { report, rows } = await openAlex.run();
    expect(report).toMatchObject({ status: "done", present: 2, missing: 1, requests: 2 });
    expect(rows).toEqual([PREPRINT, WORK]);
    expect(openAlex.service.asked.map((path) => new URL(path, "http://x").searchParams.get("filter"))).toEqual([
      "doi:10.48550/arxiv.2106.09685|10.1000/none",
      "openalex:W2741809807",
    ]);
  });

  it("with a key asks only for what changed since; the key stands in no report", async () => {
    const openAlex = await askedSource("openalex", {
      subjects: { "openalex:W2741809807": ["a"] },
      answer: (url) =>
        url.searchParams.get("api_key") === "s3cret"
          ? { json: { results: url.search.includes("from_updated_date") ? [] : [WORK] } }
          : { status: 401 },
    });
    const environment = { OPENALEX_API_KEY: "s3cret" };
    await openAlex.run("2026-11-22", {}, { environment });
    const { report, rows } = await openAlex.run("2026-12-02", {}, { environment });
    expect([report, rows]).toMatchObject([{ status: "done", present: 1, requests: 1 }, []]);
    expect(openAlex.service.asked[1]).toContain("from_updated_date%3A2026-11-22");
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("takes back a work that is gone, and no other", async () => {
    let isGone = false;
    const openAlex = await askedSource("openalex", {
      subjects: { "openalex:W2741809807": ["a"] },
      answer: (url): Reply => (url.pathname === "/works" ? { json: { results: isGone ? [] : [WORK] } } : { status: 404 }),
    });
    await openAlex.run();
    isGone = true;
    const { report, rows } = await openAlex.run("2026-12-02");
    expect([report.missing, rows]).toEqual([1, [{ id: WORK.id, deleted: true }]]);
    expect(openAlexWork(JSON.stringify(rows[0]), {})).toEqual({ takenBack: { openalex: WORK.id } });
  });

  it("asks once about a paper to which it gives its id, and takes back the work that it was found to be", async () => {
    let isGone = false;
    const authorships = [{ author: { display_name: "Ada" }, institutions: [{ display_name: "Lab A" }] }];
    const work = { ...WORK, authorships, doi: "https://doi.org/10.1000/a", cited_by_count: 7, updated_date: "2026-11-01" };
    const openAlex = await heldSource(
      "openalex",
      [{ title: "One", ids: { doi: "10.1000/a" }, source: { name: "List" } }],
      (url) => (url.pathname === "/works" ? { json: { results: isGone ? [] : [work] } } : { status: 404 }),
    );
    expect(await openAlex.run("2026-11-22")).toMatchObject({ status: "done", present: 1, requests: 1 });
    const [held] = (await openAlex.contents()).papers;
    expect(held).toMatchObject({ ids: { openalex: "W2741809807" }, citation_count: 7 });
    expect(affiliationsOf(held!)).toEqual(["Lab A"]);
    expect(await openAlex.run("2026-11-23")).toMatchObject({ present: 0, requests: 0 });
    isGone = true;
    expect(await openAlex.run("2026-12-02")).toMatchObject({ status: "done", missing: 1 });
    const { papers, signals } = await openAlex.contents();
    expect(papers).toMatchObject([{ ids: { doi: "10.1000/a" }, citation_count: null, sources: [{ name: "List" }] }]);
    expect(papers[0]!.ids).not.toHaveProperty("openalex");
    expect(affiliationsOf(papers[0]!)).toEqual([]);
    expect(signals).toEqual([]);
  });

  it("asks with full requests, also where it knows some papers by its own ids, and does not look twice for what others gave such an id", async () => {
    const held = Array.from({ length: 100 }, (_, at) => ({
      title: `Paper ${at}`,
      ids: { doi: `10.1000/${at}`, ...(at % 2 === 0 ? { openalex: `W${1_000_000 + at}` } : {}) },
      source: { name: "List" },
    }));
    const openAlex = await heldSource("openalex", held, () => ({ json: { results: [] } }));
    expect(await openAlex.run("2026-11-22")).toMatchObject({ status: "done", missing: 100, requests: 2 });
  });

  it("takes back a work that a file told, once it is gone", async () => {
    const openAlex = await heldSource(
      "openalex",
      [{ title: "One", ids: { doi: "10.1000/a" }, source: { name: "List" } }],
      (url) => (url.pathname === "/works" ? { json: { results: [] } } : { status: 404 }),
    );
    await openAlex.load("openalex", [{ ...WORK, doi: "https://doi.org/10.1000/a", updated_date: "2026-11-01" }]);
    expect((await openAlex.contents()).papers).toMatchObject([{ ids: { openalex: "W2741809807" } }]);
    expect(await openAlex.run("2026-11-22")).toMatchObject({ status: "done", missing: 1, requests: 2, dead: 0 });
    expect((await openAlex.contents()).papers).toMatchObject([{ sources: [{ name: "List" }] }]);
  });
});

describe("asking OpenReview", () => {
  const review = (rating: unknown) => ({
    invitations: ["ICLR.cc/2024/Conference/Submission1/-/Official_Review"],
    content: { rating: { value: rating } },
  });
  const decided = (decision: string) => ({
    invitations: ["ICLR.cc/2024/Conference/Submission1/-/Decision"],
    content: { decision: { value: decision } },
    cdate: Date.parse("2024-01-16T10:00:00Z"),
  });
  const note = (replies: object[], content: object = {}) => ({
    id: "rJl-b3RcF7",
    content: { title: { value: "Lottery" }, venue: { value: "ICLR 2024 poster" }, ...content },
    details: { replies },
  });
  const signalsOf = async (found: object[]) => {
    const openReview = await askedSource("openreview", {
      subjects: { "rJl-b3RcF7": ["a"] },
      answer: () => ({ json: { notes: found, count: found.length } }),
    });
    return openReview.run();
  };

  it("tells the decision with its day, the scores and how far they lie apart", async () => {
    const { signals, problems } = await signalsOf([
      note([review("8: accept, good paper"), review(3), decided("Accept (poster)"), { invitations: ["x/-/Comment"] }]),
    ]);
    expect(problems).toEqual([]);
    expect(signals).toMatchObject([
      {
        kind: "acceptance",
        polarity: "supports",
        observed_at: "2024-01-16",
        statement: expect.stringContaining("“Accept (poster)”"),
      },
      { kind: "review", value: 5.5, unit: "mean rating of 10", polarity: "neutral", observed_at: "2026-11-22" },
      {
        kind: "review",
        value: 5,
        unit: "spread of ratings",
        polarity: "neutral",
        statement: expect.stringContaining("scores are 3 and 8 out of 10"),
      },
    ]);
  });

  it.each([
    ["rejected", note([decided("Reject")]), "against", "Reject"],
    [
      "rejected, by its venue",
      note([], { venueid: { value: "ICLR.cc/2024/Conference/Rejected_Submission" } }),
      "against",
      "Reject",
    ],
    [
      "withdrawn",
      note([decided("Accept")], { venueid: { value: "ICLR.cc/2024/Conference/Withdrawn_Submission" } }),
      "against",
      "Withdrawn",
    ],
  ])("that a submission was %s", async (_, found, polarity, title) => {
    expect((await signalsOf([found])).signals).toMatchObject([
      { kind: "acceptance", polarity, title: expect.stringContaining(title) },
    ]);
  });

  it("gives a mean of an unknown scale as no argument, and nothing of a forum that it does not know", async () => {
    const { signals } = await signalsOf([note([review(4)], { venue: { value: "ICML 2025" } })]);
    expect(signals).toMatchObject([{ unit: "mean rating", polarity: "neutral", value: 4 }]);
    expect((await signalsOf([])).report.missing).toBe(1);
  });
});

describe("asking registries of packages", () => {
  const files = {
    "/ada/tool/HEAD/pyproject.toml": '[build-system]\nname = "x"\n[project]\nname = "ada-tool"\n',
    "/ada/tool/HEAD/package.json": '{"name": "@ada/tool"}',
  };
  const registry =
    (links: string) =>
    (url: URL): Reply => {
      const file = files[url.pathname as keyof typeof files];
      if (file !== undefined) return { text: file };
      switch (url.pathname) {
        case "/pypi/ada-tool/json":
          return { json: { info: { name: "Ada_Tool", project_urls: { Source: links } } } };
        case "/api/packages/ada-tool/recent":
          return { json: { data: { last_day: 1, last_week: 20, last_month: 4_000 } } };
        case "/@ada%2Ftool/latest":
          return { json: { name: "@ada/tool", repository: { url: `git+${links}.git` } } };
        case "/downloads/point/last-month/@ada/tool":
          return { json: { downloads: 4_000, package: "@ada/tool" } };
        default:
          return { status: 404 };
      }
    };

  it.each([
    ["pypi", "ada-tool"],
    ["npm", "@ada/tool"],
  ])(
    "%s: a package of a repository that the registry ties to it is counted; the next time its name is known",
    async (name, packageName) => {
      const source = await askedSource(name, {
        subjects: { "ada/tool": ["a"] },
        answer: registry("https://github.com/Ada/Tool"),
      });
      const { report, signals, problems } = await source.run();
      expect([report.requests, problems]).toEqual([3, []]);
      expect(signals).toMatchObject([
        { kind: "adoption", unit: "downloads in the last month", value: 4_000, title: expect.stringContaining(packageName) },
      ]);
      expect(source.connector.owns!(signals[0] as never, { key: "ada/tool", paperIds: ["a"] })).toBe(true);
      expect((await source.run("2026-12-02")).report.requests).toBe(2);
    },
  );

  it("one that the registry ties to another repository is not", async () => {
    const source = await askedSource("pypi", {
      subjects: { "ada/tool": ["a"] },
      answer: registry("https://github.com/eve/tool"),
    });
    expect(await source.run()).toMatchObject({ report: { missing: 1, failed: 0 }, signals: [] });
  });

  it("a repository without a package, or with a file that is none, names nothing", async () => {
    for (const text of [undefined, "{", '{"name": "../../etc", "private": false}', '{"name": "x", "private": true}']) {
      const source = await askedSource("npm", {
        subjects: { "ada/tool": ["a"] },
        answer: () => (text === undefined ? { status: 404 } : { text }),
      });
      expect((await source.run()).report).toMatchObject({ status: "done", missing: 1, requests: 1 });
    }
  });
});
