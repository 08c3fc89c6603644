import { describe } from "vitest";
import { hostileModelSuite } from "./hostile-model.ts";

describe("a language model that lies, at length", () => {
  hostileModelSuite({ questions: 3, seeds: 20, honest: 100 });
});
