import { rule, SEARCH, THE, type KindRule } from "./kind-rule.ts";

const LIMITS =
  "(?:limits|limitations?|criticisms|shortcomings?|drawbacks?|weakness(?:es)?|downsides?|disadvantages?|pitfalls?|challenges?|risks?|dangers?|obstacles?|barriers?|bottlenecks?|threats|open\\s+(?:problems?|questions?|issues?|challenges?)|failure\\s+(?:modes?|cases?)|sources\\s+of\\s+errors?|side\\s+effects|adverse\\s+effects)";

const FAILS =
  "(?:fail(?!-)|break\\s+down|go\\s+wrong|fall\\s+short|degrade(?=\\s*(?:$|\\?)|\\s+(?:in|on|under|with|over|when)\\b))\\b(?!\\s+(?:safely|gracefully))";

/** Questions about the state of the art and its limits. */
export const STATE: readonly KindRule[] = [
  // “annotation projection through noisy alignments, limits when there is no treebank”
  [
    "state_limits",
    rule(
      "(?<=[,;:–—]\\s*)(?:(?:the|and|its|their|what are the)\\s+)*(?:limits|limitations|weaknesses|drawbacks|pitfalls)\\b(?:\\s+(?:of|when|for|in|if))?",
    ),
  ],
  ["state_limits", rule("^(?:the\\s+|known\\s+|common\\s+|what\\s+are\\s+the\\s+)*(?:problems?|issues?)\\s+with\\b")],
  [
    "state_limits",
    rule(
      `^${THE}(?:current\\s+)?(?:state[- ]of[- ]the[- ]art|sota)\\b(?:\\s+(?:in|on|for|of|results?|performance|methods?|models?|approach(?:es)?|systems?|techniques?|algorithms?))*`,
    ),
  ],
  [
    "state_limits",
    rule(
      "\\b(?:is|are)\\s+(?:the\\s+)?(?:current\\s+)?(?:state[- ]of[- ]the[- ]art|sota)\\b|\\b(?:state[- ]of[- ]the[- ]art|sota)\\??$",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:what\\s+is\\s+)?(?:the\\s+)?(?:current|present)\\s+(?:state|status)\\s+of\\b|^what\\s+is\\s+the\\s+(?:state|status)\\s+of\\b|^how\\s+far\\s+(?:is|are|have|has)\\b",
    ),
  ],
  [
    "state_limits",
    rule(
      `^(?:(?:what(?:['’]s)?|which|are|is|were|there|list|the|some|any|main|key|current|known|common|biggest|major|typical|remaining|practical|possible|potential|technical|theoretical|fundamental|formal|documented|ethical|legal|privacy|security|and)\\s+)*${LIMITS}(?:(?:,|,?\\s+(?:and|or))\\s+(?:main\\s+|key\\s+)?(?:${LIMITS}|failures?|problems))*\\b(?:\\s+(?:of|in|for|with|to|when|on|associated|remain|are|exist|still|using))*\\b`,
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:what|which)(?:\\s+(?:problems?|issues?|questions?|parts?|aspects?|tasks?))?\\s+(?:in\\s+.*)?(?:is|are|remains?)\\s+(?:still\\s+)?(?:un(?:solved|resolved|answered)|open|missing|hard|difficult)\\b",
    ),
  ],
  [
    "state_limits",
    rule(
      "\\b(?:still|remains?|remain)\\s+(?:an?\\s+)?(?:un(?:solved|resolved|answered)|open)(?:\\s+(?:problems?|questions?))?\\b|^unsolved\\s+problems?\\b",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:when|where|why|in\\s+(?:which|what)\\s+(?:cases|situations|settings)|under\\s+(?:which|what)\\s+(?:conditions|circumstances))\\b(?=.*\\b(?:fails?|failing|failed(?=\\s*\\??$|\\s+(?:to|in|for|at|on)\\b)|break(?:s)?(?:\\s+down)?|struggles?|(?:not|n['’]t)\\s+(?:work|help)|stops?\\s+working|go(?:es)?\\s+wrong|backfires?)\\b)(?:\\s+(?:does|do|is|are)\\b)?",
    ),
  ],
  [
    "state_limits",
    rule(
      "^what\\s+(?:can\\s+|could\\s+|often\\s+|usually\\s+|typically\\s+)?go(?:es)?\\s+wrong\\b(?:\\s+(?:with|in|when))?|^what(?:['’]s|\\s+is)\\s+wrong\\s+with\\b",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?!.*\\b(?:solv|address|tackl)\\w*)what\\s+(?:problems?|difficult(?:y|ies)|issues?|troubles?|errors?|mistakes?)\\s+(?:do|does|did|comes?|arises?|occurs?|appears?|are|is)\\b(?:\\s+(?:up|there|met|seen|caused))?(?:\\s+(?:in|when|with|if|by|for))?|^what\\s+(?:breaks|fails|suffers|degrades)\\b(?:\\s+(?:in|when|with|if))?",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:what\\s+(?:is|are|were)\\s+(?=the\\b|known\\b|common\\b|typical\\b))?(?:the\\s+)?(?:(?:known|reported|typical|common|frequent|main|usual)\\s+)*(?:failures?|failings)\\s+(?:of|in|with|on|about|for|when)\\b|^(?:cases|situations|settings|conditions)\\s+(?:in\\s+which|under\\s+which|where|when)\\b(?=.*\\b(?:not|wrong(?:ly)?|worse|fails?|breaks?|struggles?|hurts?|degrades?)\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      "^when\\s+(?:do|does|did|is|are)\\b(?=.*\\b(?:not|degrades?|hurts?|harms?|no\\s+(?:gain|better|longer)|(?:adds?|brings?|gives?|gains?)\\s+(?:nothing|little)|(?:unreliable|unstable|unfair|unsafe|unfaithful|inaccurate|inconsistent|misleading|harmful|useless|insufficient|inadequate)(?=\\s*(?:\\??$|,|(?:or|and|for|in|on|under|with|to|when|if)\\b)))\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      "^(?:when|where|how|in\\s+(?:which|what)\\s+(?:ways?|respects?))\\b(?=.*\\b(?:falls?\\s+short|fell\\s+short|lags?\\s+behind|has\\s+(?:its|their)\\s+limits)\\b)(?:\\s+(?:does|do|did|is|are)\\b)?",
    ),
  ],
  [
    "state_limits",
    rule(
      "^what\\s+(?:(?:is|are|was|were)\\s+)?(?:the\\s+)?(?:(?:main|biggest|key|typical|remaining)\\s+)?(?:difficulty|difficulties|hurdles)\\s+(?:of|in|with|for|when)\\b|^what\\s+(?:stands?|stood)\\s+in\\s+the\\s+way\\s+of\\b|^(?:what|which)\\s+(?:[\\w-]+\\s+){0,2}(?:problems?|issues?|difficulties)\\s+(?:remains?|persists?|(?:have|has)\\s+been\\s+(?:found|identified|reported|described))\\b(?:\\s+(?:in|with|when|for))?",
    ),
  ],
  [
    "state_limits",
    rule("^(?:what|which)\\s+(?=(?:[\\w-]+\\s+){1,4}(?:is|are)\\s+(?:the\\s+)?(?:hardest|most\\s+difficult|weakest)\\b)"),
  ],
  ["state_limits", rule("^what\\s+can(?:not|['’]t)\\b|^how\\s+(?:risky|dangerous)\\s+(?:is|are)\\b")],
  [
    "state_limits",
    rule("^(?:the\\s+)?(?:(?:current|present)\\s+)?(?:state|status)\\s+of\\b|^how\\s+far\\s+along\\b(?:\\s+(?:is|are))?"),
  ],
  // What fails is asked for, in whatever words: “which parsers fail on …”, “what do audits miss”, “under which conditions do metrics become unreliable”.
  [
    "state_limits",
    rule(
      "^(?:what|which|where|under\\s+(?:what|which)\\s+(?:conditions|circumstances)|in\\s+(?:what|which)\\s+(?:cases|situations|settings))\\b(?=[^?]*\\b(?:fails?|(?:gets?|goes?|got|going)\\s+(?:\\w+\\s+)?wrong|miss(?:es)?|are\\s+missing|lacks?|loses?|overlooks?|(?:un)(?:reliable|stable)|diverges?|breaks?\\s+down|misjudges?|misreads?|struggles?|backfires?|still\\s+succeeds?|makes?\\s+(?:it|things)\\s+worse)\\b)(?!\\s+(?:methods?|approaches|techniques|strategies|remedies|ways|papers?|studies|work|datasets?|corpora|metrics?|tests?|benchmarks?|tools?)\\b)(?:\\s+(?:kinds?|types?|sorts?)\\s+of\\b)?(?:\\s+(?:does|do|did|is|are)\\b)?",
    ),
  ],
  ["state_limits", rule("^(?:what|which)\\s+(?:[\\w-]+\\s+){0,2}(?:attacks|vulnerabilities|threats)\\b")],
  [
    "state_limits",
    rule(
      "^(?:what|which)\\s+(?:(?:kinds?|types?|sorts?)\\s+of\\s+)?(?:[\\w-]+\\s+)?(?:mistakes|errors)\\s+(?:do|does|did|are\\s+(?:made|common|typical))\\b|^(?:what|which)\\s+(?:(?:kinds?|types?|sorts?)\\s+of\\s+)?(?=(?:[\\w-]+\\s+){1,5}(?:still\\s+)?(?:breaks?|defeats?|fools?|confuses?|trips?\\s+up|throws?\\s+off)\\s+\\p{L})|^(?:what|which)\\s+(?=(?:[\\w+-]+\\s+){0,4}(?:biases|shortcuts|annotation\\s+artifacts|spurious\\s+correlations|failures|weaknesses|blind\\s+spots)\\s+(?:do|does|did|are|were|is|exists?|shows?|remains?|arises?|appears?|comes?)\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      `${SEARCH}(?=(?:[\\w-]+\\s+){2,7}(?:(?:open|main|known|common|remaining)\\s+(?:problems|issues|challenges|questions)\\??$|(?<!\\b(?:word|math|inverse|optimi[sz]ation|arithmetic|reasoning)\\s+)(?:problems|difficulties)\\??$|fails?\\s+(?:on|for|when|with)\\b))`,
    ),
  ],
  // A search for what goes wrong: “posterior collapse in variational autoencoders”, “gender bias in voice assistants, what harms”; not for what is done about it.
  [
    "state_limits",
    rule(
      `${SEARCH}(?!examples?\\b)(?!.*\\b(?:detect\\w*|mitigat\\w*|reduc\\w*|avoid\\w*|prevent\\w*|remed\\w*|correct(?:s|ion|ing)?|fix(?:es|ing)?|tools?|handl\\w*|debias\\w*|defen[cs]\\w*|data\\s?sets?|corpora|corpus|benchmarks|metrics|surveys?|without|negative\\s+results?|analysis)\\b)(?=.*(?:\\b(?:collapse|catastrophic|failures|failed|mistakes|shortcuts|spurious|criticisms?|interference|leakage|contamination|vulnerabilit(?:y|ies)|artifacts|pitfalls|instabilit(?:y|ies)|degradation|forgetting|overfitting|overestimat\\w+|inconsistenc(?:y|ies)|hardness|impossibility|break(?:s|ing)?(?:\\s+down)|fool|flagging|reward\\s+hacking)\\b|\\b(?:biase?s?|errors?|problems?|attacks?)\\s+(?:in|of|on|when|with|against)\\b|,\\s*(?:causes|coverage|what\\s+goes\\s+wrong|how\\s+common|what\\s+harms?)\\b))`,
    ),
  ],
  [
    "state_limits",
    rule(`^what\\s+(?:[\\w-]+\\s+){0,2}${LIMITS}\\s+(?:are|is)\\s+(?:there|known|reported)\\b(?:\\s+(?:of|in|for|with|to))?`),
  ],
  // “How do language-action models fail in new environments?”, not how people cope when they fail, nor how dropout degrades performance.
  [
    "state_limits",
    rule(
      `^(?:how|in\\s+(?:what|which)\\s+ways?)\\s+(?:do|does|did|can|could)\\b(?=[^?]*\\b${FAILS})(?![^?]*(?<!-)\\b(?:when|if|where|after|that|which|who|whose|to|not|once|while|as|before|unless|because|should|make|let|letting|prevent|recover|cope|handle|avoid)\\b(?!-)[^?]*\\b${FAILS})`,
    ),
  ],
  // “What failures and limits of unlearning have been reported?”
  [
    "state_limits",
    rule(
      `^(?:what|which)\\s+(?:[\\w-]+\\s+){0,1}(?:failures?|${LIMITS})(?:\\s+(?:and|or)\\s+(?:[\\w-]+\\s+){0,1}(?:failures?|${LIMITS}))?\\s+(?:of|in|with|for)\\b(?=[^?]*\\b(?:reported|known|found|identified|described|documented|observed|shown)\\b)`,
    ),
  ],
  // “What accessibility problems do blind people face with touchscreens?”, “What threatens the validity of …?”
  [
    "state_limits",
    rule(
      "^(?:what|which)\\s+(?![^?]*\\b(?:solv|address|tackl|stud(?:y|ies)|cover|handl|contain|includ|target)\\w*)(?=(?:[\\w-]+\\s+){1,3}(?:problems|difficulties|issues)\\s+(?:do|does|did)\\b)(?=[^?]*\\b(?:face(?!\\s+(?:recogn|detect|restor|image|verif|data|swap)\\w*)|encounter|run\\s+into|struggle\\s+with|(?:experience|report)(?=\\s+(?:with|when|while|in|about|using)\\b|\\s*\\?))(?!\\w))|^what\\s+(?:threatens|undermines|hampers|hinders|impedes)\\b",
    ),
  ],
  [
    "state_limits",
    rule(
      "\\s[-–]\\s*(?:(?:the\\s+)?(?:problems|pitfalls|risks|limits|limitations|failures|drawbacks)(?:\\s+(?:and|or)\\s+\\w+)?)\\??$",
    ),
  ],
];

/** How a question says that something stops working, or that somebody meets with it. */
export const BREAKS =
  /\b(?:break(?:s|ing)?(?:\s+down)?|(?<=(?:\b(?:do|does|did)|^\s*;)\s[^?;]{1,80}\s)face(?=\s*(?:\?|$|(?:with|when|while|in|on|using|during|as)\b))|runs?\s+into|struggles?|falls?\s+short(?:\s+of)?|lags?\s+behind|go(?:es)?\s+wrong|unsolved|unresolved|unanswered|remains?(?:\s+(?:still\s+)?open)?|(?:still|left)\s+open|open(?=\s+(?:problems?|questions?|issues?|challenges?)\b|\s*[?.]?$))\b/giu;
