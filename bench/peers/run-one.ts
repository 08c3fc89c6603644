import { readTask, type Done } from "./exchange.ts";
import { minisearch } from "./minisearch.ts";
import { orama } from "./orama.ts";
import { signalCanvas } from "./signal-canvas.ts";
import { sqliteFts5 } from "./sqlite-fts5.ts";

/* A peer in a process of its own. Arguments: its name, the folder of the task, and the folder that packages were installed into. Prints what it did as JSON. */

const [name, folder, packages] = process.argv.slice(2) as [string, string, string];
const given = readTask(folder);
const PEERS: Record<string, () => Promise<Done>> = {
  "signal-canvas hybrid": () => signalCanvas(given, folder, "hybrid"),
  "signal-canvas lexical": () => signalCanvas(given, folder, "lexical"),
  "orama hybrid": () => orama(given, packages, true),
  "orama words": () => orama(given, packages, false),
  "minisearch words": () => minisearch(given, packages),
  "sqlite-fts5 words": () => sqliteFts5(given, folder),
};
const done = await PEERS[name]!();
console.log(JSON.stringify({ ...done, memoryMb: process.resourceUsage().maxRSS / 1_024 }));
