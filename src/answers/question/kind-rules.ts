import type { QuestionKind } from "./schema.ts";

/** A way to ask: the first one that fits a question tells its kind, and the words that matched are no subject. */
export type KindRule = readonly [QuestionKind, RegExp];

const ASKERS = "(?:i|you|we|one|people|researchers|they|developers|practitioners|others)";
const BUILDERS =
  "(?:(?:an?|the|our|my|your)\\s+)?(?:(?:small|large|big|new|young|medium-sized|public|private|local)\\s+)?(?:i|we|you|one|startups?|compan(?:y|ies)|teams?|organi[sz]ations?|hospitals?|firms?|business(?:es)?|product|engineers)";
const LISTED =
  "(?:methods?|approach(?:es)?|techniques?|data\\s?sets?|papers?|studies|works?|tools?|systems?|algorithms?|metrics?|benchmarks?|corpora|strategies|kinds?|types?|options|alternatives|applications|uses|ways|examples|models|articles|literature|research|publications|resources|frameworks)";
const LIMITS =
  "(?:limits|limitations?|shortcomings?|drawbacks?|weakness(?:es)?|downsides?|disadvantages?|pitfalls?|challenges?|risks?|dangers?|obstacles?|barriers?|bottlenecks?|threats|open\\s+(?:problems?|questions?|issues?|challenges?)|failure\\s+(?:modes?|cases?)|sources\\s+of\\s+errors?|side\\s+effects|adverse\\s+effects)";
const EFFECTS =
  "(?:roles?|effects?|impacts?|influences?|contributions?|importance|effectiveness|efficacy|usefulness|benefits?|advantages?|merits?|strengths|pros\\s+and\\s+cons|performance|value)";
const AMOUNTS =
  "(?:number|amount|size|cost|price|prevalence|incidence|rate|percentage|proportion|share|frequency|duration|length|latency|speed|accuracy|agreement|sensitivity|specificity|mortality|correlation|gap|error)";
/** A search that names no question word and asks for no list. */
const SEARCH =
  "^(?!(?:how|what|which|who|whose|why|when|where|whether|is|are|was|were|does|do|did|can|could|has|have|should|will|would|any|papers?|studies|work|research|evidence|findings?|results?|list|methods?|approaches|techniques|ways|improv\\w+|increas\\w+|predict\\w+|estimat\\w+|measur\\w+|evaluat\\w+|assess\\w+)\\b)";
const THE = "(?:what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+)?(?:the\\s+)?";

