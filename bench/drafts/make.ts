import { readFileSync } from "node:fs";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { figures } from "../../src/citations/figures.ts";
import type { Citation } from "../../src/citations/citation.ts";
import { contentTerms } from "../../src/text/terms.ts";
import type { Paper } from "../../src/documents/paper.ts";

/* Drafts as a model or a person writes them from an answer, honest ones and ones with a single fault. */

export const FAULTS = ["figure", "negation", "swap", "number", "quote"] as const;
export type Fault = (typeof FAULTS)[number];

export interface DraftLine {
  text: string;
  /** Its mark, `[3]` or `[doi:…]`; none where it needs no citation. */
  mark: string | null;
  /** The stored words behind it. */
  quote: string;
  paper_id: string | null;
  by: "rule" | "person" | "none";
  /** Whether the fault was put here. */
  planted: boolean;
}

interface Paraphrase {
  title: string;
  text: string;
}

const PARAPHRASES = readFileSync(new URL("paraphrases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Paraphrase);

/** Sentences written by hand about a paper. */
export function paraphrasesOf(title: string): string[] {
  return PARAPHRASES.filter((one) => title.startsWith(one.title)).map(({ text }) => text);
}

const MAX_RULE_LINES = 4;
const ASIDES = [
  "## What is established",
  "In summary, the evidence is mixed.",
  "What does this mean in practice?",
  "Three findings stand out:",
  "None of the papers compares the two.",
] as const;

/** The lines of an honest draft from an answer; `index` decides which rules are taken. */
export function honestLines(answer: CanvasAnswer, papers: ReadonlyMap<string, Paper>, index: number): DraftLine[] {
  const quotes = answer.citations.filter(({ kind, field }) => kind === "paper" && field === "abstract");
  const onePerPlace = quotes.filter((one, place) => quotes.findIndex((other) => other.id === one.id) === place);
  const byHand = answer.source_context.paper_ids.flatMap((id): DraftLine[] => {
    const paper = papers.get(id);
    const number = answer.citations.find((citation) => citation.id === id)?.number;
    const mark = number === undefined ? `[${id}]` : `[${number}]`;
    const quote = paper?.abstract ?? "";
    return paraphrasesOf(paper?.title ?? "").map((text) => ({ text, mark, quote, paper_id: id, by: "person", planted: false }));
  });
  const byRule = [...onePerPlace, ...quotes.filter((quote) => !onePerPlace.includes(quote))]
    .slice(0, MAX_RULE_LINES)
    .map((citation, place): DraftLine => {
      const text = RULES[(index + place * 3) % RULES.length]!(citation, papers.get(citation.id));
      return { text, mark: `[${citation.number}]`, quote: citation.quote, paper_id: citation.id, by: "rule", planted: false };
    });
  const aside: DraftLine = {
    text: ASIDES[index % ASIDES.length]!,
    mark: null,
    quote: "",
    paper_id: null,
    by: "none",
    planted: false,
  };
  return [aside, ...byHand.slice(0, 3), ...byRule];
}

/** The draft as a text; where marks stand is varied. */
export function draftText(lines: readonly DraftLine[], index: number): string {
  const written = lines.map(({ text, mark }) => {
    if (mark === null) return `${text}\n\n`;
    return index % 2 === 0 || !/[.!?]$/u.test(text) ? text.replace(/([.!?]?)$/u, ` ${mark}$1`) : `${text} ${mark}`;
  });
  return written.map((text, place) => (index % 3 === 2 && lines[place]!.mark !== null ? `- ${text}\n` : `${text} `)).join("");
}

type Rule = (citation: Citation, paper: Paper | undefined) => string;

const RULES: readonly Rule[] = [
  ({ quote }) => quote,
  ({ quote }) => synonyms(quote),
  ({ quote }, paper) => `${name(paper)} report that ${lowered(unopened(quote))}`,
  ({ quote }) => shortened(quote),
  ({ quote }) => `The abstract says: “${quote.replace(/[.]$/u, "")}”.`,
  ({ quote }) => moved(quote),
  ({ quote }, paper) => `According to ${name(paper)}, ${lowered(synonyms(unopened(quote)))}`,
  ({ quote }) => unopened(shortened(synonyms(quote))),
  ({ quote }) => `As one study puts it, “${firstWords(quote)}”.`,
];

const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:we|this paper|the authors?) (?:show|find|found|showed|demonstrate|report)(?:s|ed)? that\b/giu, "The authors found that"],
  [/\bwe\b/giu, "they"],
  [/\bour\b/giu, "their"],
  [/\bthis paper\b/giu, "the paper"],
  [/\bhowever, /giu, ""],
  [/\bimportant\b/giu, "key"],
  [/\bseveral\b/giu, "a number of"],
  [/\badditional\b/giu, "extra"],
  [/\bapproximately\b/giu, "about"],
  [/\bdemonstrates?\b/giu, "shows"],
  [/\bmethods?\b/giu, "approach"],
  [/\bmany\b/giu, "numerous"],
  [/\brequires\b/giu, "needs"],
  [/\bsignificantly\b/giu, "markedly"],
  [/\bresults in\b/giu, "leads to"],
  [/\bfurthermore, |\bmoreover, |\badditionally, /giu, ""],
  [/\butili[sz]e/giu, "use"],
  [/\bprior to\b/giu, "before"],
  [/\blarge\b/giu, "big"],
  [/\bindividuals\b/giu, "people"],
];

