import { z } from "zod";
import { addressOf, crossrefSignals } from "../sources/crossref-signals.ts";
import { CrossrefWork } from "../sources/crossref-shape.ts";
import { workOf } from "../sources/crossref.ts";
import type { AskContext, Asked, Connector, Told } from "./connector.ts";
import { subjectsOfPapers } from "./held-papers.ts";
import type { Answer } from "./request.ts";

const Works = z.looseObject({ message: z.looseObject({ items: z.array(CrossrefWork) }) });
const Work = z.looseObject({ message: CrossrefWork });
const NOT_FOUND = 404;

/**
 * The works of the DOIs that the library holds: their records, citations, funding, updates (retractions, corrections, expressions of concern) and
 * references. Forty are asked for with one request. https://api.crossref.org
 */
export const crossrefConnector: Connector = {
  name: "crossref",
  says: "works by the DOIs of papers in the library: retractions, corrections, versions, licenses, funding, references, citations",
  source: "Crossref",
  addresses: { api: "https://api.crossref.org" },
  // The public pool allows 5 single records a second, and one list a second; https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
  betweenMs: 1_000,
  credential: {
    variable: "CROSSREF_TOKEN",
    headers: (token) => ({ "Crossref-Plus-API-Token": `Bearer ${token}` }),
  },
  loads: [
    { target: "papers", format: "crossref" },
    { target: "signals", format: "crossref", heldOnly: true },
  ],
  batch: 40,
  probe: "/works?rows=0",
  subjects: (engine, scope) =>
    subjectsOfPapers(engine, scope, ({ ids, aliases }) => [
      ...(ids.doi === undefined ? [] : [ids.doi]),
      // Other versions of the paper have DOIs of their own.
      ...aliases.flatMap((alias) => (alias.startsWith("doi:") ? [alias.slice("doi:".length)] : [])),
    ]),
  async *ask(asked, context) {
    // In a filter a comma ends a value.
    const together = asked.filter(({ subject: { key } }) => !/[,:]/u.test(key));
    const found = together.length > 1 ? await works(together, context) : new Map<string, CrossrefWork>();
    for (const one of asked) {
      const work = found.get(one.subject.key);
      // Left out of a list is not yet unknown: what was known before is asked for by itself.
      if (work !== undefined) yield told(one, work);
      else if (found.size > 0 && together.includes(one) && one.look?.state !== "present") yield told(one, null);
      else yield told(one, await singleWork(one, context));
    }
  },
  ofOthers: {
    read(line) {
      const { work } = workOf(line);
      if (work === null) return null;
      const { updates, references } = crossrefSignals(work, undefined);
      return { teller: addressOf(work.DOI), said: work.deleted ? [] : [...updates, ...references] };
    },
    tellerOf: ({ source }) => source.url,
  },
};

async function works(asked: readonly Asked[], context: AskContext): Promise<Map<string, CrossrefWork>> {
  const url = address("/works", context);
  url.searchParams.set("filter", asked.map(({ subject }) => `doi:${subject.key}`).join(","));
  url.searchParams.set("rows", String(asked.length));
  const keys = new Set(asked.map(({ subject }) => subject.key));
  const { value } = await context.client.getJson(url, (json) => {
    const { items } = Works.parse(json).message;
    if (items.length > 0 && !items.some((work) => keys.has(work.DOI.toLowerCase()))) throw new Error("it is about other works");
    return items;
  });
  return new Map((value ?? []).map((work) => [work.DOI.toLowerCase(), work]));
}

async function singleWork({ subject }: Asked, context: AskContext): Promise<CrossrefWork | null> {
  const url = address(`/works/${encodeURIComponent(subject.key)}`, context);
  const parse = (json: unknown, answer: Answer) => {
    const work = Work.parse(json).message;
    // The DOI of a work that was joined to another leads there.
    if (work.DOI.toLowerCase() !== subject.key && answer.url.pathname === url.pathname)
      throw new Error("it is about another work");
    return work;
  };
  return (await context.client.getJson(url, parse, { reads: [NOT_FOUND] })).value;
}

function address(path: string, { addresses, contact }: AskContext): URL {
  const url = new URL(path, addresses.api);
  if (contact !== null) url.searchParams.set("mailto", contact);
  return url;
}

/** A DOI that another agency registered, or that is gone: what Crossref said of it before is taken back. */
function told({ subject, look }: Asked, work: CrossrefWork | null): Told {
  if (work !== null) return { key: subject.key, look: { state: "present" }, rows: [work] };
  const rows = look?.state === "present" ? [{ DOI: subject.key, deleted: true }] : [];
  return { key: subject.key, look: { state: "missing" }, rows };
}
