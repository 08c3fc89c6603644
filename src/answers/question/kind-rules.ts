import { rule, SEARCH, THE, type KindRule } from "./kind-rule.ts";

const ASKERS = "(?:i|you|we|one|people|researchers|they|developers|practitioners|others)";
const LISTED =
  "(?:methods?|approach(?:es)?|techniques?|data\\s?sets?|papers?|studies|works?|tools?|systems?|algorithms?|metrics?|benchmarks?|corpora|strategies|kinds?|types?|options|alternatives|applications|uses|ways|examples|models|articles|literature|research|publications|resources|frameworks)";
/** What people build, of which there may be some. */
const BUILT =
  "(?:analy[sz]ers?|parsers?|taggers?|tokeni[sz]ers?|lemmati[sz]ers?|stemmers?|segmenters?|checkers?|correctors?|recogni[sz]ers?|detectors?|classifiers?|translators?|encoders?|systems?|models?|llms?|simulators?|engines?|harness(?:es)?|word\\s?nets?|archives?|gold\\s+standards?|resources|polic(?:y|ies)|embeddings|(?:citation\\s+)?index(?:es)?|dictionar(?:y|ies)|apps?|plugins?|pipelines?)";
const EFFECTS =
  "(?:roles?|effects?|impacts?|influences?|contributions?|importance|effectiveness|efficacy|usefulness|benefits?|advantages?|merits?|strengths|pros\\s+and\\s+cons|performance|value)";
const AMOUNTS =
  "(?:number|amount|size|cost|price|prevalence|incidence|rate|percentage|proportion|share|frequency|duration|length|latency|speed|accuracy|agreement|sensitivity|specificity|mortality|correlation|gap|error)";

