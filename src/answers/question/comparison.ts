const COMPARATIVE = "(?:better|worse|faster|slower|cheaper|safer|stronger|weaker|easier|harder|simpler|(?:more|less)\\s+\\p{L}+)";
const BEATS =
  "(?:outperforms?|outdo(?:es)?|beats?|surpass(?:es)?|exceeds?|(?:do|does|perform|performs|work|works|fare|fares|scale|scales)\\s+(?:better|worse|faster)\\s+than)";
/** What one of two ways does better: “which leads to fewer failures”. */
const BRINGS = "(?:has|have|gives?|gets?|needs?|reaches|takes?|leads?\\s+to|results?\\s+in|causes?|produces?|finds?)";
const MORE_OR_FEWER = "(?:lower|higher|lowest|highest|fewer|fewest)";
const EVEN = "(?:much\\s+|any\\s+|significantly\\s+|really\\s+|always\\s+|still\\s+|even\\s+|clearly\\s+|consistently\\s+)*";
const AUXILIARY = "(?:do|does|did|can|could|will|would|is|are|was|were|has|have|should)";
const SIDE = "(?<a>\\S.*?)";
/** The second side ends where something is said of both. */
const OTHER =
  "(?:(?:rely|relying|depend|depending)\\s+on\\s+)?(?<b>[^;?]+?)(?=\\s*(?:$|[?;:,.])|\\s+(?:for|in|on|at|with|when|as|of|under|over|from|against|if|where|during|among|across|after)\\b)";

/** Where the second side of a search ends: what is to be done with it, and under which conditions. */
const THEN = "for|in|on|with|as|when|under|between|from|per|to|at|if";

/** What begins like this asks for papers that compare, and which; or says what is compared for what. */
const NO_LIST =
  "(?!(?:papers?|studies|study|articles?|experiments?|analyses|reports|work|works|research|evidence|which|what|who|how|why|when|where|is|are|examples?|methods?|approaches)\\b|(?:for|if)\\s)";

