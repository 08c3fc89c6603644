import { expect, it } from "vitest";
import { sourceName } from "../../src/pages/views/library/parts.ts";

it.each([
  ["/srv/loads/deep/N18-3011.tei.xml", "N18-3011.tei.xml"],
  ["./loads/night/", "night"],
  ["C:\\loads\\night.jsonl", "night.jsonl"],
  ["ACL Anthology", "ACL Anthology"],
  ["https://example.org/a/b", "https://example.org/a/b"],
  ["and/or", "and/or"],
  ["/", "/"],
])("a source named %s is shown as %s: nobody needs to know the folders of the server", (name, shown) => {
  expect(sourceName(name)).toBe(shown);
});
