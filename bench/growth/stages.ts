import { rounded } from "../../src/shared/rounding.ts";
import { stopwatch, type Spent } from "../loads/measured.ts";

const STAGES = ["copying", "building indexes", "comparing"] as const;
type Stage = (typeof STAGES)[number];

/** Which stage of a build or a migration takes how long, from the lines with which each begins. */
export interface StageClock {
  say(this: void, line: string): void;
  /** At the end, of `rows` documents in all: how many were copied a second, and the seconds of the rest; with processor time of this process. */
  told(rows: number): string;
}

/** A clock that runs from now on, in the stage of copying. */
export function stageClock(): StageClock {
  const spent = new Map<Stage, Spent>(STAGES.map((stage) => [stage, { seconds: 0, cpu: 0 }]));
  let stage: Stage = "copying";
  let watch = stopwatch();
  const say = (line: string): void => {
    const [sum, { seconds, cpu }] = [spent.get(stage)!, watch()];
    spent.set(stage, { seconds: sum.seconds + seconds, cpu: sum.cpu + cpu });
    watch = stopwatch();
    stage = STAGES.find((one) => line.startsWith(one)) ?? stage;
  };
  return {
    say,
    told(rows) {
      say("");
      const [copying, building, comparing] = STAGES.map((one) => spent.get(one)!) as [Spent, Spent, Spent];
      const rest = (name: string, { seconds, cpu }: Spent) => `${name} ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s)`;
      const copied = `copied ${Math.round(rows / copying.seconds)}/s (${rounded((1_000 * copying.cpu) / rows, 2)} ms each)`;
      return [copied, rest("indexes", building), rest("compared", comparing)].join(", ");
    },
  };
}
