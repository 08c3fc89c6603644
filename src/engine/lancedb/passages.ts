import type { Passage } from "../../documents/passage.ts";
import type { PassageFilters } from "../filters.ts";
import type { PassageFacetField, Passages, PassageSort } from "../port.ts";
import { lanceCollection, type CollectionKind } from "./collection.ts";
import { textOf } from "./columns.ts";
import { passageCondition } from "./filters.ts";
import type { LanceTable } from "./table.ts";

/** Passages in their LanceDB table. */
export function lancePassages(live: LanceTable): Passages {
  return lanceCollection<Passage, PassageFilters, PassageSort, PassageFacetField>(live, KIND);
}

const KIND: CollectionKind<PassageFilters, PassageSort, PassageFacetField> = {
  condition: passageCondition,
  ofPapers: true,
  searchesTitle: false,
  orders: {
    place: [
      { columnName: "paper_id", ascending: true },
      { columnName: "index", ascending: true },
    ],
  },
  facets: { kind: { column: "kind", values: textOf } },
};
