/**
 * How a sentence of an abstract is made says what it is worth as a quote: what was found more; what was done, what is known, what others did and
 * what leans on the sentence before less. Tuned on half of SciFact's marked sentences (`bench/canvas.ts`).
 */
const MANNERS: readonly { words: RegExp; bonus: number }[] = [
  /* Findings. */
  {
    words:
      /\b(?:we (?:show|find|found|demonstrate|observe|report)|results?|conclu\w*|show(?:s|ed|n)?|demonstrat\w*|reveal\w*|outperform\w*|improv\w*|significant\w*|increase[sd]?|decrease[sd]?|reduce[sd]?|suggest\w*)\b/iu,
    bonus: 0.2,
  },
  /* Figures that measure: shares, ratios, p-values. */
  { words: /\d\s*%|\b[pP] ?[<=>≤]|\bCI\b|\b\d+[.·]\d+\b|\b(?:odds|hazard|risk) ratio|\bfold\b/u, bonus: 0.1 },
  /* Headings within structured abstracts. */
  {
    words:
      /^(?:conclusions?|interpretation|findings|(?:main )?results|significance|conclusions and relevance)\b(?=[:. ]\s*[A-Z])/iu,
    bonus: 0.1,
  },
  {
    words:
      /^(?:(?:materials? and )?methods?|design|setting|objectives?|aims?|purpose|background|introduction|context|participants|patients|data sources|importance|rationale)\b(?=[:. ]\s*[A-Z])/iu,
    bonus: -0.2,
  },
  /* What was done. */
  {
    words:
      /\b(?:we|was|were|has been|have been) (?:\w+ )?(?:aimed|sought|investigat\w+|examin\w+|perform\w+|assess\w+|tested|recruit\w+|randomi[sz]ed|enrolled|measured|analy[sz]ed?|compared?|evaluated?|conduct(?:ed)?|stud(?:y|ied)|used|assigned|collected|explored?)\b|\bto (?:determine|investigate|examine|assess|evaluate|test|explore) (?:whether|the|if|how)\b|\b(?:aim|objective|purpose|goal) (?:of|was|is)\b/iu,
    bonus: -0.2,
  },
  /* What is known, and what is not. */
  {
    words:
      /\b(?:is|are|has been|have been|remain(?:s|ed)?) (?:an? |one of the |both |still )?(?:\w+ )?(?:important|challenging|crucial|fundamental|popular|well[- ]known|widely|essential|difficult|unclear|unknown|unexplored|understudied|open)\b|^(?:recently|despite|in recent years|existing|prior|previous|traditional|state-of-the-art)\b/iu,
    bonus: -0.3,
  },
  {
    words:
      /\b(?:has|have) (?:yet to|not (?:yet )?been|recently|become|attracted|gained|emerged|received)\b|\blittle (?:is known|attention|work)\b|(?<!\bwe )\b(?:has|have) (?:shown|demonstrated|achieved)\b/iu,
    bonus: -0.3,
  },
  {
    words:
      /^(?!.*\b(?:we|our|proposed)\b).*\bachiev\w+ (?:\w+ )?(?:outstanding|remarkable|impressive|great|promising|significant|state-of-the-art)\b|\b(?:is|are) (?:the|a) (?:task|problem|process) of\b|\bplays? an? \w+ role\b/iu,
    bonus: -0.4,
  },
  { words: /\bwe hope\b|\bwe (?:also )?(?:release|make)\b|\b(?:future work|are (?:publicly )?released)\b/iu, bonus: -0.3 },
  { words: /\bin this (?:paper|work|study|article),? we (?:propose|present|introduce|describe)\b/iu, bonus: -0.1 },
  { words: /\b(?:often|typically|usually|commonly|generally|suffers? from|prone to)\b/iu, bonus: -0.1 },
  /* What leans on the sentence before. */
  {
    words:
      /^(?:this|these|those|such|it|they|he|she|however|moreover|furthermore|additionally|also|therefore|thus|hence|then|finally|second|third)\b/iu,
    bonus: -0.1,
  },
];

/** What the manner of a sentence adds to its relevance, about -0.6 to 0.4. */
export function manner(text: string): number {
  return MANNERS.reduce((sum, { words, bonus }) => sum + (words.test(text) ? bonus : 0), 0);
}
