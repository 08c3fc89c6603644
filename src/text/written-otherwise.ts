import { remembered } from "../shared/remembered.ts";
import { contentTerms, stemOf } from "./terms.ts";

/** Stems that a text has besides its own (`stems`): those of what it writes in one word, with a hyphen, or as an abbreviation. */
export type Otherwise = (text: string, stems: readonly string[]) => readonly string[];

const NONE: readonly string[] = [];
const NOTHING: Otherwise = () => NONE;
const WORDS = /[\p{L}\p{N}]+/gu;
const HYPHENATED = /(?<![\p{L}\p{N}])(?=(\p{L}+-\p{L}+))/gu;
const ABBREVIATION = /(?<![\p{L}\p{N}])(?<letters>\p{Lu}[\p{L}]{0,4}\p{Lu})s?(?![\p{L}\p{N}])/gu;

/** What stands for these phrases wherever it stands; any other abbreviation has to be explained in the text (“batch normalization (BN)”). */
const WELL_KNOWN: Record<string, string> = {
  AMR: "abstract meaning representation",
  ASR: "automatic speech recognition",
  BPE: "byte pair encoding",
  CNN: "convolutional neural network",
  CoT: "chain of thought",
  CRF: "conditional random field",
  DPO: "direct preference optimization",
  GEC: "grammatical error correction",
  GNN: "graph neural network",
  HMM: "hidden Markov model",
  ICL: "in-context learning",
  KG: "knowledge graph",
  LLM: "large language model",
  LSTM: "long short-term memory",
  MoE: "mixture of experts",
  MT: "machine translation",
  NER: "named entity recognition",
  NLG: "natural language generation",
  NLI: "natural language inference",
  NMT: "neural machine translation",
  OCR: "optical character recognition",
  PEFT: "parameter-efficient fine-tuning",
  POS: "part of speech",
  PPO: "proximal policy optimization",
  QA: "question answering",
  RAG: "retrieval-augmented generation",
  RL: "reinforcement learning",
  RLHF: "reinforcement learning from human feedback",
  RNN: "recurrent neural network",
  SGD: "stochastic gradient descent",
  SMT: "statistical machine translation",
  SRL: "semantic role labeling",
  SVM: "support vector machine",
  TTS: "text-to-speech",
  VQA: "visual question answering",
  WSD: "word sense disambiguation",
};

/**
 * What texts may write of a phrase in another way: “pretrained” and “pre-trained”, “finetuning” and “fine-tuning”, “RAG” for “retrieval-augmented generation”. The stems of the phrase are said of a text that
 * writes so. Pure.
 */
export function writtenOtherwise(phrase: string): Otherwise {
  const words = phrase.match(WORDS) ?? [];
  const stems = stemsOf(phrase);
  if (stems.length === 0) return NOTHING;
  const wanted = new Set(stems);
  const joined = new Map<string, readonly string[]>();
  for (const [index, second] of words.slice(1).entries()) {
    const parts = [stemOf(words[index]!), stemOf(second)];
    const whole = stemOf(words[index]! + second);
    if (whole !== null && parts.every((part) => part !== null)) joined.set(whole, parts);
  }
  const inOneWord = [...joined];
  const spelled = words.flatMap(writtenOut);
  const spelledIn = (text: string) => spelled.flatMap(({ stem, pattern }) => (pattern.test(text) ? [stem] : NONE));
  return (text, own) => {
    const { compounds, abbreviations } = writtenIn(text);
    const out = spelled.length === 0 ? NONE : spelledIn(text);
    const found = inOneWord.flatMap(([whole, parts]) => (own.includes(whole) ? parts : NONE));
    if (found.length === 0 && compounds.length === 0 && abbreviations.length === 0) return out;
    return [
      ...out,
      ...found,
      ...compounds.filter((stem) => wanted.has(stem)),
      ...(abbreviations.some(({ stands }) => isSame(stems, stands)) ? stems : NONE),
    ];
  };
}