export const READINESS: readonly KindRule[] = [
  [
    "readiness",
    rule("\\b(?:production|market|deployment|clinical|enterprise)[- ]read(?:y|iness)\\b|\\btechnology\\s+readiness\\b"),
  ],
  ["readiness", rule("\\b(?:build|adopt|buy|invest|deploy)\\s+or\\s+(?:wait|buy|build)\\b")],
  [
    "readiness",
    rule(
      `^should\\s+(?:${BUILDERS})\\s+(?:really\\s+|already\\s+|now\\s+)?(?:adopt|build|invest(?:\\s+in)?|deploy|use|ship|rely\\s+on|bet\\s+on|switch\\s+to|migrate\\s+to|put|integrate|trust|start|wait)\\b(?:\\s+(?:a|an|the))?`,
    ),
  ],
  [
    "readiness",
    rule(
      `^(?:can|could|may)\\s+(?:${BUILDERS})\\s+(?:already\\s+|now\\s+|safely\\s+)*(?:(?:build|ship|deploy|launch|bet\\s+on|rely\\s+on)\\b(?:\\s+(?:a|an|the)\\s+(?:product|business|service|startup)\\s+(?:on|with|from|around))?|put(?=.*\\bproduction\\b))`,
    ),
  ],
  ["readiness", rule(`^(?:can|could)\\s+(?:${BUILDERS})\\s+already\\s+(?:use|adopt)\\b`)],
  [
    "readiness",
    rule(
      "^(?:is|are|does\\s+(?:anyone|anybody)|has\\s+(?:anyone|anybody))\\b(?=.*\\b(?:ready|mature|worth\\s+(?:building|adopting|investing|deploying|using)|practical\\s+(?:for|in|enough|to)|(?:good|accurate|reliable|robust|safe|stable|fast|cheap)\\s+enough\\s+(?:by\\s+now\\s+)?(?:for|to)|feasible\\s+to\\s+(?:build|deploy|ship)|time\\s+to\\s+(?:build|adopt|invest|deploy|use)|in\\s+production))",
    ),
  ],
  ["readiness", rule("^how\\s+(?:mature|ready|production-ready)\\s+(?:is|are)\\b")],
  // A search that ends in it: “…, ready for clinical use?”
  [
    "readiness",
    rule(
      "(?:,|\\s[-–])\\s*(?:(?:is\\s+(?:it|this|that)|are\\s+(?:they|we|these))\\s+)?(?:\\w+\\s+)?(?:ready|mature|usable|good\\s+enough|reliable\\s+enough|there\\s+yet)\\b(?:\\s+(?:for|to|in)\\s+[^,?]+)?(?:\\s+(?:now|yet|today))?\\??$",
    ),
  ],
];
export const READINESS_WORDS =
  /\b(?:ready|mature|maturity|worth|building|adopting|investing|deploying|deploy|adopt|invest|practical|feasible|now|time|production|product|put|already|team|start|today|wait|it|build|buy|ship|enough)\b/giu;

export const STATE: readonly KindRule[] = [
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
      `^(?:(?:what(?:['’]s)?|which|are|is|were|there|list|the|some|any|main|key|current|known|common|biggest|major|typical|remaining|practical|possible|potential|technical|documented|ethical|legal|privacy|security|and)\\s+)*${LIMITS}\\b(?:\\s+(?:of|in|for|with|to|when|on|associated|remain|are|exist|still|using))*\\b`,
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
      "^(?:when|where|why|in\\s+(?:which|what)\\s+(?:cases|situations|settings)|under\\s+(?:which|what)\\s+(?:conditions|circumstances))\\b(?=.*\\b(?:fails?|failing|break(?:s)?(?:\\s+down)?|struggles?|(?:not|n['’]t)\\s+(?:work|help)|stops?\\s+working|go(?:es)?\\s+wrong|backfires?)\\b)(?:\\s+(?:does|do|is|are)\\b)?",
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
      "^(?:(?:known|reported|typical|common|frequent|main)\\s+)?(?:failures?|failings)\\s+(?:of|in|with|on|about|for|when)\\b|^(?:cases|situations|settings|conditions)\\s+(?:in\\s+which|under\\s+which|where|when)\\b(?=.*\\b(?:not|wrong(?:ly)?|worse|fails?|breaks?|struggles?|hurts?|degrades?)\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      "^when\\s+(?:do|does|did|is|are)\\b(?=.*\\b(?:not|degrades?|hurts?|harms?|no\\s+(?:gain|better|longer)|(?:adds?|brings?|gives?|gains?)\\s+(?:nothing|little))\\b)",
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
      "^(?:what|which)\\s+(?:(?:kinds?|types?|sorts?)\\s+of\\s+)?(?:[\\w-]+\\s+)?(?:mistakes|errors)\\s+(?:do|does|did|are\\s+(?:made|common|typical))\\b|^(?:what|which)\\s+(?:(?:kinds?|types?|sorts?)\\s+of\\s+)?(?=(?:[\\w-]+\\s+){1,5}(?:still\\s+)?(?:breaks?|defeats?|fools?|confuses?|trips?\\s+up|throws?\\s+off)\\s+\\p{L})|^(?:what|which)\\s+(?=(?:[\\w+-]+\\s+){0,4}(?:biases|shortcuts|failures|weaknesses|blind\\s+spots)\\s+(?:do|does|did|are|were|is|shows?|remains?|arises?|appears?|comes?)\\b)",
    ),
  ],
  [
    "state_limits",
    rule(
      `${SEARCH}(?=(?:[\\w-]+\\s+){2,7}(?:(?:open|main|known|common|remaining)\\s+(?:problems|issues|challenges|questions)\\??$|(?<!\\b(?:word|math|inverse|optimi[sz]ation|arithmetic|reasoning)\\s+)(?:problems|difficulties)\\??$|fails?\\s+(?:on|for|when|with)\\b))`,
    ),
  ],
  [
    "state_limits",
    rule(`^what\\s+(?:[\\w-]+\\s+){0,2}${LIMITS}\\s+(?:are|is)\\s+(?:there|known|reported)\\b(?:\\s+(?:of|in|for|with|to))?`),
  ],
  [
    "state_limits",
    rule(
      "\\s[-–]\\s*(?:(?:the\\s+)?(?:problems|pitfalls|risks|limits|limitations|failures|drawbacks)(?:\\s+(?:and|or)\\s+\\w+)?)\\??$",
    ),
  ],
];

