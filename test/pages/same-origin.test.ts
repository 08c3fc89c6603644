import { describe, expect, it } from "vitest";
import { isFromOurPages } from "../../src/pages/security/same-origin.ts";

const OURS = "https://canvas.example";

describe("who may change something", () => {
  it.each([
    ["same-origin", undefined, true],
    ["none", undefined, true],
    ["same-site", OURS, false],
    ["cross-site", OURS, false],
    ["Same-Origin", OURS, false],
    ["", OURS, false],
    [undefined, OURS, true],
    [undefined, "https://canvas.example:444", false],
    [undefined, "http://canvas.example", false],
    [undefined, "https://canvas.example.evil.example", false],
    [undefined, "null", false],
    [undefined, undefined, false],
  ])("Sec-Fetch-Site %j with Origin %j: %j", (site, origin, may) => {
    expect(isFromOurPages("POST", { "sec-fetch-site": site, origin, host: "canvas.example" }, OURS)).toBe(may);
  });

  it("asks nothing of requests that only look", () => {
    expect(isFromOurPages("GET", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, OURS)).toBe(true);
  });
});
