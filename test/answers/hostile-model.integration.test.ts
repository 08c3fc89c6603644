import { describe } from "vitest";
import { hostileModelSuite } from "./hostile-model.ts";

describe("a language model that lies", () => {
  hostileModelSuite({ questions: 1, seeds: 2, honest: 10 });
});
