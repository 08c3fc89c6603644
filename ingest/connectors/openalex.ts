import { z } from "zod";
import { idKey, parseExternalId } from "../../src/documents/ids.ts";
import type { Paper } from "../../src/documents/paper.ts";
import { openAlexCitation, References, referencesOf } from "../sources/openalex-references.ts";
import { Work } from "../sources/openalex-shape.ts";
import type { AskContext, Asked, Connector, Subject, Told } from "./connector.ts";
import { subjectsOfPapers } from "./held-papers.ts";
import type { Answer } from "./request.ts";

const Works = z.looseObject({ results: z.array(Work) });
/** What “not changed” stands for: the work's id, by which it is taken back once it is gone, and what it cites. */
const Kept = z.object({ id: z.string(), references: References.optional() });
const NOT_FOUND = 404;

/**
 * The works of held papers, fifty with one request. With a key only those that changed since they were last asked about are told.
 * https://docs.openalex.org/api-entities/works/filter-works
 */
export const openAlexConnector: Connector = {
  name: "openalex",
  says: "works of papers in the library, by OpenAlex ID, DOI or arXiv ID: topics, affiliations, references, citations in total and by year, funding, retractions",
  source: "OpenAlex",
  addresses: { api: "https://api.openalex.org" },
  // 10 requests a second and 100,000 a day are allowed; a nightly job has time.
  betweenMs: 200,
  credential: { variable: "OPENALEX_API_KEY", query: (key) => ({ api_key: key }) },
  loads: [{ target: "papers", format: "openalex" }],
  batch: 50,
  probe: "/works?per-page=1&select=id",
  subjects: (engine, scope) => subjectsOfPapers(engine, scope, keyOf, knownOf),
  groupOf: (asked) => schemeOf(idOf(asked)),
  async *ask(asked, context) {
    const known = asked.map((one): Known => ({ ...one, kept: keptOf(one), id: idOf(one) }));
    for (const scheme of ["openalex", "doi"] as const) {
      const group = known.filter(({ id }) => schemeOf(id) === scheme);
      if (group.length > 0) yield* askAbout(group, scheme, context);
    }
  },
  citations: {
    scheme: "openalex",
    of(look) {
      const { data } = Kept.safeParse(look.kept);
      const references = data?.references;
      return references === undefined
        ? null
        : { ...references, about: (cited, paperId) => openAlexCitation(references, cited, paperId) };
    },
  },
};

/** A subject with the work that it was found to be, and the id that OpenAlex is asked by. */
interface Known extends Asked {
  kept: z.output<typeof Kept> | undefined;
  id: string;
}

/** An id that a paper has without OpenAlex comes first: one that OpenAlex gave it comes and goes with the work. */
function keyOf({ ids }: Paper): string[] {
  if (ids.doi !== undefined) return [`doi:${ids.doi}`];
  if (ids.arxiv !== undefined) return [`arxiv:${ids.arxiv}`];
  return ids.openalex === undefined ? [] : [`openalex:${ids.openalex}`];
}

/** The surest id that OpenAlex knows a paper by is its own. */
function knownOf({ ids, sources }: Paper): Pick<Subject, "askedAs" | "isTold"> {
  if (ids.openalex === undefined) return {};
  return { askedAs: `openalex:${ids.openalex}`, isTold: sources.some(({ name }) => name === "OpenAlex") };
}

/** What a list of works is asked for by: papers of arXiv have DOIs too. */
function schemeOf(id: string): "openalex" | "doi" {
  return id.startsWith("openalex:") ? "openalex" : "doi";
}

function keptOf({ subject, look }: Asked): z.output<typeof Kept> | undefined {
  if (look !== null && look.state !== "missing") return Kept.safeParse(look.kept).data;
  // What a file of works told is taken back like any other work.
  return look === null && subject.isTold && subject.askedAs !== undefined ? { id: valueOf(subject.askedAs) } : undefined;
}

