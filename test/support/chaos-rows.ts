import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What is loaded: a file or a folder, and as what. */
export interface LoadFile {
  path: string;
  target: "papers" | "signals" | "fulltext";
  map?: string;
}

/** What is loaded in peace, and the versions that follow one another between kills. The name of a second version has `-2` in it. */
export interface ChaosFiles {
  first: LoadFile[];
  phases: LoadFile[];
}

/** Two versions of two sources, and signals. Every hundredth row or so is poison. */
export function rowFiles(folder: string, rows: number, random: () => number): ChaosFiles {
  const map = join(folder, "map.json");
  writeFileSync(map, JSON.stringify(MAPPING));
  const half = Math.floor(rows / 2);
  const write = (name: string, lines: string[]): string => {
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    return join(folder, name);
  };
  const version = (number: number): LoadFile[] => [
    {
      path: write(
        `one-${number}.jsonl`,
        range(half).map((index) => firstSource(index, number)),
      ),
      target: "papers",
      map,
    },
    {
      path: write(
        `two-${number}.jsonl`,
        range(rows - half).map((index) => secondSource(index, half, number)),
      ),
      target: "papers",
      map,
    },
  ];
  const [first, second] = [version(1), version(2)];
  const header = "kind,title,statement,value,unit,paper_ids,observed_at,source_name";
  const signals = range(Math.floor(rows / 4)).map((index) => signalRow(index, half, random));
  const signalFile: LoadFile = { path: write("signals.csv", [header, ...signals]), target: "signals" };
  return { first: [...first, signalFile], phases: [...first, signalFile, ...second, signalFile] };
}

const MAPPING = {
  target: "papers",
  fields: {
    title: "title",
    abstract: "abstract",
    year: "year",
    "ids.doi": "doi",
    "ids.arxiv": "arxiv",
    "ids.acl": "acl",
    "ids.openalex": "openalex",
    "source.name": "from",
  },
  signals: [
    {
      when: "code",
      fields: {
        kind: { value: "code" },
        title: { template: "Code: {code}" },
        statement: { template: "The code is at {code}." },
        observed_at: { value: "2024-05-01" },
      },
    },
  ],
};

const doi = (index: number) => `10.1234/paper.${index}`;
const arxiv = (index: number) =>
  `${2000 + Math.floor(index / 90_000)}.${String(10_000 + (index % 90_000))}`.replace(/^(\d\d)(\d\d)/u, "$101");

/** By turns a paper with a DOI, with an arXiv id, and with both an Anthology id and a DOI; some rows come twice. */
function firstSource(row: number, version: number): string {
  if (row % 97 === 5) return POISON[row % POISON.length]!;
  const again = row % 50 === 49;
  const index = again ? row - 7 : row;
  const changed = version === 2 && index % 5 === 0 ? " changed" : "";
  const ids = [{ doi: doi(index) }, { arxiv: arxiv(index) }, { acl: `2020.c${index}-main.1`, doi: doi(index) }][index % 3];
  return JSON.stringify({
    ...ids,
    from: "one",
    title: `Paper ${index}${again ? " again" : ""}${changed}`,
    year: 2020,
    ...(index % 4 === 0 ? { code: `https://example.org/${index}${version === 2 && index % 8 === 0 ? "/moved" : ""}` } : {}),
  });
}

/** By turns a paper that is known by its DOI, one that links two papers of the other source, and a new one. */
function secondSource(row: number, half: number, version: number): string {
  if (row % 89 === 3) return POISON[row % POISON.length]!;
  const base = Math.floor(row / 3) * 3;
  const changed = version === 2 && row % 7 === 0 ? " changed" : "";
  const ids = [{ doi: doi(base % half) }, { doi: doi(base % half), arxiv: arxiv((base % half) + 1) }, {}][row % 3];
  return JSON.stringify({
    ...ids,
    openalex: `W${10_000 + row}`,
    from: "two",
    title: `Work ${row}`,
    abstract: `Words ${row}${changed}.`,
  });
}

function signalRow(index: number, half: number, random: () => number): string {
  const target = Math.floor(random() * half);
  const id = target % 3 === 1 ? `arXiv:${arxiv(target)}` : doi(target);
  const day = `2024-0${1 + (index % 9)}-15`;
  return `adoption,Stars,It has ${index} stars.,${index},stars,${index % 60 === 7 ? "10.1234/nobody" : id},${day},hub`;
}

const POISON = [
  '{"title":',
  "[1]",
  '{"doi":"10.1234/untitled"}',
  '{"title":"T","doi":"nonsense"}',
  '{"title":"T","doi":"10.1/x","year":"20.5"}',
];

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
