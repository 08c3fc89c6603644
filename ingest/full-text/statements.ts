import type { FullText, FullTextPassage } from "../../src/documents/full-text.ts";
import type { SignalKind } from "../../src/documents/signal-kinds.ts";
import { sentences, type Span } from "../../src/text/sentences.ts";

/** What a paper states of itself: that data or code can be had at an address, or who paid for the work. */
export interface TextStatement {
  kind: Extract<SignalKind, "dataset" | "code" | "funding">;
  /** Word for word from one passage. */
  quote: string;
  /** Where the data or the code is; null of funding. */
  url: string | null;
}

/** A list of accession numbers can be endless. */
const MOST = 20;

/**
 * The statements of a text's sections on the availability of data and code, and on funding. Only what says that something can be had, with its own address, or what names a funder;
 * each address once. Pure.
 */
export function textStatements({ passages }: Pick<FullText, "passages">): TextStatement[] {
  const found = [...availability(passages.filter(({ kind }) => kind === "data_availability")), ...passages.flatMap(funding)];
  const distinct = new Map(found.map((one) => [`${one.kind} ${one.url ?? one.quote}`, one]));
  return [...distinct.values()].slice(0, MOST);
}

/** What stands under “The following previously published datasets were used” is of others. */
const OF_OTHERS = /\bpreviously (?:published|reported)\b|\bfollowing (?:existing|public)\b[^.]*\bused\b/iu;
const OF_THE_PAPER = /\bfollowing\b[^.]*\b(?:generated|deposited|produced)\b/iu;

function availability(passages: readonly FullTextPassage[]): TextStatement[] {
  const found: TextStatement[] = [];
  let isOfOthers = false;
  for (const { text } of passages) {
    if (OF_THE_PAPER.test(text)) isOfOthers = false;
    else if (OF_OTHERS.test(text)) isOfOthers = true;
    if (!isOfOthers) found.push(...availabilityIn(text));
  }
  return found;
}

/** An address of something: with a path, as the page of an archive that holds much else is none of the paper's data. */
const ADDRESS =
  /(?:https?:\/\/|ftp:\/\/|www\.|(?<![\w./-])(?:github\.com|gitlab\.com|bitbucket\.org|osf\.io|doi\.org|zenodo\.org)(?=\/))[^\s<>"“”,;)\]]+|\b10\.\d{4,9}\/[^\s<>"“”,;)\]]+/giu;
const IS_THERE =
  /\b(?:available|accessible|deposited|uploaded|archived|hosted|released|shared|posted|submitted|provided|stored|found|accessed|downloaded|obtained|is|are)\b|^(?:source )?code:|^data:/iu;
const NOT_THERE =
  /\b(?:not|never|cannot|nor|no longer)\b(?! only)|\bunavailable\b|\b(?:up)?on (?:[a-z]+ )?request\b|\brequests? (?:to|for|should|can|may)\b|\bby contacting\b|\bwill be\b|\bto be (?:released|made)\b|\bupon (?:publication|acceptance)\b|\brestrict(?:ed|ions?)\b|\bembargo/iu;
const TAKEN_FROM =
  /\b(?:obtained|downloaded|retrieved|taken|derived|sourced|extracted|collected) from\b|\bpublished (?:data|datasets)\b|\bthird[- ]part(?:y|ies)\b/iu;
/** It says where what the sentence before speaks of is. */
const GOES_ON = /^(?:the|its|their) (?:url|doi|link|address|accession)\b|^(?:it|they|these|this) (?:is|are|can|may)\b|^doi:/iu;
const CODE =
  /\b(?:code|codes|software|scripts?|implementations?|source files|packages?|pipelines?|programs?|toolbox|notebooks?)\b/iu;
const DATA =
  /\b(?:data|datasets?|database|corpus|corpora|sequences?|reads|images|structures?|recordings|measurements|annotations)\b|\baccession\b/iu;
const HOLDS_CODE =
  /\b(?:github\.(?:com|io)|gitlab|bitbucket\.org|sourceforge|codeocean|codeberg|cran\.r-project|pypi\.org|bioconductor)/iu;
const HOLDS_DATA =
  /zenodo|dryad|figshare|osf\.io|dataverse|ncbi\.nlm|ebi\.ac\.uk|pdb\.org|rcsb\.org|pangaea|mendeley|openneuro|kaggle|huggingface\.co\/datasets/iu;
/** Archives of many, whose pages have numbers. */
const ARCHIVES = /ncbi\.nlm|ebi\.ac\.uk|(?:pdb|rcsb)\.org/iu;

