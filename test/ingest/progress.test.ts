import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showProgress } from "../../ingest/progress.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function shown(use: (progress: ReturnType<typeof showProgress>) => void): string[] {
  const lines: string[] = [];
  const stream = { isTTY: false, write: (line: string) => lines.push(line) } as unknown as NodeJS.WriteStream;
  using progress = showProgress(stream);
  use(progress);
  return lines;
}

it("never shows more than the whole input, and ends with the counts of the report", () => {
  const lines = shown((progress) => {
    progress.update({ rows: 500, dead: 1, bytesRead: 1_300, totalBytes: 1_000 });
    vi.advanceTimersByTime(10_000);
    progress.end({ rows: 777, dead: 3 }, true);
  });
  expect(lines.map((line) => line.replace(/, \d+ rows\/s/u, ""))).toEqual([
    "500 rows (100% of the input), 1 dead\n",
    "777 rows (100% of the input), 3 dead\n",
  ]);
});

it("of a run that was stopped it shows how far it came, and of a short one nothing", () => {
  const state = { rows: 500, dead: 0, bytesRead: 400, totalBytes: 1_000 };
  const stopped = shown((progress) => {
    progress.update(state);
    vi.advanceTimersByTime(10_000);
    progress.end({ rows: 450, dead: 0 }, false);
  });
  expect(stopped.at(-1)).toMatch(/^450 rows \(40% of the input\)/u);
  expect(
    shown((progress) => {
      progress.update(state);
      progress.end({ rows: 500, dead: 0 }, true);
    }),
  ).toEqual([]);
});
