import { FULL_TEXT_FORMATS, type FullTextFormat } from "../src/documents/full-text.ts";
import type { Paper } from "../src/documents/paper.ts";
import { formatOf, passageIds, passageOf, wholeOf, wholeTextId, type Passage } from "../src/documents/passage.ts";
import { pairs } from "../src/shared/pairs.ts";
import { IngestError } from "./errors.ts";
import type { Problem } from "./sources/port.ts";
import type { Store } from "./store.ts";

/** A full text as documents: see `storedText`. */
export interface TextDocuments {
  whole: Passage;
  passages: Passage[];
}

/**
 * What became of a full text. `superseded`: the paper has one of a better format, or a file that gives more of it. `replaced`: it took the place of another.
 */
export type TextOutcome = { status: "indexed" | "replaced" | "unchanged" | "superseded" } | { status: "dead"; problem: Problem };

/**
 * Stores full texts. A paper has one: that of the best format (`FULL_TEXT_FORMATS`), and of one format the last that came; a file replaces what came of it before. The
 * passages of the texts before go, the new ones are written, and last the documents about the wholes: a load that dies in between is repeated from there and
 * comes to the same end. Outcomes in the order of the texts.
 */
export async function storeTexts(texts: readonly TextDocuments[], store: Store): Promise<TextOutcome[]> {
  const stored = await store.wholeTexts(texts.map(({ whole }) => whole.paper_id));
  const last = new Map<string, TextDocuments>();
  const outcomes = texts.map((text): TextOutcome => {
    const { whole } = text;
    const before = last.get(whole.paper_id)?.whole ?? stored.get(whole.paper_id);
    if (before?.content_hash === whole.content_hash) return { status: "unchanged" };
    if (before !== undefined && wholeOf(before).file !== wholeOf(whole).file && rank(before) < rank(whole))
      return { status: "superseded" };
    last.set(whole.paper_id, text);
    return { status: before === undefined ? "indexed" : "replaced" };
  });
  const due = [...last.values()];
  const gone = due.flatMap(({ whole }) => {
    const before = stored.get(whole.paper_id);
    return before === undefined || before.text_id === whole.text_id ? [] : passageIds(before.text_id, before.index);
  });
  await store.removePassages(gone);
  const refused = await refusedTexts(
    due.flatMap(({ passages }) => passages),
    store,
  );
  const complete = due.map(({ whole }) => whole).filter(({ text_id }) => !refused.has(text_id));
  for (const [id, problem] of await refusedTexts(complete, store)) refused.set(id, problem);
  // What was written of a text that cannot be whole is not left behind.
  const broken = due.filter(({ whole }) => refused.has(whole.text_id));
  await store.removePassages(broken.flatMap(({ whole }) => [...passageIds(whole.text_id, whole.index), whole.passage_id]));
  return outcomes.map((outcome, index) => {
    const problem =
      last.get(texts[index]!.whole.paper_id) === texts[index] ? refused.get(texts[index]!.whole.text_id) : undefined;
    return problem === undefined ? outcome : { status: "dead", problem };
  });
}

/** Writes documents; resolves to the texts of which the engine refused one, with the reason. */
async function refusedTexts(documents: readonly Passage[], store: Store): Promise<Map<string, Problem>> {
  const outcomes = await store.passages(documents);
  const refused = new Map<string, Problem>();
  for (const [{ text_id }, outcome] of pairs(documents, outcomes)) {
    if (outcome.status === "dead") refused.set(text_id, outcome.problem);
  }
  return refused;
}

/** Takes the full texts of these papers out of the index; papers without one are passed over. Resolves to how many there were. */
export async function removeTexts(paperIds: readonly string[], store: Store): Promise<number> {
  const texts = await store.wholeTexts(paperIds);
  for (const text of texts.values()) {
    await store.removePassages([...passageIds(text.text_id, text.index), text.passage_id]);
  }
  return texts.size;
}

/**
 * Lets the full texts of papers that turned out to be others be those of the others: of two texts the better one stays. `moves`: the ids of the papers, each
 * with the paper that it turned out to be. May be repeated.
 */
export async function moveTexts(
  moves: ReadonlyMap<string, Pick<Paper, "paper_id" | "title" | "year">>,
  store: Store,
): Promise<void> {
  const texts = await store.wholeTexts([...moves.keys()]);
  for (const [from, text] of texts) {
    const home = moves.get(from)!;
    const own = (await store.wholeTexts([home.paper_id])).get(home.paper_id);
    const ids = passageIds(text.text_id, text.index);
    if (own === undefined || (own.text_id !== text.text_id && rank(text) <= rank(own))) {
      const passages = await store.storedPassages(ids);
      const moved = { whole: passageOf(text, home), passages: passages.map((passage) => passageOf(passage, home)) };
      const [outcome] = await storeTexts([moved], store);
      if (outcome?.status === "dead")
        throw new IngestError(`the full text of a merged paper was rejected: ${outcome.problem.message}`);
      await store.removePassages([wholeTextId(from)]);
    } else {
      await store.removePassages([...(own.text_id === text.text_id ? [] : ids), text.passage_id]);
    }
  }
}

/** Lets the full texts of papers have the title and the year that their papers will have, as searches and filters read them. May be repeated. */
export async function retitleTexts(papers: readonly Pick<Paper, "paper_id" | "title" | "year">[], store: Store): Promise<void> {
  const texts = await store.wholeTexts(papers.map(({ paper_id }) => paper_id));
  for (const paper of papers) {
    const whole = texts.get(paper.paper_id);
    if (whole === undefined) continue;
    const passages = await store.storedPassages(passageIds(whole.text_id, whole.index));
    await refusedTexts(
      [...passages, whole].map((passage) => passageOf(passage, paper)),
      store,
    );
  }
}

function rank(whole: Passage): number {
  const format: FullTextFormat = formatOf(whole);
  return FULL_TEXT_FORMATS.indexOf(format);
}