const PATTERNS: readonly RegExp[] = [
  `^(?:which|what)\\s+(?:one\\s+)?(?:is|are|works?|performs?|does)\\s+(?:${COMPARATIVE}|best)\\b(?:\\s+(?:for|in|at|on|to)\\s+[^,:?]*)?[,:]\\s*${SIDE}\\s+or\\s+${OTHER}`,
  `^(?:which|what|who)\\s+[^,:?]*\\b(?:${COMPARATIVE}|best|most)\\b[^,:?]*,\\s*${SIDE}\\s+or\\s+${OTHER}`,
  `^should\\s+(?:i|we|one|you|people)\\s+(?:rather\\s+)?(?:use|choose|prefer|pick|take|try|go\\s+(?:for|with))\\s+${SIDE}\\s+or\\s+${OTHER}`,
  `^(?:(?:is|are|would)\\s+it\\s+)?(?:be\\s+)?(?:better|preferable|smarter|wiser|best|cheaper|safer)\\s+to\\s+${SIDE}\\s+or\\s+(?:(?:just|only|simply|rather|to)\\s+)*${OTHER}`,
  `^(?:should|would|could|do)\\s+(?:i|we|one|you|people)\\s+(?:rather\\s+)?${SIDE},?\\s+or\\s+(?:(?:should|would|do|i|we|you|use|just|only|simply|rather|instead|(?:stay|stick|go)\\s+(?:with|to|for))\\s+)*${OTHER}`,
  `^(?:what\\s+(?:is|are)\\s+)?(?:the\\s+)?differences?\\s+between\\s+${SIDE}\\s+and\\s+${OTHER}`,
  `^(?:the\\s+|an?\\s+)?comparisons?\\s+(?:of|between)\\s+${SIDE}\\s+(?:and|with|to|against)\\s+${OTHER}`,
  `^(?:compare|comparing|contrast)\\s+${SIDE}\\s+(?:and|with|to|against)\\s+${OTHER}`,
  `^how\\s+(?:do|does|did|would)\\s+${SIDE}\\s+(?:compare\\s+(?:with|to|against)|(?:stack|measure|hold)\\s+up\\s+(?:to|with|against)|fare\\s+against)\\s+${OTHER}`,
  `^(?:${AUXILIARY}\\s+)?${NO_LIST}${SIDE}\\s+${EVEN}${BEATS}\\s+${OTHER}`,
  // “Do X work better in A than in B”, “Do X work in A better than in B”: what stands behind the same preposition.
  `^(?:do|does|did|is|are|can)\\s[^;?]*?\\s${COMPARATIVE}\\s+(?<where>in|on|with|for|at|under)\\s+(?<a>[^;?]{1,60}?)\\s+than\\s+\\k<where>\\s+${OTHER}`,
  `^(?:do|does|did|is|are|can)\\s[^;?]*?\\s(?<where>in|on|with|for|at|under)\\s+(?<a>(?:(?!(?:in|on|with|for|at|under)\\s)[^\\s;?]+\\s+){1,4}?)${EVEN}${COMPARATIVE}\\s+than\\s+\\k<where>\\s+${OTHER}`,
  // “Is code in A less buggy than code in B”: what is said of both is no side.
  `^(?:is|are|was|were|(?:do|does|did)(?=.*\\s(?:work|perform|generali[sz]e|transfer|do|scale|learn|train|correlate)\\s))\\s+(?<head>[^;?]{1,40}?)\\s+(?<where>in|on|with|for|at|under|from|by)\\s+(?<a>[^;?]{1,60}?)\\s+(?:(?:work|perform|generali[sz]e|transfer|do|scale|learn|train|correlate)\\s+)?${EVEN}${COMPARATIVE}\\b[^;?]*?\\s+than\\s+(?:\\k<head>|that|those|ones)\\s+\\k<where>\\s+${OTHER}`,
  // “Are transformers more robust than convolutional networks to distribution shift?”
  `^(?:is|are|was|were)\\s+${SIDE}\\s+${EVEN}(?:more|less)\\s+(?:robust|sensitive|vulnerable|resistant|prone|susceptible|resilient)\\s+than\\s+(?<b>[^;?]+?)\\s+to\\b`,
  // “Should a model fuse modalities early or late for …?”
  `^(?:should|must)\\s[^;?:,]*?\\s(?<a>early|jointly|together|online|end-to-end|greedily|centrally|globally)\\s+or\\s+(?:rather\\s+)?(?<b>late|separately|apart|offline|exactly|locally|step\\s+by\\s+step|in\\s+(?:a\\s+)?(?:pipeline|stages))\\b`,
  `^(?:is|are|was|were)\\s+${SIDE}\\s+${EVEN}${COMPARATIVE}\\b[^;?]*?\\s+than\\s+${OTHER}`,
  `^(?:do|does|did)\\s+${SIDE}\\s+\\p{L}+\\s+(?:to\\s+)?(?:more|less|fewer|better|worse|faster|slower)\\b[^;?]*?\\s+than\\s+${OTHER}`,
  `^(?:[^:?;]{2,60}:\\s*)?(?:is|are|was|were)\\s+${SIDE}\\s+${EVEN}(?:preferable\\s+to|superior\\s+to|inferior\\s+to|ahead\\s+of|(?:competitive|on\\s+(?:a\\s+)?par)\\s+with)\\s+${OTHER}`,
  `^(?:is|are|was|were)\\s+${SIDE}\\s+as\\s+\\p{L}+(?:\\s+(?:for|in|at|on)\\s+[^;?]{1,40}?)?\\s+as\\s+${OTHER}`,
  `^should\\s+${SIDE}\\s+or\\s+(?<b>[^;?]+?)\\s+be\\s+\\p{L}+(?:ed|n)\\b`,
  // “Is parsing better with A or B”: two ways to one thing.
  `^(?:is|are|was|were|do|does|did|can)\\s[^;?]*?\\s(?:better|best|easier|faster|(?:more|most)\\s+\\p{L}+)\\s+(?:done\\s+)?(?:with|by|using|through|via)\\s+(?<a>[^;?]{1,60}?)\\s+or\\s+(?:(?:with|by|using|through|via)\\s+)?${OTHER}`,
  // “Is speech translation better cascaded or end-to-end?”
  "^(?:is|are)\\s+(?!(?:it|there)\\b)[^;?]*?\\s(?:better|best)\\s+(?<a>[\\p{L}-]+(?:\\s[\\p{L}-]+)?)\\s+or\\s+(?<b>[\\p{L}-]+(?:\\s[\\p{L}-]+)?)\\s*\\??$",
  `^(?:is|are)\\s+${SIDE}\\s+or\\s+(?<b>[^;?]+?)\\s+${EVEN}(?:(?:the|an?)\\s+)?(?:${COMPARATIVE}|preferable|best)\\b`,
  `^${NO_LIST}${SIDE},?\\s+(?:vs\\.?|versus|compared\\s+(?:to|with)|as\\s+opposed\\s+to)\\s+${OTHER}`,
  `^${NO_LIST}${SIDE}\\s+(?:vs\\.?|versus|against)\\s+${OTHER}[^?]*?[:,]\\s*(?:which|what|how|who)\\b`,
  `^(?:[^:?;]{2,40}:\\s*)?${NO_LIST}${SIDE}\\s+or\\s+${OTHER}[^?]*?[:,]\\s*(?:which|what|how|when)\\b(?=[^?]*\\b(?:${COMPARATIVE}|best|most|fares?|compares?|differs?|wins?|scores|one|works|worth|reports?|recommend)\\b)`,
  // “UCB or Thompson sampling: which has lower regret?”
  `^${NO_LIST}${SIDE}\\s+or\\s+${OTHER}[^?]*?[:,]\\s*(?:which|what)\\s+(?:one\\s+)?${BRINGS}\\s+(?:the\\s+)?${MORE_OR_FEWER}\\b(?!-|\\s+bounds?\\b)`,
  `^how\\s+(?:do|does|did|would)\\s+${SIDE}\\s+and\\s+(?<b>[^;?]+?)\\s+(?:compare|differ)\\b`,
  `^(?:do|does|did|can|will|would)\\s+${SIDE}\\s+or\\s+(?<b>[^;?]+?)\\s+(?:give|yield|produce|lead|perform|work|make|learn|train|scale|generali[sz]e|transfer|need|fare|do|is|are)s?\\b[^;?]*\\b(?:best|${COMPARATIVE})\\b`,
  `^(?:is|are)\\s+${SIDE}\\s+(?:[\\w']+\\s+){0,4}compared\\s+(?:to|with)\\s+${OTHER}`,
  `^(?:is|are)\\s+${SIDE}\\s+or\\s+(?<b>[^;?]+?)\\s+(?:closer|nearer)\\s+to\\b`,
  `^(?!(?:which|what|how|any|list|an?|the)\\b)(?<a>\\p{L}[\\w-]*)\\s+or\\s+(?<b>\\p{L}[\\w-]*)\\s+(?:approach|method|model|strategy|architecture)\\s+(?:to|for|in|on)\\b`,
  // A search for one thing or the other, of few words each.
  `^(?!(?:which|what|how|who|why|where|when|is|are|does|do|did|can|could|should|papers?|studies|evidence|list|methods?|any|measuring|evaluating|detecting|assessing|finding|identifying)\\b)(?![^;?]*\\b(?:data\\s?sets?|corpora|lexicons|dictionaries|tools|resources|methods|approaches|techniques|papers)\\b)(?<a>[^\\s;,?:]+(?:\\s+(?!(?:for|of|in|on|with|to|that|from|by|without)\\b)[^\\s;,?:]+){0,3})\\s+or\\s+(?:(?:just|only|simply|rather|an?|the)\\s+)*(?!(?:rely|depend)\\b)(?<b>[^\\s;,?]+(?:\\s+(?!(?:${THEN})\\b)[^\\s;,?]+){0,3})(?=\\s*(?:$|\\?)|\\s+(?:${THEN})\\b)`,
  // The same asked, of more words: “LLM with a few examples or small fine-tuned model for finding song names?”
  `^(?!(?:which|what|how|who|why|where|when|is|are|was|were|does|do|did|can|could|should|will|would|has|have|any|for|in|on|with|under|papers?|studies|evidence|list|methods?|measuring|evaluating|detecting|assessing|finding|identifying)\\b)(?![^;?]*\\b(?:data\\s?sets?|corpora|corpus|lexicons|dictionaries|tools|(?<!\\b(?:few|low|little|limited|scarce|fewer)\\s)resources)\\b)(?<a>[^;?,:–—]{2,70}?),?\\s+or\\s+(?:(?:only|just|rather|(?:rely|depend)\\s+on)\\s+)*(?<b>[^;?,:–—]{2,70}?)(?=\\s*\\?$|,?\\s+(?:${THEN}|of|given|once)\\b[^?]*\\?$)`,
  // “Which helps Upper Sorbian more, German or Czech data”, “Does ERRANT or MaxMatch correlate better with people”.
  `^(?:which|what)\\s+[^,:?]*\\b(?:${COMPARATIVE}|best|most|more|less)\\b[^,:?]*[,:]\\s*${SIDE}\\s+or\\s+${OTHER}`,
  `^(?:do|does|did|can|will|would)\\s+${SIDE}\\s+or\\s+(?<b>[^;?]+?)\\s+\\p{L}+\\s+(?:best|${COMPARATIVE})\\b`,
  // Two ways to one thing, after a colon or behind what they are for: “parsing: transition-based or graph-based”, “for Lao, characters or syllables”.
  `^(?!(?:which|what|how|who|why|where|when|is|are|do|does|did|can|negative|failures?|limits?)\\b)[^:?;]{2,60}:\\s*(?!(?:which|what|how|who|why|where|when|is|are|do|does|did|can|any)\\b)(?<a>(?:[^\\s,;?:]+\\s+){1,5}?)(?:or|vs)\\s+(?:(?:rely|depend)\\s+on\\s+)?(?<b>[^\\s,;?:]+(?:\\s+[^\\s,;?:]+){0,4}?)(?=\\s*(?:\\?|$)|\\s+(?:${THEN})\\b)`,
  `^for\\s+[^,?;]{2,70},\\s*${SIDE}\\s+or\\s+${OTHER}`,
  // “Defenses against attacks” hold nothing against each other.
  `^${NO_LIST}(?![^;?,:]*\\b(?:defen[cs]es?|protect\\w*|robust\\w*|resistan\\w+|guard\\w*|safeguards?|evidence|arguments?|attacks?|fight\\w*|discriminat\\w+|bias(?:es)?|hate|violence)\\s+against\\b)(?<a>[^;?,:]{2,60}?)\\s+against\\s+(?<b>[^;?,:]{2,60}?)(?=\\s+(?:for|in|on|when)\\b)`,
  `^(?!(?:which|what|how|who|why|where|when|is|are|was|were|does|do|did|can|could|should|papers?|studies|evidence|list|methods?|any|for|in|on|with)\\b)(?![^;?]*\\b(?:data\\s?sets?|corpora|lexicons|dictionaries|tools|resources|methods|techniques|papers)\\b)(?<a>[^;?,:–—]{2,60}?)\\s+or\\s+(?:(?:just|only|simply|rather|an?|the)\\s+)*(?<b>[^;?,:–—]{2,60}?)(?=\\s+(?:when|under|per)\\s+\\S|,\\s+(?:which|is\\s+there|what|how)\\b)`,
  // “Should a policy be trained by reinforcement learning or by imitation?”, “should … be extracted in a pipeline or with one joint model”
  `^(?:should|must)\\s+[^;?:,]*?\\s[\\p{L}-]+ed\\s+(?:by|with|using|through|via|from|in|as)\\s+(?<a>[^;?]{1,60}?)\\s+or\\s+(?:rather\\s+)?(?:by|with|using|through|via|from|in|as)\\s+${OTHER}`,
  `^(?:should|must|can|could|is|are)\\s+[^;?:,]*?\\s\\p{L}+ed\\s+(?<how>by|with|using|through|via|on|from)\\s+(?<a>[^;?]{1,60}?)\\s+or\\s+(?:rather\\s+)?\\k<how>\\s+${OTHER}`,
  // “linear SVM with n-grams or a fine-tuned transformer for …”
  `^(?!(?:which|what|how|who|why|where|when|is|are|does|do|did|can|could|should|papers?|studies|any|list)\\b)(?<a>[^\\s;,?:]+(?:\\s+(?!(?:for|of|in|on|to|that|from|by|or)\\b)[^\\s;,?:]+){0,2}\\s+(?:with|on)\\s+[^\\s;,?:]+(?:\\s+(?!or\\b)[^\\s;,?:]+)?)\\s+or\\s+(?:an?|the|just)\\s+(?<b>[^\\s;,?]+(?:\\s+(?!(?:${THEN})\\b)[^\\s;,?]+){0,3})\\s+(?:${THEN})\\b`,
  // The second one names what both are: “PPO or value-based methods for …”.
  `^(?!(?:which|what|how|who|why|where|when|is|are|do|does|did|can|could|should|any|new|other|papers?|studies|list|data\\s?sets?|corpora|tools|code|models?|systems?|surveys?)\\b)(?<a>[\\p{L}\\p{N}-]+(?:\\s(?!(?:for|of|in|on|with|to|that|from|by|or)\\s)[\\p{L}\\p{N}-]+)?)\\s+or\\s+(?<b>(?!(?:other|similar|related|new|existing)\\b)[\\p{L}\\p{N}-]+(?:\\s[\\p{L}\\p{N}-]+)?\\s(?:methods|approaches|algorithms|models))\\s+(?:for|in|on|with|when)\\s`,
  // Two ways of doing one thing: “joint or pipeline segmentation and parsing”.
  `^(?<a>joint|supervised|unsupervised|extractive|discriminative|generative|static|dynamic|online|offline|rule-based|statistical|symbolic|sparse|monolingual|bilingual|multilingual|early|end-to-end)\\s+or\\s+(?<b>pipelined?|unsupervised|supervised|abstractive|generative|discriminative|dynamic|static|offline|online|neural|statistical|dense|multilingual|monolingual|late|cascaded)\\s+(?=\\p{L})`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Of a side. */
const MAX_WORDS = 8;
/** “A comparative analysis or review of …”: kinds of papers are looked for, not held against each other. */
const KIND_OF_PAPER =
  /^(?:(?:thorough|comparative|systematic|recent|good|comprehensive|empirical)\s+)+(?:analys[ei]s|reviews?|surveys?|overviews?)$|^(?:analys[ei]s|reviews?|surveys?|overviews?)\s+of\b/iu;

/** What a side has more of than the other is part of the subject, and the verb is not: “receive more citations than”. */
const HAS_MORE =
  /\b(?:receives?|gets?|attracts?|needs?|requires?|ha(?:s|ve)|finds?|detects?|produces?|causes?|makes?|contains?|yields?)\s+(?:more|less|fewer)(?=\s+(?:\p{L}+\s+)?(?:\p{L}+(?<!\bless|\bserious)s|data|memory|time|compute|text|training)\s+than\b)/giu;
/** The same of “A or B: which produces fewer errors”. */
const BRINGS_FEWER = new RegExp(`\\bwhich\\s+(?:one\\s+)?${BRINGS}\\s+(?:the\\s+)?${MORE_OR_FEWER}\\b`, "giu");

/** Words of a comparison that are no subject. */
const WORDS =
  /\b(?:(?:stack|measure|hold)\s+up|fare(?=\s+against)|vs|versus|compare|compared|comparing|compares|comparisons?|contrast|differences?|between|opposed|outperforms?|beats?|surpass(?:es)?|exceeds?|leads?\s+to|better|worse|faster|slower|cheaper|safer|stronger|weaker|easier|harder|simpler|(?:more|less)\s+\p{L}+(?=[^?]*\bthan\b)|than|choose|prefer|pick|rely|relying|which|best|one|should|good|well|as)\b/giu;

const ONLY_A_COMPARATIVE = new RegExp(`^${COMPARATIVE}$`, "iu");

/** Two things are held against each other in one sentence. */
const MAX_CHARACTERS = 300;

/** “Criteria for removing heads or layers, what is out there”. */
const ASKS_WHAT_EXISTS =
  /[:,]\s*(?:what\s+(?:(?:is|are)\s+(?:out\s+)?there|exists|(?:is|was|has\s+been)\s+(?:available|built|tried|released))|which\s+(?:ones\s+)?(?:are\s+there|exist))\b/iu;
/** “To what extent do scores or rankings …”, “has anyone mined novels or fiction …” hold nothing against each other, nor does “five or ten”. */
const OF_EITHER =
  /\bthat\s+\p{L}+\s+(?:their|its)\s+\p{L}+\s+or\s+\p{L}+\b(?!.*\bthan\b)|^(?:to\s+what\s+(?:extent|degree)|ha(?:s|ve)\s+(?:anyone|anybody|someone|somebody)|(?:with|from|on)\s+(?:only\s+|just\s+)?\p{L}+\s+or\s+\p{L}+\s)\b/iu;
/** “Worse on accented, dialectal or children's speech”: a list of what something is done to. */
const OF_EACH =
  /^(?:what\s+(?:causes|makes|leads|keeps)|why|how|where)\b[^?]*?\b(?:on|in|for|with|of|from|to|by)\s+[\p{L}'’-]+,\s+(?:[\p{L}'’-]+\s+)?[\p{L}'’-]+,?\s+or\s/iu;
/** Such a question holds two things against each other all the same. */
const HOLDS = /\b(?:compar\w+|differ\w*|versus|vs|than|outperform\w*|beats?)\b/iu;
/** “Grasping transparent or shiny objects: why does it fail?”, “learning from preferences or corrections, how is it done” ask of both. */
const ASKS_OF_BOTH = /[:,]\s*(?:why|what\s+goes\s+wrong|what\s+causes|how\s+(?:is|are)\s+(?:it|this|that|they|these)\s+done)\b/iu;

/** Examples that are named with “or”, and things that are to be had, are not held against each other. */
const EXAMPLES_OR = /\b(?:e\.g\.,?|for (?:example|instance),?|such as)\s[^?;]*\bor\b(?!\s+(?:an?|the)\b)/iu;
const TO_BE_HAD =
  /(?<!\b(?:is|are|was|were)\s)\b(?:available|(?:ready |there )?to download|ready to use)(?:\s+(?:for|to|as|in|from|on)\s+[^?;,]*)?\s*\??$/iu;
/** “Does X hurt people with accents more than everyone else”: X is held against nothing. */
const MORE_THAN_OTHERS =
  /\bmore\s+than\s+(?:everyone|everybody|anyone|others|the\s+(?:rest|others|average|majority))(?:\s+else)?(?=\s*(?:$|[?;.,]))/iu;
/** “A library or toolkit for …”, “a tagger or lemmatizer”: either would do. */
const EITHER_WOULD_DO = [
  /\b(?:librar(?:y|ies)|toolkits?|tools?|packages?|frameworks?|software|code|implementations?|platforms?|pipelines?|workflows?|recipes?|apps?|plugins?)$/iu,
  /\b(?:corpus|corpora|data\s?sets?|benchmarks?|lexic(?:on|ons|a)|dictionar(?:y|ies)|word\s?nets?)$/iu,
  /\b(?:taggers?|lemmati[sz]ers?|tokeni[sz]ers?|stemmers?|parsers?|analy[sz]ers?|segmenters?|spell(?:ing)?\s?checkers?)$/iu,
];
const HELD =
  /\b(?:vs|versus|compar\w+|than|better|worse|best|easier|faster|slower|cheaper|safer|stronger|more\s+\p{L}+|outperform\w*|beats?|differs?|differences?|which\s+(?:one|is)|should)\b|\b(?:when|if|only|few|little|limited|no)\b[^?;,]*\bavailable\b/iu;

/** What a question holds against what, and the question without the words of comparison; null where it compares no two things. */
export function readComparison(asked: string): { sides: [string, string]; rest: string } | null {
  const text = asked.replace(/\bvs\.(?=\s)/giu, "vs");
  if (text.length > MAX_CHARACTERS) return null;
  // What it is for may be told first: “We add languages to a translation model. Adapters or full fine-tuning?”
  const [question = "", ...before] = text.split(/(?<=[.?!])\s+(?=\p{Lu})/u).toReversed();
  if (before.length > 1 || (before.length === 1 && (before[0]!.includes("?") || !question.endsWith("?")))) return null;
  if (ASKS_OF_BOTH.test(question) || (MORE_THAN_OTHERS.test(question) && !/\b(?:or|vs|versus)\b/iu.test(question))) return null;
  if (!HELD.test(question) && (EXAMPLES_OR.test(text) || TO_BE_HAD.test(question) || ASKS_WHAT_EXISTS.test(question)))
    return null;
  if (OF_EITHER.test(question) || (OF_EACH.test(question) && !HOLDS.test(question))) return null;
  for (const pattern of PATTERNS) {
    const { a, b } = pattern.exec(question)?.groups ?? {};
    if (a === undefined || b === undefined) continue;
    const sides: [string, string] = [side(a), withNoun(withoutMeasure(side(b), side(a)), side(a))];
    if (sides.some((one) => KIND_OF_PAPER.test(one))) return null;
    if (!HELD.test(question) && eitherWouldDo(sides)) return null;
    if (sides.every(isSide))
      return { sides, rest: text.replace(HAS_MORE, " ; ").replace(BRINGS_FEWER, " ; ").replace(WORDS, " ; ") };
  }
  return null;
}

/** Behind the second side it may stand what both are measured by: “SGD vs Adam generalization”. */
const MEASURE =
  /(?<=^[^\s-]*\p{Lu}\S*)\s+(?:generali[sz]ation|performance|accuracy|quality|robustness|(?:(?:sample|data)\s+)?efficiency|speed|latency|convergence)$/u;

function withoutMeasure(text: string, other: string): string {
  return MEASURE.test(other) ? text : text.replace(MEASURE, "");
}

/** “Robust models … than standard ones” holds standard models against them. */
function withNoun(text: string, other: string): string {
  const noun = /\p{L}+(?<!s)s$/u.exec(other)?.[0];
  return noun === undefined ? text : text.replace(/(?<=\S\s)ones$/iu, noun);
}

/** Of two names for one sort of thing; of two things of one name (“… parsers or … parsers”) one is to be chosen. */
function eitherWouldDo(sides: readonly [string, string]): boolean {
  return EITHER_WOULD_DO.some((sort) => {
    const [a, b] = sides.map((one) => sort.exec(one)?.[0].toLowerCase());
    return a !== undefined && b !== undefined && a !== b;
  });
}

/** Where a long side ends that is told with what follows from it: “retrieve more passages and let …”. */
const GOES_ON = /^((?:\S+\s+){1,7}?\S+?),?\s+(?:and|that|which|who|when|while|because|so|given|then|first|before|after)\b.*$/iu;

function side(text: string): string {
  const named = bareSide(text.replace(/\s*\([^()]*\)/gu, ""));
  return named.split(/\s+/u).length > MAX_WORDS ? named.replace(GOES_ON, "$1") : named;
}

/** What a side does, behind it: “post-editing really saves time”. */
const DOES =
  /(?<!\b(?:to|that|which|who))\s+(?:(?:really|actually|still|even|truly)\s+)?(?:saves?|reduces?|improves?|increases?|boosts?|helps?|hurts?|gives?|brings?|lowers?|raises?|pays?\s+off)\s+\S.*$/iu;

/** What is done to a side, behind it: “open access articles cited more often than …”. */
const DONE_TO = /(?<=\S\s\S+)\s+(?:cited|downloaded|preferred|chosen|shared|trusted|accepted|rejected|retracted)$/iu;

function bareSide(text: string): string {
  return text
    .trim()
    .replace(/^.*[;:]\s*/u, "")
    .replace(
      /^(?:(?:stay|stick|go)\s+(?:with|to|for|straight\s+to)\s+|(?:the|a|an|using|simple|plain|either|whether|do|does|is|are|just|only|simply|rather)\s+)+/iu,
      "",
    )
    .replace(DOES, "")
    .replace(DONE_TO, "")
    .replace(/\s+(?:good|accurate|reliable|robust|strong)\s+enough$/iu, "")
    .replace(
      /(?<=\S)(?<!\b(?:on|in|into|to|with|for|from|of|at|by|than))\s+an?\s+(?:(?:big|bigger|large|larger|small|smaller|good|better|strong|stronger|new|separate)\s+)?one$/iu,
      "",
    )
    .replace(/[\s,.:]+$/u, "");
}

const NO_SIDE =
  /^(?:(?:it|they|this|that|these|those|we|there)(?:\s.*)?|others?|something\s+else|no|not|nothing|none|just|only|makes?\s.*|(?:i|we|you|they|people|everyone|someone)\s+(?:\w+ly\s+)?(?:am|are|is|was|were|have|has|had|keep|think|hear|heard|want|need|know|use|try|tried|say|said|read|believe|wonder|guess|feel|see|saw|do|can|could|should|would|will)\b.*|before|random|expected|chance|build|buy|wait|adopt|stay|stick|go|rely|depend)$/iu;

/** “pruning a large language model harm its multilingual”: what is done to something is asked of all that stands before. */
const CLAUSE =
  /(?<!\b(?:that|which|who|to))(?<=\S)\s+(?:harm|hurt|help|affect|degrade|improve|reduce|change|break|ruin|bias)s?\s+(?:its|their|the|a|an|our|your)\s/iu;

/** Longer stretches are clauses that a pattern ran over, and “it” or “ours” is nothing to look for. */
function isSide(text: string): boolean {
  const words = text.split(/\s+/u);
  return (
    text !== "" && words.length <= MAX_WORDS && !ONLY_A_COMPARATIVE.test(text) && !NO_SIDE.test(text) && !CLAUSE.test(`${text} `)
  );
}