function idOf(asked: Asked): string {
  const { key, askedAs: own = key } = asked.subject;
  const id = parseExternalId(keptOf(asked)?.id ?? "", "openalex");
  return id === null ? own : idKey(id);
}

function valueOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

async function* askAbout(asked: readonly Known[], scheme: "openalex" | "doi", context: AskContext): AsyncGenerator<Told> {
  // A bar or a comma would end a value.
  const listed = asked.filter(({ id }) => !/[|,]/u.test(id));
  const since = context.hasCredential ? unchangedSince(listed) : null;
  const found = listed.length === 0 ? new Map<string, Work>() : await works(listed, scheme, since, context);
  for (const one of asked) {
    const { kept, id, subject } = one;
    const { key } = subject;
    const work = found.get(id);
    if (work !== undefined) yield { key, look: { state: "present", kept: toKeep(work) }, rows: [work] };
    else if (since !== null && kept && listed.includes(one)) yield { key, look: { state: "present", kept }, rows: [] };
    else if (kept) yield await single(one, kept, context);
    else yield { key, look: { state: "missing" }, rows: [] };
  }
}

function toKeep(work: Work): z.output<typeof Kept> {
  return { id: work.id, references: referencesOf(work) };
}

/** The day since which all of them, with what they cite, are known; null where one is not. */
function unchangedSince(asked: readonly Known[]): string | null {
  const days = asked.map(({ look, kept }) => (look?.state === "present" && kept?.references ? look.asked_at.slice(0, 10) : null));
  return days.includes(null) ? null : (days.map((day) => day!).sort()[0] ?? null);
}

async function works(
  asked: readonly Known[],
  scheme: "openalex" | "doi",
  since: string | null,
  { client, addresses, contact }: AskContext,
): Promise<Map<string, Work>> {
  const values = asked.map(({ id }) => (id.startsWith("arxiv:") ? `10.48550/arxiv.${valueOf(id)}` : valueOf(id)));
  const url = new URL("/works", addresses.api);
  const changed = since === null ? "" : `,from_updated_date:${since}`;
  url.searchParams.set("filter", `${scheme}:${values.join("|")}${changed}`);
  url.searchParams.set("per-page", String(asked.length));
  if (contact !== null) url.searchParams.set("mailto", contact);
  const { value } = await client.getJson(url, (json) => {
    const found = byKeys(Works.parse(json).results);
    if (found.size > 0 && !asked.some(({ id }) => found.has(id))) throw new Error("it is about other works");
    return found;
  });
  return value ?? new Map<string, Work>();
}

/** Works by the keys of their ids. */
function byKeys(works: readonly Work[]): Map<string, Work> {
  const found = new Map<string, Work>();
  for (const work of works) {
    const ids = [parseExternalId(work.id, "openalex"), parseExternalId(work.doi ?? "", "doi")];
    for (const id of ids) if (id !== null && !found.has(idKey(id))) found.set(idKey(id), work);
  }
  return found;
}

/** Left out of a list is not yet gone: a work that was known is asked for by itself. One that was merged into another leads there. */
async function single({ subject }: Asked, { id }: z.output<typeof Kept>, { client, addresses }: AskContext): Promise<Told> {
  const { key } = subject;
  const own = parseExternalId(id, "openalex")?.value ?? id;
  const url = new URL(`/works/${encodeURIComponent(own)}`, addresses.api);
  const parse = (json: unknown, answer: Answer): Work => {
    const work = Work.parse(json);
    const isOther = parseExternalId(work.id, "openalex")?.value !== own;
    if (isOther && answer.url.pathname === url.pathname) throw new Error("it is about another work");
    return work;
  };
  const { value } = await client.getJson(url, parse, { reads: [NOT_FOUND] });
  if (value === null) return { key, look: { state: "missing" }, rows: [{ id, deleted: true }] };
  return { key, look: { state: "present", kept: toKeep(value) }, rows: [value] };
}
