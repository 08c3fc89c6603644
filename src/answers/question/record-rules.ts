import type { RecordKind } from "./schema.ts";

const PAPERS = "(?:papers?|articles?|publications?|works?|stud(?:y|ies)|preprints?|submissions?|quote\\d)";
const OBJECT_ENDS = "(?=\\s*(?:$|[;?.,]|(?:on|for|about|in|and|or|available|publicly|of)\\b))";

/** A record that is asked for: the patterns any of which tells, those that speak against it, and its words, which are no subject. */
interface RecordRule {
  record: RecordKind;
  when: readonly RegExp[];
  unless?: RegExp;
  words: RegExp;
}

/**
 * Records are asked for in few ways, and all of them speak of papers. Each of these words is also a subject of research (“citation
 * recommendation”, “acceptance of telehealth”), and a list of awards is no answer to that: where in doubt, it is no record.
 */
const RULES: readonly RecordRule[] = [
  {
    record: "award",
    when: [
      /\b(?:best|outstanding|distinguished)(?:\s+(?:long|short|student|demo|theme|resource|ranked))?\s+papers?\b(?!\s+(?:to|for\s+(?:a\s+)?(?:beginners?|starting|learning|newcomers)))/iu,
      /\btest[- ]of[- ]time\b/iu,
      /\baward[- ]winning\s+(?:\w+\s+)?(?:papers?|work|research|articles?)/iu,
      /^who\s+won\b/iu,
      /\bpapers?\b.*\b(?:named|called|voted|selected\s+as)\s+(?:outstanding|best|distinguished)\b/iu,
      /\bpapers?\b.*\b(?:won|win|wins|received?|got|awarded|honou?red)\b.*\b(?:awards?|prizes?|honou?rs?|mentions?)\b/iu,
      /\b(?:paper|conference|dissertation)\s+awards?\b/iu,
      /^(?:(?:which|what|list)\s+)?(?:the\s+)?awards?\s+(?:at|of|for)?\s*;/iu,
    ],
    words:
      /\b(?:who|award[- ]winning|won|win|wins|winners?|best|outstanding|distinguished|awards?|prizes?|honou?rable|mentions?|received?|got|awarded|test[- ]of[- ]time|runner-ups?|named|voted|selected)\b/giu,
  },
  {
    record: "retraction",
    when: [
      /\bretracted\s+(?:papers?|articles?|stud(?:y|ies)|publications?|work|preprints?)\b/iu,
      new RegExp(`\\b${PAPERS}\\b.*\\b(?:been|was|were|got|is|are|get)\\s+(?:retracted|withdrawn)\\b`, "iu"),
      new RegExp(`^(?:is|was|were|has|have|are|did)\\b.*\\b${PAPERS}\\b.*\\b(?:retracted|withdrawn)\\b`, "iu"),
      /^(?:(?:any|all|recent|known|which|are\s+there(?:\s+any)?|list(?:\s+of)?)\s+)*retractions\s+(?:in|of|on|about|among|from)\b/iu,
    ],
    unless: /^(?:why|how|what\s+causes|reasons)\b/iu,
    words: /\b(?:been|(?:corrected\s+(?:or|and)\s+)?retracted(?:\s+(?:or|and)\s+corrected)?|retractions?|withdrawn)\b/giu,
  },
  {
    record: "erratum",
    when: [
      /\b(?:errat(?:um|a)|corrigend(?:um|a))\b/iu,
      new RegExp(`\\b${PAPERS}\\b.*\\b(?:been|was|were)\\s+corrected\\b`, "iu"),
      new RegExp(`\\bcorrections?\\b(?:\\s+\\S+){0,3}\\s+(?:published|issued|made|to)\\b.*\\b${PAPERS}\\b`, "iu"),
      /\bcorrected\s+(?:papers|articles|publications)\b/iu,
    ],
    unless: /^(?:why|how)\b/iu,
    words: /\b(?:errat(?:um|a)|corrigend(?:um|a)|been|corrected|corrections?|issued|published)\b/giu,
  },
  {
    record: "review",
    when: [
      /\breviewers?['’]?\s+(?:scores?|ratings?|comments?|say|said|think|thought|opinions?|criticis\w+)\b/iu,
      new RegExp(
        `\\breview\\s+(?:scores?|ratings?)\\b.*\\b(?:${PAPERS})\\b|\\b${PAPERS}\\b.*\\breview\\s+(?:scores?|ratings?)\\b`,
        "iu",
      ),
      /\bwhat\s+did\s+(?:the\s+)?reviewers\b/iu,
      /^(?:what|which)\s+(?:scores?|ratings?)\s+did\s+(?:the\s+)?reviewers\b/iu,
      new RegExp(`\\b(?:scores?|ratings?)\\b.*\\breviewers\\b.*\\b${PAPERS}\\b`, "iu"),
      new RegExp(`^(?:how|what).*\\b${PAPERS}\\b.*\\b(?:reviewed|rated)\\b.*;`, "iu"),
      /\bopenreview\b/iu,
    ],
    unless: /^(?:predict\w*|generat\w*|is|are|do|does|can)\b|\bautomat\w+\b/iu,
    words:
      /\b(?:reviewers?['’]?|reviews?|reviewed|scores?|ratings?|rated|comments?|say|said|think|thought|opinions?|got|gave|give|given|submissions?|highest|lowest|best|openreview)\b/giu,
  },
  {
    record: "acceptance",
    when: [
      new RegExp(`\\b${PAPERS}\\b.*\\b(?:accepted|rejected)\\b`, "iu"),
      new RegExp(`\\b${PAPERS}\\b.*\\b(?:notable|among)\\b.*\\btop[- ]?\\d+\\s?%`, "iu"),
      /\b(?:accepted|rejected)\s+(?:[\w;]+\s+){0,2}(?:papers?|submissions?)\b/iu,
      new RegExp(`\\b${PAPERS}\\b.*\\b(?:orals?|oral\\s+presentations?|spotlights?)\\b`, "iu"),
      new RegExp(`\\b${PAPERS}\\b\\s+(?:got|made\\s+it|get|make\\s+it|were\\s+taken)\\s*(?:in|into)?\\s*(?:$|[;?])`, "iu"),
      /\bacceptance\s+rates?\s*(?:$|[;?]|(?:of|at)\s*;)/iu,
    ],
    unless: /\b(?:predict\w*|why)\b/iu,
    words:
      /\b(?:notable[\s,-]*)?(?:among\s+(?:the\s+)?)?\btop[- ]?\d+\s?%|\b(?:accepted|rejected|acceptance|rates?|orals?|presentations?|spotlights?|submissions?|got|into|made)\b/giu,
  },
  {
    record: "citation",
    when: [
      /\b(?:most|highly|widely|heavily|top|well|best)[- ]cited\b|\bcited\s+(?:the\s+)?(?:most|best)\b/iu,
      /\bhow\s+(?:often|many\s+times|much|frequently)\b.*\bcited\b/iu,
      /^(?:who|which\s+(?:papers?|works?|studies))\s+(?:else\s+)?cites?\b/iu,
      new RegExp(`^(?:${PAPERS}\\s+)?(?:citing|that\\s+cite|cited\\s+by|which\\s+cite)\\b`, "iu"),
      /^how\s+many\s+citations\b/iu,
      /^(?:what\s+is\s+)?(?:the\s+)?(?:number\s+of\s+citations|citation\s+counts?)\s+(?:of|for)\b/iu,
    ],
    // What makes papers cited is a subject of research.
    unless:
      /\b(?:predict|affect|influence|depend|determine|relate|compare|explain)s?\b[^?]*\bcited\b|\bcited\s+(?:later|afterwards|more\s+(?:often|than)|less\s+(?:often|than))\b/iu,
    words:
      /\b(?:(?:most|highly|widely|heavily|top|well|best)[- ]cited|cited|cites?|citing|citations?|often|times|frequently|counts?|who|number)\b/giu,
  },
  {
    record: "people",
    when: [
      /^who\s+(?:else\s+)?(?:is\s+doing\s+(?:research|work)|works?|worked|is\s+working|are\s+working|studies|researches|has\s+(?:worked|published|written|studied)|published|publishes|wrote|writes|authored|invented|introduced|proposed|developed|coined|leads|created)\b/iu,
      /^who\s+(?:are|is)\s+(?:the\s+)?(?:\w+\s+){0,2}(?:people|researchers?|authors?|experts?|scientists?|scholars?|groups?|teams?)\b/iu,
      /^(?:which|what)\s+(?:other\s+)?(?:authors?|researchers?|(?:research\s+)?groups?|labs?|teams?|universit(?:y|ies)|institutions?|institutes?|companies|people|scientists?|scholars?)\s+(?:(?:are|is|have|has|do)\s+)?(?:also\s+|mostly\s+|actively\s+|currently\s+|been\s+)?(?:work\w*|publish\w*|stud(?:y|ies|ied)|research\w*|lead\w*|active|contribut\w*|wrote|specialis\w+|specializ\w+)\b/iu,
      /^(?:(?:the|leading|top|main|key|prominent|active|most|best|known)\s+)+(?:researchers?|authors?|experts?|(?:research\s+)?groups?|labs?|people|scholars|scientists)\s+(?:working\s+)?(?:in|on|for)\b/iu,
      /^(?:researchers|authors|experts|labs|research\s+groups)\s+(?:working\s+)?(?:on|in)\b/iu,
    ],
    words:
      /\b(?:who|authors?|researchers?|groups?|labs?|teams?|universit(?:y|ies)|institutions?|institutes?|companies|people|scientists?|scholars?|experts?|leading|top|main|key|active|works?|working|worked|published?|publishes|most|studies|wrote|writes|authored|invented|introduced|proposed|developed|coined|leads|created|doing)\b/giu,
  },
  {
    record: "venue",
    when: [
      /^where\s+(?:was|were|is|are|has|have|did|do|does)\b.*\b(?:published|appear(?:ed)?|presented|publish)\b/iu,
      /^(?:(?:at|in)\s+)?(?:which|what)\s+(?:venues?|journals?|conferences?|workshops?)\b/iu,
      /^where\s+(?:can|should|could|do)\s+(?:i|we|one|people|researchers)\s+(?:publish|submit)\b/iu,
    ],
    words: /\b(?:where|venues?|journals?|conferences?|workshops?|publish(?:ed|es)?|appear(?:ed|s)?|presented|been|submit)\b/giu,
  },
  {
    record: "count_per_year",
    when: [
      new RegExp(`\\b(?:${PAPERS})\\b.*\\b(?:(?:per|each|every|by|a)\\s+year|annually|yearly|year\\s+by\\s+year)\\b`, "iu"),
      new RegExp(
        `\\b(?:number\\s+of|how\\s+many)\\s+(?:\\w+\\s+)?${PAPERS}\\b.*\\b(?:over\\s+(?:the\\s+years|time)|grown|changed|developed)\\b`,
        "iu",
      ),
      /\b(?:publication|publishing)\s+trends?\b|\btrends?\s+in\s+publications\b/iu,
    ],
    words:
      /\b(?:how|has|have|many|number|per|each|every|by|years?|annually|yearly|over|time|grown|changed|developed|appeared|published|publication|trends?)\b/giu,
  },
  {
    record: "count",
    when: [
      new RegExp(
        `^how\\s+many\\s+(?:[\\w-]+\\s+|;\\s*){0,3}?${PAPERS}\\b(?!\\s+(?:does|do|did|can|should|must|could)\\s+(?!;))(?=.*(?:\\b(?:are|were|is|there|exist|have\\s+been|has\\s+been|published|on|about|mention|use|address|deal|appear(?:ed)?|study|discuss|cover|propose|report)\\b|;))`,
        "iu",
      ),
      new RegExp(
        `^(?:what\\s+is\\s+)?(?:the\\s+)?(?:total\\s+)?number\\s+of\\s+(?:;\\s*)?${PAPERS}\\s+(?:on|about|in|that|which|;)`,
        "iu",
      ),
    ],
    words: /\b(?:how|many|total|number|mention|address|deal|appear(?:ed)?|discuss|cover|report|published)\b/giu,
  },
  ...released("code", "code|(?:source|reference|official)\\s+code|implementations?|software"),
  ...released("dataset", "data\\s?sets?|data|corp(?:us|ora)"),
  ...released("model", "weights|model\\s+weights|checkpoints?|(?:pre-?trained|trained)\\s+models?|their\\s+models?"),
];

/** The record that a question asks for, and the question without the words of that record; null for none. */
export function readRecord(text: string): { record: RecordKind; rest: string } | null {
  for (const { record, when, unless, words } of RULES) {
    if (unless?.test(text) || !when.some((pattern) => pattern.test(text))) continue;
    return { record, rest: text.replace(words, " ; ") };
  }
  return null;
}

/** Which papers have given out something: the papers are spoken of first, or the search begins “papers with …”. */
function released(record: "code" | "dataset" | "model", things: string): RecordRule[] {
  const gave =
    "(?:releas(?:e[sd]?|ing)|provid(?:e[sd]?|ing)|publish(?:es|ed)?|shar(?:e[sd]?|ing)|open[- ]sourced?|com(?:e|es|ing)\\s+with|ha(?:ve|s)|with|includ(?:e[sd]?|ing)|make)";
  const own = "(?:(?:their|its|the|public|open|official|source|model|available|released)\\s+)*";
  return [
    {
      record,
      when: [new RegExp(`\\bpapers?\\b.*?\\b${gave}\\s+${own}(?:${things})\\b${OBJECT_ENDS}`, "iu")],
      // “Do papers that share their data get more citations?” asks what comes of it.
      unless: new RegExp(
        `^(?:how|why)\\b|^(?:do(?!\\s+any)|does|did|are(?!\\s+there)|is)\\b.*\\b(?:${things})\\b.*\\b(?:more|fewer|higher|less|better|often)\\b`,
        "iu",
      ),
      words: new RegExp(`\\b${gave}\\s+${own}(?:${things})\\b|\\b(?:released?|available|publicly)\\b`, "giu"),
    },
  ];
}
