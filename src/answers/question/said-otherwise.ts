import type { ReadQuestion } from "./schema.ts";

/** A condition that questions and papers put in other words: what of a term says it, and what of a text. */
interface Condition {
  asked: RegExp;
  said: RegExp;
  /** Words for it are countless: that a text has none of these says nothing. */
  open?: true;
  /** It is looked for in the whole question, since no term holds it: “domains not seen in training”. */
  whole?: true;
}

const CONDITIONS: readonly Condition[] = [
  {
    asked: /\b(?:AI|machine|LLM|GPT|model|computer)[- ]?(?:written|generated|authored)\b/iu,
    said: /\b(?:AI|machine|LLM|(?:Chat)?GPT(?:-?[\d.]+o?)?|model|computer|artificially|automatically)s?[- ]?(?:written|generated|authored|produced)\b|\b(?:generated|written|produced)\s+by\s+(?:[\p{L}\p{N}-]+\s+){0,3}?(?:AI|LLMs?|(?:Chat)?GPT|Llama|machines?|models?)/iu,
  },
  {
    asked: /^(?:large language models?|LLMs?)$/iu,
    said: /(?<!\b(?:n-gram|masked|statistical)\s)\b[Ll]anguage [Mm]odels?\b|\b(?:LLMs?|PLMs?|ChatGPT|InstructGPT|Codex|Copilot|PaLM|Claude|Mistral|Mixtral|Qwen|DeepSeek|Vicuna|Alpaca|BLOOM|T5|FLAN|LLaMA)\b|\bGPT-?\d|\bLlama/u,
  },
  {
    asked:
      /\b(?:unseen|new|other|different|unfamiliar|target) domains?\b|\bout[- ]of[- ]domain\b|\bdomain (?:shift|mismatch)\b|\bdomains? (?:that (?:is|are|was|were) )?(?:not|never) seen\b/iu,
    whole: true,
    said: /\b(?:out|outside)[- ]of[- ](?:the[- ])?(?:training[- ])?(?:domain|distribution)s?\b|\bOOD\b|\b(?:cross|inter|multi)-?domain\b|\bdomain[- ](?:shift|adapt\w*|transfer|generali[sz]\w*|robust\w*|mismatch|gap)|\b(?:unseen|new|novel|other|different|target|specialised|specialized) domains?\b|\bzero-shot\b/iu,
  },
  {
    asked: /\b(?:(?:low|under|less)[- ]?resourced?|endangered|minority) languages?\b/iu,
    said: /\b(?:low|under|less|limited)[- ]?resourced?\b|\bendangered\b|\bminority\b|\bindigenous\b|\bscarce\b/iu,
    open: true,
  },
  {
    asked: /\b(?:few|small|little|limited|scarce) (?:\w+ )?(?:data|examples|samples|labels|annotations)\b/iu,
    said: /\b(?:few|low|one|zero)[- ](?:shot|resource\w*|data)\b|\bscarc\w+|\b(?:small|limited|little|few) \w+/iu,
    open: true,
  },
  {
    asked: /\b(?:virtual|augmented|mixed) reality\b|\bVR\b|\b(?:VR|AR) headsets?\b|\bheadsets?\b/u,
    said: /\b(?:head[- ]?(?:mounted|worn)|HMDs?|(?:virtual|augmented|mixed|extended) (?:reality|environments?)|immersive|VR)\b/iu,
  },
  {
    asked: /\b(?:blind|visually impaired) (?:users?|people|persons?|readers?|children|students?)$|^visually impaired$/iu,
    said: /\b(?:blind\w*|visual(?:ly)?[- ]impair\w*|visual disabilit\w+|low[- ]vision|screen[- ]readers?|braille)\b/iu,
  },
  {
    asked: /\b(?:deaf|hard[- ]of[- ]hearing)\b/iu,
    said: /\b(?:deaf\w*|hard[- ]of[- ]hearing|hearing[- ]impair\w*|sign(?:ed)? languages?)\b/iu,
  },
  {
    asked:
      /\b(?:second[- ]language|L2|ESL|EFL|non-?native|foreign[- ]language|language) (?:learners?|speakers?|writers?|readers?|students?)\b/iu,
    said: /\b(?:second[- ]language|L2|ESL|EFL|non-?native|foreign[- ]language|learners?)\b/iu,
  },
  {
    asked: /\b(?:real|actual|end|human) (?:users?|people|customers?)\b/iu,
    said: /\b(?:users?|participants?|user stud(?:y|ies)|subjects|people|humans?)\b/iu,
    open: true,
  },
  {
    asked:
      /^(?:(?:young|preschool|school) )?(?:children|kids|toddlers)(?: (?:learning|learners))?$|^child(?:ren['’]s)? (?:speech|language|users?)$/iu,
    said: /\b(?:child\w*|kids|toddlers?|infants?|school\w*|pupils?|preschool\w*)\b/iu,
  },
  {
    asked: /\b(?:older|elderly|senior) (?:adults?|people|users?)\b/iu,
    said: /\b(?:older|elder\w*|seniors?|ag(?:e?ing|ed))\b/iu,
  },
  {
    asked:
      /\b(?:clinical|medical|hospital|biomedical|health) (?:text|texts|notes?|records?|documents?|data|domain|reports?|practice|trials?|decisions?|questions?|advice)\b|^(?:doctors?|physicians?|clinicians?|hospitals?)$/iu,
    said: /\b(?:doctors?|physicians?|clinic\w*|patients?|medic\w*|hospitals?|health\w*|EHRs?|EMRs?|biomedic\w*|radiolog\w*|diagnos\w*|pubmed)\b/iu,
  },
  {
    asked:
      /\b(?:legal|court) (?:text|texts|documents?|judg(?:e)?ments?|decisions?|cases?|domain|opinions?|contracts?|questions?|rulings?|summaries)\b|^(?:courts?|lawyers?)$/iu,
    said: /\b(?:legal\w*|courts?|laws?|lawyers?|contracts?|judicia\w*|jurisprud\w*|statut\w*|legislat\w*)\b/iu,
  },
  {
    asked: /^(?:tweets?|twitter|reddit|social media(?: (?:posts?|texts?|data|users?))?)$/iu,
    said: /\b(?:tweets?|tweeted|twitter|social (?:media|networks?)|reddit|facebook|weibo|microblog\w*|blogs?|user-generated|instagram|youtube|tiktok|telegram)\b/iu,
  },
  {
    asked: /\blong(?:er)? (?:documents?|texts?|inputs?|contexts?|novels?)\b|^(?:whole |entire )?(?:books|novels)$/iu,
    said: /\blong(?:er|est)?[- ](?:\w+[- ])?(?:documents?|texts?|inputs?|contexts?|sequences?|form|range|input|articles?|reports?)\b|\bbooks?\b|\bnovels\b|\bliterary\b|\bdocument[- ]level\b|\blengthy\b/iu,
  },
  {
    asked: /^(?:speech|spoken language|audio|voice)$/iu,
    said: /\b(?:speech|spoken|audio|voices?|vocal|acoustic\w*|ASR|phon(?:e|eme|etic)\w*|prosod\w*|recordings?)\b/iu,
  },
  {
    asked: /^(?:images?|pictures?|photos?|photographs?)$/iu,
    said: /\b(?:images?|visual\w*|pictures?|photo\w*|vision|multi-?modal\w*|pixels?|ImageNet|CIFAR\S*|MNIST)\b/iu,
  },
  {
    asked: /^(?:source code|program code)$/iu,
    said: /\b(?:code\w*|program\w*|software|GitHub|Java|Python)\b/iu,
  },
  {
    asked: /\b(?:no|without) (?:labels?|labell?ed data|annotations?|supervision|parallel data)\b|^unsupervised$/iu,
    said: /\b(?:un|self-?|weakly |distantly )supervis\w+|\bzero-shot\b|\bwithout \w+|\bunlabel\w+/iu,
    open: true,
  },
  {
    asked: /^(?:real[- ]?time(?: \w+)?|simultaneous translation)$/iu,
    said: /\b(?:real[- ]?time|stream\w*|simultaneous\w*|online|incremental\w*|latency|low-latency|milliseconds?)\b/iu,
  },
  {
    asked: /^(?:(?:mobile|smart)[- ]?phones?|phones|mobile devices?|edge devices?)$/iu,
    said: /\b(?:phones?|mobile|smartphones?|edge|on-?device|embedded|tablets?|touch\w*)\b/iu,
  },
  {
    asked: /^(?:OCR(?: (?:noise|errors?|text))?|noisy (?:text|input|data)|spelling errors?|typos?)$/iu,
    said: /\b(?:nois\w+|typo\w*|misspel\w*|spelling|OCR|corrupt\w*|perturb\w*|non-?standard)\b/iu,
  },
  {
    asked: /\b(?:papers?|scholarly|scientific|academic|research articles?|publications?)\b/iu,
    said: /\b(?:scholarly|scientific|academic|scien\w+|papers|citations?|publications?|literature)\b/iu,
    open: true,
  },
  {
    asked: /^(?:open|public|publicly available|free|freely available)\b/iu,
    said: /\b(?:open\w*|public\w*|free\w*|releas\w+|available|GitHub|download\w*)\b/iu,
    open: true,
  },
];

/** Whether a text says what a term of a question says, in other words that are known to stand for it. Pure. */
export function isSaidOtherwise(term: string, text: string): boolean {
  const own = CONDITIONS.filter(({ asked }) => asked.test(term));
  return own.length > 0 && own.every(({ said }) => said.test(text));
}

/** Whether the words that stand for a term are known, so that it can be told that nobody has them, of a single word too: “speech”, “children”, “court decisions”. Pure. */
export function isKnownCondition(term: string): boolean {
  return CONDITIONS.some(({ asked, open }) => !open && asked.test(term));
}

/**
 * Whether a text says every condition of a question whose words are known: what holds for news need not hold in court, nor in a domain that was not seen. `terms`: what it holds of, without what is compared. Pure.
 */
export function meetsConditions(question: string, terms: ReadQuestion["subject"]["terms"], text: string): boolean {
  const isAsked = ({ asked, open, whole }: Condition) =>
    !open && (whole ? asked.test(question) : terms.some((term) => asked.test(term.text)));
  return CONDITIONS.every((condition) => !isAsked(condition) || condition.said.test(text) || condition.asked.test(text));
}