/** Questions how something is done, how well, and how much. */
export const HOW: readonly KindRule[] = [
  ["how_well", rule("^how\\s+far\\s+(?:can|could|do|does|did|will)\\b(?=.*\\b(?:get|go|come|take)\\b)")],
  [
    "how_done",
    rule(
      `^(?:in\\s+(?:what|which)\\s+ways?|by\\s+(?:what|which)\\s+(?:means|methods?|tests?|measures?|metrics?))\\b(?:\\s+(?:can|could|do|does|did|is|are|was|were|might|should)\\b)?(?:\\s+${ASKERS}\\b)?`,
    ),
  ],
  // One fact of how a study was made, by its words no outcome; what there is of many kinds stays a list.
  [
    "what_is",
    rule(
      `^(?:(?:at|in|from|with|by|on|for|to|under|into|over|across|after|within)\\s+(?:whom\\b|(?<!^by\\s+)how\\s+(?:many|much|long|large|high|low|deep)\\b|(?:what|which)\\s+(?=(?:[\\w-]+\\s+){0,2}(?:temperatures?|rates?|doses?|dosages?|depths?|speeds?|frequenc(?:y|ies)|resolutions?|ages?|concentrations?|thresholds?|intervals?|pressures?|layers?)\\b)|(?:what|which)\\s+(?!${LISTED}\\b|(?:[\\w-]+\\s+){0,2}(?:languages?|tasks?|domains?|venues?)\\b)(?=[^?]*\\b(?:was|were|did)\\b))|(?:where|when)\\s+(?:was|were|did)\\b|what\\s+(?:came|became)\\s+of\\b(?:\\s+(?:going\\s+back|trying)\\s+to)?)`,
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
      "^(?:the\\s+)?(?:size\\s+of|number\\s+of(?=.*\\b(?:needed|required|necessary)\\b)|(?:(?!(?:how|what|which|does|do|is|are|methods?|techniques?|ways|approaches|to|\\w+ing)\\b)[\\w-]+\\s+){0,4}?(?:accuracy|precision|recall|quality|performance|f1|bleu|error\\s+rates?|wer|speed|throughput|latency|words\\s+per\\s+minute)\\s+(?:drops?|loss(?:es)?|gains?|gaps?|costs?|prices?|overheads?|penalt(?:y|ies)|of|to\\s+expect|when|(?:people|users|humans)\\s+(?:reach|achieve|get|make)))\\b",
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
  // “What share of patches is correct”, “of the patches, what share is”.
  [
    "how_much",
    rule(
      "^(?:of\\s+[^?,;]+,\\s+)?(?:in\\s+|for\\s+)?(?:what|which)\\s+(?:percentage|percent|fraction|share|proportion|portion)\\s+(?:of|is|are|was|were|has|have|can|do|does)\\b",
    ),
  ],
  [
    "how_much",
    rule(
      "(?<=^(?!(?:which|what|is|are|do|does|did|can|has|have)\\b)(?!.*\\b(?:data\\s?sets?|corpora|treebanks|benchmarks)\\b).*)(?:,|\\s[-–])\\s*how\\s+(?:high|low|large|big|small|frequent|common|long)\\s+(?:is|are|was|were)\\s+(?:it|they|that|this)\\??$",
    ),
  ],
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
  [
    "how_well",
    rule(
      "^how\\s+(?:does|do|did)\\b(?!\\s+(?:you|i|we|people|one|they)\\b)(?=.*\\b(?:perform|fare|behave|score|compare\\s+in)\\b)",
    ),
  ],
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
      "^(?:measuring|quantifying|evaluating|assessing|testing|determining|estimating)\\s+how\\b(?:\\s+(?:well|much|far|often))?",
    ),
  ],
  [
    "how_done",
    rule(
      "^(?:what(?:['’]s|\\s+is|\\s+are|\\s+was)\\s+)?(?:the\\s+|an?\\s+)?(?:best|right|standard|usual|common|easiest|fastest|proper|correct|good|recommended)\\s+(?:(?:ways?|practices?|procedures?)\\s+(?:to|of|for|in)\\b|(?:ways?|practices?|procedures?|workflows?)\\??$)|^what(?:['’]s|\\s+is|\\s+are)\\s+the\\s+(?:procedures?|workflows?|steps)\\s+(?:to|of|for|in)\\b",
    ),
  ],
  [
    "how_done",
    rule(
      "^(?:(?:is|are)\\s+there\\s+)?(?:an?\\s+|any\\s+|some\\s+)*(?:(?:good|better|known|simple|simpler|easy|easier|cheap|cheaper|quick|fast|reliable|robust|safe|principled|practical|decent|smart|smarter|automatic)\\s+)?ways?\\s+(?:to|of|for)\\b|^(?:steps|procedures?|protocols?|guides?)\\s+(?:to|for)\\b",
    ),
  ],
];

/** Questions what there is, and whether anything shows it. */
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
  // “Is there an open-source morphological analyzer for Kurdish”: what there is, to be named, not a yes.
  [
    "which_exist",
    rule(
      `^(?:is|are)\\s+there\\s+(?:(?:an?|any|some)\\s+|(?=(?:ready|off[- ]the[- ]shelf|open|openly|free|freely|public|publicly|released|pre-?trained)\\b))(?:ready[- ]to[- ]use\\s+)?(?=(?:(?!(?:evidence|way|difference|for|of|in|on|that|to|with|between)\\b)[^\\s?]+\\s+){0,8}?${BUILT}\\s*(?:$|[;?.,]|(?:of|for|that|which|with|in|on|to|from|by|using|trained|between|below|usable|covering|pre-?trained|i|we|you)\\b))`,
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
      "^what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+(?:some|examples|(?:out\\s+)?there|the\\s+(?:main|best|most\\s+\\w+|top|popular|latest|first|newest|different|various|existing|available))\\b",
    ),
  ],
];

/** Questions what something is, and why; the last rule takes every other “what”. */
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

/** Questions that are answered with yes or no. */
export const YES_NO: KindRule = [
  "does_it",
  rule(
    "^(?:do|does|did|is|are|was|were|can|could|will|would|has|have|had|should|shall|may|might|must|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|can['’]t)\\b(?:\\s+(?:it|there)\\b)?",
  ),
];
