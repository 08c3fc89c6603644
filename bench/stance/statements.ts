import { readFileSync } from "node:fs";
import { scifact } from "../sentences/sets.ts";
import { textsOf } from "../sentences/graded.ts";
import { cleanText } from "../../src/documents/text.ts";
import { sentences } from "../../src/text/sentences.ts";
import { scifactPairs, type MarkedPair } from "./pairs.ts";

/** What the model of claims learns: a claim, a sentence behind its title, and which way it points. `weight`: beside the others. */
interface ClaimRow {
  claim: string;
  read: string;
  stance: MarkedPair["stance"];
  weight: number;
}

/** One sentence of a paper (`at`, from 0, of its abstract), with what an LLM wrote that it supports, what it refutes, and of most what it leaves open. */
interface Statement {
  id: string;
  at: number;
  supports: string;
  refutes: string;
  open?: string;
}

/** What a mark of people weighs beside what was written for a sentence. Set by hand. */
const MARKED = 0.6;
const SCIFACT = "scifact:";

/** Rows from `statements.jsonl`, and from SciFact's half for tuning. Papers that the folder does not have are left out, and counted. */
export async function claimTraining(data: string): Promise<ClaimRow[]> {
  return [...(await written(data)), ...marked(data)];
}

async function written(data: string): Promise<ClaimRow[]> {
  const all = readFileSync(new URL("statements.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Statement);
  const texts = new Map([...documentsOfScifact(data), ...(await textsOf(data, new Set(all.map(({ id }) => id))))]);
  const isHeld = ({ id, at }: Statement) => sentences(texts.get(id)?.text ?? "").length > at;
  console.log(`${all.length} statements, ${all.filter((own) => !isHeld(own)).length} left out`);
  return all.flatMap(({ id, at, supports, refutes, open }, index) => {
    const found = texts.get(id);
    const own = found === undefined ? [] : sentences(found.text).map(({ text }) => text);
    if (found === undefined || own[at] === undefined) return [];
    const read = `${found.title}. ${own[at]}`;
    const row = (claim: string, stance: ClaimRow["stance"], text = read): ClaimRow => ({ claim, read: text, stance, weight: 1 });
    // What an abstract begins with says nothing to what it finds, in medicine at least.
    const before = own.slice(0, Math.max(2, Math.floor(own.length / 2))).filter((_, place) => place !== at);
    const asked = [supports, refutes, ...(open === undefined ? [] : [open])];
    return [
      row(supports, "supports"),
      row(refutes, "against"),
      ...(open === undefined ? [] : [row(open, "none")]),
      ...(id.startsWith(SCIFACT) && own.length > 3 && before.length > 0
        ? [row(asked[index % asked.length]!, "none", `${found.title}. ${before[index % before.length]!}`)]
        : []),
    ];
  });
}

function documentsOfScifact(data: string): [string, { title: string; text: string }][] {
  return scifact(data).documents.map(({ id, title, text }) => [
    `${SCIFACT}${id}`,
    { title: cleanText(title), text: cleanText(text) },
  ]);
}

function marked(data: string): ClaimRow[] {
  const titles = new Map(documentsOfScifact(data));
  return scifactPairs(data)
    .filter(({ half }) => half === "tune")
    .map(({ claim, sentence, stance, paper }) => ({
      claim,
      read: `${titles.get(`${SCIFACT}${paper!}`)!.title}. ${sentence}`,
      stance,
      weight: MARKED,
    }));
}
