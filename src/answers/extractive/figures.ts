import { contentStems } from "../../text/terms.ts";

/** What a question for an amount or a degree wants figures of. */
export type FigureAsked = "quality" | "speed" | "share" | "count";

/** Words of a question by what it wants figures of, the surest first. */
const ASKED: readonly (readonly [FigureAsked, RegExp])[] = [
  ["speed", /\b(?:speed\w*|fast(?:er|est)?|slow\w*|latency|throughput|runtime)\b/iu],
  [
    "count",
    /\bhow\s+(?:many|large|big|long|expensive)\b|\bhow\s+much\s+(?:[\w-]+\s+){0,2}(?:data|memory|compute|text|audio|energy|time|money|effort)\b/iu,
  ],
  [
    "share",
    /\b(?:what|which)\s+(?:share|percentage|percent|fraction|proportion|part)\b|\bhow\s+(?:often|frequent\w*|common|rare)\b|\b(?:dis)?agree\w*\b|\bhow\s+much\s+of\b/iu,
  ],
  [
    "quality",
    /\b(?:accura\w+|how\s+(?:well|good|bad|reliabl\w+|robust|effective\w*)|precis\w+|recall|scores?|perform\w*|quality|errors?|F1|BLEU|improv\w+|help\w*|hurt\w*|degrad\w+|gain\w*)\b/iu,
  ],
];

/** What a question wants figures of; null where its words do not tell. */
export function figureAsked(question: string): FigureAsked | null {
  return ASKED.find(([, words]) => words.test(question))?.[0] ?? null;
}

const NUMBER = "\\d[\\d,]*(?:\\.\\d+)?";
/** Figures that are none: years, names, numbers of a list. */
const NO_FIGURE = /\b(?:19|20)\d\d[a-z]?\b|\b(?!F-?1\b)\p{L}[\p{L}-]*-?\d[\w.]*|\(\d\)/giu;
/** Figures that are no result, whatever but speed is asked: sizes of models, widths, what was held against what. */
const NO_RESULT = /\b\d+(?:\.\d+)?\s?[BM]\b|\b\d+[- ]?(?:bit|shot|gram|grams|way|hop|fold|layer|D|dimensional)\b/giu;
/** What is counted of a study's set-up: its data and its runs. */
const SET_UP =
  /(?<!\.)(?<!\bout\s+of\s)\b(?:(?:over|about|around|some|more\s+than|up\s+to)\s+)?(?:\d[\d,.]*[kKM]?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?\s+of|hundreds?\s+of|thousands?\s+of|millions?\s+of)\s+(?:(?!(?:on|in|of|out|for|over|with|from)\b)[\p{L}-]+\s+){0,3}?(?:languages?|data\s?sets?|corpora|benchmarks?|tasks?|experiments?|classes|categories|models?|LLMs|systems?|papers?|articles?|domains?|pairs|directions|participants?|annotators?|authors?|sentences?|documents?|tweets?|posts?|comments?|examples?|instances?|samples?|questions?|tokens?|words?|utterances?|parameters?|layers?|teams?|settings?|metrics?|types?|contributions?|advantages?|steps?|ways?|methods?|approaches|baselines?|families|hours?|users?|speakers?|images?)\b/giu;

const MEASURES =
  "accurac\\w+|F-?1|F-?scores?|F-?measures?|BLEU\\w*|COMET|chrF\\w*|ROUGE\\S*|METEOR|WER|CER|TER|LAS|UAS|AUC|AUROC|MAP|MRR|NDCG\\S*|MAE|RMSE|perplexity|kappa|precision|recall|correlation|Spearman|Pearson|Kendall|scores?|error\\s+rates?|EM|exact\\s+match|hit\\s+rate|agreement|alpha";
