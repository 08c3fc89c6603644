import { FAULTS, openFakeService, type Fault, type LoggedRequest, type Reply } from "../fake-service.ts";
import type { World } from "./world.ts";

export interface FaultyOptions {
  /** What part of the answers is each kind of fault. */
  share: number;
  random: () => number;
  retryAfterS: number;
}

/** The service of a world on this machine, whose answers are faults by chance while `isRough`. `day` says which of its days it is; `onRequest` is told of each. */
export async function openFaultyWorld(world: World, { share, random, retryAfterS }: FaultyOptions) {
  const state = { day: 0, isRough: true, onRequest: (): void => {} };
  const faults: Partial<Record<Fault | "other answer", number>> = {};
  const others = new Set<LoggedRequest>();
  let isOther = false;
  const answer: Parameters<typeof openFakeService>[0] = (url, request): Reply => {
    const other = state.isRough && random() < share ? world.otherAnswer(url, state.day) : null;
    isOther = other !== null;
    if (isOther) {
      faults["other answer"] = (faults["other answer"] ?? 0) + 1;
      others.add(service.log.at(-1)!);
    }
    return other ?? world.answer(url, request, state.day);
  };
  const faulty = (): Fault | null => {
    if (!state.isRough || isOther || random() >= share * FAULTS.length) return null;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)]!;
    faults[fault] = (faults[fault] ?? 0) + 1;
    return fault;
  };
  const service = await openFakeService(answer, faulty, { retryAfterS, onRequest: () => state.onRequest() });
  return {
    ...service,
    state,
    faults,
    /** Good answers of a part of the log that were asked for more than once. */
    askedTwice(log: readonly LoggedRequest[]): number {
      const good = log.filter((entry) => entry.fault === null && !others.has(entry)).map(({ path }) => path);
      return good.length - new Set(good).size;
    },
  };
}

/** Timers may fire a little early, and clocks of two processes be read in between. */
const TOLERANCE_MS = 2;

/**
 * How many requests came sooner after the end of an answer than the pace, or the answer, allows. `unheard`: those whose answer nobody read, as the process was killed meanwhile; it can ask for
 * no pause.
 */
export function tooSoon(
  log: readonly LoggedRequest[],
  betweenMs: number,
  unheard: ReadonlySet<LoggedRequest> = new Set(),
): number {
  return log.filter(({ at }, index) => {
    const before = log[index - 1];
    if (before?.answeredAt == null) return false;
    const asked = unheard.has(before) ? 0 : before.retryAfterMs;
    return at - before.answeredAt < Math.max(betweenMs, asked) - TOLERANCE_MS;
  }).length;
}
