import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanText } from "../../src/documents/text.ts";
import { sentences } from "../../src/text/sentences.ts";

/** A claim or question beside a sentence, and what people say of the two. */
export interface MarkedPair {
  set: "scifact" | "healthver" | "pubmedqa";
  half: "tune" | "report";
  claim: string;
  /** Where the sentences of several papers are marked for one claim. */
  paper?: string;
  sentence: string;
  stance: "supports" | "against" | "none";
}

const half = (index: number): MarkedPair["half"] => (index % 2 === 0 ? "tune" : "report");

/** SciFact (Wadden et al. 2020): the marked sentences of an abstract support or contradict its claim, its other sentences count as none. */
export function scifactPairs(data: string): MarkedPair[] {
  const folder = join(data, "collections/scifact");
  const texts = new Map(lines<{ _id: string; text: string }>(join(folder, "corpus.jsonl")).map(({ _id, text }) => [_id, text]));
  const rows = lines<ScifactRow>(join(folder, "evidence-train.jsonl"));
  const claims = [...new Set(rows.map((row) => row.claim_id))];
  return rows.flatMap(({ claim_id, claim, doc_id, label, sentences: marks }) => {
    const marked = marks.map(cleanText);
    return sentences(cleanText(texts.get(doc_id)!)).map(({ text }): MarkedPair => {
      const isMarked = marked.some((mark) => mark.includes(text) || text.includes(mark));
      const stance = isMarked ? (label === "SUPPORT" ? "supports" : "against") : "none";
      return { set: "scifact", half: half(claims.indexOf(claim_id)), claim, paper: doc_id, sentence: text, stance };
    });
  });
}

/** HealthVer (Sarrouti et al. 2021): pieces of evidence of at most two sentences; halves by claim. */
export function healthverPairs(data: string): MarkedPair[] {
  const rows = csv(readFileSync(join(data, "stance/healthver-dev.csv"), "utf8")).slice(1);
  const claims = [...new Set(rows.map((row) => cleanText(row[2]!)))];
  const stances = { Supports: "supports", Refutes: "against", Neutral: "none" } as const;
  return rows.flatMap(([, evidence, claim, label]): MarkedPair[] => {
    const sentence = cleanText(evidence!);
    if (sentences(sentence).length > 2) return [];
    const stance = stances[label as keyof typeof stances];
    return [{ set: "healthver", half: half(claims.indexOf(cleanText(claim!))), claim: cleanText(claim!), sentence, stance }];
  });
}

/** PubMedQA (Jin et al. 2019): a question and the first sentence of its conclusion, which says yes, no or neither. */
export function pubmedqaPairs(data: string): MarkedPair[] {
  const stances = { yes: "supports", no: "against", maybe: "none" } as const;
  return lines<PubmedRow>(join(data, "answers/pubmedqa-dev.jsonl")).map(({ question, conclusion, decision }, index) => ({
    set: "pubmedqa",
    half: half(index),
    claim: cleanText(question),
    sentence: sentences(cleanText(conclusion))[0]!.text,
    stance: stances[decision],
  }));
}

interface ScifactRow {
  claim_id: string;
  claim: string;
  doc_id: string;
  label: "SUPPORT" | "CONTRADICT";
  sentences: string[];
}

interface PubmedRow {
  question: string;
  conclusion: string;
  decision: "yes" | "no" | "maybe";
}

export function lines<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** Rows of a CSV file with quoted fields that may hold commas, doubled quotation marks and line breaks. */
function csv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
