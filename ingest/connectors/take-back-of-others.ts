import { createReadStream, existsSync } from "node:fs";
import { signalKey, type Signal } from "../../src/documents/signal.ts";
import type { Engine } from "../../src/engine/port.ts";
import { removeSignals } from "../remove-signals.ts";
import { readLines } from "../sources/lines.ts";
import type { Store } from "../store.ts";
import { checkSignal } from "../validate.ts";
import type { Connector } from "./connector.ts";

const PAGE = 2_000;
const PAPERS_A_CALL = 500;

/**
 * Removes what works said of papers other than themselves (that they cite them, or are a notice on them) and, by the rows of `rowsFile`, say no longer.
 * What the paper's own record says too stays. Returns how many signals there were. May be repeated.
 */
export async function takeBackOfOthers(
  { source, ofOthers }: Pick<Connector, "source" | "ofOthers">,
  rowsFile: string,
  { engine, store }: { engine: Engine; store: Store },
): Promise<number> {
  if (!ofOthers || !existsSync(rowsFile)) return 0;
  const { tellers, said } = await told(rowsFile, ofOthers);
  await store.untilAvailable((call) => engine.signals.refresh(call));
  const known: Signal[] = [];
  for await (const page of engine.signals.scan({ filters: { sources: [source] }, vectors: false, pageSize: PAGE }))
    for (const { document } of page) if (tellers.has(ofOthers.tellerOf(document) ?? "")) known.push(document);
  const gone: Signal[] = [];
  for (let start = 0; start < known.length; start += PAPERS_A_CALL) {
    const signals = known.slice(start, start + PAPERS_A_CALL);
    const ids = [...new Set(signals.flatMap(({ paper_ids }) => paper_ids))];
    const papers = await store.untilAvailable((call) => engine.papers.get(ids, call));
    for (const signal of signals) {
      const paper = papers.get(signal.paper_ids[0] ?? "");
      const key = signalKey(signal);
      const isOwn = paper?.source_records.some((record) => record.source.name === source && record.signals.includes(key));
      if (paper && !isOwn && !paper.aliases.some((alias) => said.has(`${alias}\n${key}`))) gone.push(signal);
    }
  }
  return removeSignals(gone, { engine, store });
}

/** The works of a file, and what they say of others, each as the id of the paper and the signal's key. */
async function told(path: string, { read }: NonNullable<Connector["ofOthers"]>) {
  const tellers = new Set<string>();
  const said = new Set<string>();
  for await (const line of readLines({ name: path, bytes: () => createReadStream(path) })) {
    const row = line.text.trim() === "" ? null : read(line.text);
    if (row === null) continue;
    tellers.add(row.teller);
    for (const signal of row.said) {
      const checked = checkSignal(signal);
      if ("value" in checked) said.add(`${checked.value.paper_ids[0]}\n${signalKey(checked.value)}`);
    }
  }
  return { tellers, said };
}
