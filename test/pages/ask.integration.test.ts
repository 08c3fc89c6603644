import { paperAddress } from "../../src/documents/page-addresses.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, findAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { PublicError } from "../../src/errors.ts";
import type { CanvasRun } from "../../src/answers/run.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { sourceList, type Source } from "../../src/pages/views/ask/sources.ts";
import { answerCard } from "../../src/pages/views/ask/answer.ts";
import { signalAddress } from "../../src/pages/views/signals/addresses.ts";
import { withoutInvisible } from "../../src/shared/invisible.ts";
import { topicPaperIds } from "../../src/topics/ground.ts";
import { getWorkspace, listWorkspaces } from "../../src/workspaces/store.ts";
import { fillLibrary, HOSTILE, MARKUP, PAPER, QUOTE } from "./filled-library.ts";
import { openSite, PASSWORD, type Answer, type Browser, type Site } from "./site.ts";

let site: Site;
let ada: Browser;
let account: string;

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  ada = await site.signedIn();
  account = (await findAccount(site.records, "ada"))!.account_id;
}, 60_000);
afterAll(() => site.close());

const QUESTION = "Does dense retrieval beat BM25?";

async function asked(fields: Record<string, string>, browser = ada): Promise<{ address: string; page: Answer; run: CanvasRun }> {
  const { status, location, text } = await browser.post("/ask", fields);
  expect([status, text]).toEqual([303, ""]);
  const run = await site.records.get<CanvasRun>("run", location!.replace("/runs/", ""));
  return { address: location!, page: await browser.get(location!), run: run!.value };
}

/** The page's words: no tags, white space single, the five escapes undone. */
function wordsOf({ text }: Answer): string {
  return text
    .replace(/<[^>]+>/gu, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/gu, " ");
}