function availabilityIn(text: string): TextStatement[] {
  const all = sentences(text);
  return all.flatMap((sentence, index) => {
    const addresses = [...new Set([...sentence.text.matchAll(ADDRESS)].flatMap(([address]) => urlOf(address) ?? []))];
    let first = index;
    while (first > 0 && GOES_ON.test(all[first]!.text)) first -= 1;
    const quote = text.slice(all[first]!.start, sentence.end);
    if (addresses.length === 0 || !IS_THERE.test(quote) || NOT_THERE.test(quote) || TAKEN_FROM.test(quote)) return [];
    return addresses.flatMap((url) => {
      const kind = kindOf(quote, url);
      return kind === null ? [] : [{ kind, quote, url }];
    });
  });
}

/** By what the statement speaks of; by what the address holds where it speaks of both or of neither. */
function kindOf(quote: string, url: string): "code" | "dataset" | null {
  const words = quote.replaceAll(ADDRESS, " ");
  const [code, data] = [CODE.test(words), DATA.test(words)];
  if (code !== data) return code ? "code" : "dataset";
  if (HOLDS_CODE.test(url)) return "code";
  return HOLDS_DATA.test(url) || data ? "dataset" : null;
}

function urlOf(address: string): string | null {
  const own = address.replace(/[.:'’]+$/u, "");
  const whole = own.startsWith("10.") ? `https://doi.org/${own}` : /^(?:https?|ftp):/iu.test(own) ? own : `https://${own}`;
  const url = URL.parse(whole);
  const named = url?.pathname.split("/").filter(Boolean) ?? [];
  if (url === null || (named.length === 0 && url.search === "")) return null;
  // The door of an archive, such as `/Genbank`.
  if (ARCHIVES.test(url.host) && named.length === 1 && !/\d/u.test(url.pathname + url.search)) return null;
  return url.href;
}

/** The end of a sentence that was cut at an abbreviation begins in lower case, or with what is no word. */
const BEGINS = /^[\p{Lu}\d“]/u;

const SUPPORT =
  /\b(?:support(?:ed|s)?|fund(?:ed|s|ing)?|financed|sponsor(?:ed|ship)?|grants?|fellow(?:ship)?|scholarship|awards?|awarded|contract)\b/iu;
const FUNDER =
  /\b\p{Lu}[\p{L}’'-]*(?:gemeinschaft|stiftung)\b|\b(?:Foundation|Fondation|Fundación|Fundação|Council|Ministry|Ministère|Institutes?|Instituto?|University|Université|College|Agency|Agence|Fund|Funds|Trust|Society|Academy|Program|Programme|Commission|Department|Union|Association|Associazione|Centre|Center|Bank|Board|Office|Organization|Organisation|Government|government|Company|Hospital|Initiative|Framework|Collaboration|Research UK|Fellow)\b/u;
/** The short name of a funder; initials of an author who was paid stand before the word. */
const SHORT_NAME = /\b(?:\p{Lu}{3,}|NIH|NSF|EU|EC)\b/u;
const NO_FUNDING =
  /\b(?:no|not|neither|without|nor)\b[^.;]{0,60}\b(?:fund|support|financ|sponsor|grant|role|involve)|\bunfunded\b|\bnothing to (?:declare|report)\b|^none\b|\bplayed a role\b|\bviews? (?:expressed|of the authors)\b|\bcontent is solely\b|\bpublic access\b/iu;

/** Sentences in a row that name funders are one statement. */
function funding({ kind, form, text }: FullTextPassage): TextStatement[] {
  if (kind !== "funding" || form === "caption") return [];
  const runs: Span[][] = [];
  let isOn = false;
  for (const sentence of sentences(text)) {
    const isNamed = namesFunder(sentence.text);
    if (isNamed && isOn) runs.at(-1)!.push(sentence);
    else if (isNamed) runs.push([sentence]);
    isOn = isNamed;
  }
  return runs
    .map((run) => text.slice(run[0]!.start, run.at(-1)!.end))
    .filter((quote) => BEGINS.test(quote))
    .map((quote) => ({ kind: "funding", quote, url: null }));
}

function namesFunder(sentence: string): boolean {
  const word = SUPPORT.exec(sentence);
  if (word === null || (NO_FUNDING.test(sentence) && !/\bsupported by\b/u.test(sentence))) return false;
  return FUNDER.test(sentence) || SHORT_NAME.test(sentence.slice(word.index + word[0].length));
}
