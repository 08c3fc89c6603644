import { expect, test } from "vitest";
import { asAuthorsSay } from "../../src/evidence/as-authors-say.ts";

test.each([
  ["Which datasets did they use?", "Which datasets we use?"],
  ["Do they release their code?", "we release our code?"],
  ["How do the authors explain the authors' results?", "How we explain our results?"],
  ["What is theirs about parents?", "What is theirs about parents?"],
])("what authors did is said in their words: %s", (asked, said) => {
  expect(asAuthorsSay(asked)).toBe(said);
});
