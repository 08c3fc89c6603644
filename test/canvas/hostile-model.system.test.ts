import { describe } from "vitest";
import { hostileModelSuite } from "./hostile-model.ts";

describe("a language model that lies, at length", () => hostileModelSuite({ questions: 4, seeds: 30, honest: 100 }));
