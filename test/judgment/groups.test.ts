import { expect, it } from "vitest";
import { GROUPS } from "../../src/judgment/groups.ts";
import { RECORD_RULES } from "../../src/judgment/record-rules.ts";
import type { Rule } from "../../src/judgment/rule.ts";
import { SIGNAL_RULES } from "../../src/judgment/rules.ts";

it("every group has a rule", () => {
  const rules: Rule[] = [...Object.values(SIGNAL_RULES).flat(), ...Object.values(RECORD_RULES)];
  expect([...new Set(rules.map(({ group }) => group))].sort()).toEqual(Object.keys(GROUPS).sort());
});