/** How a question says that something stops working. */
export const BREAKS =
  /\b(?:break(?:s|ing)?(?:\s+down)?|struggles?|falls?\s+short(?:\s+of)?|lags?\s+behind|go(?:es)?\s+wrong|unsolved|unresolved|unanswered|remains?(?:\s+(?:still\s+)?open)?|(?:still|left)\s+open|open(?=\s+(?:problems?|questions?|issues?|challenges?)\b|\s*[?.]?$))\b/giu;

export const HOW: readonly KindRule[] = [
  ["how_well", rule("^how\\s+far\\s+(?:can|could|do|does|did|will)\\b(?=.*\\b(?:get|go|come|take)\\b)")],
  [
    "how_done",
    rule(
      `^(?:in\\s+(?:what|which)\\s+ways?|by\\s+(?:what|which)\\s+(?:means|methods?|tests?|measures?|metrics?))\\b(?:\\s+(?:can|could|do|does|did|is|are|was|were|might|should)\\b)?(?:\\s+${ASKERS}\\b)?`,
    ),
  ],
  ["how_well", rule("^(?:findings?|results?)\\s+(?:about|on)\\s+how\\s+well\\b")],
  // Which of several is asked, without a word for each that could be looked up.
  [
    "how_well",
    rule(
      "^(?:which\\s+(?:one|of\\s+(?:the|these|those|them)|is\\s+(?:better|best|easier|safer)|(?:gets|gives|wins|works)\\b(?=.*\\b(?:more|most|best|better|when)\\b))|who\\s+is\\s+(?:more\\s+likely\\s+to\\s+be\\s+)?right)\\b|^(?:is\\s+it\\s+(?:better|smarter|wiser|preferable)|better|should\\s+(?:i|we|you|one)|would\\s+you|do\\s+(?:i|we|you))\\b(?=.*\\bor\\b)",
    ),
  ],
  ["does_it", rule("(?:,|\\s[-–])\\s*(?:still\\s+)?(?:worth|useful|needed|relevant|necessary)\\b[^?]*\\??$")],
  [
    "how_much",
    rule(
      "(?:,|\\s[-–])\\s*(?:(?:the|current|typical|expected|best)\\s+)*(?:accuracy|performance|error\\s+rates?|f1|bleu|wer|costs?|speed(?:-?up)?)\\??$",
    ),
  ],
  [
    "does_it",
    rule(
      "(?:,|\\s[-–])\\s*any\\s+(?:(?:real|measurable|consistent)\\s+)?(?:gains?|benefits?|improvements?|evidence|advantages?)\\b[^?]*\\??$",
    ),
  ],
  ["does_it", rule("^has\\s+(?:anyone|anybody|somebody)\\s+(?:ever\\s+)?(?:managed\\b|got\\b(?=.*\\bto\\s+work\\b))")],
  ["does_it", rule("^(?:(?:any|some|good|strong|empirical)\\s+)*evidence\\s+(?:that|for|against)\\b")],
  [
    "what_is",
    rule("^reasons?\\b|^what(?:['’]s|\\s+is)\\s+behind\\b|^(?:is|are)\\s+(?:it|that|this|they)\\s+(?:down|due)\\s+to\\b"),
  ],
  [
    "how_much",
    rule(
      "^what\\s+is\\s+the\\s+best\\s+(?:performance|accuracy|score|result)\\b(?:\\s+(?:reached|achieved|reported))?(?:\\s+so\\s+far)?",
    ),
  ],
  [
    "how_much",
    rule(
      "^(?:the\\s+)?(?:size\\s+of|number\\s+of(?=.*\\b(?:needed|required|necessary)\\b)|(?:(?!how\\b|what\\b|which\\b|does\\b|do\\b|is\\b|are\\b)[\\w-]+\\s+){0,4}?(?:accuracy|precision|recall|quality|performance|f1|bleu|error\\s+rate|wer|speed)\\s+(?:drops?|loss(?:es)?|gains?|gaps?|costs?|penalt(?:y|ies)|of|to\\s+expect|when))\\b",
    ),
  ],
  [
    "how_well",
    rule("^how\\s+(?:close|realistic|faithful|usable|practical|representative)\\b(?:\\s+(?:is|are|do|does|can|come|comes))?"),
  ],
  ["does_it", rule("^(?:findings?|results?|evidence)\\s+(?:about|on)\\s+(?:whether|if)\\b")],
  [
    "what_is",
    rule(
      "^what\\s+(?:has|have)\\s+been\\s+(?:found|observed|shown|learned|learnt|reported|discovered|established|concluded)\\b(?!\\s+to\\b)(?:\\s+(?:out|so\\s+far))?(?:\\s+(?:about|on|of|for|in|when))?|^what\\s+(?:came\\s+out\\s+of|lessons?)\\b(?:\\s+(?:came|come|were|have\\s+been|learned)\\b)*(?:\\s+(?:out\\s+of|from))?",
    ),
  ],
  [
    "what_is",
    rule(
      "^(?:(?:the|main|key)\\s+)*(?:findings?|conclusions?|lessons)\\s+(?:about|on|from)\\b|^results\\s+of\\s+(?:the\\s+)?(?:studies|experiments|research)\\s+(?:on|of|about|with)\\b",
    ),
  ],
  [
    "what_is",
    rule(
      "^for\\s+(?:what|which)\\s+reasons?\\b(?:\\s+(?:do|does|did|is|are|was|were)\\b)?|^(?:(?:the|main|possible|likely)\\s+)*reasons?\\s+(?:why|that)\\b|^what\\s+(?:accounts?\\s+for|hinders?|underlies|(?:prevents?|keeps?|stops?)(?=.*\\bfrom\\b))\\b",
    ),
  ],
  [
    "which_exist",
    rule(
      "^has\\s+(?:anyone|anybody|someone|somebody|there\\s+been(?:\\s+any)?)\\b(?:\\s+(?:already|ever|looked\\s+(?:at|into)|tried(?:\\s+to)?|studied|worked\\s+on|used|done|applied|explored|attempted(?:\\s+to)?))*",
    ),
  ],
  [
    "how_much",
    rule(
      "^(?:by\\s+)?how\\s+(?:many|much|few|large|big|long|often|fast|quickly|soon|far|high|low|expensive|costly|frequent|frequently|common|old|tall|deep|small|slow|wide|prevalent)\\b(?:\\s+(?:more|less|faster|slower|better|larger|smaller|cheaper))?(?:\\s+(?:do|does|did|is|are|was|were|can)\\b)?",
    ),
  ],
  ["how_much", rule("^(?:in\\s+|for\\s+)?(?:what|which)\\s+(?:percentage|percent|fraction|share|proportion|portion)\\s+of\\b")],
  [
    "how_much",
    rule(
      "^what\\s+(?=(?:[\\w-]+\\s+){0,3}(?:rates?|ratios?|scores?|accurac(?:y|ies)|speed(?:-?ups?)?|latency|memory|recall|precision|f1|bleu|wer|perplexity|agreement|error|gains?|improvements?|savings?|reductions?|drops?|loss(?:es)?|costs?|budgets?)\\s+(?:do|does|did|can|is|are|was|were|has|have)\\b)",
    ),
  ],
  [
    "how_much",
    rule(
      `^what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+the\\s+(?:(?:average|mean|typical|total|exact|overall|estimated|median)\\s+)*(?=(?:[\\w-]+\\s+)?(?:[\\w-]+\\s+)?${AMOUNTS}\\s+(?:of|for|in|between|among|on|with|after)\\b)`,
    ),
  ],
  [
    "how_well",
    rule(
      "^(?:how\\s+(?:well|good|bad(?:ly)?|poorly|effective(?:ly)?|accurate(?:ly)?|reliabl[ey]|robust|useful|helpful|efficient(?:ly)?|sensitive|specific|safe|valid|successful(?:ly)?|strong|stable|consistent(?:ly)?|fair|difficult|hard|important|beneficial|feasible|trustworthy|competitive|transferable|similar|different|vulnerable|susceptible|prone|resilient|strongly|closely|noisy)|to\\s+what\\s+(?:extent|degree))\\b(?:\\s+(?:do|does|did|is|are|was|were|can|could)\\b)?",
    ),
  ],
  [
    "how_well",
    rule(
      "^how\\s+(?:does|do|did|can|could|would|is|are)\\b(?=.*\\b(?:affect|influence|impact|alter|disturb|hurt|harm|degrade|distort|hinder|affected|influenced|impacted|disturbed|hurt|harmed)\\b)",
    ),
  ],
  ["how_well", rule("^how\\s+(?:does|do|did)\\b(?=.*\\b(?:perform|fare|behave|score|compare\\s+in)\\b)")],
  [
    "how_well",
    rule(
      `${SEARCH}(?=(?:[\\w-]+\\s+){2,7}(?:accuracy|quality|performance|(?:f1|bleu|correlation|evaluation)\\s+scores?|f1|bleu|(?:success|error)\\s+rates?|gains|savings)(?:\\s+(?:in|on|with|for|from|of|by|results|scores)\\b|\\??$))`,
    ),
  ],
  // Which of many is best is a finding, unless things to be had are asked for.
  [
    "how_well",
    rule(
      "^(?:which|what)\\s+(?!(?:methods?|approach(?:es)?|techniques?|strategies|algorithms?|models?|systems?)\\s)(?=(?:[\\w-]+\\s+){1,6}(?:(?:is|are|works?|performs?|gives?|produces?|yields?|transfers?|matters?)\\s+(?:[\\w-]+\\s+){0,2}(?:best|most)\\b|(?:\\p{L}+s\\s+(?:[\\w-]+\\s+){0,5}best\\b|best\\s+\\p{L}+s\\b)))(?![^?]*\\b(?:data\\s?sets?|corpora|corpus|tools?|papers?|benchmarks?|resources?|lexicons?|librar(?:y|ies)|authors?|venues?)\\b)",
    ),
  ],
  // “Early, late or adaptive fusion for …?”: three things are not held against each other two by two.
  [
    "how_well",
    rule(`${SEARCH}(?=[^,?;:]{2,40},\\s[^,?;:]{2,40}(?:,\\s[^,?;:]{2,40})?,?\\s+or\\s+[^,?;:]+\\s(?:for|in|as|on)\\s[^,?]*\\?$)`),
  ],
  [
    "how_well",
    rule(
      "^how\\s+(?!(?:is|are|was|were|best|exactly|else|then|come)\\b)[\\w-]+\\s+(?:and\\s+[\\w-]+\\s+)?(?:is|are|was|were)\\b",
    ),
  ],
  // “How precisely can X be found?”: to what degree, not in what way.
  [
    "how_well",
    rule(
      "^how\\s+(?!(?:exactly|actually|really|usually|typically|generally|commonly|normally|currently)\\b)\\w+ly\\s+(?:can|could)\\b",
    ),
  ],
  [
    "how_well",
    rule(`^${THE}(?:(?:main|key|overall|relative|possible|potential)\\s+)*${EFFECTS}\\s+(?:of|for|to|that)\\b(?:\\s+using)?`),
  ],
  [
    "how_well",
    rule(
      `^what\\s+${EFFECTS}\\s+(?:does|do|did|has|have|can)\\b|^what\\s+role\\s+(?:does|do)\\b|^what\\s+happens\\b(?:\\s+(?:to|when|if))?`,
    ),
  ],
  [
    "how_done",
    rule(
      `^(?:how[- ]to|how)\\b(?:\\s+(?:to|best|can|could|do|does|did|should|would|might|is|are|was|were|has|have|must)\\b)?(?:\\s+${ASKERS}\\b)?(?:\\s+best)?`,
    ),
  ],
  [
    "how_done",
    rule(
      "^(?:what(?:['’]s|\\s+is|\\s+are|\\s+was)\\s+)?(?:the\\s+|an?\\s+)?(?:best|right|standard|usual|common|easiest|fastest|proper|correct|good|recommended)\\s+(?:ways?|practices?|procedures?)\\s+(?:to|of|for|in)\\b",
    ),
  ],
  [
    "how_done",
    rule(
      "^(?:(?:is|are)\\s+there\\s+)?(?:an?\\s+|any\\s+|some\\s+)*(?:(?:good|better|known|simple|simpler|easy|easier|cheap|cheaper|quick|fast|reliable|robust|safe|principled|practical|decent|smart|smarter|automatic)\\s+)?ways?\\s+(?:to|of|for)\\b|^(?:steps|procedures?|protocols?|guides?)\\s+(?:to|for)\\b",
    ),
  ],
];

