import { paperAddress, passageAddress } from "../../src/documents/page-addresses.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAccount, findAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import { signalAddress } from "../../src/pages/views/signals/addresses.ts";
import { topicPaperIds } from "../../src/topics/ground.ts";
import { topicChoices } from "../../src/pages/topic-filter.ts";
import { topicsPage } from "../../src/pages/views/library/topics.ts";
import { listWorkspaces } from "../../src/workspaces/store.ts";
import { inspectTopic } from "../../src/topics/inspect.ts";
import { listTopics } from "../../src/topics/list.ts";
import { fullTextOf } from "../../src/retrieval/full-text.ts";
import { fillLibrary, HOSTILE, MARKUP, PAPER, QUOTE } from "./filled-library.ts";
import { openSite, PASSWORD, type Answer, type Browser, type Site } from "./site.ts";

let site: Site;
let ada: Browser;
let topic: string;

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  ada = await site.signedIn();
  topic = (await listTopics(site.library, { limit: 1 })).topics[0]!.topic_id;
}, 60_000);
afterAll(() => site.close());

/** The page's words: no tags, white space single, the five escapes undone. */
function wordsOf(page: string): string {
  return page
    .replace(/<[^>]+>/gu, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/gu, " ");
}

describe("the page of a paper", () => {
  it("shows what get_paper tells: judgment with its arithmetic, signals, citations", async () => {
    const { status, text } = await ada.get(`/papers/${PAPER}`);
    expect(status).toBe(200);
    const view = await getPaper(site.library, { paper_id: PAPER });
    const words = wordsOf(text);
    for (const said of [view.paper.title, view.paper.abstract!, view.judgment.reason, view.judgment.formula])
      expect(words).toContain(said.replace(/\s+/gu, " "));
    for (const { rationale, score, formula } of view.judgment.dimensions)
      expect(words).toContain(score === null ? rationale : formula);
    expect(view.signals.length).toBeGreaterThan(0);
    for (const { signal_id: id } of view.signals) expect(text).toContain(`href="${signalAddress(id)}"`);
    expect(view.citations.length).toBeGreaterThan(0);
    for (const { number, quote } of view.citations) {
      expect(words).toContain(quote);
      expect(text).toContain(`id="citation-${number}"`);
    }
    for (const [, number] of text.matchAll(/href="#citation-(\d+)"/gu)) expect(text).toContain(`id="citation-${number}"`);
  });

  it("has the charts as images with words", async () => {
    const { text } = await ada.get(`/papers/${PAPER}`);
    const labels = [...text.matchAll(/role="img"\s+aria-label="([^"]+)"/gu)].map(([, label]) => label!.split(":")[0]);
    expect(labels).toEqual(["Judgment by dimension", "Signals by kind", "Signals per year"]);
  });

  it("has related papers, a question about it, and can be saved to a workspace", async () => {
    const { text } = await ada.get(`/papers/${PAPER}`);
    expect(text).toContain("<h2>Related papers</h2>");
    expect(text).toContain(`<input type="hidden" name="paper" value="${PAPER}" />`);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect((await ada.post(`/papers/${PAPER}`, { workspace: "new", name: "" })).status).toBe(422);
    const saved = await ada.post(`/papers/${PAPER}`, { workspace: "new", name: "Retrievers" });
    expect([saved.status, saved.location]).toEqual([303, `/papers/${PAPER}?done=saved`]);
    const owned = { records: site.records, account: (await findAccount(site.records, "ada"))!.account_id };
    expect(await listWorkspaces(owned)).toMatchObject([{ name: "Retrievers", items: [{ kind: "paper", id: PAPER }] }]);
  });

  it("looks for related papers once a minute for all readers", async () => {
    const other = (await topicPaperIds(site.library, topic)).ids.find((id) => id !== PAPER);
    const searched = vi.spyOn(site.library.engine.papers, "search");
    const before = (await ada.get(paperAddress(other!))).text;
    expect(searched).toHaveBeenCalledOnce();
    expect((await ada.get(paperAddress(other!))).text).toBe(before);
    expect(searched).toHaveBeenCalledOnce();
    searched.mockRestore();
  });

  it("is cited as BibTeX, RIS and CSV", async () => {
    const { text } = await ada.get(`/papers/${PAPER}`);
    for (const [format, beginning] of [
      ["bibtex", "@"],
      ["ris", "TY  - "],
      ["csv", "paper_id,"],
    ]) {
      const address = `${paperAddress(PAPER)}?export=${format}`;
      expect(text).toContain(`href="${address}"`);
      const file = await ada.get(address);
      expect([file.status, file.text.startsWith(beginning!)]).toEqual([200, true]);
      expect(file.text).toContain(PAPER.replace(/^[a-z]+:/u, ""));
    }
    expect((await ada.get(`${paperAddress(PAPER)}?export=exe`)).text).toContain("<h1");
    expect((await ada.get("/papers/doi:10.1/nothing?export=ris")).status).toBe(404);
  });

  it("leads to its full text, where a quote is marked in its section, and to what it cites and to its code", async () => {
    const { text: page } = await ada.get(`/papers/${PAPER}`);
    expect(wordsOf(page)).toContain("Cites 2 works");
    expect(page).toContain(`href="${paperAddress(HOSTILE)}"`);
    expect(wordsOf(page)).toContain("A paper that no library of tests holds");
    expect(page).toMatch(/<a href="https:[^"]+" rel="[^"]+">Code/u);
    const section = /href="(\/papers\/[^"]+\?section=2)#text"/u.exec(page)![1]!;
    const { text: shown } = await ada.get(section);
    expect(wordsOf(shown)).toContain(QUOTE);
    expect(shown).not.toContain("<mark>");
    const passage = (await fullTextOf(site.library, PAPER))!.passages.find(({ content }) => content === QUOTE);
    const { text: marked } = await ada.get(
      passageAddress(PAPER, { passage_id: passage!.passage_id, start: 0, end: 27 }).split("#")[0]!,
    );
    expect(marked).toContain(`<mark>${QUOTE.slice(0, 27)}</mark>${QUOTE.slice(27)}`);
    expect(marked).toContain('id="passage"');
    for (const wrong of ["section=9", "section=x", "passage=text:none-0"])
      expect((await ada.get(`/papers/${PAPER}?${wrong}`)).status).toBe(404);
  });

  it.each([
    `/papers/${PAPER}`,
    `/papers/${encodeURIComponent(PAPER)}`,
    "/papers/https://doi.org/10.18653/v1/2020.emnlp-main.550",
  ])("is found under %s", async (address) => expect((await ada.get(address)).status).toBe(200));

  it.each(["/papers/doi:10.1/none", "/papers/", "/papers/%00", `/papers/${"x".repeat(3_000)}`])(
    "that is unknown is a page with 404: %s",
    async (address) => {
      const { status, headers, text } = await ada.get(address);
      expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain("<h1>Page not found</h1>");
    },
  );

  it("with texts full of markup shows them as text, links to no script, and says that it is retracted", async () => {
    for (const part of ["", "?section=2"]) showsNoMarkup(await ada.get(`${paperAddress(HOSTILE)}${part}`));
  });

  function showsNoMarkup({ status, text }: Answer): void {
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain(MARKUP);
    expect(wordsOf(text)).toContain("Retracted.");
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text).not.toMatch(/<img src=x|href="(?:javascript|data):/u);
    const hrefs = [...text.matchAll(/href="([^"]*)"/gu)].map(([, address]) => address);
    expect(hrefs.filter((address) => !/^(?:https?:|\/|#)/u.test(address!))).toEqual([]);
  }
});

describe("the page of a topic", () => {
  it("shows what inspect_topic tells, each paper with its own page", async () => {
    const { status, text } = await ada.get(`/topics/${topic}`);
    expect(status).toBe(200);
    const view = await inspectTopic(site.library, { topic, time_scope: "all" });
    const words = wordsOf(text);
    for (const said of [view.title, view.counted.papers, view.momentum.formula, view.judgment.formula, ...view.gaps])
      expect(words).toContain(said);
    for (const { papers, of } of view.shares) expect(words).toContain(`${papers} of ${of}`);
    for (const { paper_id: id } of view.top_papers) {
      expect(text).toContain(`href="${paperAddress(id)}"`);
      expect((await ada.get(paperAddress(id))).status).toBe(200);
    }
    const labels = [...text.matchAll(/role="img"\s+aria-label="([^"]+)"/gu)].map(([, label]) => label!.split(":")[0]);
    expect(labels).toEqual(["Judgment by dimension", "Signals by kind", "Papers per year"]);
  });

  it("of any words is what the library has on them", async () => {
    const { status, text } = await ada.get("/topics/dense%20retrieval%20of%20rare%20names");
    expect([status, /<h1[^>]*>dense retrieval of rare names<\/h1>/u.test(text)]).toEqual([200, true]);
  });

  it.each(["/topics/topic:000000000000", "/topics/", `/topics/${"x".repeat(600)}`])(
    "that is unknown is a page with 404: %s",
    async (address) => {
      const { status, text } = await ada.get(address);
      expect([status, text.includes("<h1>Page not found</h1>")]).toEqual([404, true]);
    },
  );
});

describe("the list of topics", () => {
  it("near a query is read once a minute for all searches", async () => {
    const near = topicChoices(site.library);
    const counted = vi.spyOn(site.library.engine.papers, "count");
    const first = await near("dense retrieval");
    expect(first.length).toBeGreaterThan(0);
    expect(await near("dense retrieval")).toBe(first);
    expect(counted).toHaveBeenCalledOnce();
    counted.mockRestore();
  });

  it("names no topic's own name among its words", async () => {
    const [topic] = (await listTopics(site.library, { limit: 1 })).topics;
    const terms = ["retrieval augmented generation", "passages"].map((term) => ({ ...topic!.terms[0]!, term }));
    const list = {
      topics: [{ ...topic!, label: "Retrieval-augmented generation", terms }],
      total: 1,
      build: null,
      library_papers: 0,
      degraded: [],
    };
    const text = wordsOf(topicsPage("ada", { query: "", page: 1 }, list).toString());
    expect(text).toMatch(/· passages/u);
    expect(text).not.toContain("retrieval augmented generation");
  });

  it("comes in pages, and what is no page is the first", async () => {
    const list = { topics: [], total: 120, build: null, library_papers: 0, degraded: [] };
    const topics = (await listTopics(site.library, { limit: 50 })).topics;
    const shown = (page: number, from: number) =>
      topicsPage(
        "ada",
        { query: "x y", page },
        { ...list, topics: topics.slice(0, 1).map((one) => ({ ...one, rank: from })) },
      ).toString();
    expect(shown(1, 1)).toContain('href="/topics?q=x+y&amp;page=2"');
    expect(shown(1, 1)).not.toContain("Previous page");
    expect(shown(2, 51)).toContain('href="/topics?q=x+y"');
    expect(shown(2, 51)).toContain('href="/topics?q=x+y&amp;page=3"');
    expect(shown(3, 120)).not.toContain("Next page");
    const many = topicsPage("ada", { query: "", page: 100 }, { ...list, topics: topics.slice(0, 1), total: 9_999 }).toString();
    expect(many).toContain('href="/topics?page=99"');
    expect(many).not.toContain("Next page");
    expect((await ada.get("/topics?page=-3")).text).toBe((await ada.get("/topics")).text);
    expect((await ada.get("/topics?page=100")).status).toBe(200);
  });

  it("leads to each of them, and finds them by words", async () => {
    const { topics } = await listTopics(site.library, { limit: 50 });
    const { text } = await ada.get("/topics");
    for (const { topic_id: id } of topics) expect(text).toContain(`href="/topics/${id}"`);
    const found = await ada.get(`/topics?q=${encodeURIComponent(topics[0]!.label)}`);
    expect(found.text).toContain(`href="/topics/${topics[0]!.topic_id}"`);
    expect((await ada.get(`/topics?q=${encodeURIComponent(MARKUP)}&q=2`)).text).not.toContain("<img src=x");
  });
});

describe("whoever may not", () => {
  it("is led to the sign-in page, and after it to what was asked for", async () => {
    const browser = site.browser();
    const { status, location } = await browser.get(`/papers/${PAPER}`);
    expect([status, location]).toEqual([303, `/sign-in?next=${encodeURIComponent(`/papers/${PAPER}`)}`]);
    const { text } = await browser.get(location!);
    expect(text).toContain(`value="/papers/${PAPER}"`);
    const signedIn = await browser.post("/sign-in", { name: "ada", password: PASSWORD, next: `/papers/${PAPER}` });
    expect([signedIn.status, signedIn.location]).toEqual([303, `/papers/${PAPER}`]);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\u200b/evil.example",
    "/\\evil.example",
    "/topics\\..",
    "/papers/x\r\nSet-Cookie: a=b",
    "/account/delete",
    "javascript:x",
  ])("is led by the sign-in page to no place but ours: %s", async (next) => {
    const { location } = await site.browser().post("/sign-in", { name: "ada", password: PASSWORD, next });
    expect(location).toBe("/");
  });

  it("has an account without the scope sees neither topics nor papers", async () => {
    await createAccount(site.records, { name: "eve", password: PASSWORD, scopes: ["signals:read"] }, COMMAND_LINE);
    const eve = await site.signedIn("eve");
    for (const address of ["/topics", `/topics/${topic}`, `/papers/${PAPER}`]) {
      const { status, text } = await eve.get(address);
      expect([status, text.includes("papers:read")]).toEqual([403, true]);
    }
  });
});
