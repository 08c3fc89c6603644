/*
 * Words that say which way something goes, by what they are looked for in. Elsewhere stand: words that deny (`negation.ts`); pairs that oppose each other without a direction
 * (`answers/stance/antonyms.ts`); and the cues that are features of trained models (`answers/stance/cues.ts`, `answers/extractive/cues.ts`), which were learned with
 * their wording and must not change with these.
 */

/** `amount`: more or less of something; `worth`: better or worse; `cause`: one thing brings another about or holds it back; `relation`: two things have to do with each other, or have not. */
export type DirectionKind = "amount" | "worth" | "cause" | "relation";

/** A word of direction in a text: UTF-16 units, end exclusive; 1 is up, better or brought about, -1 the opposite. */
export interface DirectionWord {
  kind: DirectionKind;
  sign: 1 | -1;
  start: number;
  end: number;
}

/** In any sentence, in every form and part of speech: patterns without blanks. */
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

/** Verbs and comparatives by which a paper states what something of its own brings: better, worse, more, less. Patterns, each a whole word or two. */
export const STATED = {
  good: ["improve[sd]?", "enhance[sd]?", "boost(?:s|ed)?", "benefit(?:s|ed)?", "help(?:s|ed)?"],
  bad: [
    "hurts?",
    "harm(?:s|ed)?",
    "degrade[sd]?",
    "worsen(?:s|ed)?",
    "impair(?:s|ed)?",
    "deteriorate[sd]?",
    "underperform(?:s|ed)?",
  ],
  up: ["increase[sd]?", "raise[sd]?", "boost(?:s|ed)?", "accelerate[sd]?", "speeds?\\s+up", "faster", "higher"],
  down: [
    "reduce[sd]?",
    "decrease[sd]?",
    "lower(?:s|ed)",
    "mitigate[sd]?",
    "alleviate[sd]?",
    "prevent(?:s|ed)?",
    "cuts?",
    "shorten(?:s|ed)?",
    "lessen(?:s|ed)?",
    "avoid(?:s|ed)?",
    "fewer",
  ],
} as const;

/** Words by which a question names an effect. */
export const ASKED = {
  improves:
    "improve improves improved improving improvement help helps helped helping benefit benefits enhance enhances enhanced better best effective work works",
  worsens:
    "hurt hurts hurting harm harms harmed harmful degrade degrades degraded worsen worsens worse impair impairs damage damages",
  increases:
    "increase increases increased increasing boost boosts boosted raise raises raised accelerate accelerates prolong prolongs speed speeds faster",
  reduces:
    "reduce reduces reduced reducing decrease decreases decreased lower lowers lowered cut cuts mitigate mitigates alleviate alleviates shorten shortens lessen lessens prevent prevents slower",
  changes: "affect affects affected influence influences influenced impact impacts impacted change changes alter alters",
} as const;
