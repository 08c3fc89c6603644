import { TARGETS, type Engine, type IndexIdentity } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Finding } from "./doctor-finding.ts";

/** What one real search of each collection that is there says: a part of an index that does not respond shows in a search, not in the state of the index. */
export async function searchFindings({ engine }: { engine: Engine }): Promise<Finding[]> {
  const identities = await engine.identity().catch((): IndexIdentity[] => []);
  const present = TARGETS.filter((target) => identities.some((one) => one.target === target && one.generation !== null));
  return Promise.all(
    present.map(async (target): Promise<Finding> => {
      const part = `search ${target}`;
      const started = performance.now();
      try {
        const { partial } = await engine[target].search({ text: QUERY, filters: {}, depth: 1 });
        if (partial) return { part, state: "attention", says: "a part of the index does not respond", remedy: REMEDY };
        return { part, state: "ok", says: `${Math.round(performance.now() - started)} ms` };
      } catch (error) {
        if (!(error instanceof PublicError)) throw error;
        // What says how to mend itself does not pass: credentials without the privileges.
        const own = error.hint === new PublicError(error.code).hint ? undefined : error.hint;
        return { part, state: own === undefined ? "attention" : "failed", says: error.message, remedy: own ?? REMEDY };
      }
    }),
  );
}

const QUERY = "is every part of the index responding";
const REMEDY =
  "With Elasticsearch, check the cluster's nodes and shards. If the machine is busy, try again when less is running.";
