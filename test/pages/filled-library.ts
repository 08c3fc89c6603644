import type { FullText } from "../../src/documents/full-text.ts";
import { storedText } from "../../src/documents/passage.ts";
import type { Paper } from "../../src/documents/paper.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { paper, row, signal } from "../support/documents.ts";
import { loadSample } from "../support/sample-library.ts";

/** A paper of the sample. */
export const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";
/** One whose every text would be markup, retracted, with an id that browsers would shorten. */
export const HOSTILE = "doi:10.1000/a/../b;c";
export const MARKUP = `</title><script>alert(1)</script><img src=x onerror="alert(2)">`;
/** The same, and what commands a terminal, turns the text around it and hides: no page says any of it. */
export const HOSTILE_TEXT = `${MARKUP}\u001b[31m\u202e\u2066\u200b`;
const LONG_WORD = "w".repeat(2_000);

/** What stands in the full text of `PAPER`. */
export const QUOTE =
  "We trained the dual encoder with a learning rate of 0.00002 and batches of 128 questions on eight processors.";

/** A full text of two sections and a list of references; every word of it that is given is shown somewhere. */
function fullText(given: { heading: string; text: string; references: FullText["references"] }): FullText {
  const { heading, text, references } = given;
  const one = { section: 1, kind: "results", place: null, label: null } as const;
  return {
    format: "tei",
    ids: {},
    title: null,
    authors: [],
    abstract: null,
    year: null,
    published_at: null,
    venue: null,
    licence: null,
    source: { name: heading, url: "javascript:alert(6)", license: heading },
    sections: [
      { heading: ["Introduction"], kind: "introduction" },
      { heading: ["Experiments", heading], kind: "results" },
    ],
    passages: [
      {
        ...one,
        section: 0,
        kind: "introduction",
        form: "paragraph",
        text: "Open questions are answered from passages.",
        page: 1,
      },
      { ...one, form: "paragraph", text, page: 4 },
      { ...one, form: "caption", text: `Table 1: ${heading}`, page: 5, label: "Table 1" },
    ],
    references,
    markers: [],
    notices: [],
  };
}

async function addFullTexts({ engine, embedder }: Library, hostile: Paper): Promise<void> {
  const sample = (await engine.papers.get([PAPER])).get(PAPER)!;
  const entry = { key: "b1", text: null, authors: ["Ann Lee"], year: 2020, venue: null, ids: {} };
  const texts = [
    storedText(
      fullText({
        heading: "Retrieval",
        text: QUOTE,
        references: [
          { ...entry, title: hostile.title, ids: { doi: HOSTILE.slice("doi:".length) } },
          { ...entry, key: "b2", title: "A paper that no library of tests holds" },
        ],
      }),
      sample,
      AT,
    ),
    storedText(
      fullText({
        heading: HOSTILE_TEXT,
        text: `${HOSTILE_TEXT} ${LONG_WORD}`,
        references: [{ ...entry, title: HOSTILE_TEXT, venue: HOSTILE_TEXT }],
      }),
      hostile,
      AT,
    ),
  ];
  const documents = texts.flatMap(({ whole, passages }) => [...passages, whole]);
  const rows = documents.map(async (one) => row(one, one.kind === "whole" ? null : await embedder.embedQuery(one.content)));
  await engine.passages.write(await Promise.all(rows));
}

const AT = { file: "text.xml", run_id: "run", ingested_at: "2026-01-01T00:00:00.000Z" };

/** The bundled sample with topics, and a paper that is nothing but trouble. */
export async function fillLibrary(library: Library): Promise<void> {
  await loadSample(library);
  const { engine, embedder } = library;
  const hostile = paper({
    paper_id: HOSTILE,
    title: `Dense retrieval ${HOSTILE_TEXT} ${LONG_WORD.slice(0, 200)}`,
    abstract: `${HOSTILE_TEXT} ${LONG_WORD}`,
    authors: [HOSTILE_TEXT],
    venue: `${HOSTILE_TEXT} ${LONG_WORD.slice(0, 200)}`,
    keywords: [HOSTILE_TEXT, LONG_WORD],
    url: "javascript:alert(3)",
    pdf_url: `https://example.org/"><script>alert(4)</script>`,
    year: 2020,
    retracted: true,
    sources: [{ name: HOSTILE_TEXT, url: "data:text/html,x", license: HOSTILE_TEXT }],
  });
  const about = signal({
    signal_id: `sig:${"0".repeat(32)}`,
    title: `${HOSTILE_TEXT} ${LONG_WORD.slice(0, 200)}`,
    statement: `${HOSTILE_TEXT} ${LONG_WORD}`,
    unit: HOSTILE_TEXT,
    value: 1,
    polarity: "against",
    paper_ids: [HOSTILE],
    source: { name: HOSTILE_TEXT, url: "javascript:alert(5)", license: null },
  });
  await engine.papers.write([row(hostile, await embedder.embedQuery("dense retrieval"))]);
  await engine.signals.write([row(about, await embedder.embedQuery("dense retrieval"))]);
  await addFullTexts(library, hostile);
  for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  await buildTopics(library);
}
