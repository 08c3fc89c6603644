import { afterEach, describe, expect, it, vi } from "vitest";
import { CitationBook } from "../../src/citations/book.ts";
import { paper, signal } from "../support/documents.ts";

const PAPER = "acl:P19-1001";
const about = (kind: "acceptance" | "code" | "adoption", index: number) =>
  signal({ signal_id: `sig:${index}`, kind, paper_ids: [PAPER], unit: null, value: null });

/** A judgment by constants of which some are others than ours. */
async function judgedWith(changed: Record<string, unknown>) {
  vi.resetModules();
  vi.doMock("../../src/judgment/constants.ts", async (original) => ({ ...(await original<object>()), ...changed }));
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
});
