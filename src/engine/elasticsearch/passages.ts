import type { Passage } from "../../documents/passage.ts";
import type { PassageFilters } from "../filters.ts";
import type { PassageFacetField, Passages, PassageSort } from "../port.ts";
import { openCollection } from "./collection.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import { passageFieldsBehind, passageFromSource, passageToSource } from "./documents.ts";
import { PASSAGE_SORTS, passageClauses } from "./queries.ts";

/** The passages behind an alias or in a generation by name, and the alias that takes writes. */
export function openPassages(connection: Connection, alias: string, writeAlias = alias): Passages {
  return openCollection<Passage, PassageFilters, PassageSort, PassageFacetField>(connection, {
    alias,
    writeAlias,
    idField: "passage_id",
    toSource: passageToSource,
    fromSource: passageFromSource,
    fieldsBehind: passageFieldsBehind,
    clauses: passageClauses,
    sorts: PASSAGE_SORTS,
    facetFields: { kind: "kind" },
    ofPapers: true,
    searchesTitle: false,
  });
}
