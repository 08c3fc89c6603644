import { cutSpans } from "./cut.ts";

/** Natural languages by their English names. */
const NAMES =
  "Afrikaans Albanian Amharic Arabic Armenian Assamese Azerbaijani Bambara Basque Belarusian Bengali Bosnian Breton Bulgarian Burmese " +
  "Cantonese Catalan Cebuano Cherokee Chinese Coptic Croatian Czech Danish Dutch English Esperanto Estonian Faroese Finnish French " +
  "Galician Georgian German Greek Guarani Gujarati Hausa Hawaiian Hebrew Hindi Hungarian Icelandic Igbo Inuktitut Indonesian Irish " +
  "Italian Japanese Javanese Kannada Kazakh Khmer Kinyarwanda Korean Kurdish Kyrgyz Lao Latin Latvian Lithuanian Luganda Luxembourgish " +
  "Macedonian Malagasy Malay Malayalam Maltese Mandarin Maori Marathi Mongolian Nahuatl Navajo Nepali Norwegian Odia Pashto Persian " +
  "Farsi Polish Portuguese Punjabi Quechua Romanian Russian Sami Sanskrit Serbian Shona Sindhi Sinhala Slovak Slovenian Somali Sorbian " +
  "Spanish Swahili Swedish Tagalog Tajik Tamil Tatar Telugu Thai Tibetan Tigrinya Turkish Turkmen Twi Ukrainian Urdu Uyghur Uzbek " +
  "Vietnamese Welsh Wolof Xhosa Yiddish Yoruba Zulu";

/** Names that are also everyday words when written small. */
const ALSO_WORDS = new Set(["polish", "lao", "twi", "sami"]);
/** What follows such a name where it tells of people, things or set phrases instead of a language. */
const NO_LANGUAGE =
  "restaurant|room|remainder|medicine|herbal|hamster|hypercube|squares?|shepherds?|credit|patients?|children|women|men|adults|population|hospitals?|cohort|food|" +
  "students|teachers|companies|universities|cities|stock|market|economy|letters?|government|nationals?|americans?";

/** Before a name: a variety of a language is a subject of its own (“African American English”). */
const VARIETY = "American|Vernacular|British|Indian|Singapore|Nigerian|Scottish|US|UK|Old|Middle|Ancient|Classical|Simple|Plain";
const NAMED = `(?<![\\p{L}\\p{N}])(?<name>${NAMES.replaceAll(" ", "|")})(?![\\p{L}\\p{N}])`;

const NAME = new RegExp(`(?<!non-?)(?<!\\b(?:${VARIETY})\\s+)${NAMED}(?!\\s+(?:${NO_LANGUAGE})\\b)(?:\\s+language\\b)?`, "giu");
/** “Languages other than English” asks for every other one: no constraint that a text would speak of. */
const EVERY_OTHER = new RegExp(`\\b(?:other\\s+than|beyond|besides|except(?:\\s+for)?)\\s+${NAMED}`, "giu");
const BY_SMALL = new Map(NAMES.split(" ").map((name) => [name.toLowerCase(), name]));

/** The natural languages that a question names, and the question without them. */
export function readLanguages(text: string): { languages: string[]; rest: string } {
  const others = [...text.matchAll(EVERY_OTHER)].map((match) => [match.index, match.index + match[0].length] as const);
  const asked = cutSpans(text, others);
  const found = [...asked.matchAll(NAME)].filter(({ groups }) => !ALSO_WORDS.has(groups?.name ?? ""));
  return {
    languages: [...new Set(found.map(({ groups }) => BY_SMALL.get((groups?.name ?? "").toLowerCase()) ?? ""))],
    rest: cutSpans(
      asked,
      found.map((match) => [match.index, match.index + match[0].length] as const),
    ),
  };
}

const EXCEPTED = new RegExp(`\\b(?:(?:other\\s+than|beyond|besides|except(?:\\s+for)?)\\s+|non-?\\s?)${NAMED}`, "iu");

/** The language that a question wants anything but; null where it excepts none. */
export function exceptedLanguage(question: string): string | null {
  return EXCEPTED.exec(question)?.groups?.name ?? null;
}

const ANY = new RegExp(NAMED, "gu");

/** Whether a text names this language and no other. */
export function isAboutOnly(language: string, text: string): boolean {
  const named = namesOfLanguages(text);
  return named.length > 0 && named.every((name) => name === oneName(language));
}

/** Whether a text names languages, and none of these. */
export function isAboutOthers(languages: readonly string[], text: string): boolean {
  const asked = new Set(languages.map(oneName));
  const named = namesOfLanguages(text);
  return named.length > 0 && !named.some((name) => asked.has(name));
}

/** Names of one language, or of one of its varieties. */
const ONE: Readonly<Record<string, string>> = { mandarin: "chinese", cantonese: "chinese", farsi: "persian" };

function oneName(name: string): string {
  const small = name.toLowerCase();
  return ONE[small] ?? small;
}

function namesOfLanguages(text: string): string[] {
  return [...text.matchAll(ANY)].map(({ groups }) => oneName(groups!.name!));
}
