/*
 * The one list of words that say which way something goes, and of words that deny. `amount`: more or less of something; `worth`: better or
 * worse; `cause`: one thing brings another about or holds it back; `relation`: two things have to do with each other, or have not.
 */

export type DirectionKind = "amount" | "worth" | "cause" | "relation";

/** A word of direction in a text: UTF-16 units, end exclusive; 1 is up, better or brought about, -1 the opposite. */
export interface DirectionWord {
  kind: DirectionKind;
  sign: 1 | -1;
  start: number;
  end: number;
}

const WORDS: Record<DirectionKind, { up: string; down: string }> = {
  amount: {
    up: "increas\\w* higher highest elevat\\w* greater greatest ris(?:e|es|en|ing) rose raises? raised raising more larger exceed\\w* ahead boost\\w* gain(?:s|ed|ing)? stronger strengthen\\w* faster accelerat\\w*",
    down: "decreas\\w* reduc\\w* lower\\w* lowest declin\\w* drop(?:s|ped|ping)? fall(?:s|ing|en)? fell less fewer smaller weaker weaken\\w* slower",
  },
  worth: {
    up: "improv\\w* enhanc\\w* outperform\\w* better best superior surpass\\w* beat(?:s|en|ing)? benefi\\w+ effective help(?:s|ed|ful)? sufficient succeed\\w*",
    down: "impair\\w* worse\\w* worst underperform\\w* degrad\\w* inferior poor(?:er|ly)? fail(?:s|ed)? struggl\\w* hurt(?:s|ing)? harm\\w* ineffective insufficient trail(?:s|ed|ing)? behind los(?:e|es|ing|t)",
  },
  cause: {
    up: "promot\\w* induc\\w* stimulat\\w* activat\\w* encourag\\w* upregulat\\w* up-regulat\\w* exacerbat\\w* aggravat\\w* facilitat\\w* trigger\\w* driv(?:e|es|en|ing) causes? caused causing enables? enabled enabling potentiat\\w* augment(?:s|ed|ing)? amplif\\w* expand(?:s|ed|ing)? prolong\\w* favou?r(?:s|ed|ing)? foster\\w* intensif\\w* spur\\w* extend(?:s|ed|ing)?",
    down: "inhibit(?!ors?\\b)\\w* suppress\\w* prevent\\w* block(?:s|ed|ing)? attenuat\\w* diminish\\w* abolish\\w* abrogat\\w* repress\\w* downregulat\\w* down-regulat\\w* imped\\w* halt(?:s|ed|ing)? dampen\\w* slow(?:s|ed|ing)? deplet\\w* disrupt\\w* mitigat\\w* alleviat\\w* protect\\w* limit(?:s|ed|ing)? restrict\\w* eliminat\\w* avoid\\w* delay\\w* shorten\\w* interfer\\w* antagoni\\w* hinder\\w* undermin\\w* rescu\\w* counteract\\w* ameliorat\\w* lessen\\w* curb\\w* minimi[sz]\\w* shrink\\w* narrow(?:s|ed|ing) revers(?:es|ed|ing) cur(?:es?|ed|ing)",
  },
  relation: {
    up: "associat\\w* correlat\\w* predict(?:s|ed|ive|or|ors)? linked links? relat(?:es|ed|ion|ions|ionship|ionships) involv(?:es|ed|ing) contribut\\w* responsible depends? dependent roles? effects? impacts? influenc\\w* affect(?:s|ed|ing)? differen(?:ce|ces|t|tly) differ(?:s|ed)? evidence changes? changed requires? required necessary essential needed crucial critical important mediat\\w* supports? matters? generali[sz]\\w* transfers? works?",
    down: "unrelated unaffected unchanged uncorrelated independent(?:ly)? irrelevant negligible insignificant dispensable unnecessary redundant",
  },
};

const LISTS = Object.entries(WORDS).flatMap(([kind, { up, down }]) =>
  [
    [1, up],
    [-1, down],
  ].map(([sign, words]) => ({
    kind: kind as DirectionKind,
    sign: sign as 1 | -1,
    pattern: new RegExp(`\\b(?:${(words as string).split(" ").join("|")})\\b`, "giu"),
  })),
);

/** The words of direction of these kinds in a text, in its order. */
export function directionWords(text: string, kinds: readonly DirectionKind[]): DirectionWord[] {
  return LISTS.filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ kind, sign, pattern }) =>
      Array.from(text.matchAll(pattern), (match) => ({ kind, sign, start: match.index, end: match.index + match[0].length })),
    )
    .toSorted((a, b) => a.start - b.start);
}

/** Words that deny what follows them, wherever they stand in a text. */
const NEGATION =
  /\b(?:not|no|never|neither|nor|none|nothing|without|cannot|fails?\s+to|failed\s+to|unable|hardly|little)\b|n['’]t\b/giu;
/** These deny nothing, or not all. */
const NO_DENIAL = /^(?:no|not|nothing|little)\s+(?:only|just|merely|necessarily|solely|longer|every|all|always|but|by)\b/iu;

/** Where a text denies something: the words that do so, in order. */
export function negations(text: string): { word: string; start: number; end: number }[] {
  return Array.from(text.matchAll(NEGATION), (match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  })).filter(({ start }) => !NO_DENIAL.test(text.slice(start)));
}

/** Whether what stands at this place follows a word that denies it, by `reach` words at most. */
export function isDenied(text: string, at: number, reach = 2): boolean {
  const gap = new RegExp(`^(?:\\s+[\\w-]+){0,${reach}}\\s*$`, "u");
  return negations(text.slice(0, at)).some(({ end }) => gap.test(text.slice(end, at)));
}
