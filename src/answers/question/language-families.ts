/** Languages by family, region or country, as texts speak of them together; of each those that work is published about. */
const FAMILIES: Readonly<Record<string, string>> = {
  african:
    "Afrikaans Akan Amharic Bambara Bemba Chewa Chichewa Ewe Fulfulde Hausa Igbo Kabyle Kikuyu Kinyarwanda Kirundi Lingala Luganda Luo Malagasy Naija Ndebele Oromo Sepedi Sesotho Setswana Shona Somali Sotho Swahili Swati Tigre Tigrinya Tsonga Tswana Twi Venda Wolof Xhosa Yoruba Zulu",
  american:
    "Arapaho Aymara Bribri Cherokee Cree Greenlandic Guarani Inuktitut Mapudungun Mohawk Nahuatl Navajo Ojibwe Otomi Quechua Quechuan Shipibo Wixarika Yupik Zapotec",
  austronesian:
    "Acehnese Balinese Bikol Cebuano Fijian Filipino Hawaiian Hiligaynon Ilocano Indonesian Javanese Malagasy Malay Maori Minangkabau Samoan Sundanese Tagalog Tongan Waray",
  baltic: "Latgalian Latvian Lithuanian",
  bantu:
    "Bemba Chewa Chichewa Kikuyu Kinyarwanda Kirundi Lingala Luganda Ndebele Sepedi Sesotho Setswana Shona Sotho Swahili Swati Tsonga Tswana Venda Xhosa Zulu",
  celtic: "Breton Cornish Gaelic Irish Manx Welsh",
  dravidian: "Kannada Malayalam Tamil Telugu",
  ethiopian: "Amharic Oromo Somali Tigre Tigrinya",
  germanic:
    "Afrikaans Danish Dutch English Faroese Flemish Frisian German Icelandic Luxembourgish Norwegian Scots Swedish Yiddish",
  indian:
    "Assamese Bangla Bengali Bhojpuri Dogri Gujarati Hindi Kannada Kashmiri Konkani Maithili Malayalam Manipuri Marathi Meitei Mizo Nepali Odia Punjabi Sanskrit Santali Sindhi Tamil Telugu Urdu",
  indonesian: "Acehnese Balinese Indonesian Javanese Minangkabau Sundanese",
  iranian: "Balochi Dari Farsi Kurdish Ossetian Pashto Persian Tajik",
  nordic: "Danish Faroese Finnish Icelandic Norwegian Sami Swedish",
  philippine: "Bikol Cebuano Filipino Hiligaynon Ilocano Tagalog Waray",
  romance:
    "Aragonese Asturian Catalan Corsican French Friulian Galician Italian Ladin Ladino Occitan Portuguese Romanian Romansh Sardinian Spanish Walloon",
  semitic: "Amharic Arabic Hebrew Maltese Tigre Tigrinya",
  slavic:
    "Belarusian Bosnian Bulgarian Croatian Czech Kashubian Macedonian Polish Russian Rusyn Serbian Silesian Slovak Slovenian Sorbian Ukrainian",
  southeastasian: "Burmese Filipino Indonesian Javanese Khmer Lao Malay Sundanese Tagalog Thai Vietnamese",
  turkic: "Azerbaijani Bashkir Chuvash Kazakh Kyrgyz Sakha Tatar Turkish Turkmen Tuvan Uighur Uyghur Uzbek Yakut",
  uralic: "Erzya Estonian Finnish Hungarian Karelian Komi Livonian Moksha Sami Udmurt Veps",
};

/** Other names of a family. */
const ALSO: Readonly<Record<string, string>> = {
  finnougric: "uralic",
  indic: "indian",
  indoaryan: "indian",
  scandinavian: "nordic",
  southasian: "indian",
};

const NAME =
  "(?:sub-?\\s?saharan\\s+african|(?:native|indigenous)\\s+american|south-?\\s?east\\s+asian|south\\s+asian|finno-?\\s?ugric|indo-?\\s?aryan|" +
  "african|austronesian|baltic|bantu|celtic|dravidian|ethiopian|germanic|indian|indic|indonesian|iranian|nordic|philippine|romance|scandinavian|semitic|slavic|turkic|uralic)";
const OF_FAMILY = new RegExp(
  `(?<![\\p{L}-])(?<name>${NAME})\\s+(?:(?:and\\s+)?[\\p{L}-]+\\s+){0,1}?(?:languages?|dialects|tongues)\\b|\\blanguages\\s+(?:of|in|from)\\s+(?:the\\s+)?(?<place>Americas|Africa|India|Indonesia|Ethiopia|Southeast\\s+Asia|the\\s+Philippines|Philippines)\\b`,
  "giu",
);
const PLACES: Readonly<Record<string, string>> = {
  africa: "african",
  americas: "american",
  ethiopia: "ethiopian",
  india: "indian",
  indonesia: "indonesian",
  philippines: "philippine",
  southeastasia: "southeastasian",
};

/** A family or region as a text speaks of it (“Slavic languages”, “languages of the Americas”), with the English names of its languages. */
export interface NamedFamily {
  text: string;
  languages: readonly string[];
}

/** The families or regions of languages that a text speaks of. Pure. */
export function familiesNamed(text: string): NamedFamily[] {
  return Array.from(text.matchAll(OF_FAMILY), ({ 0: found, groups }) => {
    const { name, place } = groups as { name?: string; place?: string };
    const small = (name ?? place ?? "").toLowerCase().replaceAll(/[^a-z]/gu, "");
    const family = small.endsWith("african")
      ? "african"
      : small.endsWith("american")
        ? "american"
        : (PLACES[small] ?? ALSO[small] ?? small);
    return { text: found, languages: FAMILIES[family]?.split(" ") ?? [] };
  });
}
