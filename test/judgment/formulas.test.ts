import { afterEach, describe, expect, it, vi } from "vitest";
import { CitationBook } from "../../src/citations/book.ts";
import { HALF } from "../../src/judgment/constants.ts";
import { paper, signal } from "../support/documents.ts";

const PAPER = "acl:P19-1001";
const about = (kind: "acceptance" | "code" | "adoption", index: number) =>
  signal({ signal_id: `sig:${index}`, kind, paper_ids: [PAPER], unit: null, value: null });

/** From here on some constants are others than ours. */
function mock(changed: Record<string, unknown>): void {
  vi.resetModules();
  vi.doMock("../../src/judgment/constants.ts", async (original) => ({ ...(await original<object>()), ...changed }));
}

/** A judgment by constants of which some are others than ours. */
async function judgedWith(changed: Record<string, unknown>) {
  mock(changed);
  const { judge } = await import("../../src/judgment/judge.ts");
  const signals = [about("acceptance", 1), about("code", 2), about("adoption", 3)];
  return judge({ papers: [paper({ paper_id: PAPER })], signals }, new CitationBook());
}

/** The value of `.67^.4 · mean(.5, .5)^.25` or `.35 · .5 + .45 · .7`, and the result that is printed behind it. */
function computed(formula: string, name: string): { value: number; printed: number } {
  const [, terms, printed] = new RegExp(String.raw`${name} = (.+?) = ([\d.]+)(?:;|$)`, "u").exec(formula)!;
  const factor = (text: string): number => {
    const mean = /^mean\(([\d.]+), ([\d.]+)\)/u.exec(text);
    const base = mean ? (Number(mean[1]) + Number(mean[2])) / 2 : Number.parseFloat(text);
    return base ** Number(text.split("^")[1] ?? 1);
  };
  const product = (text: string) => text.split(" · ").reduce((all, one) => all * factor(one), 1);
  return { value: terms!.split(" + ").reduce((all, one) => all + product(one), 0), printed: Number(printed) };
}

afterEach(() => {
  vi.doUnmock("../../src/judgment/constants.ts");
  vi.doUnmock("../../src/judgment/groups.ts");
  vi.resetModules();
});

describe("the printed arithmetic follows the constants", () => {
  it.each([
    ["as they are", {}],
    ["other exponents", { READINESS_EXPONENTS: { evidence: 0.1, artifacts: 0.1, upkeep: 0.8 } }],
    ["other weights", { DEMAND_WEIGHTS: { momentum: 0.05, adoption: 0.9, pull: 0.05 } }],
  ])("%s", async (_, changed) => {
    const { formula } = await judgedWith(changed);
    for (const name of ["readiness", "demand"]) {
      const { value, printed } = computed(formula, name);
      expect(value).toBeCloseTo(printed, 1.5);
    }
  });

  it.each([0.25, 0.5, 3])("a group counts and prints no more than its cap, here %d", async (cap) => {
    vi.resetModules();
    vi.doMock("../../src/judgment/groups.ts", async (original) => {
      const groups = await original<{ GROUPS: Record<string, object> }>();
      return { ...groups, GROUPS: { ...groups.GROUPS, code: { ...groups.GROUPS.code, cap } } };
    });
    const { judge } = await import("../../src/judgment/judge.ts");
    const { dimensions } = judge({ papers: [paper({ paper_id: PAPER })], signals: [about("code", 2)] }, new CitationBook());
    const { score, formula } = dimensions.find(({ name }) => name === "artifacts")!;
    const s = Math.min(cap, 1);
    expect(formula).toContain(`with s = ${s} code, f = 0`);
    expect(score).toBeCloseTo((1 + s) / (2 + s), 2);
  });

  it.each([100, 1_000, 40_000])("a number counts half where the printed one says so, here at %d", async (half) => {
    mock({ HALF: { ...HALF, downloads: half, use: half, activity: half } });
    const { BY_ACTIVITY, BY_DOWNLOADS, BY_USE } = await import("../../src/judgment/levels.ts");
    const levelAt = (level: typeof BY_USE, value: number) =>
      level.of(signal({ signal_id: "sig:1", polarity: "supports", value }), new Map())?.level;
    expect(BY_DOWNLOADS.says).toContain(`s(downloads, ${half}) − 1`);
    expect(BY_DOWNLOADS.says).toContain(`nothing below ${half}`);
    expect([levelAt(BY_DOWNLOADS, half - 1), levelAt(BY_DOWNLOADS, half + 1)]).toEqual([undefined, expect.closeTo(0, 2)]);
    expect(BY_USE.says).toContain(`½ + s(number, ${half})`);
    expect(levelAt(BY_USE, half)).toBeCloseTo(1);
    expect(BY_ACTIVITY.says).toContain(`s(number, ${half})`);
    expect(levelAt(BY_ACTIVITY, half)).toBeCloseTo(0.5);
  });

  it("stars and days are printed with the numbers that they are measured by", async () => {
    mock({ HALF: { ...HALF, starsAtAge: [[0, 7]], starsCap: 70, daysSinceCommit: 10 } });
    const { BY_DAYS_SINCE, BY_STARS } = await import("../../src/judgment/levels.ts");
    const levelAt = (level: typeof BY_STARS, value: number) =>
      level.of(signal({ signal_id: "sig:1", polarity: "supports", value }), new Map())?.level;
    expect(BY_STARS.says).toContain("with at most 70 stars; nothing below h = 7 at 0 years");
    expect([levelAt(BY_STARS, 6), levelAt(BY_STARS, 1_000)]).toEqual([undefined, levelAt(BY_STARS, 70)]);
    expect(BY_DAYS_SINCE.says).toContain("after 20 days");
    expect([levelAt(BY_DAYS_SINCE, 10), levelAt(BY_DAYS_SINCE, 20)]).toEqual([0, -1]);
  });

  it.each([
    [{ low: 0.1, high: 0.9 }, 80],
    [{ low: 0.25, high: 0.75 }, 50],
  ])("an interval from %j is printed as one of %i %", async (INTERVAL, percent) => {
    const { dimensions } = await judgedWith({ INTERVAL });
    const { betaQuantile } = await import("../../src/judgment/beta.ts");
    const { INTERVAL_PERCENT } = await import("../../src/judgment/shown.ts");
    expect(dimensions.find(({ name }) => name === "artifacts")!.interval).toEqual(
      [INTERVAL.low, INTERVAL.high].map((p) => expect.closeTo(betaQuantile(1, 0, p), 2)),
    );
    expect(INTERVAL_PERCENT).toBe(percent);
  });
});
