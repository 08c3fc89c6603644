/** Conditions that questions and papers name in other words: what a term says, and what of a paper's title or abstract says it too. */
const OTHERWISE: readonly (readonly [term: RegExp, text: RegExp, vague?: "vague"])[] = [
  [
    /\b(?:unseen|new|other|different|unfamiliar|target|foreign) (?:domains?|genres?)\b|\bout[- ]of[- ]domain\b|\bdomain (?:shift|mismatch)\b|\bdomains? (?:that (?:is|are|was|were) )?(?:not|never) seen\b/iu,
    /\b(?:out|outside)[- ]of[- ](?:domain|distribution)\b|\bOOD\b|\b(?:cross|inter|multi)[- ]?(?:domain|genre)\b|\bdomain[- ](?:shift|adapt\w*|transfer|generali[sz]\w*|robust\w*|mismatch|gap)|\b(?:unseen|new|other|different|target) (?:domains?|genres?)\b|\bzero-shot\b/iu,
  ],
  [
    /\bunseen (?:classes|intents|labels|relations|tasks|languages|entities)\b/iu,
    /\b(?:zero|few)-shot\b|\bunseen\b|\bnovel\b|\bnew \w+s\b/iu,
  ],
  [
    /\b(?:low|under|less)[- ]?resourced?\b|\bendangered\b|\bminority languages?\b/iu,
    /\b(?:low|under|less)[- ]?resourced?\b|\bendangered\b|\bminority\b|\bindigenous\b|\bscarce\b|\blimited (?:data|resources)\b/iu,
  ],
  [
    /\b(?:few|small|little|limited|scarce) (?:\w+ )?(?:data|examples|samples|labels|annotations)\b/iu,
    /\b(?:few|low|one|zero)[- ](?:shot|resource\w*|data)\b|\bscarc\w+|\b(?:small|limited|little|few) \w+/iu,
    "vague",
  ],
  [
    /\b(?:virtual reality|VR|AR|augmented reality|headsets?)\b/iu,
    /\b(?:head[- ]?(?:mounted|worn)|HMDs?|virtual|augmented|mixed|immersive)\b|\bVR\b/u,
  ],
  [
    /\b(?:blind|visually impaired|low[- ]vision)\b/iu,
    /\b(?:blind\w*|visual(?:ly)? impair\w*|low[- ]vision|screen readers?|braille)\b/iu,
  ],
  [/\b(?:deaf|hard[- ]of[- ]hearing)\b/iu, /\b(?:deaf\w*|hard[- ]of[- ]hearing|sign(?:ed)? languages?|caption\w*)\b/iu],
  [
    /\b(?:second[- ]language|L2|ESL|EFL|non-?native|foreign[- ]language|language learners?|learners?)\b/iu,
    /\b(?:second[- ]language|L2|ESL|EFL|non-?native|foreign[- ]language|learners?)\b/iu,
  ],
  [
    /\b(?:real|actual|end|human) (?:users?|people|customers?)\b|\buser stud(?:y|ies)\b/iu,
    /\b(?:users?|participants?|user stud(?:y|ies)|subjects|people|human)\b/iu,
    "vague",
  ],
  [/\b(?:children|kids|toddlers?|child)\b/iu, /\b(?:child\w*|kids|toddlers?|infants?|school\w*|pupils?)\b/iu],
  [/\b(?:older|elderly|senior) (?:adults?|people|users?)\b/iu, /\b(?:older|elder\w*|seniors?|ag(?:e?ing|ed))\b/iu],
  [
    /\b(?:doctors?|physicians?|clinicians?|patients?|clinical|medical|hospitals?|health ?records?)\b/iu,
    /\b(?:doctors?|physicians?|clinic\w*|patients?|medic\w*|hospitals?|health\w*|EHRs?|EMRs?|biomedic\w*|radiolog\w*)\b/iu,
  ],
  [
    /\b(?:legal|court|courts|law|contracts?|judg(?:e)?ments?)\b/iu,
    /\b(?:legal\w*|courts?|law\w*|contracts?|judg\w+|judicia\w*|statut\w*)\b/iu,
  ],
  [
    /\b(?:tweets?|twitter|social media|reddit|posts)\b/iu,
    /\b(?:tweets?|twitter|social media|reddit|facebook|weibo|microblog\w*|posts?|user-generated|instagram|youtube)\b/iu,
  ],
  [
    /\b(?:long (?:documents?|texts?|inputs?|contexts?|sequences?)|books?|novels?)\b/iu,
    /\blong\w*(?:[- ]\w+){0,2}|\bbooks?\b|\bnovels?\b|\bliterary\b|\bdocument[- ]level\b/iu,
  ],
  [/\b(?:speech|spoken|audio|voice|acoustic)\b/iu, /\b(?:speech|spoken|audio|voice|acoustic\w*|ASR|transcri\w+|phon\w+)\b/iu],
  [
    /\b(?:images?|visual|pictures?|photos?|vision)\b/iu,
    /\b(?:images?|visual\w*|pictures?|photos?|vision|multimodal|multi-modal)\b/iu,
  ],
  [/\b(?:source code|code|programs?|programming)\b/iu, /\b(?:code\w*|program\w*|software|GitHub|functions?)\b/iu],
  [
    /\b(?:small|smaller|tiny|compact) (?:language )?models?\b/iu,
    /\b(?:small\w*|tiny|compact|light-?weight|distill\w*|student|efficien\w+|\d+(?:\.\d+)?[MB])\b/u,
  ],
  [
    /\b(?:no|without) (?:labels?|labelled data|labeled data|annotations?|supervision|parallel data)\b|\bunsupervised\b/iu,
    /\b(?:un|self-?|weakly |distantly )supervis\w+|\bzero-shot\b|\bwithout \w+|\bunlabel\w+/iu,
  ],
  [
    /\b(?:real[- ]?time|streaming|simultaneous|online|incremental)\b/iu,
    /\b(?:real[- ]?time|stream\w*|simultaneous\w*|online|incremental\w*|latency|low-latency)\b/iu,
  ],
  [
    /\b(?:phones?|mobile|smartphones?|edge devices?|on-?device|embedded)\b/iu,
    /\b(?:phones?|mobile|smartphones?|edge|on-?device|embedded|tablet|touch\w*)\b/iu,
  ],
  [
    /\b(?:noisy|noise|typos?|misspell\w*|OCR)\b/iu,
    /\b(?:nois\w+|typo\w*|misspel\w*|spelling|OCR|error-prone|corrupt\w*|perturb\w*)\b/iu,
  ],
  [
    /\b(?:papers?|scholarly|scientific|academic|research articles?|publications?)\b/iu,
    /\b(?:scholarly|scientific|academic|scien\w+|papers|citations?|publications?|literature)\b/iu,
    "vague",
  ],
  [
    /\b(?:open|public|publicly available|free|freely available|downloadable)\b/iu,
    /\b(?:open\w*|public\w*|free\w*|releas\w+|available|GitHub|download\w*)\b/iu,
    "vague",
  ],
];

/** Whether a text says what a term of a question says, in other words that are known to stand for it. Pure. */
export function isSaidOtherwise(term: string, text: string): boolean {
  return OTHERWISE.some(([asked, said]) => asked.test(term) && said.test(text));
}

/** Whether all that stands for a term is known, so that its absence can be told of a single word too: “speech”, “children”, “legal”. Pure. */
export function isKnownCondition(term: string): boolean {
  return OTHERWISE.some(([asked, , vague]) => vague === undefined && asked.test(term));
}

/**
 * Whether a text says every condition of a question whose other words are known: what holds for news need not hold in court, nor in a domain that was not seen. Others may be met or not. Pure.
 */
export function meetsConditions(question: string, text: string): boolean {
  return OTHERWISE.every(
    ([asked, said, vague]) => vague !== undefined || !asked.test(question) || said.test(text) || asked.test(text),
  );
}