export const EXISTS: readonly KindRule[] = [
  // Who asks what works, or what others do, asks for ways.
  [
    "how_done",
    rule(
      "^what\\s+(?:works(?:\\s+(?:best|well))?\\s+(?:for|against|to|when|with)|helps(?:\\s+(?:for|against|to|when|in|with|on)\\b|\\??$))|^what\\s+(?:are|do|did|have|can|could|should)\\s+(?:people|researchers|others|practitioners|teams|i|we|you|one|be)\\s+(?:do|doing|done)\\b(?:\\s+(?:for|about|against|to|with|when|in))?",
    ),
  ],
  [
    "which_exist",
    rule(
      "^(?:has|have)\\s+(?:any|some)\\s+(?:recent\\s+|other\\s+)?(?:research\\s+)?(?:research|works?|stud(?:y|ies)|papers?|publications?|literature)\\b(?!\\s+(?:show|found|find|proven|demonstrated))",
    ),
  ],
  [
    "does_it",
    rule(
      "^(?:(?:is|are|was)\\s+there|what(?:\\s+is\\s+the)?|any|what)\\s+(?:(?:any|some|good|strong|empirical|the|real|solid)\\s+)*evidence\\b(?:\\s+is\\s+there|\\s+exists?)?(?:\\s+(?:that|for|of|on|whether|to\\s+suggest(?:\\s+that)?))?",
    ),
  ],
  [
    "does_it",
    rule(
      "^(?:did|has|have)\\s+(?:anyone|anybody|someone|any\\s+(?:study|paper)s?|studies|research)\\s+(?:show|shown|find|found|prove|proven|demonstrate|demonstrated)\\s+(?:that|whether|if)\\b",
    ),
  ],
  [
    "which_exist",
    rule(
      "^(?:has|have|did)\\s+(?:anyone|anybody|someone|somebody|there\\s+been(?:\\s+any)?)\\b(?:\\s+(?:already|ever|looked\\s+(?:at|into)|look\\s+at|try|tried|study|studied|worked\\s+on|used|done))*",
    ),
  ],
  [
    "which_exist",
    rule(
      `^(?:is|are|were|was)\\s+there\\s+(?:(?:an?|any|some|other|existing|recent|good|more|known)\\s+)*(?:[\\w-]+\\s+)?${LISTED}\\b(?:\\s+(?:exploring|examining|studying|investigating|discussing))?`,
    ),
  ],
  ["which_exist", rule("^(?:which|what\\s+(?:other|kinds?\\s+of|types?\\s+of|sorts?\\s+of|sort\\s+of))\\b")],
  [
    "which_exist",
    rule(
      "^what\\s+(?:(?:has|have)\\s+been|(?:was|were|is|are)\\s+being|work|research)\\b(?:\\s+(?:published|done|tried|written|proposed|exists?|is\\s+there|has\\s+been\\s+done))*",
    ),
  ],
  ["which_exist", rule("^what\\s+(?:did|does|do|has)\\s*;\\s*(?:publish(?:ed)?|have|accept)\\b")],
  [
    "which_exist",
    rule(
      `^what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+(?:(?:some|examples|there|the|main|best|most\\s+\\w+|top|common|popular|existing|available|known|different|various|recent|latest|first|newest|good|alternative|typical)\\s+)*${LISTED}\\b`,
    ),
  ],
  [
    "which_exist",
    rule(
      "^what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+(?:some|examples|there|the\\s+(?:main|best|most\\s+\\w+|top|popular|latest|first|newest|different|various|existing|available))\\b",
    ),
  ],
];