describe("asking", () => {
  it("leads to the answer's own page, which has each sentence, its quotes in their passages, and what the run holds", async () => {
    const { page, run } = await asked({ q: QUESTION });
    expect(page.status).toBe(200);
    const words = wordsOf(page);
    const { answer, citations, judgment, gaps, counter_evidence: against } = run.answer;
    expect(answer.sentences.length).toBeGreaterThan(0);
    for (const { citations: numbers } of answer.sentences)
      for (const number of numbers) {
        expect(page.text).toContain(`popovertarget="quote-${number}"`);
        expect(page.text).toContain(`id="quote-${number}"`);
      }
    for (const { quote, number } of citations) {
      expect(words).toContain(withoutInvisible(quote).replace(/\s+/gu, " "));
      expect(page.text).toContain(`id="citation-${number}"`);
    }
    for (const [, target] of page.text.matchAll(/(?:popovertarget="|href="#)((?:quote|citation)-\d+)"/gu))
      expect(page.text).toContain(`id="${target}"`);
    for (const said of [judgment.reason, judgment.formula, ...gaps, ...against.map(({ text }) => text)])
      expect(words).toContain(withoutInvisible(said).replace(/\s+/gu, " "));
    expect(Buffer.byteLength(page.text)).toBeLessThan(60_000);
  });

  it("shows a quote of a full text in its passage, with section and page, and leads to the section", async () => {
    const q = "With which learning rate and batches was the dual encoder trained?";
    const { page, run } = await asked({ q, paper: PAPER });
    const cited = run.answer.citations.find(({ kind, quote }) => kind === "passage" && QUOTE.includes(quote))!;
    expect(wordsOf(page)).toContain("Experiments › Retrieval, page 4");
    const [, section] = /href="([^"]+#passage)">Read the section</u.exec(page.text)!;
    const { text } = await ada.get(section!.replaceAll("&amp;", "&").split("#")[0]!);
    expect(text).toContain(`<mark>${cited.quote}</mark>`);
  });

  it("names a paper once in the list of sources, quoted from its abstract and its full text", () => {
    const cited = { id: PAPER, title: "T", year: 2020, venue: "V", url: null, start: 0, end: 5 };
    const inText = { passage_id: "text:1-0", section: ["Results"], page: 3 };
    const source = (citation: object) =>
      ({ citation: { ...cited, ...citation }, paper: undefined, text: null, change: undefined }) as unknown as Source;
    const sources = [
      source({ number: 1, kind: "passage", field: "content", quote: "First.", ...inText }),
      source({ number: 2, kind: "paper", field: "abstract", quote: "Second." }),
    ];
    const words = wordsOf({ text: sourceList(sources, new Set())!.toString() } as Answer);
    expect(words).toContain("V · 2020 · Results, page 3");
    expect(words).toContain("Same source as 1, abstract");
  });

  it("says what it needs: a question, years that are years, a workspace that exists", async () => {
    for (const [fields, said] of [
      [{ q: "  " }, "Enter a question."],
      [{ q: "x".repeat(2_001) }, "at most 2,000 characters"],
      [{ q: QUESTION, from: "soon" }, "Enter four-digit years"],
      [{ q: QUESTION, from: "2024", to: "2020" }, "the first no later than the last"],
      [{ q: QUESTION, workspace: `ws_${"0".repeat(32)}` }, "This workspace no longer exists."],
      [{ q: QUESTION, paper: "doi:10.1/none" }, "No paper in the library has this ID."],
    ] as const) {
      const answer = await ada.post("/ask", fields);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(said);
    }
  });

  it("offers the whole library, a workspace, or one paper by any of its IDs, and keeps an ID that was wrong", async () => {
    const form = (await ada.get("/")).text;
    expect(form).toContain('<option value="">The whole library</option>');
    expect(form).toMatch(/<label for="paper">Or from one paper<\/label>\s*<input\s+id="paper"\s+name="paper"/u);
    const { text } = await ada.post("/ask", { q: QUESTION, paper: "doi:10.1/none" });
    expect(text).toMatch(/id="paper-problem">No paper[^]+name="paper"[^>]+value="doi:10.1\/none"[^>]+aria-invalid="true"/u);
  });

  it("takes years, a paper and a workspace as the tool does", async () => {
    expect((await asked({ q: QUESTION, from: "2021", to: "2022" })).run.request.time_scope).toEqual({ from: "2021", to: "2022" });
    expect((await asked({ q: "What does it show?", paper: PAPER })).run.request).toMatchObject({
      mode: "paper",
      paper_id: PAPER,
    });
  });

  it("without evidence looks different and says what to try; the narrower question offers the wider", async () => {
    const { page, run } = await asked({ q: "zzyzx quuxly frobnicate?", from: "1990", to: "1991" });
    expect(run.answer.answer.state).toBe("no_evidence");
    expect(page.text).toContain('class="card answer no_evidence"');
    expect(page.text).toContain("Ask the whole library, all years");
    expect(page.text).toContain("/search?q=zzyzx%20quuxly%20frobnicate%3F");
  });

  it("about records shows them as a table", async () => {
    const { page, run } = await asked({ q: "Which papers have code?" });
    expect(run.answer.records!.rows.length).toBeGreaterThan(0);
    expect(page.text).toContain("<caption>");
    expect(wordsOf(page)).toContain(run.answer.records!.rows[0]!.label);
    expect(Buffer.byteLength(page.text)).toBeLessThan(60_000);
  });

  it("about records folds away the sentences that say what the table does", async () => {
    const { page, run } = await asked({ q: "Which papers have code?" });
    const [shown, folded] = page.text.split("As sentences, with their quotes");
    const { length } = run.answer.answer.sentences;
    expect(length).toBeGreaterThan(1);
    const sentencesIn = (text: string) => text.match(/<p class="sentence/gu)?.length;
    expect([sentencesIn(shown!), sentencesIn(folded!)]).toEqual([1, length - 1]);
    for (const { kind, id } of run.answer.citations)
      if (kind === "signal") expect(page.text).toContain(`href="${signalAddress(id)}"`);
  });

  it("about records links an address that a record gives, and nothing that only looks like one", () => {
    const row = (value: string) => ({ label: "x", value, paper_id: null, citations: [] });
    const canvas = {
      answer: { state: "answered", reason: "", sentences: [] },
      support: null,
      degraded: [],
      summarizer: { kind: "extractive", model: null },
      records: { rows: [row("https://code.example/a"), row("javascript:alert(1)")], total: 2, query: "" },
    } as unknown as CanvasAnswer;
    const text = answerCard(canvas, [], null).toString();
    expect(text).toContain('<a href="https://code.example/a" rel="noreferrer noopener">code.example/a</a>');
    expect(text).toContain("<td>javascript:alert(1)</td>");
  });

  it("about code shows each repository as a link by its name, under that heading", async () => {
    const { page, run } = await asked({ q: "Which papers have code?" });
    const [, table] = /<table class="data">([^]*?)<\/table>/u.exec(page.text)!;
    expect(run.answer.records!.rows.some(({ value }) => value?.startsWith("Code of "))).toBe(true);
    expect(table).toContain('<th scope="col">Code</th>');
    expect(table).not.toContain("Code of ");
    const links = [...table!.matchAll(/<td><a href="https:\/\/github\.com\/([^"]+)"[^>]*>([^<]+)<\/a>/gu)];
    expect(links.length).toBeGreaterThan(3);
    for (const [, repository, words] of links) expect(words).toBe(repository);
  });

  it("where the evidence is weak says so above the quotes, and what to try", async () => {
    const { page, run } = await asked({ q: "Is ColBERT used in hospitals?" });
    const { state, reason } = run.answer.answer;
    expect(state).toBe("weak");
    expect(page.text).toContain('class="card answer weak"');
    const words = wordsOf(page);
    expect(words).toContain("Weak evidence: the closest quotes");
    expect(words).toContain(reason);
    expect(page.text.indexOf('<p class="state">')).toBeLessThan(page.text.indexOf('<p class="sentence'));
    expect(words).toContain("What to try");
    expect(page.text).toContain("/search?q=Is%20ColBERT%20used%20in%20hospitals%3F");
  });

  it("leads from the question to what stands below the answer", async () => {
    const { page } = await asked({ q: QUESTION });
    const [, nav] = /<nav class="on-this-page"[^>]*>([^]*?)<\/nav>/u.exec(page.text)!;
    const places = [...nav!.matchAll(/href="#([^"]+)"/gu)].map(([, place]) => place!);
    expect(places).toEqual(["sources", "actions", "save", "next"]);
    for (const place of places) expect(page.text).toContain(`id="${place}"`);
  });

  it("says from when its evidence is no more precisely than both ends are known", async () => {
    const { address, run } = await asked({ q: QUESTION });
    const id = address.replace("/runs/", "");
    const evidenceFrom = async (oldest: string, newest: string) => {
      const answer = { ...run.answer, freshness: { ...run.answer.freshness, oldest, newest } };
      await site.records.put("run", id, { ...run, answer });
      return /Evidence from (.*?) Library updated/u.exec(wordsOf(await ada.get(address)))![1]!.trim();
    };
    expect(await evidenceFrom("2019", "2025-06-12")).toBe("2019 to 2025");
    expect(await evidenceFrom("2025", "2025-06-12")).toBe("2025");
    expect(await evidenceFrom("2019-01-02", "2025-06-12")).toBe("2 Jan 2019 to 12 Jun 2025");
  });

  it("leads back to the form with what was asked, and on to a question in the same years", async () => {
    const { page } = await asked({ q: QUESTION, from: "2019", to: "2025" });
    const address = /href="(\/\?[^"]+)">Change the question/u.exec(page.text)![1]!.replaceAll("&amp;", "&");
    const form = (await ada.get(address)).text;
    expect(form).toContain(`\n${QUESTION}</textarea>`);
    for (const [name, year] of [
      ["from", "2019"],
      ["to", "2025"],
    ]) {
      expect(form).toMatch(new RegExp(`name="${name}"[^>]*value="${year}"`, "u"));
      expect(page.text).toContain(`<input type="hidden" name="${name}" value="${year}" />`);
    }
  });

  it("shows markup in questions and papers as text", async () => {
    const { page } = await asked({ q: `Dense retrieval ${MARKUP}?`, paper: HOSTILE });
    expect(page.text.match(/<script/gu)).toHaveLength(1);
    expect(page.text).not.toContain("<img src=x");
    const again = await ada.get(`/?q=${encodeURIComponent(MARKUP)}&paper=${encodeURIComponent(HOSTILE)}`);
    expect(again.text.match(/<script/gu)).toHaveLength(1);
    expect(again.text).not.toContain("<img src=x");
    expect(wordsOf(again)).toContain(MARKUP);
  });

  it("beyond the requests a minute is 429, for the account alone", async () => {
    const site = await openSite({ ratePerMinute: 1 });
    await site.library.engine.create(site.library.embedder.space);
    const visitor = await site.signedIn();
    const answers = [await visitor.get("/search?q=x"), await visitor.post("/ask", { q: "x" })];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]!.text).toContain("from your account");
    expect((await visitor.get("/account")).status).toBe(200);
  });
});

