import { remembered } from "../../shared/remembered.ts";
import { cutSpans } from "./cut.ts";
import { familiesNamed } from "./language-families.ts";

/** Natural languages by their English names. */
const NAMES =
  "Acehnese Afrikaans Ainu Akan Albanian Amharic Arabic Aragonese Arapaho Armenian Assamese Asturian Avar " +
  "Aymara Azerbaijani Balinese Balochi Bambara Bangla Bashkir Basque Belarusian Bemba Bengali Berber Bhojpuri Bikol " +
  "Bosnian Breton Bribri Bulgarian Burmese Buryat Cantonese Catalan Cebuano Chechen Cherokee Chewa Chichewa Chinese " +
  "Chukchi Chuvash Coptic Cornish Corsican Cree Croatian Czech Danish Dari Dhivehi Divehi Dogri Dutch Dzongkha " +
  "English Erzya Esperanto Estonian Evenki Ewe Faroese Farsi Fijian Filipino Finnish Flemish French Frisian Friulian " +
  "Fulfulde Gaelic Galician Georgian German Greek Greenlandic Guarani Gujarati Haitian Hakka Hausa Hawaiian Hebrew " +
  "Hiligaynon Hindi Hokkien Hungarian Icelandic Igbo Ilocano Indonesian Inuktitut Irish " +
  "Italian Japanese Javanese Kabyle Kalmyk Kannada Karelian Kashmiri Kashubian Kazakh Khmer Kikuyu Kinyarwanda " +
  "Kirundi Komi Konkani Korean Kurdish Kyrgyz Ladin Ladino Lao Latgalian Latin Latvian Lingala Lithuanian Livonian Luganda " +
  "Luo Luxembourgish Macedonian Maithili Malagasy Malay Malayalam Maltese Mandarin Manipuri Manx Maori Mapudungun Marathi " +
  "Meitei Minangkabau Mizo Mohawk Moksha Mongolian Nahuatl Naija Navajo Ndebele Nepali Newari Norwegian Occitan Odia " +
  "Ojibwe Okinawan Oromo Ossetian Otomi Pashto Persian Polish Portuguese Punjabi Quechua Quechuan Romani Romanian Romansh " +
  "Russian Rusyn Sakha Sami Samoan Sanskrit Santali Sardinian Scots Sepedi Serbian Sesotho Setswana Shipibo " +
  "Shona Silesian Sindhi Sinhala Slovak Slovenian Somali Sorbian Sotho Spanish Sundanese Swahili Swati Swedish Tagalog " +
  "Taiwanese Tajik Tamil Tatar Telugu Thai Tibetan Tigre Tigrinya Tongan Tsonga Tswana Turkish Turkmen Tuvan Twi Udmurt " +
  "Uighur Ukrainian Urdu Uyghur Uzbek Venda Veps Vietnamese Walloon Waray Welsh Wixarika Wolof Xhosa Yakut Yiddish Yoruba " +
  "Yupik Zapotec Zulu";

/** Names that are also everyday words when written small. */
const ALSO_WORDS = new Set(["avar", "cornish", "cree", "ewe", "ladin", "lao", "luo", "polish", "sami", "scots", "tigre", "twi"]);
/** What follows such a name where it tells of people, things or set phrases instead of a language. */
const NO_LANGUAGE =
  "restaurant|room|remainder|medicine|herbal|hamster|hypercube|squares?|shepherds?|credit|patients?|children|women|men|adults|population|hospitals?|cohort|food|" +
  "students|teachers|companies|universities|cities|stock|market|economy|letters?|government|nationals?|americans?";

/** Before a name: a variety of a language is a subject of its own (“African American English”). */
const VARIETY = "American|Vernacular|British|Indian|Singapore|Nigerian|Scottish|US|UK|Old|Middle|Ancient|Classical|Simple|Plain";
/** “Luo et al.” are people. */
const AUTHORS = "(?!\\s+(?:et\\s+al|and\\s+colleagues)\\b|,?\\s*\\((?:19|20)\\d\\d)";
const NAMED = `(?<![\\p{L}\\p{N}])(?:isi)?(?<name>${NAMES.replaceAll(" ", "|")})(?![\\p{L}\\p{N}])${AUTHORS}`;

const NAME = new RegExp(
  `(?<!non-?)(?<!\\b(?:${VARIETY})\\s+(?!Gaelic))${NAMED}(?!\\s+(?:${NO_LANGUAGE})\\b)(?:\\s+language\\b)?`,
  "giu",
);
const ANY_NAMED = NAMED.replace("?<name>", "?:");
const BUT =
  "(?:other\\s+(?:languages?\\s+)?than|outside(?:\\s+of)?|beyond|besides|except(?:\\s+for)?|(?<!\\b(?:but|and|or)\\s)not\\s+(?:in|for|on)|(?:is|are|was|were)n['’]t\\s+(?:in|for|on))";
/** A language, or two that are one thing: “Spanish-English”. */
const ONE_OR_PAIR = `${ANY_NAMED}(?:\\s*[-\u2010-\u2015]\\s*${ANY_NAMED})?`;
/** “English and Chinese”, “English/Chinese”. */
const ANY_OF = `${ONE_OR_PAIR}(?:(?:(?:\\s*,\\s*|\\s+)(?:and|or|nor)\\s+|\\s*/\\s*)${ONE_OR_PAIR})*`;
/** “Languages other than English”, “outside English and Chinese” ask for every other one: no constraint that a text would speak of. */
const EVERY_OTHER = new RegExp(`\\b${BUT}\\s+${ANY_OF}`, "giu");
const BY_SMALL = new Map(NAMES.split(" ").map((name) => [name.toLowerCase(), name]));

