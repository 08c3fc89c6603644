import { parseArgs } from "node:util";
import { compose } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { Paper } from "../src/documents/paper.ts";
import { checkReferences } from "../src/references/check.ts";
import type { CheckedReference } from "../src/references/outcome.ts";
import { REFERENCE_FORMATS, type ReferenceFormat } from "../src/references/formats.ts";
import type { Library } from "../src/retrieval/library.ts";
import { rounded } from "../src/shared/rounding.ts";
import { seededRandom } from "../src/topics/random.ts";
import { inElasticsearch } from "./references/in-elasticsearch.ts";
import { FAULTS, faulty, honest, isCitable, writtenAs, type Fault, type MadeReference } from "./references/make.ts";

/** The fields in which each fault must be named. */
const FIELDS: Record<Fault, readonly string[]> = {
  invented_id: ["doi", "arxiv"],
  wrong_year: ["year"],
  other_authors: ["authors"],
  swapped_authors: ["authors"],
  title_of_another: ["doi", "arxiv", "acl", "title"],
  invented_paper: [],
};

/**
 * Checks references made from the papers of the configured library (`DATA_DIR`, or ELASTICSEARCH_URL with INDEX_PREFIX), every other one with a fault:
 * precision and recall of what is flagged, whether the right field was named, and the time. `--number` (1,000), `--format` (all), `--seed` (1), `--show`
 * prints what went wrong; `--elasticsearch` checks once more in an Elasticsearch of its own, into which the library is copied.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      number: { type: "string", default: "1000" },
      format: { type: "string" },
      seed: { type: "string", default: "1" },
      show: { type: "boolean" },
      elasticsearch: { type: "boolean" },
    },
  });
  await using library = await compose(loadConfig());
  const number = Number(values.number);
  const random = seededRandom(Number(values.seed));
  const papers = await somePapers(library, PAPERS_A_REFERENCE * number, random);
  const made = madeFrom(papers, number, random);
  const formats = REFERENCE_FORMATS.filter((one) => values.format === undefined || one === values.format);
  const check = async (where: Library): Promise<void> => {
    for (const format of formats) {
      const text = writtenAs(made, format);
      const started = performance.now();
      const { references } = await checkReferences(where, { text, format, max: number, signals: true });
      const ms = performance.now() - started;
      console.log(format, {
        engine: where.engine.kind,
        papers: await where.engine.papers.count({}),
        seconds: rounded(ms / 1_000, 2),
        ...score(made, references, { format, show: values.show === true }),
      });
    }
  };
  await check(library);
  if (values.elasticsearch) await inElasticsearch(library, check);
}

/** A fault needs two papers, and not every paper can carry each. */
const PAPERS_A_REFERENCE = 6;

/** Papers spread over the whole library. */
async function somePapers(library: Library, number: number, random: () => number): Promise<Paper[]> {
  const total = await library.engine.papers.count({});
  const papers: Paper[] = [];
  for await (const page of library.engine.papers.scan({ vectors: false, pageSize: 2_000 })) {
    for (const { document } of page) if (isCitable(document) && random() < (1.3 * number) / total) papers.push(document);
  }
  return papers
    .map((paper) => [random(), paper] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, paper]) => paper);
}

function madeFrom(papers: Paper[], number: number, random: () => number): MadeReference[] {
  const made: MadeReference[] = [];
  const next = () => {
    const paper = papers.pop();
    if (!paper) throw new Error("the library has too few papers for so many references");
    return paper;
  };
  while (made.length < number) {
    if (made.length % 2 === 0) made.push(honest(next(), random));
    else {
      const fault = FAULTS[((made.length - 1) / 2) % FAULTS.length]!;
      const reference = faulty(next(), next(), fault, random);
      if (reference !== null) made.push(reference);
    }
  }
  return made;
}

function score(
  made: readonly MadeReference[],
  references: readonly CheckedReference[],
  { format, show }: { format: ReferenceFormat; show: boolean },
): object {
  if (references.length !== made.length)
    throw new Error(`${references.length} of ${made.length} references were read as ${format}`);
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, { made: 0, flagged: 0, named: 0 }])) as Record<
    Fault,
    { made: number; flagged: number; named: number }
  >;
  let [flagged, right, ofRightRecord, honestOnes] = [0, 0, 0, 0];
  for (const [index, { paper, fault, title }] of made.entries()) {
    const { status, record, differences, superseded_by: published } = references[index]!;
    const isFlagged = status === "chimera" || status === "not_found" || status === "unreadable";
    flagged += isFlagged ? 1 : 0;
    if (fault === null) {
      honestOnes += 1;
      ofRightRecord += record?.paper_id === paper.paper_id || published?.paper_id === paper.paper_id ? 1 : 0;
    } else {
      right += isFlagged ? 1 : 0;
      const counted = faults[fault];
      counted.made += 1;
      counted.flagged += isFlagged ? 1 : 0;
      counted.named += (
        FIELDS[fault].length === 0 ? status === "not_found" : differences.some(({ field }) => FIELDS[fault].includes(field))
      )
        ? 1
        : 0;
    }
    if (show && isFlagged !== (fault !== null)) {
      console.log(
        `${fault ?? "HONEST"} → ${status} ${JSON.stringify(differences)}\n   ${title}\n   ${references[index]!.title}\n   ${paper.paper_id} ${paper.authors.slice(0, 4).join("; ")}`,
      );
    }
  }
  const all = Object.values(faults).reduce((sum, { made: one }) => sum + one, 0);
  return {
    precision: rounded(right / flagged, 4),
    recall: rounded(right / all, 4),
    right_record: `${ofRightRecord} of ${honestOnes}`,
    ...Object.fromEntries(
      FAULTS.map((fault) => [fault, `${faults[fault].flagged} of ${faults[fault].made}, named ${faults[fault].named}`]),
    ),
  };
}