it("an answer that cannot be stored is shown, with nothing to do that would need it stored", async () => {
  const put = site.records.put.bind(site.records);
  const refusing: typeof put = async (kind, ...rest) => {
    if (kind === "run") throw new PublicError("records_unavailable");
    return put(kind, ...rest);
  };
  Object.assign(site.records, { put: refusing });
  try {
    const { status, text } = await ada.post("/ask", { q: QUESTION });
    expect([status, text.includes("This run was not saved")]).toEqual([200, true]);
    expect(text).not.toContain('action="/runs/');
  } finally {
    Object.assign(site.records, { put });
  }
});

describe("a run", () => {
  it("is there for its account, and for nobody else", async () => {
    const { address } = await asked({ q: QUESTION });
    const grace = await site.signedIn("grace");
    for (const path of [address, `${address}/markdown`, `${address}?copy=bibtex`])
      expect((await grace.get(path)).status).toBe(404);
    for (const action of ["again", "save", "feedback"])
      expect((await grace.post(`${address}/${action}`, { workspace: "new", name: "x", useful: "yes" })).status).toBe(404);
    expect(
      await listWorkspaces({ records: site.records, account: (await findAccount(site.records, "grace"))!.account_id }),
    ).toEqual([]);
  });

  it("asked again is a new run, which says how it differs from the one before", async () => {
    const { address } = await asked({ q: "Do hybrids of BM25 and dense retrieval help?" });
    const again = await ada.post(`${address}/again`, {});
    expect(again.status).toBe(303);
    expect(again.location).not.toBe(address);
    const page = await ada.get(again.location!);
    expect(page.text).toContain(`Asked before on <a href="${address}">`);
    expect(page.text).toContain("Same papers quoted, same verdict.");
    expect((await ada.get(address)).text).not.toContain("Asked before");
  });

  it("is copied and downloaded as Markdown, BibTeX and CSL-JSON", async () => {
    const { address, run } = await asked({ q: QUESTION });
    const markdown = await ada.get(`${address}/markdown`);
    expect(markdown.headers.get("content-disposition")).toMatch(/^attachment; filename="answer-[\d-]+\.md"$/u);
    expect(markdown.text).toContain(`**${QUESTION}**`);
    const cited = new Set(run.answer.citations.map(({ id }) => id)).size;
    expect((await ada.get(`${address}/bibtex`)).text.match(/^@/gmu)).toHaveLength(cited);
    expect(JSON.parse((await ada.get(`${address}/csl-json`)).text)).toHaveLength(cited);
    expect((await ada.get(`${address}?copy=bibtex`)).text).toContain('<pre class="export" id="export"');
  });

  it("is saved to a new workspace with the papers that it cites, and shows where it is", async () => {
    const { address, run } = await asked({ q: QUESTION });
    expect((await ada.post(`${address}/save`, { workspace: "new", name: " " })).status).toBe(422);
    const saved = await ada.post(`${address}/save`, { workspace: "new", name: `Dense ${MARKUP}` });
    expect([saved.status, saved.location]).toEqual([303, `${address}?done=saved`]);
    const owned = { records: site.records, account };
    const [workspace] = await listWorkspaces(owned);
    const stored = await getWorkspace(owned, workspace!.workspace_id);
    expect(stored.items.length).toBeGreaterThan(0);
    expect(stored.items.every(({ id }) => run.answer.citations.some((citation) => citation.id === id))).toBe(true);
    const page = await ada.get(saved.location!);
    expect(wordsOf(page)).toContain(`Saved to “Dense ${MARKUP}”.`);
    expect(page.text).not.toContain("<img src=x");
    expect((await ada.post(`${address}/save`, { workspace: `ws_${"0".repeat(32)}` })).status).toBe(404);
    const within = await asked({ q: QUESTION, workspace: workspace!.workspace_id });
    expect(within.run).toMatchObject({ workspace_id: workspace!.workspace_id, request: { mode: "workspace" } });
  });

  it("keeps whether it was useful and why, as long as the run and in place of an earlier opinion", async () => {
    const { address, run } = await asked({ q: QUESTION });
    await ada.post(`${address}/feedback`, { useful: "no", reason: "too short" });
    const { location } = await ada.post(`${address}/feedback`, { useful: "yes", reason: MARKUP });
    const { records } = await site.records.list<CanvasRun>("run", { where: { account }, limit: 100 });
    const stored = records.find(({ id }) => id === run.answer.run_id)!;
    expect(stored.value).toEqual({ ...run, feedback: { useful: true, reason: MARKUP, at: expect.any(String) } });
    expect(Date.parse(stored.expiresAt!) - Date.parse(run.asked_at)).toBe(90 * 86_400_000);
    const page = await ada.get(location!);
    expect(wordsOf(page)).toContain(`You said yes: “${MARKUP}”. You can change it.`);
    expect((await ada.post(`${address}/feedback`, { useful: "yes", reason: "x".repeat(1_001) })).status).toBe(422);
  });

  it("stands in the list of one's questions, found by words and days, page by page, and in nobody else's", async () => {
    const visitor = await site.signedIn("lin");
    const addresses: string[] = [];
    for (const q of ["Does dense retrieval beat BM25?", "What helps sparse retrieval?", "Which papers have code?"])
      addresses.push((await asked({ q }, visitor)).address);
    const listed = async (query: string, browser = visitor) =>
      [...(await browser.get(`/runs${query}`)).text.matchAll(/href="(\/runs\/run_[^"]+)"/gu)].map(([, address]) => address);
    expect(await listed("")).toEqual(addresses.toReversed());
    expect(await listed("?q=RETRIEVAL+sparse")).toEqual([addresses[1]]);
    const [today, tomorrow] = [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    expect(await listed(`?from=${today}&to=${tomorrow}`)).toHaveLength(3);
    expect(await listed("?to=2020-01-01")).toEqual([]);
    expect(await listed(`?from=${tomorrow}`)).toEqual([]);
    expect(await listed(`?after=${addresses[2]!.replace("/runs/", "")}`)).toEqual([addresses[1], addresses[0]]);
    expect((await listed("", ada)).filter((address) => addresses.includes(address!))).toEqual([]);
    expect((await visitor.get(`/runs?q=${encodeURIComponent(MARKUP)}&after=x&from=y`)).text).not.toContain("<img src=x");
  });

  it("whose answer was rated is in the feedback that administrators download, without a name; nobody else may", async () => {
    const { address } = await asked({ q: "How robust is dense retrieval to typos?" });
    await ada.post(`${address}/feedback`, { useful: "no", reason: "beside the point" });
    const { text, headers } = await ada.get("/library/feedback");
    expect(headers.get("content-disposition")).toContain("feedback.jsonl");
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ run_id: id }) => address.endsWith(String(id)))).toMatchObject({
      question: "How robust is dense retrieval to typos?",
      useful: false,
      reason: "beside the point",
    });
    expect(text).not.toContain(account);
    await createAccount(site.records, { name: "member", password: PASSWORD }, COMMAND_LINE);
    expect((await (await site.signedIn("member")).get("/library/feedback")).status).toBe(403);
  });

  it("stands in the list of recent questions on the first page", async () => {
    const { address } = await asked({ q: QUESTION });
    expect((await ada.get("/")).text).toContain(`<a href="${address}">${QUESTION}</a>`);
  });
});

