import { createReadStream, existsSync } from "node:fs";
import { signalKey, type Signal } from "../../src/documents/signal.ts";
import type { Engine } from "../../src/engine/port.ts";
import { removeSignals } from "../remove-signals.ts";
import { readLines } from "../sources/lines.ts";
import type { Store } from "../store.ts";
import { checkSignal } from "../validate.ts";
import type { Connector, Subject } from "./connector.ts";

const PAPERS_A_CALL = 100;
/** Signals of one source about so many papers; what is more comes with the next look. */
const SIGNALS_A_CALL = 10_000;

/**
 * Removes signals of the connector's source about subjects that were asked about and of which the answers, the rows of `rowsFile`, say nothing any more.
 * Returns how many there were. May be repeated.
 */
export async function takeBack(
  connector: Connector,
  subjects: readonly Subject[],
  rowsFile: string,
  { engine, store }: { engine: Engine; store: Store },
): Promise<number> {
  const { owns } = connector;
  if (!owns || subjects.length === 0) return 0;
  const stated = await statedIn(rowsFile);
  const ofPaper = new Map<string, Subject[]>();
  for (const subject of subjects) for (const id of subject.paperIds) ofPaper.set(id, [...(ofPaper.get(id) ?? []), subject]);
  const isGone = (signal: Signal): boolean => {
    const [paperId = ""] = signal.paper_ids;
    const asked = ofPaper.get(paperId)?.some((subject) => owns(signal, subject));
    return asked === true && !stated.has(`${paperId}\n${signalKey(signal)}`);
  };
  return removeWhere(connector, [...ofPaper.keys()], isGone, { engine, store });
}

/** Removes signals of the source about papers that no subject of it names any more, such as those of a repository to which no link is left. */
export async function removeOrphans(
  connector: Connector,
  subjects: ReadonlyMap<string, Subject>,
  deps: { engine: Engine; store: Store },
): Promise<number> {
  const { owns } = connector;
  if (!owns) return 0;
  const ofPaper = new Map<string, Subject[]>();
  for (const subject of subjects.values())
    for (const id of subject.paperIds) ofPaper.set(id, [...(ofPaper.get(id) ?? []), subject]);
  const isOrphan = (signal: Signal): boolean => {
    const known = ofPaper.get(signal.paper_ids[0] ?? "");
    return signal.source.name === connector.source && !known?.some((subject) => owns(signal, subject));
  };
  const orphans: Signal[] = [];
  for await (const page of deps.engine.signals.scan({ vectors: false })) {
    for (const { document } of page) if (isOrphan(document)) orphans.push(document);
  }
  return removeSignals(orphans, deps);
}

async function removeWhere(
  { source }: Connector,
  paperIds: readonly string[],
  isGone: (signal: Signal) => boolean,
  deps: { engine: Engine; store: Store },
): Promise<number> {
  const { engine, store } = deps;
  await store.untilAvailable((call) => engine.signals.refresh(call));
  let removed = 0;
  for (let start = 0; start < paperIds.length; start += PAPERS_A_CALL) {
    const filters = { sources: [source], paper_ids: paperIds.slice(start, start + PAPERS_A_CALL) };
    const { documents } = await store.untilAvailable((call) =>
      engine.signals.list({ filters, sort: "signal_id", limit: SIGNALS_A_CALL }, call),
    );
    removed += await removeSignals(documents.filter(isGone), deps);
  }
  return removed;
}

/** What the rows of a file state, each as its paper and its key. */
async function statedIn(path: string): Promise<Set<string>> {
  const stated = new Set<string>();
  if (!existsSync(path)) return stated;
  for await (const line of readLines({ name: path, bytes: () => createReadStream(path) })) {
    if (line.text.trim() === "") continue;
    const row = checkSignal(JSON.parse(line.text));
    if ("value" in row) stated.add(`${row.value.paper_ids[0]}\n${signalKey(row.value)}`);
  }
  return stated;
}