/** A question without the languages that it excepts. */
function withoutExcepted(text: string): string {
  return cutSpans(
    text,
    [...text.matchAll(EVERY_OTHER)].map((match) => [match.index, match.index + match[0].length] as const),
  );
}

/** The natural languages that a question names, and the question without them. */
export function readLanguages(text: string): { languages: string[]; rest: string } {
  const asked = withoutExcepted(text);
  const found = [...asked.matchAll(NAME)].filter(({ groups }) => !ALSO_WORDS.has(groups?.name ?? ""));
  return {
    languages: [...new Set(found.map(({ groups }) => BY_SMALL.get((groups?.name ?? "").toLowerCase()) ?? ""))],
    rest: cutSpans(
      asked,
      found.map((match) => [match.index, match.index + match[0].length] as const),
    ),
  };
}

const EXCEPTED = new RegExp(`\\b(?:${BUT}\\s+|non-?\\s?)(?<all>${ANY_OF})`, "iu");
const EACH = new RegExp(ONE_OR_PAIR, "giu");
const ANY_CASE = new RegExp(NAMED, "giu");
/** It is asked of every sentence of a question. */
const QUESTIONS_REMEMBERED = 20;

/** The languages that a question wants anything but, each alone or a pair: “not in English” [["english"]], “other than Spanish-English” [["spanish", "english"]]; none where it excepts none. */
export const exceptedLanguages: (question: string) => readonly (readonly string[])[] = remembered(
  QUESTIONS_REMEMBERED,
  (question) => {
    const all = EXCEPTED.exec(question)?.groups?.all ?? "";
    return [...all.matchAll(EACH)].map(([one]) => [...one.matchAll(ANY_CASE)].map(({ groups }) => oneName(groups?.name ?? "")));
  },
);

const ANY = new RegExp(NAMED, "gu");

/** Whether a text names one of these languages, or both of a pair, and no language besides. */
export function isAboutOnly(excepted: readonly (readonly string[])[], text: string): boolean {
  if (excepted.length === 0) return false;
  const named = namesOfLanguages(text);
  return excepted.some((pair) => pair.every((name) => named.has(name))) && named.isSubsetOf(new Set(excepted.flat()));
}

const SECOND = NAMED.replace("?<name>", "?<second>");
/** “Hindi-English”, “Finnish to Basque”; “and” may stand between alternatives, or within an enumeration. */
const A_PAIR = new RegExp(`(?<!,\\s*)${NAMED}(?<between>\\s+(?:and|to|into)\\s+|\\s*[-\u2010-\u2015/]\\s*)${SECOND}`, "iu");
const OF_PAIRS =
  /\b(?:parallel|bilingual|bitexts?|translat\w*|transliterat\w*|align\w*|code-?\s?(?:mix|switch)\w*|language pairs?)\b/iu;

/** Two languages that a question names together, so that a text is to be about both: “Hindi-English”, “a parallel corpus for Quechua and Spanish”; null where it names none so. */
export function pairOf(question: string): readonly [string, string] | null {
  const { name, second, between = "" } = A_PAIR.exec(withoutExcepted(question))?.groups ?? {};
  if (name === undefined || second === undefined) return null;
  return /\band\b/iu.test(between) && !OF_PAIRS.test(question) ? null : [name, second];
}

/** Whether a text names languages, and none of these; or not both of the `pair` that is wanted, but for English, which texts seldom name. */
export function isAboutOthers(
  languages: readonly string[],
  text: string,
  pair: readonly [string, string] | null = null,
): boolean {
  const asked = new Set(languages.map(oneName));
  const named = namesOfLanguages(text);
  if (named.size === 0) return false;
  if (asked.isDisjointFrom(named)) return true;
  return (pair ?? []).map(oneName).some((name) => name !== "english" && !named.has(name));
}

/** The languages that a question is about: those that it names, and those of the families that it names beside them (“Slavic languages such as Czech”). */
export function languagesAsked(named: readonly string[], question: string): string[] {
  return [...named, ...familiesNamed(question).flatMap(({ languages }) => languages)];
}

/** Whether a text names a language, by any of its names. */
export function namesLanguage(language: string, text: string): boolean {
  return namesOfLanguages(text).has(oneName(language));
}

/** Names of one language, or of one of its varieties. */
const ONE: Readonly<Record<string, string>> = {
  akan: "twi",
  bangla: "bengali",
  cantonese: "chinese",
  chewa: "chichewa",
  dari: "persian",
  divehi: "dhivehi",
  farsi: "persian",
  filipino: "tagalog",
  flemish: "dutch",
  hakka: "chinese",
  hokkien: "chinese",
  mandarin: "chinese",
  meitei: "manipuri",
  quechuan: "quechua",
  sakha: "yakut",
  sepedi: "sotho",
  sesotho: "sotho",
  setswana: "tswana",
  taiwanese: "chinese",
  uighur: "uyghur",
};

function oneName(name: string): string {
  const small = name.toLowerCase();
  return ONE[small] ?? small;
}

function namesOfLanguages(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(ANY), ({ groups }) => oneName(groups!.name!)));
}
