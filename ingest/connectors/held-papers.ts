import type { Paper } from "../../src/documents/paper.ts";
import { foldText } from "../../src/documents/text.ts";
import type { Engine } from "../../src/engine/port.ts";
import type { Scope, Subject } from "./connector.ts";

const PAGE = 2_000;

/** The papers of the library that lie in the scope, in the order of their ids. */
export async function* heldPapers(engine: Engine, scope: Scope): AsyncGenerator<Paper> {
  const isIn = inScope(scope);
  for await (const page of engine.papers.scan({ vectors: false, pageSize: PAGE })) {
    for (const { document } of page) if (isIn(document)) yield document;
  }
}

/** What each paper in scope is to be asked about by; several papers may share a key. `more`: see `Subject`. */
export async function subjectsOfPapers(
  engine: Engine,
  scope: Scope,
  keysOf: (paper: Paper) => readonly string[],
  more: (paper: Paper) => Pick<Subject, "askedAs" | "isTold"> = () => ({}),
): Promise<Map<string, Subject>> {
  const subjects = new Map<string, Subject>();
  for await (const paper of heldPapers(engine, scope)) {
    for (const key of new Set(keysOf(paper))) {
      const before = subjects.get(key);
      const paperIds = [...(before?.paperIds ?? []), paper.paper_id];
      subjects.set(key, { ...more(paper), ...before, key, paperIds });
    }
  }
  return subjects;
}

/** Whether a paper lies in the scope; one whose year is not known lies in none that names years. */
function inScope({ year_from, year_to, venues, categories }: Scope): (paper: Paper) => boolean {
  const [wantedVenues, wantedCategories] = [venues, categories].map((list) => list && new Set(list.map(foldText)));
  return ({ year, venue, categories: own }) =>
    (year_from === undefined || (year !== null && year >= year_from)) &&
    (year_to === undefined || (year !== null && year <= year_to)) &&
    (wantedVenues === undefined || (venue !== null && wantedVenues.has(foldText(venue)))) &&
    (wantedCategories === undefined || own.some((category) => wantedCategories.has(foldText(category))));
}
