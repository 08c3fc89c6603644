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
}

const LINE_EVERY_MS = 10_000;

/** Shows on stderr how far a run is: a bar on a terminal, else a line each 10 s. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  const rate = ({ rows }: ProgressState): number => Math.round(rows / Math.max(0.001, (performance.now() - started) / 1_000));
  return stream.isTTY ? bar(stream, rate) : lines(stream, rate);
}

function bar(stream: NodeJS.WriteStream, rate: (state: ProgressState) => number): Progress {
  const format = "{bar} {percentage} % | {rows} rows | {rate} rows/s | {dead} dead";
  const shown = new SingleBar({ format, stream, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  let running = false;
  return {
    update(state) {
      const values = { rows: state.rows, rate: rate(state), dead: state.dead };
      if (running) shown.update(state.bytesRead, values);
      else shown.start(Math.max(1, state.totalBytes), state.bytesRead, values);
      running = true;
    },
    [Symbol.dispose]: () => shown.stop(),
  };
}

function lines(stream: NodeJS.WriteStream, rate: (state: ProgressState) => number): Progress {
  let latest: ProgressState | null = null;
  const print = (): void => {
    if (!latest) return;
    const share = latest.totalBytes > 0 ? ` (${Math.floor((100 * latest.bytesRead) / latest.totalBytes)} % of the input)` : "";
    stream.write(`${latest.rows} rows${share}, ${rate(latest)} rows/s, ${latest.dead} dead\n`);
  };
  const timer = setInterval(print, LINE_EVERY_MS);
  timer.unref();
  return {
    update: (state) => void (latest = state),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
