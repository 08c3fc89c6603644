import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/*
 * Preloaded into a program with `--import`: LanceDB's `optimize` never comes to an end, and keeps the process as its threads do. It stands in for a
 * library so large that packing it takes longer than anybody waits.
 */

const inside = fileURLToPath(new URL("table.js", import.meta.resolve("@lancedb/lancedb")));
const { LocalTable } = createRequire(import.meta.url)(inside) as { LocalTable: { prototype: { optimize(): Promise<never> } } };
LocalTable.prototype.optimize = () => new Promise<never>(() => void setInterval(() => undefined, 60_000));