interface WrittenOut {
  stem: string;
  /** What the abbreviation stands for, with hyphens or blanks, one or many. */
  pattern: RegExp;
}

const SPELLED = new Map(
  Object.entries(WELL_KNOWN).map(([letters, phrase]) => [
    letters,
    new RegExp(`(?<![\\p{L}\\p{N}])${phrase.replace(/[\s-]+/gu, "[\\s-]+")}s?(?![\\p{L}\\p{N}])`, "iu"),
  ]),
);

/** What a well-known abbreviation of a question stands for in a text: “named entity recognition” for “NER”. */
function writtenOut(word: string): WrittenOut[] {
  const pattern = SPELLED.get(word) ?? SPELLED.get(word.replace(/s$/u, ""));
  const stem = pattern === undefined ? null : stemOf(word);
  return stem === null ? [] : [{ stem, pattern: pattern! }];
}

/** Where a text abbreviates a phrase: an offset in UTF-16 units; null where it does not. */
export function abbreviationIn(text: string, phrase: string): number | null {
  const { abbreviations } = writtenIn(text);
  if (abbreviations.length === 0) return null;
  const stems = stemsOf(phrase);
  return abbreviations.find(({ stands }) => isSame(stems, stands))?.at ?? null;
}

/** Whether an abbreviation stands for these stems; one word has none. */
function isSame(stems: readonly string[], stands: readonly string[]): boolean {
  return stems.length > 1 && stems.length === stands.length && stems.every((stem) => stands.includes(stem));
}

function stemsOf(phrase: string): string[] {
  return [...new Set(contentTerms(phrase).map(({ stem }) => stem))];
}

/** One text is compared with every term of a question, and its sentences with their title too. */
const TEXTS_REMEMBERED = 5_000;

interface Abbreviation {
  at: number;
  /** The stems of what it stands for. */
  stands: readonly string[];
}

interface Written {
  /** The stems of compounds without their hyphens: “pretrain” of “pre-trained”. */
  compounds: readonly string[];
  abbreviations: readonly Abbreviation[];
}

const writtenIn: (text: string) => Written = remembered(TEXTS_REMEMBERED, (text) => ({
  compounds: text.includes("-")
    ? [...text.matchAll(HYPHENATED)].flatMap(([, compound]) => stemOf(compound!.replace("-", "")) ?? [])
    : [],
  abbreviations: abbreviationsOf(text),
}));

/** What a text abbreviates, in order: what it explains as it explains it, and what is well known. */
function abbreviationsOf(text: string): Abbreviation[] {
  const found = Array.from(text.matchAll(ABBREVIATION), ({ index, groups }) => ({ at: index, letters: groups!.letters! }));
  const explained = new Map<string, readonly string[]>();
  for (const { at, letters } of found) {
    const words = explanation(text, at, letters);
    if (words !== null) explained.set(letters, stemsOf(words));
  }
  return found.flatMap(({ at, letters }) => {
    const known = WELL_KNOWN[letters];
    const stands = explained.get(letters) ?? (known === undefined ? null : stemsOf(known));
    return stands === null ? [] : [{ at, stands }];
  });
}

/** Words that an abbreviation leaves out as often as not. */
const SMALL = /^(?:of|the|and|for|in|to|a|an|with|on|from|by)$/iu;

/** The words before an abbreviation in brackets that begin with its letters: “batch normalization” of “batch normalization (BN)”; null where none do. */
function explanation(text: string, at: number, letters: string): string | null {
  if (text[at - 1] !== "(") return null;
  const words = text.slice(0, at - 1).match(WORDS) ?? [];
  const wanted = letters.toLowerCase();
  for (let count = wanted.length; count <= wanted.length + 2; count += 1) {
    const own = words.slice(-count);
    const initials = (kept: readonly string[]) => kept.map((word) => word[0]!.toLowerCase()).join("");
    if (own.length === count && (initials(own) === wanted || initials(own.filter((word) => !SMALL.test(word))) === wanted))
      return own.join(" ");
  }
  return null;
}
