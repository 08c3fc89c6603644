import { describe, expect, it } from "vitest";
import { jats } from "../../../ingest/full-text/jats.ts";
import { lines, markersOf, reasonOf, textIn } from "./read-text.ts";

const DOCTYPE = `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) v1.1//EN" "JATS-archivearticle1.dtd">`;

/** An article with this body; `meta` stands in its metadata. */
function article(body: string, { meta = "", back = "", type = "research-article" } = {}): string {
  return `<?xml version="1.0"?>${DOCTYPE}<article article-type="${type}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML">
    <front><journal-meta><journal-title-group><journal-title>Journal of Tests</journal-title></journal-title-group></journal-meta>
    <article-meta><article-id pub-id-type="doi">10.1000/Own</article-id>${meta}</article-meta></front><body>${body}</body><back>${back}</back></article>`;
}

const META = `<article-id pub-id-type="pmid">123</article-id><article-id pub-id-type="pmc">456</article-id>
  <title-group><article-title>On <italic>E. coli</italic><xref ref-type="fn">*</xref></article-title></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Lovelace</surname><given-names>Ada B.</given-names></name><email>ada@example.org</email></contrib>
  <contrib contrib-type="author"><collab>The Analysts</collab></contrib><contrib contrib-type="editor"><name><surname>Babbage</surname></name></contrib></contrib-group>
  <pub-date pub-type="collection"><year>2019</year></pub-date><pub-date pub-type="epub"><day>3</day><month>2</month><year>2018</year></pub-date>
  <permissions><license><license-p>Free under <ext-link xlink:href="https://creativecommons.org/licenses/by/4.0/">CC BY</ext-link></license-p></license></permissions>
  <abstract abstract-type="toc"><p>A line for the list.</p></abstract>
  <abstract><sec><title>Results</title><p>It grew.</p></sec></abstract>
  <funding-group><funding-statement>Paid by the Crown.</funding-statement></funding-group>
  <custom-meta-group><custom-meta><meta-name>Data Availability</meta-name><meta-value>All data are here.</meta-value></custom-meta></custom-meta-group>`;

const REFERENCES = `<ref-list>${[1, 2, 3, 4, 5]
  .map(
    (n) =>
      `<ref id="b${n}"><label>${n}</label><element-citation><person-group person-group-type="author"><name><surname>Doe</surname><given-names>J</given-names></name></person-group><article-title>Title ${n}</article-title><source>Journal</source><year>200${n}</year><pub-id pub-id-type="doi">10.1000/r${n}</pub-id></element-citation></ref>`,
  )
  .join("")}</ref-list>`;
const cite = (n: number, text = String(n)): string => `<xref ref-type="bibr" rid="b${n}">${text}</xref>`;

