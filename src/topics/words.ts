import { stemmer } from "stemmer";
import { foldText } from "../documents/text.ts";

/** A word of a text as it is written, and the key under which its forms are counted together. */
export interface Word {
  written: string;
  /** Folded and stemmed; empty for a word that never stands in a term: it only separates its neighbours. */
  key: string;
  /** Papers of every subject use it (“model”, “task”): it makes a term only beside a word of a subject (“language model”). */
  general: boolean;
}

/** The words of a text in order; hyphens join (`pre-training`), other marks separate. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const [written] of text.matchAll(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|[.,:;!?()[\]“”"–—]/gu)) found.push(wordOf(written));
  return found;
}

/** Calls `visit` with every run of one to three words that may name what a text is about, in the order of their last words. */
export function eachTerm(list: readonly Word[], visit: (run: Word[]) => void): void {
  let [first, second]: [Word | null, Word | null] = [null, null];
  for (const word of list) {
    if (word.key === "") {
      [first, second] = [null, null];
      continue;
    }
    if (!word.general) visit([word]);
    if (second && second.key !== word.key) {
      if (!(second.general && word.general)) visit([second, word]);
      if (first && isTriple(first, second, word)) visit([first, second, word]);
    }
    [first, second] = [second, word];
  }
}

/** The key under which the spellings of a term are counted together. */
export function termKey(run: readonly Word[]): string {
  return run.map(({ key }) => key).join(" ");
}

export function termWritten(run: readonly Word[]): string {
  return run.map(({ written }) => written).join(" ");
}

function isTriple(first: Word, second: Word, third: Word): boolean {
  return first.key !== second.key && first.key !== third.key && !(first.general && second.general && third.general);
}

/** What French leaves of a small word before a vowel: “l’analyse”, “d’un corpus”. */
const ELISION = /^(?:[cdjlmnst]|qu)['’](?=\p{L}{2})/u;

const WORDS = new Map<string, Word>();
/** Words of texts are few; made-up ones are not. */
const MAX_WORDS = 200_000;

function wordOf(written: string): Word {
  const known = WORDS.get(written);
  if (known !== undefined) return known;
  if (WORDS.size > MAX_WORDS) WORDS.clear();
  const folded = foldText(written)
    .replace(/['’]s$/u, "")
    .replace(ELISION, "");
  const names = folded.length >= 2 && /\p{L}/u.test(folded) && !STOP_WORDS.has(folded);
  const word = { written, key: names ? folded.split("-").map(stemmer).join("-") : "", general: GENERAL_WORDS.has(folded) };
  WORDS.set(written, word);
  return word;
}

/** Words of the language, which say nothing of a subject. */
const STOP_WORDS = new Set(
  (
    "a about above across after again against all almost along already also although always among an and another any are around as at away back based be became because become been before " +
    "behind being below better between beyond both but by can cannot case could did different do does doing done down due during each either else enough especially et etc even ever every few " +
    "first five for four from further get given gives go good great had has have having he her here high higher highly his how however i if ii iii in including increasingly indeed instead into is it " +
    "its itself just know large larger last later least less let like likely little long look low lower made mainly make makes making many may me might more moreover most much must my " +
    "namely need needs neither never nevertheless new next no non none nor not nothing now of off often old on once one only or other others our out over own per perhaps please possible quite rather " +
    "really recent recently respectively same second see several shall she should show showed shown shows significant significantly similar since six small so some still such take takes than that " +
    "the their them then there thereby therefore these they third this those though three through throughout thus to together too toward towards two under unlike until up upon us use used useful " +
    "uses using usually various very via was way ways we well were what when where whereas whether which while who whole whose why wide widely will with within without would year years yet you your " +
    "das der die ein eine et für la le les und une von zur de des del du el en los las para por con une sur dans " +
    "au aux avec ce ces cette comme dem den einer eines em entre est im mit auf zum na nas ne nos os ou par pas plus pour que qui sa se son sous um uma un como lo su al dos das às são"
  ).split(" "),
);

/** Words of papers as such. */
const GENERAL_WORDS = new Set(
  (
    "abstract achieve achieved achieves achieving addition additionally aim aims allow allows analyse analyses analysis analyze apply applied applying approach approaches article available " +
    "benefit best call called challenge challenges challenging collect collected common compare compared comparable comparison competitive conduct consider contain contains " +
    "contribution contributions current currently demonstrate demonstrated demonstrates describe described describes design designed develop developed effect effective effectively effectiveness " +
    "effects efficient enable enables evaluate evaluated evaluating evaluation existing experiment experimental experiments explore explored exploring extensive finally find finding findings focus framework " +
    "furthermore future general github help helps http https idea identify impact implementation important improve improved improvement improvements improves improving include includes introduce introduced introduces " +
    "introducing investigate investigated investigating issue issues key leading limited main method methods model models novel number obtain obtained obtaining org outperform " +
    "outperforms overview paper papers part particular people perform performance performs present presented presents previous previously problem problems process propose proposed proposes proposing prove " +
    "provide provided provides providing public publicly purpose question quality range real reach related remain remains report reported require required requires research result results reveal " +
    "role set sets setting settings simple solution solve solving specific standard state state-of-the-art strategy strong strongly study studied studies studying suggest suggests support system systems " +
    "task tasks technique techniques term terms test tested tested them towards track train trained training trains understand understanding variety work works workshop com www proceedings conference data dataset datasets"
  ).split(" "),
);
