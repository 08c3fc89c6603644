import { Presets, SingleBar } from "cli-progress";

export interface DocumentProgress extends Disposable {
  /** How many documents are done. */
  update(done: number): void;
}

const LINE_EVERY_MS = 10_000;

/** Shows on stderr how many of so many documents are done: a bar on a terminal, else a line each 10 s. */
export function documentProgress(total: number, stream: NodeJS.WriteStream = process.stderr): DocumentProgress {
  const started = performance.now();
  const rateOf = (done: number): number => Math.round(done / Math.max(0.001, (performance.now() - started) / 1_000));
  return stream.isTTY ? bar(total, stream, rateOf) : lines(total, stream, rateOf);
}

function bar(total: number, stream: NodeJS.WriteStream, rateOf: (done: number) => number): DocumentProgress {
  const format = "{bar} {percentage}% | {value} of {total} | {rate}/s";
  const shown = new SingleBar({ format, stream, hideCursor: true, clearOnComplete: true }, Presets.shades_classic);
  shown.start(total, 0, { rate: 0 });
  return {
    update: (done) => shown.update(Math.min(done, total), { rate: rateOf(done) }),
    [Symbol.dispose]: () => shown.stop(),
  };
}

function lines(total: number, stream: NodeJS.WriteStream, rateOf: (done: number) => number): DocumentProgress {
  let latest = 0;
  const timer = setInterval(() => stream.write(`${latest} of ${total}, ${rateOf(latest)}/s\n`), LINE_EVERY_MS);
  timer.unref();
  return {
    update: (done) => void (latest = done),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
