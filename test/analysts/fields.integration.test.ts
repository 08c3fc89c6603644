import { connect } from "@lancedb/lancedb";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { analystFields } from "./fields-suite.ts";

analystFields("LanceDB", () => {
  let folder = "";
  const table = async (generation: string) => (await connect(folder)).openTable(generation);
  return {
    open(given) {
      folder = given;
      return openLanceDb({ folder, prefix: "" });
    },
    async stored(generation, id) {
      const idColumn = generation.startsWith("papers") ? "paper_id" : "signal_id";
      const [row] = await (await table(generation)).query().where(`${idColumn} = '${id}'`).toArray();
      return Object.fromEntries(
        Object.entries(row as object).map(([name, value]): [string, unknown] => [
          name,
          typeof (value as { toArray?: unknown } | null)?.toArray === "function" ? [...(value as Iterable<unknown>)] : value,
        ]),
      );
    },
    makeOld: async (generation, names) => {
      await (await table(generation)).dropColumns([...names]);
    },
  };
});
