import { rule, SEARCH, type KindRule } from "./kind-rule.ts";

const STUDIES = "(?:papers?|stud(?:y|ies)|articles?|publications?|works?|research|literature)";
const REPORTS =
  "(?:papers?|(?:case\\s+)?studies|articles?|analyses|experiments|surveys|overviews|reviews|reports|collections|comparisons|case\\s+reports)";
const ABOUT = "(?:\\s+(?:exploring|examining|studying|investigating|discussing)\\b)?";
/** A search, up to where it says what it asks; a word of the subject stands before that. */
const SEARCHED = `(?<=${SEARCH}(?!(?:in|by|at|with|for|to|on|from|under)\\s+(?:what|which|how)\\b).*\\S)`;

/** What others have published is looked for, though it is asked for like a yes or no: “do any studies relate …”, “are there analyses of …”. */
export const SOUGHT: readonly KindRule[] = [
  [
    "which_exist",
    rule(
      `^(?:do|does|did)\\s+(?:any|some)\\s+(?:recent\\s+)?${STUDIES}\\b(?!\\s+(?:show|find|prove|demonstrate|support|confirm|suggest)\\b)`,
    ),
  ],
  [
    "which_exist",
    rule(
      "^do(?:es)?\\s+(?:anyone|anybody|someone|somebody)\\s+(?:report|study|describe|measure|publish|analy[sz]e|compare|investigate|examine|discuss)\\b",
    ),
  ],
  ["which_exist", rule("^(?:is|are)\\s+there\\s+(?:anything|something)\\s+(?:on|about)\\b")],
  ["which_exist", rule(`^(?:(?:is|are|were)\\s+there\\s+)(?:any\\s+)?(?:(?!evidence\\b)[\\w-]+\\s+){0,3}?${REPORTS}\\b${ABOUT}`)],
  ["which_exist", rule(`^any\\s+(?:(?!evidence\\b)[\\w-]+\\s+){0,2}?${REPORTS}\\b${ABOUT}`)],
  [
    "which_exist",
    rule(
      "^(?:has|have)\\b(?=.*\\bbeen\\s+(?:\\w+ly\\s+)?(?:examined|studied|investigated|explored|looked\\s+(?:at|into)|analy[sz]ed|surveyed|attempted)\\b)",
    ),
  ],
];

/** Searches that say behind their subject what they ask: “gan training unstable why”, “idioms machine translation quality how good”. */
export const TYPED: readonly KindRule[] = [
  [
    "what_is",
    rule(
      `${SEARCHED}(?<!\\b(?:reasons?|explain\\w*|understand\\w*|know\\w*|of|on|about|and|or|learn\\w*|say|says|tell|tells|show|shows|state|states)),?\\s+why\\b(?:\\s+(?:do|does|did|is|are|so)\\b)?`,
    ),
  ],
  [
    "state_limits",
    rule(
      `${SEARCHED},?\\s+(?:what\\s?(?:['’]?s|\\s+is|\\s+are)\\s+)?(?:the\\s+)?(?:limits|limitations|weaknesses|drawbacks|pitfalls|what\\s+breaks)\\??$`,
    ),
  ],
  [
    "what_is",
    rule(`${SEARCHED},?\\s+(?:(?:the|main|likely)\\s+)*(?:causes|reasons|what\\s+causes\\s+(?:it|this|that|them))\\??$`),
  ],
  ["what_is", rule(`${SEARCHED},?\\s+what\\s+is\\s+(?:already\\s+)?known(?:\\s+about\\s+(?:it|this|that))?\\??$`)],
  [
    "which_exist",
    rule(
      `${SEARCHED}[,:]\\s+(?:which\\s+(?:ones\\s+)?(?:are\\s+there|exist)|what\\s+(?:is|has\\s+been|was)\\s+(?:available|built|tried|out\\s+there|released))\\b`,
    ),
  ],
  [
    "how_much",
    rule(
      `${SEARCH}(?!.*\\b(?:data\\s?sets?|corpora|corpus|word\\s?nets?|benchmarks?|tools?|treebanks?|parsers)\\b.*,)(?=.*[,:]\\s+(?:(?:and\\s+)?how\\s+(?:much|many|fast|strong|large)|what\\s+(?:[\\w-]+\\s+){0,2}?(?:f1|accuracy|precision|recall|(?:error|success)\\s+rates?|levels?|speed-?ups?))\\b)`,
    ),
  ],
  ["what_is", rule(`${SEARCHED}[,:]\\s+where\\s+(?:do|does)\\s+(?:it|this|they|these)\\s+come\\s+from\\b`)],
  [
    "state_limits",
    rule(
      `${SEARCHED}[,:]\\s+(?:and\\s+)?(?:where|when)\\s+(?:do|does)\\s+(?:it|this|they|these)\\s+(?:get\\s+stuck|fail|break|struggle)\\b`,
    ),
  ],
  ["how_done", rule(`${SEARCHED},?\\s+how(?:\\s+(?:is\\s+it\\s+|is\\s+that\\s+)?(?:done|to\\s+do\\s+(?:it|this|that)))?\\??$`)],
  ["how_done", rule(`${SEARCHED},\\s+how\\s+to\\b`)],
  [
    "how_well",
    rule(
      `${SEARCHED},?\\s+how\\s+(?:good|well|reliable|accurate|bad|robust|precise)\\b(?:\\s+(?:is|are|do|does|can|on|in|for|with)\\b|\\??$)`,
    ),
  ],
];