function synonyms(text: string): string {
  return raised(SYNONYMS.reduce((result, [pattern, word]) => result.replace(pattern, word), text));
}

/** Without what stands in round brackets, and without the last clause after a comma. */
function shortened(text: string): string {
  const bare = text.replaceAll(/\s*\([^()]*\)/gu, "");
  const cut = /^(.{60,}?),\s(?:which|while|whereas|with|and|so|although|but|since)\b.*$/u.exec(bare)?.[1];
  return cut === undefined ? bare : `${cut}.`;
}

/** Without `RESULTS:` and the like, and without a word of transition. */
function unopened(text: string): string {
  return raised(
    text
      .replace(/^[A-Z][A-Z ]{4,}[A-Z]:?\s+(?=[A-Z])/u, "")
      .replace(/^(?:However|Moreover|Furthermore|Thus|Therefore|Here|Finally|Also),?\s+/u, ""),
  );
}

/** `On X, Y.` as `Y on X.` */
function moved(text: string): string {
  const parts = /^((?:In|On|With|For|By|At|Over|After|During|Among) [^,]{3,60}), ([^,;:]{20,})\.$/u.exec(unopened(text));
  return parts === null ? unopened(text) : `${raised(parts[2]!)} ${lowered(parts[1]!)}.`;
}

function firstWords(text: string): string {
  const words = text.replace(/[.]$/u, "").split(" ");
  return words
    .slice(0, Math.max(8, Math.ceil(words.length * 0.7)))
    .join(" ")
    .replace(/[,;:]$/u, "");
}

