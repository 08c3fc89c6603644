import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChaosFiles, LoadFile } from "./chaos-rows.ts";

/**
 * Two versions of rows about some of the papers, whose years differ, and of two folders of full texts: articles in JATS, and Markdown of the same papers, of papers that have nothing else, and of none that is
 * known. Articles of the second version have other paragraphs, more or fewer of them. Every seventeenth file or so cannot be read.
 */
export function textFiles(folder: string, texts: number): ChaosFiles {
  const map = join(folder, "map.json");
  writeFileSync(map, JSON.stringify(MAPPING));
  const rows = range(texts).filter((index) => index % 3 === 0);
  const version = (number: number): LoadFile[] => {
    const papers: LoadFile = { path: join(folder, `papers-${number}.jsonl`), target: "papers", map };
    const lines = rows.map((index) =>
      JSON.stringify({ doi: doi(index), title: title(index), year: 2018 + number, from: "list" }),
    );
    writeFileSync(papers.path, `${lines.join("\n")}\n`);
    return [papers, ...folders(number)];
  };
  const folders = (number: number): LoadFile[] =>
    ["articles", "notes"].map((name) => {
      const path = join(folder, `${name}-${number}`);
      mkdirSync(path);
      for (const index of range(texts)) {
        const [file, content] = name === "articles" ? article(index, number) : note(index, number);
        if (file !== null) writeFileSync(join(path, file), content);
      }
      return { path, target: "fulltext" };
    });
  const [first, second] = [version(1), version(2)];
  return { first, phases: [...first, ...second] };
}

const MAPPING = { target: "papers", fields: { title: "title", year: "year", "ids.doi": "doi", "source.name": "from" } };

const doi = (index: number) => `10.1234/whole.${index}`;
const title = (index: number) => `Whole paper number ${index}`;

/** Every fifth paper has no article; every fourth article retracts or corrects the paper before it. */
function article(index: number, version: number): [string | null, string] {
  if (index % 5 === 4) return [null, ""];
  const name = `10.1234_whole.${index}.xml`;
  const isChanged = version === 2 && index % 2 === 0;
  const paragraphs = range(8 + (index % 5) + (isChanged ? (index % 4) - 2 : 0)).map(
    (number) =>
      `<p>Sentence ${number} of paper ${index}${isChanged ? " says something else" : ""} [<xref ref-type="bibr" rid="r1">1</xref>].</p>`,
  );
  const notice = `<related-article related-article-type="${index % 8 === 3 ? "retracted" : "corrected"}-article" xlink:href="info:doi/${doi(index - 1)}"/>`;
  const xml = `<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article"><front><journal-meta><journal-title-group><journal-title>A Journal</journal-title></journal-title-group></journal-meta><article-meta>
    <article-id pub-id-type="doi">${doi(index)}</article-id><title-group><article-title>${title(index)}</article-title></title-group>
    <pub-date pub-type="epub"><day>6</day><month>5</month><year>2020</year></pub-date>${index % 4 === 3 ? notice : ""}<abstract><p>Abstract ${index}.</p></abstract></article-meta></front>
    <body><sec><title>Methods</title>${paragraphs.slice(0, 4).join("")}</sec><sec><title>Results</title>${paragraphs.slice(4).join("")}</sec></body>
    <back><ref-list><ref id="r1"><mixed-citation>Someone. Something. 2019.</mixed-citation></ref></ref-list></back></article>`;
  return [name, index % 17 === 6 ? xml.slice(0, 700) : xml];
}

/** Of every third paper; some are of papers that nobody holds. */
function note(index: number, version: number): [string | null, string] {
  if (index % 3 !== 0 && index % 5 !== 4) return [null, ""];
  const changed = version === 2 && index % 4 === 0 ? " Changed." : "";
  const text = `# ${title(index)}\n\n## Methods\n\nA note about paper ${index}.${changed}\n\n## Results\n\nIt holds.\n`;
  return [`10.1234_whole.${index}.md`, text];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