/** Measures among the words of a search, where no other rule tells how they are asked for. */
export const TYPED_MEASURES: readonly KindRule[] = [
  [
    "how_well",
    rule(
      `${SEARCH}(?!.*\\b(?:limits|limitations|data\\s?sets?|corpora|corpus|benchmarks?|tools?|metrics?|prediction|predicting|estimation)\\b)(?=(?:[^\\s,?]+\\s+){2,9}?(?:accuracy|f1|(?:word\\s+|character\\s+)?error\\s+rates?|wer|cer|bleu|throughput|psnr|agreement\\s+with\\s+(?:human\\s+)?(?:raters?|experts?|annotators?|people|humans?|judges))\\b)`,
    ),
  ],
];

/** Amounts that are asked for in other ways than “how much”: “at what cost …”, “what quality can be expected of …”. */
export const AMOUNTS_ASKED: readonly KindRule[] = [
  [
    "how_much",
    rule(
      "^(?:at|with|for|to)\\s+(?:what|which)\\s+(?:[\\w-]+\\s+){0,2}?(?:costs?|accuracy|precision|recall|rates?|price|speed|latency|quality)\\b(?!.*\\b(?:was|were|did)\\b)(?:\\s+in\\s+[\\w-]+)?(?:\\s+(?:can|could|do|does|is|are|has|have)\\b)?",
    ),
  ],
  [
    "how_much",
    rule(
      "^what\\s+(?=(?:[\\w-]+\\s+){0,2}?(?:quality|accuracy|error|performance|speed-?ups?|slow-?downs?|precision|recall|agreement)\\b(?:\\s+of\\s+[^?]{1,60}?)?\\s+(?:can|could|may|do|does|should)\\b(?:\\s+(?:one|we|i|you))?)",
    ),
  ],
  [
    "how_much",
    rule(
      "^what\\s+(?=(?:[\\w-]+\\s+){0,3}?(?:quality|accuracy|precision|recall|f1|scores?|rates?|speed-?ups?|delays?|latency|resolution|factor)\\b(?:\\s+(?:over|in|of|from|and)\\s+[^?,]{1,60}?)?\\s+(?:do|does|can|is|are|to\\s+expect)\\b)",
    ),
  ],
  [
    "how_much",
    rule(
      "^(?:by|at)\\s+(?:what|which)\\s+(?:[\\w-]+\\s+){0,2}?(?:factor|size|number|length|point|ratio|margin)\\b(?:\\s+(?:can|could|do|does|is|are)\\b)?|^by\\s+how\\s+(?:many|much)\\b(?:\\s+points)?(?:\\s+(?:do|does|can|is)\\b)?|^(?:typical\\s+)?(?:success|error|failure)\\s+rates?\\s+of\\b",
    ),
  ],
  ["how_much", rule("^what\\s+(?:does|do|would|will)\\s+(?:it|this|that)\\s+cost\\b(?:\\s+to)?")],
  ["how_much", rule("^can\\s+(?:you|we|one|anyone|anybody|it)\\s+(?:be\\s+)?(?:say|said|tell|told)\\s+how\\s+(?:much|many)\\b")],
  ["how_much", rule("^how\\s+(?:early|little|late)\\b(?:\\s+(?:can|could|do|does|is|are)\\b)?")],
  ["how_well", rule("^to\\s+what\\s+(?:extent|degree)\\b(?:\\s+(?:do|does|did|is|are|was|were|can|could)\\b)?")],
  [
    "how_done",
    rule(
      "^what\\s+(?:(?:is|was|can\\s+be|could\\s+be)\\s+done\\s+(?:to|about|against|for)|is\\s+the\\s+way\\s+(?:to|of)|(?:procedures?|steps?|process(?:es)?|protocols?|recipes?|workflows?)\\s+(?:do|does|did|is|are|can|should))\\b(?:\\s+(?:people|one|we|i|researchers|they|used|taken|followed)\\b)?(?:\\s+(?:follow|use|take)\\b)?(?:\\s+to\\b)?",
    ),
  ],
  [
    "what_is",
    rule("^(?:is|are)\\s+there\\s+(?:an?\\s+|any\\s+)?(?:[\\w-]+\\s+)?(?:reasons?|explanations?)\\s+(?:why|for|that)\\b"),
  ],
  [
    "what_is",
    rule(
      "^(?:(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?(?:main\\s+|root\\s+|common\\s+|likely\\s+|typical\\s+)*(?:causes|reasons)\\s+(?:of|for|behind)|what\\s+(?:explanations|theories|factors|mechanisms)\\s+(?:are\\s+there|explain|make|makes|cause|lead\\s+to|account\\s+for))\\b|^where\\s+(?:do|does)\\b(?=.*\\bcomes?\\s+from\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:when|where|in\\s+(?:what|which)\\s+(?:cases|settings|situations)|under\\s+(?:what|which)\\s+(?:conditions|circumstances))\\b(?=.*\\b(?:no\\s+(?:effect|benefit|gain|advantage)|nothing|end\\s+up\\s+worse|get(?:s)?\\s+(?:stuck|worse)|mislead(?:s|ing)?|not\\s+(?:to\\s+)?(?:work|help))\\b)(?:\\s+(?:do|does|is|are|has|have)\\b)?",
    ),
  ],
  [
    "state_limits",
    rule(
      "^what\\s+(?:\\w+ly\\s+)?(?:holds?\\b(?=.*\\bback\\b)|constrains?\\b|restricts?\\b|limits?\\s+(?!of\\b|to\\b))|^what\\s+(?:harm|damage)s?\\s+(?:does|do|can|could)\\b(?:\\s+(?:it|this|that)\\s+do\\b)?(?:\\s+(?:to|for)\\b)?|^(?:what|which)\\s+(?:problems?|difficult(?:y|ies)|issues?|obstacles?)\\s+arises?\\b(?:\\s+(?:in|when|with|from))?|^in\\s+(?:what|which)\\s+(?:cases|situations)\\b(?=.*\\bstill\\b)",
    ),
  ],
];
