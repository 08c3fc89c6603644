import { expect, it } from "vitest";
import { DIMENSIONS } from "../../src/judgment/constants.ts";
import { GROUPS } from "../../src/judgment/groups.ts";
import { RECORD_RULES } from "../../src/judgment/record-rules.ts";
import { notKnown } from "../../src/judgment/rationale.ts";
import type { Rule } from "../../src/judgment/rule.ts";
import { SIGNAL_RULES } from "../../src/judgment/rules.ts";

it("every group has a rule", () => {
  const rules: Rule[] = [...Object.values(SIGNAL_RULES).flat(), ...Object.values(RECORD_RULES)];
  const message = "a group of src/judgment/groups.ts that no rule of rules.ts or record-rules.ts names";
  expect([...new Set(rules.map(({ group }) => group))].sort(), message).toEqual(Object.keys(GROUPS).sort());
});

it("what is missing is named by the groups of the dimension", () => {
  expect(notKnown("evidence")).toBe("No venue, review, award, reproduction, erratum or retraction on record.");
  expect(notKnown("health")).toBe("Nothing on record about how the software is maintained (commits, releases, contributors).");
  for (const dimension of DIMENSIONS) expect(notKnown(dimension)).not.toMatch(/\(\)|No {1,}(?:from|on)\b/u);
});
