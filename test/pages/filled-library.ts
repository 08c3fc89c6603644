import type { Library } from "../../src/retrieval/library.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { paper, row, signal } from "../support/documents.ts";
import { loadSample } from "../support/sample-library.ts";

/** A paper of the sample. */
export const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";
/** One whose every text would be markup, retracted, with an id that browsers would shorten. */
export const HOSTILE = "doi:10.1000/a/../b;c";
export const MARKUP = `</title><script>alert(1)</script><img src=x onerror="alert(2)">`;

/** The bundled sample with topics, and a paper that is nothing but trouble. */
export async function fillLibrary(library: Library): Promise<void> {
  await loadSample(library);
  const { engine, embedder } = library;
  const hostile = paper({
    paper_id: HOSTILE,
    title: `Dense retrieval ${MARKUP}`,
    abstract: MARKUP,
    authors: [MARKUP],
    venue: MARKUP,
    keywords: [MARKUP],
    url: "javascript:alert(3)",
    pdf_url: `https://example.org/"><script>alert(4)</script>`,
    year: 2020,
    retracted: true,
    sources: [{ name: MARKUP, url: "data:text/html,x", license: MARKUP }],
  });
  const about = signal({
    signal_id: `sig:${"0".repeat(32)}`,
    title: MARKUP,
    statement: MARKUP,
    unit: MARKUP,
    value: 1,
    polarity: "against",
    paper_ids: [HOSTILE],
    source: { name: MARKUP, url: "javascript:alert(5)", license: null },
  });
  await engine.papers.write([row(hostile, await embedder.embedQuery("dense retrieval"))]);
  await engine.signals.write([row(about, await embedder.embedQuery("dense retrieval"))]);
  for (const target of ["papers", "signals"] as const) await engine.endLoad(target);
  await buildTopics(library);
}