describe("searching", () => {
  it("marks the words, counts by year, venue and signals, and links each paper", async () => {
    const { status, text } = await ada.get("/search?q=Dense+Passage+Retrieval+for+Open-Domain+Question+Answering");
    expect(status).toBe(200);
    expect(text).toMatch(/<mark>retrieval<\/mark>/iu);
    expect(text).toContain('aria-label="Papers per year: ');
    for (const name of ["venue", "kind", "code", "retracted"]) expect(text).toContain(`name="${name}"`);
    expect(text).toContain(`href="/papers/${PAPER}"`);
  });

  it("keeps filters in the address, and pages by cursor without a paper twice", async () => {
    const narrowed = await ada.get("/search?q=retrieval&venue=EMNLP&code=1&from=2019&to=2024&sort=newest&retracted=0");
    expect(narrowed.text).toMatch(/name="code" value="1" form="search"\s+checked/u);
    expect(narrowed.text).not.toContain('<span class="tag over">retracted</span>');
    const first = await ada.get("/search?q=retrieval");
    const next = /href="([^"]+)" rel="next"/u.exec(first.text)![1]!.replaceAll("&amp;", "&");
    const second = await ada.get(next);
    const papers = ({ text }: Answer) => [...text.matchAll(/<h3>\s*<a href="([^"]+)"/gu)].map(([, address]) => address!);
    expect(papers(first)).toHaveLength(20);
    expect(papers(second).length).toBeGreaterThan(0);
    expect(papers(second).filter((address) => papers(first).includes(address))).toEqual([]);
  });

  it("says which page it is, and leads back page by page", async () => {
    const follow = async ({ text }: Answer, rel: string) =>
      ada.get(new RegExp(`href="([^"]+)" rel="${rel}"`, "u").exec(text)![1]!.replaceAll("&amp;", "&"));
    const papers = ({ text }: Answer) => [...text.matchAll(/<h3>\s*<a href="([^"]+)"/gu)].map(([, address]) => address!);
    const first = await ada.get("/search?q=retrieval");
    const second = await follow(first, "next");
    const third = await follow(second, "next");
    const [, last] = /Page 1 of (\d+)/u.exec(first.text)!;
    expect(Number(last)).toBeGreaterThan(2);
    expect(first.text).not.toContain("Previous page");
    expect(third.text).toContain(`Page 3 of ${last}`);
    const back = await follow(third, "prev");
    expect(papers(back)).toEqual(papers(second));
    expect(back.text).toContain(`Page 2 of ${last}`);
    expect(papers(await follow(back, "prev"))).toEqual(papers(first));
  });

  it("leaves retracted papers out, or shows them alone", async () => {
    const shown = async (filter: string) => {
      const { text } = await ada.get(`/search?q=dense+retrieval${filter}`);
      const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
      return { papers: count(/<h3>/gu), retracted: count(/<span class="tag over">retracted/gu) };
    };
    expect(await shown("&retracted=0")).toEqual({ papers: 20, retracted: 0 });
    const alone = await shown("&retracted=1");
    expect(alone.retracted).toBeGreaterThan(0);
    expect(alone.papers).toBe(alone.retracted);
    expect((await ada.get("/search?q=dense+retrieval&retracted=1")).text).toMatch(/value="1"\s+selected>Alone/u);
  });

  it("has saving in the line of the exports", async () => {
    const { text } = await ada.get("/search?q=dense+retrieval");
    const head = text.slice(text.indexOf("found-head"), text.indexOf('<ol class="found"'));
    expect(head).toContain("BibTeX");
    expect(head).toContain("<summary>Save selected papers</summary>");
    expect(head).toContain('id="saving"');
  });

  it("offers the topics near the query, and narrows to one of them", async () => {
    const { text } = await ada.get("/search?q=dense+retrieval");
    const [, topic] = /<option value="(topic:[0-9a-f]{12})"/u.exec(text)!;
    const ids = new Set((await topicPaperIds(site.library, topic!)).ids.map((id) => paperAddress(id)));
    const narrowed = await ada.get(`/search?q=dense+retrieval&topic=${topic}`);
    const shown = [...narrowed.text.matchAll(/<h3>\s*<a href="([^"]+)"/gu)].map(([, address]) => address!);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((address) => !ids.has(address))).toEqual([]);
    expect(narrowed.text).toMatch(new RegExp(`<option value="${topic}"\\s+selected`, "u"));
    expect(narrowed.text).toContain(`topic=${topic!.replace(":", "%3A")}&amp;format=bibtex`);
  });

  it.each(["from=soon", "from=2024&to=2020", "venue=Nowhere", "to=99999", "topic=topic:000000000000"])(
    "says what is wrong with %s",
    async (filter) => {
      const { status, text } = await ada.get(`/search?q=retrieval&${filter}`);
      expect([status, text.includes('class="notice problem"')]).toEqual([422, true]);
    },
  );

  it("shows a paper full of markup as text, with whatever stands in the address", async () => {
    const { text } = await ada.get(
      `/search?q=${encodeURIComponent(`Dense retrieval ${MARKUP}`)}&venue=${encodeURIComponent(MARKUP)}&cursor=x&sort=y`,
    );
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text).not.toContain("<img src=x");
  });

  it("saves the papers that were selected to a workspace, and stays at the same results", async () => {
    const { text } = await ada.get("/search?q=dense+retrieval&sort=newest");
    const ids = [...text.matchAll(/name="paper" value="([^"]+)"\s+form="saving"/gu)].map(([, id]) => id!);
    expect(ids.length).toBeGreaterThan(1);
    const action = /id="saving"\s+method="post"\s+action="([^"]+)"/u.exec(text)![1]!.replaceAll("&amp;", "&");
    const saved = await ada.post(action, { workspace: "new", name: "Selected", paper: ids[1]! });
    expect([saved.status, saved.location]).toEqual([303, "/search?q=dense+retrieval&sort=newest&done=saved"]);
    expect((await ada.get(saved.location!)).text).toContain("Saved.");
    const owned = { records: site.records, account };
    const { workspace_id: id } = (await listWorkspaces(owned)).find(({ name }) => name === "Selected")!;
    const items = async () => (await getWorkspace(owned, id)).items.map((item) => [item.kind, item.id]);
    expect(await items()).toEqual([["paper", ids[1]]]);
    const none = await ada.post(action, { workspace: id });
    expect(none.location).toContain("done=none-chosen");
    expect((await ada.get(none.location!)).text).toContain("Nothing was saved: select papers first.");
    const refused = await ada.post(action, { workspace: "new", name: "", paper: ids[0]! });
    expect([refused.status, refused.text.includes("found-head")]).toEqual([422, true]);
    const selected = (page: string) =>
      [...page.matchAll(/name="paper" value="([^"]+)"\s+form="saving"[^>]*\schecked/gu)].map(([, one]) => one);
    expect(selected(refused.text)).toEqual([ids[0]]);
    expect(selected(text)).toEqual([]);
    expect((await ada.post("/search/save?q=x", { workspace: id, paper: "doi:10.1/nothing" })).status).toBe(404);
    expect(await items()).toEqual([["paper", ids[1]]]);
    const elsewhere = await ada.post("/search/save?q=//evil.example", { workspace: id });
    expect(elsewhere.location).toMatch(/^\/search\?q=%2F%2Fevil/u);
  });

  it("is exported as BibTeX, RIS and CSV", async () => {
    const file = async (format: string) => (await ada.get(`/search/export?q=dense+retrieval&venue=EMNLP&format=${format}`)).text;
    const entries = (await file("bibtex")).match(/^@/gmu)!.length;
    expect(entries).toBeGreaterThan(3);
    const ris = await file("ris");
    expect([ris.match(/^TY {2}- /gmu)!.length, ris.match(/^ER {2}- /gmu)!.length]).toEqual([entries, entries]);
    expect((await file("csv")).startsWith("paper_id,title,authors,year")).toBe(true);
    expect((await ada.get("/search/export?q=x&format=exe")).status).toBe(404);
  });
});
