import { Presets, SingleBar } from "cli-progress";

export interface ProgressState {
  rows: number;
  dead: number;
  bytesRead: number;
  /** 0 where unknown. */
  totalBytes: number;
}

export interface Progress extends Disposable {
  update(state: ProgressState): void;
  /** Shows the counts of the run's report as the last ones; `whole`: all of the input was read. */
  end(counts: Pick<ProgressState, "rows" | "dead">, whole: boolean): void;
}

const LINE_EVERY_MS = 10_000;

/** Shows on stderr how far a run is: a bar on a terminal, else a line each 10 s. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  const rate = ({ rows }: ProgressState): number => Math.round(rows / Math.max(0.001, (performance.now() - started) / 1_000));
  return stream.isTTY ? bar(stream, rate) : lines(stream, rate);
}

function bar(stream: NodeJS.WriteStream, rate: (state: ProgressState) => number): Progress {
  const format = "{bar} {percentage}% | {rows} rows | {rate} rows/s | {dead} dead";
  const shown = new SingleBar({ format, stream, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  let latest: ProgressState | null = null;
  const show = (state: ProgressState): void => {
    const values = { rows: state.rows, rate: rate(state), dead: state.dead };
    const total = Math.max(1, state.totalBytes);
    if (latest === null) shown.start(total, Math.min(state.bytesRead, total), values);
    else shown.update(Math.min(state.bytesRead, total), values);
    latest = state;
  };
  return {
    update: show,
    end: (counts, whole) => latest && show(ended(latest, counts, whole)),
    [Symbol.dispose]: () => shown.stop(),
  };
}

function ended(latest: ProgressState, counts: Pick<ProgressState, "rows" | "dead">, whole: boolean): ProgressState {
  return { ...latest, ...counts, bytesRead: whole ? latest.totalBytes : latest.bytesRead };
}

/** Whole percents of the input, 0 to 100: a file that grows while it is read has more than was counted. */
function share({ bytesRead, totalBytes }: ProgressState): number {
  return Math.min(100, Math.floor((100 * bytesRead) / totalBytes));
}

function lines(stream: NodeJS.WriteStream, rate: (state: ProgressState) => number): Progress {
  let latest: ProgressState | null = null;
  let printed = false;
  const print = (): void => {
    if (!latest) return;
    printed = true;
    const read = latest.totalBytes > 0 ? ` (${share(latest)}% of the input)` : "";
    stream.write(`${latest.rows} rows${read}, ${rate(latest)} rows/s, ${latest.dead} dead\n`);
  };
  const timer = setInterval(print, LINE_EVERY_MS);
  timer.unref();
  return {
    update: (state) => void (latest = state),
    end(counts, whole) {
      if (latest === null || !printed) return;
      latest = ended(latest, counts, whole);
      print();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
