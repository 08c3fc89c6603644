import { editDistance } from "../../retrieval/nearest-names.ts";

/** How a question begins: whether somebody looks for something, asks to have something explained, or neither. */
export type Opening = "seeks" | "explain" | "wonders" | null;

const MODAL =
  "(?:can|could|would|will|might)\\s+(?:you|someone|anyone|anybody|somebody)\\s+(?:please\\s+|kindly\\s+|perhaps\\s+|maybe\\s+|possibly\\s+)?";
const SEEK =
  "(?:recommend|suggest|show|find|list|name|(?:point|direct|refer)\\s+(?:me\\s+|us\\s+)?(?:towards?|to|at|out)|give|provide|share|get|fetch|search(?:\\s+for)?|look(?:ing)?\\s+for|enumerate)";
const ME = "(?:\\s+(?:me|us))?(?:\\s+(?:to|with))?";

/** Ways to begin that say nothing of the subject, each with what it tells of the question. */
const OPENINGS: readonly (readonly [RegExp, Opening])[] = [
  [/^(?:hi|hello|hey|dear\s+\w+|please|pls|thanks|thank you|so|well|ok|okay|um|now|and|question)\b[,!.:]*\s+/iu, null],
  [/^(?:roughly|approximately|about|exactly|just)\s+(?=(?:how|what|which)\b)/iu, null],
  [new RegExp(`^(?:${MODAL})?(?:please\\s+)?(?:tell|teach|inform)\\s+(?:me|us)\\s+about\\s+`, "iu"), "explain"],
  [new RegExp(`^(?:${MODAL})?(?:tell\\s+(?:me|us)|inform\\s+(?:me|us)|help\\s+me\\s+understand)[,:]?\\s+`, "iu"), null],
  [
    new RegExp(`^(?:${MODAL})?(?:please\\s+)?(?:explain|describe|clarify|summari[sz]e)(?:\\s+to\\s+me)?\\s+(?=\\S)`, "iu"),
    "explain",
  ],
  [
    new RegExp(
      `^(?:${MODAL})?(?:give|provide)(?:\\s+(?:me|us))?\\s+(?=(?:an?\\s+|the\\s+)?(?:overview|introduction|summary|definition))`,
      "iu",
    ),
    null,
  ],
  [new RegExp(`^${MODAL}${SEEK}${ME}\\s+`, "iu"), "seeks"],
  [new RegExp(`^(?:help\\s+me\\s+)?${SEEK}${ME}\\s+(?=\\S)`, "iu"), "seeks"],
  [
    /^i(?:['’]m|\s+am|['’]ve\s+been|\s+have\s+been)?\s+(?:currently\s+)?(?:looking\s+for|searching\s+for|searching|seeking|interested\s+in|after|exploring|trying\s+to\s+find)\s+/iu,
    "seeks",
  ],
  [/^(?:(?:looking|searching)\s+for|seeking|i\s+(?:look\s+for|seek))\s+/iu, "seeks"],
  [/^i\s+(?:need|want|require)\s+(?=an?\s|some\s|papers|datasets|code|examples)/iu, "seeks"],
  [
    /^(?:i\s+(?:would|['’]d)\s+(?:be\s+grateful\s+for|appreciate|like\s+(?:to\s+(?:find|see|read|get))?)|i['’]d\s+like(?:\s+to\s+(?:find|see|read|get))?)\s+(?!to\s+(?:know|understand|learn))/iu,
    "seeks",
  ],
  [/^(?:pointers?|references?|links?)\s+(?:to|for|on)\s+/iu, "seeks"],
  [
    /^(?:do(?:es)?\s+(?:you|anyone|anybody|someone|somebody)\s+(?:here\s+)?know\s+(?:of\s+)?|(?:are\s+you\s+)?aware\s+of\s+)(?!whether|if\b|how|why|what)/iu,
    "seeks",
  ],
  [/^do(?:es)?\s+(?:you|anyone|anybody)\s+know\s+(?:whether|if)\s+/iu, "wonders"],
  [
    /^i(?:['’]d|\s+would)?\s*(?:(?:like|want|need|am\s+trying|wish)\s+to\s+(?:know|understand|learn|find\s+out|see)|wonder|was\s+wondering|am\s+wondering|am\s+curious|am\s+not\s+sure|doubt)(?:\s+about)?\s+(?:whether|if)\s+/iu,
    "wonders",
  ],
  [
    /^i(?:['’]d|\s+would|['’]m)?\s*(?:(?:like|want|need|trying|am\s+trying)\s+to\s+(?:know|understand|learn|find\s+out)|wonder|was\s+wondering|wondering|am\s+curious)(?:\s+about)?[,:]?\s+/iu,
    null,
  ],
  [
    /^i(?:['’]ve|\s+have)?\s+(?:(?:keep|kept)\s+(?:reading|hearing|seeing)|(?:often\s+)?(?:read|hear|heard|seen))\s+that\s+/iu,
    null,
  ],
  [/^(?:whether|wondering\s+(?:whether|if))\s+/iu, "wonders"],
  [/^(?:is\s+it\s+(?:true|known|the\s+case)\s+(?:that|whether)|do\s+we\s+know\s+(?:whether|if))\s+/iu, "wonders"],
];

/** Slips in the words that make a question one; words of the subject are left as they are. */
const SLIPS: Record<string, string> = {
  waht: "what",
  wat: "what",
  whta: "what",
  whats: "what is",
  "what's": "what is",
  "what’s": "what is",
  wich: "which",
  whcih: "which",
  whihc: "which",
  deos: "does",
  teh: "the",
  pappers: "papers",
  papres: "papers",
  paprs: "papers",
  hwo: "how",
  woh: "who",
  thier: "their",
  doesnt: "doesn't",
  dont: "don't",
  didnt: "didn't",
  isnt: "isn't",
  // No slip, but texts write it out.
  char: "character",
  chars: "characters",
};
const LONG_WORDS = [
  "recommend",
  "datasets",
  "dataset",
  "evidence",
  "research",
  "techniques",
  "approaches",
  "methods",
  "comparison",
  "limitations",
];

/** Shorter words are left as they are: too many others are a letter away. Chosen by hand, not measured apart. */
const MIN_MENDED_LENGTH = 6;

/** A question with the slips in its question words mended, and no full stop in “vs.”, which ends no sentence. */
export function mendSlips(text: string): string {
  return text
    .replace(/\bvs\.(?=\s)/giu, "vs")
    .replace(/(?<![\p{L}\d.,-])\d{1,3}(?:,\d{3})+(?![\d\p{L},])(?!\s+(?:or|and|to)\s+\d)/gu, (number) =>
      number.replaceAll(",", ""),
    )
    .replace(
      /(?<=(?:^|\b(?:on|of|for|to|in|with|the|from|and|across|by)\s+))(?!(?:we|they|it|models?)\b)([\p{L}-]+)\s+not\s+(?:seen|encountered)\s+(?:in|during|at|before)\s+training\b/giu,
      "unseen $1",
    )
    .replace(/(?<=^(?:how|what|where|who|which)\s)r(?=\s)/iu, "are")
    .replace(/[\p{L}'’]+/gu, (word) => {
      const small = word.toLowerCase();
      const mended = Object.hasOwn(SLIPS, small) ? SLIPS[small] : undefined;
      if (mended !== undefined) return mended;
      if (small.length < MIN_MENDED_LENGTH || LONG_WORDS.includes(small)) return word;
      return LONG_WORDS.find((known) => known[0] === small[0] && isSlip(small, known)) ?? word;
    });
}

function isSlip(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1 || word.slice(0, -1) === known || known.slice(0, -1) === word) return false;
  return editDistance(word, known) === 1;
}

/** The most openings one after another (“Hi, could you please tell me …”) that are taken off. Chosen by hand, not measured apart. */
const MAX_OPENINGS = 4;

/** A question without its opening courtesies, and what they tell. */
export function readOpening(text: string): { opening: Opening; rest: string } {
  let rest = text.trim().replace(/^[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/u, "");
  let opening: Opening = null;
  for (let turns = 0; turns < MAX_OPENINGS; turns += 1) {
    const found = OPENINGS.find(([pattern]) => pattern.test(rest));
    if (found === undefined) break;
    rest = rest.replace(found[0], "");
    opening = found[1] ?? opening;
  }
  return { opening, rest: rest.replace(/[,;]?\s*(?:please|thanks|thank you)\s*(?=[.?!]*$)/iu, "") };
}
