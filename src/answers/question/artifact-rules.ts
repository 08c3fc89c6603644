import { CUT } from "./cut.ts";
import type { Opening } from "./opening.ts";
import type { Artifact } from "./schema.ts";

/** Names of what can be had. */
const THINGS: readonly (readonly [Artifact, string])[] = [
  [
    "code",
    "(?:(?:open[- ]source[d]?|source|official|reference|public|free|github)\\s+)*(?:code(?:\\s*base)?|implementations?|repositor(?:y|ies)|repos?|librar(?:y|ies)|packages?|software|toolkits?)",
  ],
  [
    "dataset",
    "(?:data\\s?sets?|data|corpus|corpora|benchmarks?|(?:test|evaluation)\\s+(?:sets?|collections?)|treebanks?|lexic(?:on|ons|a)|leaderboards?)",
  ],
  [
    "model",
    "(?:(?:pre-?trained|trained|open|fine-tuned)\\s+(?:[\\w-]+\\s+)?(?:models?|checkpoints?|weights)|checkpoints?|model\\s+(?:weights|checkpoints?))",
  ],
];
const PLURAL_THINGS: readonly (readonly [Artifact, RegExp])[] = [
  ["dataset", /\b(?:data\s?sets|corpora|benchmarks|test\s+(?:sets|collections)|treebanks|resources)\b/iu],
  ["code", /\b(?:implementations|repositories|open[- ]source\s+(?:tools|libraries|toolkits))\b/iu],
  ["model", /\b(?:pre-?trained\s+(?:\w+\s+)?models|checkpoints)\b/iu],
];
/** What is listed is named before anything is said of it. */
const HEAD = /^(?:(?!(?:for|of|in|on|to|that|with|without|about|using|from|is|are|exist|have|has|can)\b)[^\s;]+\s*){1,7}/iu;
/** A thing is asked for where it ends its noun phrase (“code for …”, not “code review”). */
const ENDS =
  "(?=\\s*(?:$|[;?.,]|(?:of|for|that|which|with|in|on|to|from|about|available|publicly|freely|openly|where|containing|consisting|covering|beyond|besides|other\\s+than|mined|sourced|built|collected|annotated|released|online)\\b))";
const SOME =
  "(?:(?:an?|any|some|the|one|good|large|large-scale|and|usable|useful|open-source|public|publicly|available|open|free|existing|comprehensive|recent|standard|accessible|annotated|released|downloadable|off-the-shelf|ready-made)\\s+)*";
/** At most so many words before the thing. */
const otherWords = (most: number) =>
  `(?<others>(?:(?!(?:evidence|way|paper|study|work|research|method|difference|for|of|in|on|that|to|with)\\b)(?:[\\w-]+|;)\\s+){0,${most}}?)`;
const OTHER_WORDS = otherWords(3);

/**
 * Whether a question asks for code, data or a model to have (“is there a data set of …”), and the question without these words; null
 * where it does not.
 */
export function readArtifact(text: string, opening: Opening): { artifact: Artifact; rest: string } | null {
  const toRun = readToRun(text);
  if (toRun !== null) return toRun;
  for (const [artifact, patterns] of opening === "seeks" ? WHERE_SOUGHT : ALWAYS) {
    const pattern = patterns.find((candidate) => candidate.test(text));
    if (pattern === undefined) continue;
    return {
      artifact,
      rest: text.replace(pattern, (...match) => kept(match)).replace(/\b(?:(?:publicly|freely|openly)\s+)?available\b/iu, CUT),
    };
  }
  return null;
}

/** “Any parser that I can run?”: whatever can be run, downloaded or installed is there to be had. */
const TO_RUN =
  /^(?:(?:is|are)\s+there\s+)?(?:an?|any|some|which|what)\s+(?<what>.+?),?\s+(?:that|which)\s+(?:i|we|you|one|people)\s+(?:can|could)\s+(?:just\s+|directly\s+|simply\s+)?(?:run|download|install|try\s+out|reuse)\b.*$/iu;
const RELEASED =
  /\b(?:(?:publicly|freely|openly)\s+)?(?:released|available|downloadable|open[- ]source[d]?|off-the-shelf|ready-made)\b/giu;

function readToRun(text: string): { artifact: Artifact; rest: string } | null {
  const what = TO_RUN.exec(text)?.groups?.what;
  if (what === undefined) return null;
  const head = HEAD.exec(what)?.[0] ?? what;
  const artifact: Artifact = /\b(?:data\s?sets?|corpus|corpora|lexic(?:on|ons|a)|treebanks?|benchmarks?)\b/iu.test(head)
    ? "dataset"
    : /\b(?:models?|checkpoints?|embeddings|weights)\b/iu.test(head)
      ? "model"
      : "code";
  return { artifact, rest: what.replace(RELEASED, CUT) };
}

/** Ways of doing something are asked for; what they are done to is named after them. */
const WAYS =
  /^(?:which|what)\s+(?:[\w-]+\s+){0,2}(?:methods?|approaches|techniques|strategies|algorithms|ways|metrics|measures|papers|studies)\b/iu;

/** Of what a question lists, whether it is data sets, code or models. */
export function listedArtifact(text: string): Artifact | undefined {
  if (WAYS.test(text)) return undefined;
  const head = HEAD.exec(text)?.[0] ?? "";
  return PLURAL_THINGS.find(([, pattern]) => pattern.test(head))?.[0];
}

/** A search for a thing names it first; a question only with what comes before. */
const ALWAYS: readonly (readonly [Artifact, RegExp[]])[] = THINGS.map(([artifact, thing]) => [
  artifact,
  patternsFor(artifact, thing),
]);
const WHERE_SOUGHT: readonly (readonly [Artifact, RegExp[]])[] = THINGS.map(([artifact, thing]) => [
  artifact,
  [...patternsFor(artifact, thing), new RegExp(`^(?:an?|any|the)\\s+${SOME}${OTHER_WORDS}(?<thing>${thing})${ENDS}`, "iu")],
]);

function patternsFor(artifact: Artifact, thing: string): RegExp[] {
  const named = `${OTHER_WORDS}(?<thing>${thing})${ENDS}`;
  const patterns = [
    `^(?:is|are)\\s+there\\s+${SOME}${otherWords(6)}(?<thing>${thing})${ENDS}`,
    `^where\\s+(?:can|could|do|should|may|might)\\s+(?:i|we|one|you|people)\\s+(?:find|get|download|obtain|access)\\s+${SOME}${named}`,
    `^(?:is|are)\\s+${SOME}${named}(?=.*\\bavailable\\b)`,
    `^(?:any|some)\\s+${SOME}${named}`,
    `^(?:has|have|did)\\s+(?:anyone|anybody|someone)\\s+(?:released|published|shared|collected|built)\\s+${SOME}${named}`,
    artifact === "code"
      ? `^(?:an?\\s+)?(?<thing>${thing})(?:\\s+(?:and|or)\\s+(?:data\\s?sets?|data|models?|checkpoints?|weights))?(?:\\s+available)?\\s+(?=(?:for|of)\\b)`
      : `^(?<thing>${thing})\\s+available\\b`,
  ];
  return patterns.map((pattern) => new RegExp(pattern, "iu"));
}

/** The words before the thing belong to the subject (“parallel corpus”), and so do “corpus” and “benchmark” themselves. */
function kept(match: unknown[]): string {
  const { others = "", thing = "" } = match.at(-1) as { others?: string; thing?: string };
  return `${CUT}${others}${/corp(?:us|ora)|benchmark|treebank|collection|test\s+set/iu.test(thing) ? thing : CUT}`;
}
