/*
 * What the wording of a sentence tells about what it says to a question: no effect found, doubt, purpose, limits. Models were trained with these patterns as they
 * stand, so they do not follow the lists of `text`.
 */

/** Says that nothing was found: no effect, no difference, no relation. */
const NULL_FINDING = [
  /\b(?:no|not|without|lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of|little|nor|neither|any)\s+(?:[\w-]+\s+){0,3}?(?:effects?|differen\w+|associat\w+|relation\w*|correlat\w*|evidence|improvements?|benefits?|gains?|advantages?|impacts?|influence|changes?|increase|reduction|decrease|role|significan\w+)\b/iu,
  /(?:\bnot|n['’]t|\bnever|\bnor|\bneither)\s+(?:[\w-]+\s+){0,2}?(?:differ|associated|related|correlated?|affect\w*|influenc\w*|chang\w*|improv\w*|increas\w*|reduc\w*|decreas\w*|alter\w*|help|benefit|outperform\w*|hold|necessar\w*|requir\w*|needed|essential|involved|significant\w*|enough|sufficient|support\w*)\b/iu,
  /\b(?:unrelated|unaffected|unchanged|uncorrelated|independent(?:ly)?\s+of|regardless\s+of|irrespective\s+of|non-?significant\w*|insignificant|negligible|ineffective|dispensable|on\s+par\s+with|no\s+better|no\s+more|no\s+worse|fail(?:s|ed)?\s+to|lacking)\b/iu,
];

/** Says that two things do as well as one another. */
const ALIKE =
  /\b(?:similar(?:ly)?|comparabl[ey]|equivalent|equally|identical|the\s+same|as\s+(?:well|good|effective|high|low|safe)\s+as|on\s+par|matche?s?)\b/iu;

const LIMIT =
  /\b(?:however|although|though|but|despite|limit(?:ed|ations?)|struggl\w*|brittle|fragile|unreliable|inconsisten\w*|unstable|far\s+from|short(?:coming|comings)|falls?\s+short|lags?|gap|suffers?|unable|cannot|overestimat\w*|mislead\w*|spurious|questionable|doubt\w*|challeng\w*|contrary|contradict\w*|surprising\w*|unlikely|rarely|low|poor)\b/iu;
const HEDGE =
  /\b(?:may|might|could|possibl[ey]|potential(?:ly)?|perhaps|unclear|unknown|unresolved|debated?|controvers\w*|remains?|whether|inconclusive|likely|hypothes\w*|speculat\w*|further\s+(?:work|research|studies|study))\b/iu;
const PURPOSE =
  /\b(?:aim(?:s|ed)?|objectives?|purpose|sought|investigat\w+|examin\w+|explor\w+|evaluat\w+|assess\w*|stud(?:y|ied)|we\s+(?:propose|present|introduce|describe|test|tested|compare|compared|use|used|develop)|in\s+this\s+(?:paper|work|study)|methods?|design|background|objective|patients\s+were|were\s+(?:randomi\w+|recruited|enrolled|included|collected|performed|measured))\b/iu;
const RESULT =
  /\b(?:results?|conclu\w+|findings?|found|find|finds|show(?:s|ed|n|ing)?|demonstrat\w+|reveal\w*|observ\w+|indicat\w+|suggest\w*|significan\w+|report(?:s|ed)?|thus|therefore|hence|overall|confirm\w*|outperform\w*|achiev\w*|associated|together)\b/iu;

/** Where a text says that nothing was found. */
export function nothingFoundAt(text: string): number[] {
  return NULL_FINDING.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
}

export interface SentenceCues {
  nothingFound: boolean;
  alike: boolean;
  limit: boolean;
  hedge: boolean;
  purpose: boolean;
  result: boolean;
  asks: boolean;
  figures: boolean;
}

export function sentenceCues(text: string): SentenceCues {
  return {
    nothingFound: NULL_FINDING.some((pattern) => pattern.test(text)),
    alike: ALIKE.test(text),
    limit: LIMIT.test(text),
    hedge: HEDGE.test(text),
    purpose: PURPOSE.test(text),
    result: RESULT.test(text),
    asks: /\?\s*$/u.test(text),
    figures: /\d/u.test(text),
  };
}
