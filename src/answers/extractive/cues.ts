import { remembered } from "../../shared/remembered.ts";

/**
 * What in the wording of a sentence of an abstract hints at what the sentence does there. Each cue is a feature of the models of roles and of relevance,
 * which say what it weighs; a cue alone decides nothing. The models were trained with these patterns as they stand, so they do not follow the lists of `text`.
 */
export const CUES = {
  /* Findings. */
  we_find:
    /\b(?:we|our (?:\w+ )?(?:results?|findings?|experiments?|analys[ie]s|evaluations?|study|work|data))(?: \w+){0,2} (?:find|found|show(?:s|ed)?|demonstrate[sd]?|observe[sd]?|report(?:ed)?|reveal(?:s|ed)?|discover(?:ed)?|confirm(?:s|ed)?|identif(?:y|ied)|prove[sd]?|conclude[sd]?|suggests?|indicates?|see|achieve[sd]?|obtain(?:ed)?)\b/iu,
  results_show:
    /\b(?:results?|experiments?|evaluations?|analys[ie]s|findings?|studies|ablations?|data|evidence|tests)\b(?: [\w-]+){0,8} (?:shows?|showed|shown|demonstrates?|demonstrated|suggests?|suggested|indicates?|indicated|reveals?|revealed|confirms?|confirmed|supports?|validates?|verif(?:y|ied)|proves?|highlights?|advocates?|underscores?)\b/iu,
  results_word: /\b(?:results?|findings?|outcomes?)\b/iu,
  outperforms:
    /\b(?:outperform\w*|surpass\w*|exceed(?:s|ed)?|beat(?:s|en)?|superior|competitive|comparable|on par|state-of-the-art (?:results?|performance|accuracy|perplexity|F_?1)|(?:new|the) state[- ]of[- ]the[- ]art|better than|worse than|inferior|match(?:es)? (?:or|the)|baselines?)\b/iu,
  changes:
    /\b(?:improv\w+|increas\w+|decreas\w+|reduc\w+|gains?|declin\w+|drops?|dropped|rose|los(?:es|s|ing)|degrad\w+|enhanc\w+|boost\w*|speed-?ups?|hurts?|benefi\w+|fewer|faster|slower|smaller|higher|lower|greater|larger)\b/iu,
  effective:
    /\b(?:effective(?:ness)?|efficac\w+|efficien\w+|success(?:ful(?:ly)?)?|promising|robust(?:ness)?|feasib\w+|useful(?:ness)?|capable)\b/iu,
  significant:
    /\b(?:significant(?:ly)?|substantial(?:ly)?|considerabl[ey]|consistent(?:ly)?|notabl[ey]|marked(?:ly)?|dramatic(?:ally)?|strong(?:ly)?)\b/iu,
  associated:
    /\b(?:associat(?:ed|ions?)|correlat\w+|predict(?:s|ed|ors?|ive)|relat(?:ed|ionship)|risk|odds|independent(?:ly)?|differ(?:ed|s|ences?)?)\b/iu,
  fails:
    /\b(?:fail(?:s|ed)?|struggl\w+|limited|challeng\w+|poor(?:ly)?|unable|cannot|insufficient|far behind|room for improvement|lack(?:s|ing)?|suffers?|drawbacks?|limitations?|despite|although|only)\b/iu,
  negated: /\b(?:no|not|neither|nor|never|without|none)\b|n['’]t\b/iu,
  /* Measures. */
  percent: /\d\s*(?:%|percent\b|(?:percentage |absolute )?points?\b)/iu,
  statistic:
    /\b[pP] ?[<=>≤]|\bCI\b|\b(?:odds|hazard|risk) ratio|\b(?:OR|HR|RR|AUC|AUROC|BLEU|ROUGE|F_?1|TER|WER|kappa)\b|±|\bfold\b|\b\d+(?:\.\d+)?[x×]/u,
  decimal: /\b\d+[.·]\d+\b/u,
  digits: /\d/u,
  sample_size:
    /\b[nN] ?= ?\d|\b\d[\d,]* (?:\w+ )?(?:patients|participants|subjects|women|men|children|students|tweets|sentences|documents|papers|samples|articles|annotators)\b/u,
  /* Conclusions. */
  conclude:
    /\b(?:conclu\w+|in summary|overall|taken together|these (?:results|findings|data)|our (?:findings|results|study|work)|this (?:study|work) (?:shows|suggests|highlights|provides|demonstrates))\b/iu,
  implies:
    /\b(?:suggest(?:s|ing)?|impl(?:y|ies|ications?)|indicat(?:e|es|ing)|highlight(?:s|ing)?|should|may|might|could|can be (?:used|considered|applied|attributed)|appears?|seems?|likely|possib(?:le|ly)|potential(?:ly)?|important for|insights?|need for|calling for|recommend\w*|warrant\w*)\b/iu,
  present_finding:
    /\b(?:is|are|has|have|does|do|can|remains?) (?:\w+ly )?(?:not |an? |the |more |less |associated|effective|safe|useful|feasible|reliable|related|common|important|independent|significant)/iu,
  /* What the paper sets out to do. */
  in_this_paper:
    /\b(?:in|with) (?:this|the (?:present|current|following)) (?:paper|work|study|article|submission|research|report|thesis|tutorial|survey|project)\b/iu,
  this_paper:
    /\b(?:this|the (?:present|current)) (?:paper|work|study|article|submission|research|report|tutorial|survey|thesis)\b/iu,
  we_propose:
    /\b(?:we|this (?:paper|work|article|study))(?: \w+){0,3} (?:propos\w+|present(?:s|ed)?|introduc\w+|describ\w+|develop\w*|design\w*|devise\w*|formulate\w*|suggest a|build|built|create[sd]?|offers?|contribut\w+|tackle[sd]?|address(?:es)?|consider|study|explore|define)\b|\bis (?:proposed|presented|introduced)\b|\bour (?:main |key )?(?:idea|contributions?|approach|goal)\b/iu,
  novel:
    /\b(?:novel|new|first|simple yet|alternative) (?:\w+[ -]){0,3}(?:method|approach|model|framework|technique|architecture|algorithm|task|dataset|corpus|benchmark|system|paradigm|objective|loss|mechanism|perspective|strategy|scheme)s?\b/iu,
  aims: /\b(?:aim(?:s|ed)?|objectives?|purpose|goal|sought|seek|hypothe[sz]i\w+|intend\w*|attempt\w*)\b|\b(?:to|we) (?:\w+ )?(?:determine|investigate|examine|assess|evaluate|test|explore|compare|study|analy[sz]e|understand|identify|clarify|describe)[sd]?\b|\bwhether\b/iu,
  /* What was done. */
  done_passive:
    /\b(?:was|were|been|being) (?:\w+ly )?(?:perform\w+|assess\w+|tested|recruit\w+|randomi[sz]ed|enrolled|measured|analy[sz]ed|compared|evaluated|conducted|studied|used|assigned|collected|included|obtained|recorded|divided|reviewed|examined|determined|identified|selected|performed|calculated|treated|administered|interviewed|trained|applied|investigated|carried out)\b/iu,
  done_by_us:
    /\bwe (?:\w+ )?(?:use[sd]?|train(?:ed)?|evaluate[sd]?|appl(?:y|ied)|compare[sd]?|perform(?:ed)?|conduct(?:ed)?|collect(?:ed)?|annotate[sd]?|test(?:ed)?|assess(?:ed)?|measure[sd]?|analy[sz]e[sd]?|reviewed|included|examined|recruited|experiment(?:ed)?|employ(?:ed)?|adopt(?:ed)?|incorporate|leverage|extend|combine|construct(?:ed)?|adapt|utilize|investigate[sd]?|validate[sd]?|carry out)\b/iu,
  parts:
    /\b(?:consists? of|comprises?|first|second|third|then|finally|specifically|in particular|particularly|concretely|in addition|furthermore|moreover|additionally|to (?:do|achieve) (?:this|so))\b/iu,
  by_doing: /\b(?:by|through|via|using|based on|with the (?:aid|help)) (?:\w+ing|the|an?)\b/iu,
  study_design:
    /\b(?:retrospective|prospective|cohort|cross-sectional|case-control|questionnaires?|interviews?|database|consecutive|randomi[sz]ed|double-blind|trial|registry|records)\b/iu,
  past_tense: /\b(?:was|were|had|did)\b/iu,
  present_perfect:
    /\b(?:has|have) (?:\w+ )?(?:been|become|shown|demonstrated|achieved|attracted|gained|emerged|received|proven|led|made)\b/iu,
  /* What is known, and what is not. */
  known:
    /\b(?:is|are|remain(?:s|ed)?) (?:an? |one of the |both |still |the )?(?:\w+ )?(?:important|challenging|crucial|critical|fundamental|popular|well[- ]known|widely|essential|key|difficult|hard|notoriously|unclear|unknown|unexplored|understudied|open|integral|ubiquitous|common|controversial|debated)\b|\bplays? an? \w+ role\b/iu,
  lately:
    /\b(?:recent(?:ly)?|in recent years|over the past|nowadays|traditional(?:ly)?|to date|with the (?:rise|advent|growth))\b/iu,
  others:
    /\b(?:existing|prior|previous|current|conventional|most|many|several|other) (?:\w+ ){0,2}(?:works?|methods?|approach(?:es)?|studies|research\w*|systems?|models?|techniques?|algorithms?|literature|attempts|efforts)\b/iu,
  little_known:
    /\b(?:little (?:is known|attention|work|evidence)|few studies|no stud(?:y|ies)|has not been|have not been|yet to be|not yet|not well|poorly understood|lack of|scarc\w+|gap)\b/iu,
  habits: /\b(?:often|typically|usually|commonly|generally|frequently|tends? to|prone to|in many|widely)\b/iu,
  definition:
    /\b(?:is|are) (?:the|a|an) (?:task|problem|process|method|technique|type|form|field|disease|condition|common|leading) of\b|\baims? to\b|\brefers? to\b/iu,
  ours: /\b(?:we|our|us|proposed|ours)\b/iu,
  named_ours:
    /\b(?:our|the proposed|the resulting|the presented) (?:\w+[ -]){0,4}(?:method|approach|model|models|framework|system|systems|technique|architecture|algorithm|annotation|dataset|construction|tool|code|scheme)\b/iu,
  /* What says nothing of the subject. */
  released:
    /\b(?:release[sd]?|publish|open-?sourc\w+|(?:is|are|will be) (?:made )?(?:\w+ly )?(?:available|accessible|released)|freely available|publicly|https?:|github)/iu,
  hope: /\b(?:we hope|future (?:work|research|directions?|studies)|further (?:research|work|studies|investigation)|pave[sd]? the way|guide forthcoming|encourag\w+|facilitate|discuss(?:es)?|outline)\b/iu,
  organisation:
    /\b(?:(?:this|the) (?:paper|article|chapter|section|survey|tutorial) (?:\w+ ){0,2}(?:discuss|describ|explain|review|survey|summari[sz]|outlin|details?|concludes|is organi[sz]ed|presents the results)\w*|we (?:also )?(?:discuss|describe|review|detail|outline|conclude with|present examples|provide (?:an? )?(?:overview|analysis)|show detailed analysis))\b/iu,
  question: /\?\s*$/u,
  /* How it hangs together. */
  turns:
    /^(?:however|but|yet|nevertheless|nonetheless|unfortunately|in contrast|conversely|on the other hand|still)\b|;? however,/iu,
  leans:
    /^(?:(?:this|these) (?!(?:\w+ )?(?:paper|study|studies|work|article|research|review|survey|trial|analysis|results?|findings|data|experiments)\b)|those|such|it (?!is\b)|its|they|their|he|she|both|also|moreover|furthermore|additionally|therefore|thus|hence|then|finally|second|third|as a result|consequently)\b/iu,
  to_address:
    /^(?:to (?:address|this end|tackle|overcome|fill|test|solve|mitigate|alleviate)|towards this|motivated|inspired)\b/iu,
} as const satisfies Record<string, RegExp>;

export type Cue = keyof typeof CUES;

export const CUE_NAMES = Object.keys(CUES) as Cue[];

/** The models of roles, of relevance and of answers look at the same sentences, some hundreds a question. */
const SENTENCES_REMEMBERED = 4_000;

/** The cues that a sentence has. */
export const cuesOf: (sentence: string) => ReadonlySet<Cue> = remembered(
  SENTENCES_REMEMBERED,
  (sentence) => new Set(CUE_NAMES.filter((cue) => CUES[cue].test(sentence))),
);

/** What a kind of question wants a sentence to say, or would rather not hear. No model looks at these, so they may change without training one. */
export const SAYS = {
  /** That the paper brings something. */
  presents:
    /\b(?:we|this (?:paper|work|article)|the (?:paper|authors))\b[^.]{0,60}\b(?:present|introduc|propos|releas|construct|creat|buil[dt]|develop|collect|compil|annotat|publish|provid|contribut|describ|curat)\w*|\b(?:is|are) (?:introduced|presented|released|proposed|described)\b|\bthe first\b/iu,
  boasts:
    /\b(?:outperform\w*|state[- ]of[- ]the[- ]art|superior\w*|surpass\w*|competitive|promising|(?:the )?effectiveness of (?:our|the proposed)|our (?:proposed )?(?:method|model|approach|system|framework))\b/iu,
  by_means:
    /\b(?:by (?:\w+ ){0,2}\w+ing|using|via|through|based on|consist\w* of|is (?:measured|computed|defined|trained|obtained)|are (?:measured|computed|defined|trained|obtained))\b/iu,
  without: /\b(?:without|no|free|un\w+ed|zero)\b/iu,
} as const;

/** Names of what a paper may bring. */
export const THINGS = {
  dataset:
    /\b(?:data ?sets?|corp(?:us|ora)|benchmarks?|treebanks?|collections?|test suites?|resources?|lexicons?|[A-Z]\w*Bank|gold standard)\b/iu,
  code: /\b(?:toolkits?|librar(?:y|ies)|frameworks?|software|implementations?|open[- ]source|tools?|packages?|code)\b/iu,
  model: /\b(?:models?|checkpoints?|weights|[A-Z]\w*BERT|LLMs?)\b/iu,
} as const;

const BRINGING =
  "(?:present|introduc|releas|construct|creat|build|built|develop|collect|compil|annotat|publish|provid|contribut|describ|curat|propos|offer|shar|constitut|assembl|gather|crawl|mak(?:e|ing)|made)\\w*";
/** What a sentence that brings something else names first: “a method for … corpora”, “trained on our corpus”. */
const ELSEWHERE = "(?:methods?|approach\\w*|techniques?|strateg\\w+|algorithms?|on|from|using|over|in|with|improv\\w+)";
const BRINGS = byThing(
  (thing) =>
    new RegExp(
      `(?<!\\b(?:the|our|this|these)\\s)\\b${BRINGING}\\b(?:(?!\\b${ELSEWHERE}\\b)[^.;:]){0,80}?(?:${thing})|\\bcontributions?\\s+(?:is|are|include\\w*)\\s*:?\\s*(?:\\(?\\w\\)\\s*)?an?\\s+(?:new|novel|first)\\b(?:(?!\\b${ELSEWHERE}\\b)[^.;:]){0,40}?(?:${thing})`,
      "iu",
    ),
);
const HEADS_TITLE = byThing((thing) => new RegExp(`(?:${thing})(?:$|[:?!]| (?:for|of|with|on|to|in|and|from)\\b)`, "iu"));

/** “Accelerating reinforcement learning with offline datasets” uses them. */
const USED_IN_TITLE =
  /\b(?:with|using|via|from)\s+(?:(?!(?:new|novel|first|two|three|four|our|large)\b)[\p{L}-]+\s+){0,3}(?:data(?:\s?sets?)?|corp(?:us|ora)|benchmarks?)$/iu;

function byThing(pattern: (thing: string) => RegExp): Record<keyof typeof THINGS, RegExp> {
  const of = (thing: keyof typeof THINGS) => pattern(THINGS[thing].source);
  return { dataset: of("dataset"), code: of("code"), model: of("model") };
}

/** Whether a sentence says that its paper brings such a thing (“we release X, a corpus of …”), rather than that it used one. */
export function bringsThing(text: string, thing: keyof typeof THINGS): boolean {
  return BRINGS[thing].test(text);
}

/** Whether a title names such a thing as what the paper is about: “X: A Dataset for …”, “The Y Corpus”. */
export function isTitleOf(title: string, thing: keyof typeof THINGS): boolean {
  return HEADS_TITLE[thing].test(title.replace(USED_IN_TITLE, "").trim());
}

const OUTCOME = [
  CUES.outperforms,
  CUES.changes,
  CUES.percent,
  /\b(?:better|worse|best|similar(?:ly)?|alike|equal(?:ly)?|differ\w*|advantages?|more|less|both|whereas|while|than|prefer\w*)\b/iu,
];

/** Whether a sentence that names two things may say how they stand to each other. */
export function tellsOutcome(text: string): boolean {
  return OUTCOME.some((pattern) => pattern.test(text));
}

const FURTHER_LIMITS =
  /\b(?:no|not|fail(?:ing|ures?)|limit(?:s|ing|ation)?|poorer|poorest|weak\w*|shortcoming\w*|unsuitable|unreliable|lacked|problem\w*|however|worse|degrad\w*|sensitive|bias\w*)\b/iu;

/** Whether a sentence says what does not work, or where something ends. “Without” is not among it: what needs no more than others is no limit. */
export function tellsLimit(text: string): boolean {
  return cuesOf(text).has("fails") || FURTHER_LIMITS.test(text);
}

/** Headings within structured abstracts, by the role of what follows. */
const HEADINGS = {
  background:
    /^(?:backgrounds?|introduction|context|importance|rationale|summary of background data|what is known)\b(?=[:. ]\s*[A-Z])/iu,
  aim: /^(?:objectives?|aims?|purpose|goals?|hypothesis|study objective|research question)\b(?=[:. ]\s*[A-Z])/iu,
  method:
    /^(?:(?:materials?|patients?|subjects?)(?: and |, | & )methods?|methods?(?: and (?:materials|results|findings|principal findings))?|(?:study )?design|setting|participants|patients|subjects|interventions?|data sources?|main outcome measures?|methodology(?:\/principal findings)?|study selection|experimental design|data extraction)\b(?=[:. ]\s*[A-Z])/iu,
  result:
    /^(?:(?:main )?results?|findings|principal findings|measurements and main results|key results|outcomes)\b(?=[:. ]\s*[A-Z])/iu,
  conclusion:
    /^(?:(?:authors['’] )?conclusions?(?:\/significance)?(?: and (?:relevance|clinical relevance|implications))?|interpretation|significance|implications|discussion|summary)\b(?=[:. ]\s*[A-Z])/iu,
} as const satisfies Record<string, RegExp>;

export type Heading = keyof typeof HEADINGS;

export function headingOf(text: string): Heading | null {
  return (Object.keys(HEADINGS) as Heading[]).find((name) => HEADINGS[name].test(text)) ?? null;
}