function raised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function lowered(text: string): string {
  return /^[A-Z][a-z]*\b(?![A-Z-])/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function name(paper: Paper | undefined): string {
  const family = paper?.authors[0]?.split(" ").at(-1);
  return family === undefined ? "the authors" : `${family} et al.`;
}

/** The draft with one fault in it, or null where none of its lines can carry it. */
export function planted(
  lines: readonly DraftLine[],
  fault: Fault,
  { citations }: Pick<CanvasAnswer, "citations">,
  index: number,
): DraftLine[] | null {
  if (fault === "swap") return swapped(lines);
  const order = lines.map((_, place) => place).filter((place) => lines[place]!.mark !== null);
  const turned = [...order.slice(index % Math.max(1, order.length)), ...order.slice(0, index % Math.max(1, order.length))];
  for (const place of turned) {
    const line = lines[place]!;
    const changed = CHANGES[fault](line, citations, index);
    if (changed !== null) return lines.with(place, { ...line, ...changed, planted: true });
  }
  return null;
}

type Change = (line: DraftLine, citations: readonly Citation[], index: number) => Partial<DraftLine> | null;

const CHANGES: Record<Exclude<Fault, "swap">, Change> = {
  figure({ text, quote }, _, index) {
    const found = [...text.matchAll(/(?<![\p{L}\d.,-])\d+(?:[.,]\d+)*(?![\p{L}\d])/gu)].at(index % 2 === 0 ? 0 : -1);
    if (found === undefined) return null;
    const figure = found[0];
    const held = new Set(figures(quote));
    for (const step of [1, 2, 3, 4, 5, 6, 7]) {
      const other = figure.replace(/\d(?=\D*$)/u, (digit) => String((Number(digit) + step + index) % 10));
      if (other === figure || held.has(figures(other)[0]!) || /^0+$/u.test(other)) continue;
      return { text: `${text.slice(0, found.index)}${other}${text.slice(found.index + figure.length)}` };
    }
    return null;
  },
  negation({ text }) {
    const turned = [
      [/\b(does|do|did|is|are|was|were|has|have|can|could|should|will) not\b/u, "$1"],
      [/\bcannot\b/u, "can"],
      [/\bno (?=\p{L})/u, "a "],
      [/\b(is|are|was|were|can|could|should|will|may|did|does)\b(?! no)/u, "$1 not"],
      [
        /\b(improve|reduce|increase|require|reach|reveal|lead|show|help|beat|gain|raise|exceed|yield|promote|prevent|combine|retrieve|score|decrease|induce|support|use|make|need|depend)s\b/u,
        "does not $1",
      ],
      [
        /\b(improv|reduc|increas|requir|reveal|show|help|gain|rais|exceed|yield|promot|prevent|decreas|induc|support)ed\b/u,
        "did not $1e",
      ],
    ] as const;
    const change = turned.find(([pattern]) => pattern.test(text) && !/“/u.test(text));
    return change ? { text: text.replace(change[0], change[1]) } : null;
  },
  number(_, citations, index) {
    return { mark: `[${citations.length + 1 + (index % 7)}]` };
  },
  quote({ quote, mark, by }, citations, index) {
    if (by !== "rule") return null;
    const words = contentTerms(quote).filter((term) => term.end - term.start >= 5 && term.start > 0);
    const word = words.at(Math.floor(words.length * (index % 2 === 0 ? 0.3 : 0.6)));
    if (word === undefined) return null;
    const donor = citations.find((citation) => citation.quote !== quote)?.quote ?? "Further results were obtained elsewhere";
    const other = contentTerms(donor).filter((term) => term.start > 0 && !words.some(({ stem }) => stem === term.stem));
    const given = other.at(index % Math.max(1, other.length));
    if (given === undefined) return null;
    const put = index % 3 === 0 ? "" : donor.slice(given.start, given.end);
    const bent = `${quote.slice(0, word.start)}${put}${quote.slice(word.end)}`.replaceAll("  ", " ").replace(/\.$/u, "");
    return { text: `The abstract says: “${bent}”.`, mark };
  },
};

/** Two lines about different papers with each other's marks. */
function swapped(lines: readonly DraftLine[]): DraftLine[] | null {
  const cited = lines.map((line, place) => ({ ...line, place })).filter(({ mark }) => mark !== null);
  for (const a of cited) {
    const b = cited.find((line) => line.paper_id !== a.paper_id && line.place > a.place);
    if (b === undefined) continue;
    return lines
      .with(a.place, { ...lines[a.place]!, mark: b.mark, planted: true })
      .with(b.place, { ...lines[b.place]!, mark: a.mark, planted: true });
  }
  return null;
}
