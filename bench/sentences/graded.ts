import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "csv-parse/sync";
import { aclId } from "../../ingest/sources/acl-paper.ts";
import { readAclAnthology } from "../../ingest/sources/acl-anthology.ts";
import { openInput } from "../../ingest/sources/open.ts";
import { cleanText } from "../../src/documents/text.ts";
import { sentences } from "../../src/text/sentences.ts";

export interface GradedQuestion {
  text: string;
  /** Ten papers or fewer, the order that a search by words put them in. */
  papers: GradedPaper[];
}

export interface GradedPaper {
  id: string;
  title: string;
  text: string;
  /** One grade a sentence: 0 off the question, 1 on its subject only, 2 part of an answer or direct evidence, 3 answers it outright (from the 12,465th question on 2 is the highest); undefined where nobody graded it. */
  grades: (number | undefined)[];
  /** Of a question that asks for a yes or no, or for the better of two: which way each sentence points; undefined where nobody said. */
  ways: (Way | undefined)[];
}

/** Evidence for yes or for the side that the question names first, for no or the other side, for both or neither, or nothing of the kind. */
export type Way = "yes" | "no" | "both" | "none";

interface GradedRow {
  question: string;
  papers: { id: string; grades: string; ways?: string }[];
}

const WAYS: Readonly<Record<string, Way>> = { Y: "yes", N: "no", M: "both", ".": "none" };

/** In the place of a grade. */
const UNGRADED = "-";

type Text = Pick<GradedPaper, "title" | "text">;

/**
 * The first questions of `graded.jsonl`, all by default, with their papers as the folder with the data has them: `acl-anthology/xml`, `paperlists` and
 * the tables of `arxiv` (unpacked by the program `xz`). Papers that are not there, or have another number of sentences than grades, are left out and counted.
 */
export async function graded(
  data: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ questions: GradedQuestion[]; leftOut: number }> {
  const rows = gradedRows().slice(0, most);
  const wanted = new Set(rows.flatMap(({ papers }) => papers.map(({ id }) => id)));
  const texts = await textsOf(data, wanted);
  const questions = rows.map(({ question, papers }) => ({
    text: question,
    papers: papers.flatMap(({ id, grades, ways = "" }) => {
      const found = texts.get(id);
      const fits = found !== undefined && sentences(found.text).length === grades.length;
      return fits
        ? [
            {
              id,
              ...found,
              grades: Array.from(grades, (grade) => (grade === UNGRADED ? undefined : Number(grade))),
              ways: Array.from(ways, (way) => WAYS[way]),
            },
          ]
        : [];
    }),
  }));
  const count = (own: readonly { papers: readonly unknown[] }[]) => own.reduce((sum, { papers }) => sum + papers.length, 0);
  return { questions, leftOut: count(rows) - count(questions) };
}

/** Titles and abstracts of papers by their ids in `graded.jsonl`, as far as the folder with the data has them. */
export async function textsOf(data: string, wanted: ReadonlySet<string>): Promise<Map<string, Text>> {
  return new Map([...conferences(data, wanted), ...arxiv(data, wanted), ...(await anthology(data, wanted))]);
}

function gradedRows(): GradedRow[] {
  return readFileSync(new URL("graded.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as GradedRow);
}

/** `acl:N18-2.100` is paper 100 of volume 2 of the collection N18. Collections without a file are left to the lists of conferences. */
async function anthology(data: string, wanted: ReadonlySet<string>): Promise<Map<string, Text>> {
  const places = [...wanted].flatMap((id) => {
    const [, collection, volume, paper] = /^acl:([^-]+)-([^-]+)\.(\d+)$/u.exec(id) ?? [];
    return collection && volume && paper ? [{ id, collection, anthologyId: aclId({ collection, volume }, paper) }] : [];
  });
  const texts = new Map<string, Text>();
  for (const [collection, own] of Map.groupBy(places, (place) => place.collection)) {
    const ids = new Map(own.map(({ id, anthologyId }) => [anthologyId, id]));
    const path = join(data, "acl-anthology/xml", `${collection}.xml`);
    if (!existsSync(path)) continue;
    const { files } = await openInput(path, { extensions: [".xml"] });
    for await (const row of readAclAnthology(files[0]!, new Map())) {
      const { paper } = row as unknown as { paper: { title?: string; abstract?: string | null; ids: { acl: string } } };
      const id = ids.get(paper.ids.acl);
      if (id !== undefined) texts.set(id, cleaned(paper));
    }
  }
  return texts;
}

/** `iclr:HyXBcYg0b` is the paper of that id in the lists of ICLR; `nips2015:5492` is that of one list, where ids are numbers that other years have too. */
function conferences(data: string, wanted: ReadonlySet<string>): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const venue of readdirSync(join(data, "paperlists")).filter((name) => [...wanted].some((id) => id.startsWith(name)))) {
    for (const file of readdirSync(join(data, "paperlists", venue)).filter((name) => name.endsWith(".json"))) {
      const list = JSON.parse(readFileSync(join(data, "paperlists", venue, file), "utf8")) as {
        id?: unknown;
        title?: string;
        abstract?: string | null;
      }[];
      for (const paper of list) {
        for (const id of [`${venue}:${String(paper.id)}`, `${basename(file, ".json")}:${String(paper.id)}`]) {
          if (wanted.has(id)) texts.set(id, cleaned(paper));
        }
      }
    }
  }
  return texts;
}

const MAX_BYTES = 2 ** 30;

/** `arxiv:1596380` is the row of that number, which the first column of the tables gives. */
function arxiv(data: string, wanted: ReadonlySet<string>): Map<string, Text> {
  const texts = new Map<string, Text>();
  if (![...wanted].some((id) => id.startsWith("arxiv:"))) return texts;
  for (const file of readdirSync(join(data, "arxiv")).filter((name) => name.endsWith(".tsv.xz"))) {
    const table = execFileSync("xz", ["-dc", join(data, "arxiv", file)], { maxBuffer: MAX_BYTES });
    const [header, ...rows] = parse(table, { delimiter: "\t", relaxQuotes: true });
    const [title, abstract] = [header!.indexOf("title"), header!.indexOf("abstract")];
    for (const row of rows.filter(([number]) => wanted.has(`arxiv:${number}`))) {
      texts.set(`arxiv:${row[0]}`, cleaned({ title: row[title], abstract: row[abstract] }));
    }
  }
  return texts;
}

function cleaned({ title, abstract }: { title?: string; abstract?: string | null }): Text {
  return { title: cleanText(title ?? "Untitled"), text: cleanText(abstract ?? "") };
}
