import { foldText } from "../../documents/text.ts";
import { cutSpans } from "./cut.ts";

/** Venues whose names mean nothing else, as the library spells them, so that they are one wherever they stand. */
const PLAIN_NAMES =
  "NeurIPS ICML ICLR COLM CoRL AISTATS UAI AAAI IJCAI JMLR TMLR EMNLP NAACL EACL AACL TACL COLING LREC CoNLL RANLP IJCNLP INLG SIGDIAL " +
  "SIGMORPHON BioNLP BlackboxNLP ClinicalNLP SIGIR CIKM WSDM ECIR KDD RecSys ICTIR CHIIR CVPR ICCV ECCV WACV MICCAI INTERSPEECH ICASSP ICSE " +
  "ESEC/FSE MSR ICSME SANER ISSTA ICPC UIST CSCW SIGGRAPH VLDB SIGMOD TheWebConf NEJM JAMA BMJ";

/** Other spellings of venues. */
const OTHER_NAMES: Record<string, string> = {
  nips: "NeurIPS",
  "neural information processing systems": "NeurIPS",
  "the web conference": "TheWebConf",
  "transactions of the acl": "TACL",
  "transactions of the association for computational linguistics": "TACL",
  "lrec-coling": "LREC",
  "findings of acl": "Findings",
  "findings of the acl": "Findings",
  "findings of emnlp": "Findings",
  "findings of naacl": "Findings",
  "acl findings": "Findings",
  "emnlp findings": "Findings",
  "new england journal of medicine": "NEJM",
};

/** Names that also mean something else (a ligament, a data set of a shared task, a word), so that only their place tells. */
const AMBIGUOUS_NAMES =
  "ACL CHI WWW FSE ASE RSS CL WS WMT SemEval BEA CASE LAW WASSA TREC CLEF Nature Science Cell Lancet arXiv Computational\u00a0Linguistics";
/** Of these, the ones whose name with a year is a data set rather than a venue. */
const NAMES_OF_DATA = new Set(["WMT", "SemEval", "TREC", "CLEF", "CASE", "CL", "LAW", "Nature", "Science", "Cell", "WS"]);

const PLAIN = new Map([...PLAIN_NAMES.split(" ").map((name) => [foldText(name), name] as const), ...Object.entries(OTHER_NAMES)]);
const AMBIGUOUS = new Map(AMBIGUOUS_NAMES.split(" ").map((name) => [foldText(name), name.replace("\u00a0", " ")] as const));

const YEAR = "(?:\\s*(?:(?<full>(?:19|20)\\d\\d)|['’](?<short>\\d\\d)))";
const BEFORE =
  "(?:(?:published|presented|appeared)\\s+)?(?:(?:at|in|from|by|of|to|for)\\s+(?:the\\s+)?(?:proceedings\\s+of\\s+(?:the\\s+)?)?)";
const ANY_PLAIN = new RegExp(
  `(?<![\\p{L}\\p{N}/-])${BEFORE}?(?<name>${alternatives(PLAIN.keys())})(?![\\p{L}\\p{N}]|-\\p{L})${YEAR}?(?:\\s+(?:conference|proceedings))?`,
  "giu",
);
const ANY_AMBIGUOUS = venuePattern(AMBIGUOUS.values());

/**
 * The venues that a question names, the years written beside them (“ACL 2022”) from the first to the last, and the question without them. `known`: names of venues in the
 * library, for those that are not among the common ones.
 */
export function readVenues(
  text: string,
  known: readonly string[] = [],
): { venues: string[]; years: { from: number; to: number } | undefined; rest: string } {
  const found: { name: string; year: number | undefined; span: [number, number] }[] = [];
  const take = (match: RegExpMatchArray, name: string) => {
    const start = match.index ?? 0;
    const span: [number, number] = [start, start + match[0].length];
    if (found.every((other) => span[1] <= other.span[0] || span[0] >= other.span[1]))
      found.push({ name, year: yearOf(match), span });
  };
  for (const match of text.matchAll(ANY_PLAIN)) take(match, PLAIN.get(foldText(match.groups?.name ?? "")) ?? "");
  for (const match of text.matchAll(ANY_AMBIGUOUS)) {
    const name = AMBIGUOUS.get(foldText(match.groups?.name ?? "")) ?? "";
    if (isVenueHere(match, name, text)) take(match, name);
  }
  for (const { match, name } of knownIn(text, known)) {
    if (isVenueHere(match, name, text)) take(match, name);
  }
  found.sort((a, b) => a.span[0] - b.span[0]);
  const years = found.flatMap(({ year }) => year ?? []);
  return {
    venues: [...new Set(found.map(({ name }) => name))],
    years: years.length === 0 ? undefined : { from: Math.min(...years), to: Math.max(...years) },
    rest: cutSpans(
      text,
      found.map(({ span }) => span),
    ),
  };
}

/** Whether an ambiguous name stands where only a venue does. */
function isVenueHere(match: RegExpMatchArray, name: string, text: string): boolean {
  const before = match.groups?.before ?? "";
  const start = match.index ?? 0;
  const after = text.slice(start + match[0].length);
  const written = match.groups?.name ?? "";
  if (yearOf(match) !== undefined) return !NAMES_OF_DATA.has(name) || before !== "";
  // In small letters, or as a word at the beginning, it is more likely something else.
  if (written !== name) return false;
  if (/^\s+(?:papers?|proceedings|publications|orals?|best|main)\b/u.test(after) && !NAMES_OF_DATA.has(name)) return true;
  if (/\b(?:does|did|do|has)\s+$/iu.test(text.slice(0, start) + before) && /^\s+(?:publish|accept|have)/u.test(after))
    return true;
  return (
    /^(?:published|presented|appeared|at|in|by)\b/iu.test(before) &&
    /^\s*(?:$|[?.,;:]|(?:about|on|and|or|since|papers?|proceedings)\b)/u.test(after)
  );
}

function yearOf(match: RegExpMatchArray): number | undefined {
  const { full, short } = match.groups ?? {};
  if (full !== undefined) return Number(full);
  if (short === undefined) return undefined;
  return Number(short) + (Number(short) > 50 ? 1900 : 2000);
}

function venuePattern(names: Iterable<string>): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}-])(?<before>${BEFORE})?(?<name>${alternatives(names)})(?![\\p{L}\\p{N}]|-\\p{L})${YEAR}?`,
    "giu",
  );
}

/** The names of the library that stand in a text behind a preposition. Looked up word by word: there are thousands of names. */
function* knownIn(text: string, known: readonly string[]): Generator<{ match: RegExpMatchArray; name: string }> {
  if (known.length === 0 || !/\b(?:at|in|by)\s/iu.test(text)) return;
  const folded = foldText(text);
  const names = known.filter((name) => name.length > 2 && folded.includes(foldText(name)));
  if (names.length === 0) return;
  const byFolded = new Map(names.map((name) => [foldText(name), name]));
  for (const match of text.matchAll(venuePattern(names))) {
    const name = byFolded.get(foldText(match.groups?.name ?? ""));
    if (name !== undefined) yield { match, name };
  }
}

function alternatives(names: Iterable<string>): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&").replace(/ /gu, "\\s+"))
    .join("|");
}