const TELLS: Readonly<Record<Exclude<FigureAsked, "count">, RegExp>> = {
  quality: new RegExp(
    `${NUMBER}\\s*(?:\\\\?%|percent\\b|(?:\\w+\\s+){0,2}points?\\b|(?:${MEASURES})\\b)|\\b(?:${MEASURES})\\b\\W+(?:[\\w()-]+\\W+){0,6}?${NUMBER}|(?<![\\d.])0?\\.\\d+|\\b(?:hal(?:f|ves|ved)|twice|doubl\\w+|tripl\\w+|quarter|thirds?|orders?[-\\s]of[-\\s]magnitude)\\b|${NUMBER}\\s*(?:x\\b|×|\\\\times|times\\b)`,
    "iu",
  ),
  speed: new RegExp(
    `${NUMBER}\\s*(?:-\\s*)?(?:x\\b|×|\\\\times|times\\b|fold\\b|\\\\?%|percent\\b|ms\\b|milliseconds?\\b|seconds?\\b|minutes?\\b|hours?\\b)|\\bper\\s+(?:second|minute|hour|day)\\b|\\b(?:hal(?:f|ves|ved)|twice|doubl\\w+|orders?[-\\s]of[-\\s]magnitude)\\b`,
    "iu",
  ),
  share: new RegExp(
    `${NUMBER}\\s*(?:\\\\?%|percent\\b)|(?<![\\d.])0?\\.\\d+|\\b(?:half|thirds?|quarter|most\\s+of|(?:one|two|three|\\d+)\\s+(?:in|out\\s+of|of\\s+the)\\s+(?:\\w+))\\b|\\b(?:kappa|alpha)\\b`,
    "iu",
  ),
};

/** The first plural behind “how many”; “how many of them”, “how many do people fix” ask for a share of what was named before. */
const COUNTED =
  /\bhow\s+many\s+(?!(?:of|do|did|are|were|can|could|will|would|should|must|may|might|have|had)\b)(?:(?!(?:does|is|was|has)\b)\p{L}[\p{L}-]*\s+){0,3}?(?<unit>(?!(?:does|is|was|has|as|this|less|loss)\b)\p{L}+s)\b/iu;
const AMOUNT_OF_DATA =
  /\bhow\s+much\s+(?:(?:more|extra|additional|(?:un)?labell?ed|annotated|training|(?:pre-?|fine-?)training|tuning|parallel|monolingual|bilingual|in-domain|synthetic|clean|raw|human)\s+)*(?:data|text|audio|speech|supervision)\b(?=\s*(?:[?,.]|$)|\s+(?:is|are|was|were|do|does|did|to|for|would|should|can|could|must|needed|required)\b)/iu;
/** Names of one unit: who counts examples also speaks of shots. */
const SAME_UNIT: readonly RegExp[] = [
  /^(?:examples?|shots?|demonstrations?|exemplars?|instances?|samples?)$/iu,
  /^(?:languages?|tongues?)$/iu,
  /^(?:bugs?|defects?|faults?|vulnerabilit(?:y|ies))$/iu,
  /^(?:parameters?|weights?)$/iu,
  /^(?:hours?|minutes?)$/iu,
];
const UNITS_OF_DATA =
  /^(?:data|examples?|shots?|demonstrations?|instances?|samples?|sentences?|tokens?|words?|hours?|minutes?|pairs?|labels?|annotations?|documents?|utterances?|tweets?|posts?|segments?|[KMGT]B)$/iu;
/** A number; ahead of it, the words of which one may be its unit. */
const NUMBERED = new RegExp(
  `(?<![\\d,.])(?:${NUMBER}\\s?(?:[kKMB]\\b|%)?|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|millions?|billions?|half|few|handful|single)\\b)(?=(?<words>(?:[\\s-]+[\\p{L}]+){1,4}))`,
  "giu",
);

/** What a question wants the number of (“examples”); null where it asks for no number of things. */
export function countedUnit(question: string): string | null {
  return COUNTED.exec(question)?.groups?.unit ?? (AMOUNT_OF_DATA.test(question) ? "data" : null);
}

/** Whether a sentence gives a number of these things. Pure. */
export function tellsNumberOf(unit: string, text: string): boolean {
  const group = unit === "data" ? UNITS_OF_DATA : SAME_UNIT.find((names) => names.test(unit));
  const [stem] = contentStems(unit);
  const isUnit = (word: string) => (group ? group.test(word) : contentStems(word)[0] === stem);
  return [...text.matchAll(NUMBERED)].some(({ groups }) =>
    groups!.words!.split(/[\s-]+/u).some((word) => word !== "" && isUnit(word)),
  );
}

/** Whether a sentence gives a figure of what is asked for, rather than a year, a size of its data or a number of its experiments. Pure. */
export function tellsFigure(text: string, asked: FigureAsked | null): boolean {
  const figures = text.replace(NO_FIGURE, " ");
  if (asked === "speed") return TELLS.speed.test(figures);
  const plain = figures.replace(NO_RESULT, " ");
  if (asked === "count")
    return /\d|\b(?:dozens?|hundreds?|thousands?|millions?|billions?|half|twice|third|quarter)\b/iu.test(plain);
  const results = plain.replace(SET_UP, " ");
  if (asked !== null) return TELLS[asked].test(results);
  return Object.values(TELLS).some((pattern) => pattern.test(results)) || /\d/u.test(results);
}