export const WHAT: readonly KindRule[] = [
  [
    "what_is",
    rule(
      "^what\\s+do\\s+(?:we|you|people|researchers)\\s+(?:already\\s+)?know\\b(?:\\s+(?:about|of|on))?|^what(?:\\s+else)?\\s+(?:is|are)\\s+(?:already\\s+)?(?:known|understood|meant)\\b(?:\\s+(?:about|of|on|by))?",
    ),
  ],
  [
    "what_is",
    rule(
      "^what\\s+do(?:es)?\\s+(?:(?:the|recent|current|existing|scientific)\\s+)*(?:literature|research|evidence|studies|papers|science)\\s+(?:say|tell\\s+us|know|show|suggest)\\b(?:\\s+(?:about|on))?",
    ),
  ],
  [
    "what_is",
    rule(
      "^what\\s+do(?:es)?\\b(?=.*\\b(?:mean|stand\\s+for)\\b)|^what\\s+(?:causes?|makes?|drives|explains|leads\\s+to|do(?:es)?|did|can|could|has|have)\\b",
    ),
  ],
  ["what_is", rule("^(?:what(?:['’]s|\\s+(?:is|are|was|were)))\\b")],
  ["what_is", rule("^(?:why|how\\s+come)\\b(?:\\s+(?:do|does|did|is|are|was|were|can|should|would)\\b)?")],
  [
    "what_is",
    rule(
      "^(?:an?\\s+|the\\s+|short\\s+|brief\\s+|good\\s+)*(?:define|definitions?|meaning|explain|explanation|overview|introduction|intro|background|primer|tutorial|summary|basics|theory)\\s+(?:of|to|on|about|for|behind)\\b|^define\\b",
    ),
  ],
  ["which_exist", rule("^what\\b")],
];

export const YES_NO: KindRule = [
  "does_it",
  rule(
    "^(?:do|does|did|is|are|was|were|can|could|will|would|has|have|had|should|shall|may|might|must|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|can['’]t)\\b(?:\\s+(?:it|there)\\b)?",
  ),
];
function rule(pattern: string): RegExp {
  return new RegExp(pattern, "iu");
}
