import { expect, it } from "vitest";
import { ACROSS_PAPERS } from "../../src/judgment/constants.ts";
import { GROUPS, RECORD_RULES } from "../../src/judgment/groups.ts";
import type { Rule } from "../../src/judgment/rule.ts";
import { SIGNAL_RULES } from "../../src/judgment/rules.ts";

it("the rules of a group agree in dimension, cap, party, words, and how papers are taken together", () => {
  const rules: Rule[] = [...Object.values(SIGNAL_RULES).flat(), ...Object.values(RECORD_RULES)];
  expect(rules.length).toBeGreaterThan(Object.keys(GROUPS).length);
  for (const rule of rules) {
    const { group, dimension, cap, party, words, across = ACROSS_PAPERS[dimension] } = rule;
    expect({ group, dimension, cap, party, words, across }).toEqual({ group, ...GROUPS[group as keyof typeof GROUPS] });
  }
});