describe("JATS", () => {
  it("gives what the article says of itself", async () => {
    const text = await textIn(jats, article("<p>Text.</p>", { meta: META }));
    expect(text).toMatchObject({
      format: "jats",
      ids: { doi: "10.1000/own", pmid: "123", pmcid: "PMC456" },
      title: "On E. coli",
      authors: ["Ada B. Lovelace", "The Analysts"],
      abstract: "Results: It grew.",
      year: 2018,
      published_at: "2018-02-03",
      venue: "Journal of Tests",
      licence: "https://creativecommons.org/licenses/by/4.0/",
    });
    expect(lines(text)).toEqual([
      "abstract · paragraph · It grew.",
      "other · paragraph · Text.",
      "funding · paragraph · Paid by the Crown.",
      "data_availability · paragraph · All data are here.",
    ]);
    expect(text.sections[0]!.heading).toEqual(["Abstract", "Results"]);
  });

  it("keeps sections that nest or have no title, with their kinds", async () => {
    const text = await textIn(
      jats,
      article(`<p>First.</p><sec sec-type="materials|methods"><title>What we did</title><p>Method.</p><sec><title>Cells</title><p>Cells.</p></sec><sec><p>Untitled.</p></sec></sec>
        <sec><title>Discussion</title><p>So.</p><sec><title>Limitations</title><p>But.</p></sec></sec>`),
    );
    expect(lines(text)).toEqual([
      "introduction · paragraph · First.",
      "method · paragraph · Method.",
      "method · paragraph · Cells.",
      "method · paragraph · Untitled.",
      "discussion · paragraph · So.",
      "limitations · paragraph · But.",
    ]);
    expect(text.sections.map(({ heading }) => heading.join(" > "))).toEqual([
      "",
      "What we did",
      "What we did > Cells",
      "What we did",
      "Discussion",
      "Discussion > Limitations",
    ]);
  });

  it("keeps lists, quotations, boxes, figures and tables as passages of their own, floats behind their paragraph", async () => {
    const text = await textIn(
      jats,
      article(`<sec><title>Results</title><p>Before<fig><object-id>10.1/x</object-id><label>Figure 1.</label><caption><title>Growth.</title><p>In days.</p></caption></fig> and
        <list><list-item><label>1.</label><p>one</p></list-item></list>after.</p><disp-quote><p>Said.</p></disp-quote><boxed-text><caption><title>Box</title></caption><p>Boxed.</p></boxed-text>
        <table-wrap><label>Table 2</label><caption><p>Rates</p></caption><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
        <table-wrap-foot><fn><p>n = 3</p></fn></table-wrap-foot></table-wrap></sec>`),
    );
    expect(lines(text)).toEqual([
      "results · paragraph · Before and",
      "results · list_item · 1 · one",
      "results · paragraph · after.",
      "caption · caption · Figure 1 · Growth. In days.",
      "results · quotation · Said.",
      "results · box · Boxed.",
      "caption · caption · Table 2 · Rates",
      "table · table_row · Table 2 · a | b",
      "table · table_row · Table 2 · 1 | 2",
      "table · footnote · Table 2 · n = 3",
    ]);
  });

  it("writes a formula once, keeps powers apart from numbers and drops addresses", async () => {
    const math = `<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math>`;
    const tex = String.raw`<tex-math>\documentclass{minimal}\begin{document}$y$\end{document}</tex-math>`;
    const text = await textIn(
      jats,
      article(`<p>With <inline-formula><alternatives>${tex}${math}</alternatives></inline-formula>, <inline-formula>${tex}</inline-formula>, 10<sup>5</sup> cells, CO<sub>2</sub>
        and &alpha;&lsqb;&#x3b2;&rsqb; <email>ada@example.org</email>.</p>`),
    );
    expect(text.passages[0]!.text).toBe("With x=2, $y$, 10^5 cells, CO2 and α[β] .");
  });

  it("finds what points to references, with every one of a range", async () => {
    const text = await textIn(
      jats,
      article(
        `<p>Known [${cite(1)}, ${cite(3)}–${cite(5)}], as Doe (${cite(2, "2002")}) said, not <xref ref-type="fig" rid="f1">here</xref> or ${cite(9)}; even ${cite(2, "2–4")}.</p>`,
        { back: REFERENCES },
      ),
    );
    expect(markersOf(text)).toEqual([
      ["[1, 3–5]", "b1", "b3", "b4", "b5"],
      ["(2002)", "b2"],
      ["2–4", "b2", "b3", "b4"],
    ]);
    expect(text.references[0]).toEqual({
      key: "b1",
      text: "J Doe. Title 1. Journal. 2001",
      title: "Title 1",
      authors: ["J Doe"],
      year: 2001,
      venue: "Journal",
      ids: { doi: "10.1000/r1" },
    });
  });

  const NOTICES: [string, string, string, object | null][] = [
    ["a retraction", "retraction", "retracted-article", { kind: "retraction", paper: "10.1000/other", notice: "10.1000/own" }],
    ["a correction", "correction", "corrected-article", { kind: "correction", paper: "10.1000/other", notice: "10.1000/own" }],
    [
      "a retracted article",
      "research-article",
      "retraction-forward",
      { kind: "retraction", paper: "10.1000/own", notice: "10.1000/other" },
    ],
    ["a companion", "research-article", "companion", null],
  ];
  it.each(NOTICES)("tells the notice of %s", async (_, type, related, notice) => {
    const meta = `<related-article related-article-type="${related}" xlink:href="info:doi/10.1000/Other"/>`;
    const text = await textIn(jats, article("<p>Text.</p>", { meta, type }));
    expect(text.notices).toEqual(notice === null ? [] : [notice]);
  });

  it("keeps letters and replies under their titles, and never as the paper's own sections", async () => {
    const reply = `<sub-article article-type="reply"><front-stub><title-group><article-title>Author response</article-title></title-group></front-stub><body><sec><title>Results</title><p>We agree.</p></sec></body></sub-article>`;
    const text = await textIn(jats, article("<p>Text.</p>").replace("</article>", `${reply}</article>`));
    expect(text.sections.at(-1)).toEqual({ heading: ["Author response", "Results"], kind: "other" });
  });

  const REFUSED: [string, string, string][] = [
    ["declarations of its own", `<!DOCTYPE article [<!ENTITY x "y">]><article><body><p>&x;</p></body></article>`, "doctype"],
    [
      "an entity of another file",
      `<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article><body><p>&x;</p></body></article>`,
      "doctype",
    ],
    ["an unknown entity", `<article><body><p>&unknown;</p></body></article>`, "invalid_xml"],
    ["a file that is cut off", article("<p>Text.</p>").slice(0, -40), "invalid_xml"],
    [
      "elements nested a thousand deep",
      `<article><body>${"<sec>".repeat(1_000)}<p>x</p>${"</sec>".repeat(1_000)}</body></article>`,
      "too_deep",
    ],
    ["no text", article(""), "no_text"],
    ["no article", "<html/>", "wrong_format"],
  ];
  it.each(REFUSED)("refuses %s", async (_, content, reason) => {
    expect(await reasonOf(jats, content)).toBe(reason);
  });
});
