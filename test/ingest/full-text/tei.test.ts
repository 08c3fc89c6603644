import { expect, it } from "vitest";
import { tei } from "../../../ingest/full-text/tei.ts";
import { lines, markersOf, textIn } from "./read-text.ts";

const TEI = `<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title level="a">On graphs</title></titleStmt>
  <publicationStmt><availability><licence target="https://creativecommons.org/licenses/by/4.0/"/></availability></publicationStmt>
  <sourceDesc><biblStruct><analytic><author><persName><forename>Ada</forename><surname>Lovelace</surname></persName><email>a@example.org</email></author></analytic>
  <monogr><title level="j">Notes</title><imprint><date type="published" when="2019-04-05"/></imprint></monogr><idno type="DOI">10.1000/T</idno><idno type="arXiv">arXiv:1904.01234v2 [cs.CL]</idno></biblStruct></sourceDesc></fileDesc>
  <profileDesc><abstract><div><p>We made one.</p></div></abstract></profileDesc></teiHeader>
  <text><body><div><head n="1">Introduction</head><p>Graphs are old <ref type="bibr" target="#b0">(Euler, 1736)</ref>.</p></div>
  <div><head n="2">Method</head><p>As in</p><formula xml:id="f0">a = b<label>(1)</label></formula><p>it is.</p></div><div><head n="2.1">Nodes</head><p>Many.</p></div>
  <note place="foot" n="1">See there.</note>
  <figure xml:id="t0" type="table"><head>Table 1 :</head><figDesc>Sizes.</figDesc><table><row><cell>n</cell><cell>3</cell></row></table></figure></body>
  <back><div type="acknowledgement"><div><head>Acknowledgements</head><p>Thanks.</p></div></div><div type="funding"><div><p>The Crown paid.</p></div></div>
  <div type="references"><listBibl><biblStruct xml:id="b0"><analytic><title>Solutio</title><author><persName><surname>Euler</surname></persName></author></analytic><monogr><title>Acta</title><imprint><date when="1736"/></imprint></monogr></biblStruct></listBibl></div></back></text></TEI>`;

it("TEI gives sections by the numbers of their headings, formulas, notes, tables, statements and references", async () => {
  const text = await textIn(tei, TEI);
  expect(text).toMatchObject({
    ids: { doi: "10.1000/t", arxiv: "1904.01234" },
    title: "On graphs",
    authors: ["Ada Lovelace"],
    abstract: "We made one.",
    year: 2019,
    published_at: "2019-04-05",
    venue: "Notes",
    licence: "https://creativecommons.org/licenses/by/4.0/",
  });
  expect(lines(text)).toEqual([
    "abstract · paragraph · We made one.",
    "introduction · paragraph · Graphs are old (Euler, 1736).",
    "method · paragraph · As in",
    "method · formula · (1) · a = b",
    "method · paragraph · it is.",
    "method · paragraph · Many.",
    "method · footnote · 1 · See there.",
    "caption · caption · Table 1 · Sizes.",
    "table · table_row · Table 1 · n | 3",
    "acknowledgement · paragraph · Thanks.",
    "funding · paragraph · The Crown paid.",
  ]);
  expect(text.sections[3]!.heading).toEqual(["Method", "Nodes"]);
  expect(markersOf(text)).toEqual([["(Euler, 1736)", "b0"]]);
  expect(text.references).toMatchObject([{ key: "b0", title: "Solutio", authors: ["Euler"], venue: "Acta", year: 1736 }]);
});
