import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { stemmer } from "stemmer";

/*
 * What the files themselves say, read without the service's own readers: the truth that its answers are held against.
 */

export interface FiledPaper {
  title: string;
  text: string;
  authors: string[];
  venue: string;
  year: number;
  awards: string[];
  /** Addresses of repositories. */
  code: string[];
  /** Names of linked data sets. */
  datasets: string[];
  errata: number;
  retracted: boolean;
  /** Of a list of submissions. */
  status: string | null;
  mean_rating: number | null;
  citations: number | null;
}

/** The files of the bench, below the folder with the data. */
export const ANTHOLOGY_FILES = ["P19", "N19", "2020.acl", "2021.naacl"].map((name) => `acl-anthology/xml/${name}.xml`);
export const LIST_FILES = ["paperlists/iclr/iclr2018.json"];

export function readFiles(folder: string): FiledPaper[] {
  return [
    ...ANTHOLOGY_FILES.flatMap((file) => anthology(readFileSync(join(folder, file), "utf8"))),
    ...LIST_FILES.flatMap((file) => submissions(readFileSync(join(folder, file), "utf8"), basename(file, ".json"))),
  ];
}

function anthology(xml: string): FiledPaper[] {
  return [...xml.matchAll(/<volume [\s\S]*?<\/volume>/gu)].flatMap(([volume]) => {
    const venue = /<venue>(.*?)<\/venue>/u.exec(volume)![1]!.toUpperCase();
    const year = Number(/<year>(\d{4})<\/year>/u.exec(volume)![1]);
    return [...volume.matchAll(/<paper [\s\S]*?<\/paper>/gu)].map(([paper]): FiledPaper => {
      const all = (pattern: string) => [...paper.matchAll(new RegExp(pattern, "gu"))].map((match) => match[1]!);
      const title = plain(all("<title>([\\s\\S]*?)</title>")[0] ?? "");
      return {
        title,
        text: `${title} ${plain(all("<abstract>([\\s\\S]*?)</abstract>")[0] ?? "")}`,
        authors: all("<author(?: [^>]*)?>([\\s\\S]*?)</author>").map(personName),
        venue,
        year,
        awards: all("<award>([\\s\\S]*?)</award>").map(plain),
        code: all('<pwccode [^>]*url="([^"]+)"'),
        datasets: all("<pwcdataset[^>]*>([\\s\\S]*?)</pwcdataset>").map(plain),
        errata: all("<(erratum)[ >]").length,
        retracted: /<(?:retracted|removed)[ />]/u.test(paper),
        status: null,
        mean_rating: null,
        citations: null,
      };
    });
  });
}

function personName(author: string): string {
  const own = author.replace(/<variant[\s\S]*?<\/variant>/gu, "");
  return plain([/<first>(.*?)<\/first>/u, /<last>(.*?)<\/last>/u].map((part) => part.exec(own)?.[1] ?? "").join(" "));
}

function submissions(json: string, name: string): FiledPaper[] {
  const year = Number(name.slice(-4));
  const rows = JSON.parse(json) as Record<string, string | number | undefined>[];
  return rows.map((row): FiledPaper => {
    const scores = String(row.rating ?? "")
      .split(";")
      .filter((score) => score !== "")
      .map(Number);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return {
      title: plain(String(row.title)),
      text: `${row.title} ${row.abstract ?? ""}`,
      authors: String(row.author ?? "")
        .split(";")
        .map(plain),
      venue: /reject|withdraw|active/iu.test(String(row.status)) ? "submission" : row.status === "Workshop" ? "workshop" : "ICLR",
      year,
      awards: [],
      code: repositories(String(row.github ?? "")),
      datasets: [],
      errata: 0,
      retracted: false,
      status: String(row.status),
      mean_rating: scores.length === 0 ? null : Math.round(mean * 100) / 100,
      citations: typeof row.gs_citation === "number" && row.gs_citation >= 0 ? row.gs_citation : null,
    };
  });
}

/** The repositories in a cell of Markdown, each once. */
function repositories(cell: string): string[] {
  const addresses = [...cell.matchAll(/\(https:\/\/(git(?:hub|lab)\.com\/[^/\s)]+\/[^/\s)]+)/gu)].map(
    (match) => `https://${match[1]}`,
  );
  return [...new Set(addresses)];
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of markup, white space made single. */
function plain(markup: string): string {
  return markup
    .replace(/<[^>]*>/gu, "")
    .replace(/&(amp|lt|gt|quot|apos);/gu, (_, name: string) => ENTITIES[name]!)
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Whether a paper's title and abstract have all of the words, in any form with the same stem. */
export function isOn(words: string): (paper: FiledPaper) => boolean {
  const wanted = stems(words);
  return ({ text }) => {
    const held = new Set(stems(text));
    return wanted.every((stem) => held.has(stem));
  };
}

function stems(text: string): string[] {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word));
}
