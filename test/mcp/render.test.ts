import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONCISE_LIMIT, fitting, id, link, plain, shortened } from "../../src/mcp/render.ts";

describe("texts from records in Markdown", () => {
  it.each([
    ["![x](https://evil.example/a.png)", "!\\[x\\](https\\://evil.example/a.png)"],
    ["[click](javascript:alert(1))", "\\[click\\](javascript:alert(1))"],
    ["<img src=x> <https://evil.example>", "\\<img src=x\\> \\<https\\://evil.example\\>"],
    ["see https://evil.example and www.evil.example", "see https\\://evil.example and www\\.evil.example"],
    ["`code` \\[", "\\`code\\` \\\\\\["],
    ["# heading", "\\# heading"],
    ["two\n\n[a]: https://evil.example", "two \\[a\\]: https\\://evil.example"],
    ["Attention is all you need: x_i * y", "Attention is all you need: x_i * y"],
  ])("%j becomes %j", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it("no text leaves an unescaped bracket, angle, backtick or address behind", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("[", "]", "<", ">", "`", "\\", "h", ":", "/", "w", ".", " ", "\n") }),
        (text) => {
          const bare = plain(text).replace(/\\[\s\S]/gu, "");
          expect(bare).not.toMatch(/[[\]<>`]|:\/\/|\bwww\./iu);
        },
      ),
    );
  });

  it.each([
    ["https://aclanthology.org/P19-1001/", "<https://aclanthology.org/P19-1001/>"],
    ["javascript:alert(1)", ""],
    ["data:text/html,x", ""],
    ["not an address", ""],
    [null, ""],
    ["https://x.example/a>b", "<https://x.example/a%3Eb>"],
  ])("the address %j becomes %j", (url, expected) => {
    expect(link(url)).toBe(expected);
  });

  it("an id can be copied as it is", () => {
    expect(id("doi:10.1000/a_b[1]")).toBe("`doi:10.1000/a_b[1]`");
    expect(id("doi:10.1000/a`b")).not.toContain("a`b");
  });

  it("a text is never cut within a character", () => {
    for (let longest = 1; longest < 8; longest += 1) expect(shortened("🦓🦓🦓🦓", longest).isWellFormed()).toBe(true);
    expect(shortened("abc", 3)).toBe("abc");
    expect(shortened("abcd", 3)).toBe("ab…");
  });
});

describe("a concise content", () => {
  it("takes the widest texts that keep it within its limit", () => {
    const text = "x".repeat(1_000);
    const render = (count: number) =>
      fitting(
        (shown) => shown.length <= CONCISE_LIMIT,
        (longest) => Array.from({ length: count }, () => plain(text, longest)),
      );
    expect(render(10).split("\n")[0]).toHaveLength(400);
    expect(render(40).split("\n")[0]).toHaveLength(140);
    expect(render(1_000).length).toBeLessThanOrEqual(CONCISE_LIMIT);
    expect(render(1_000)).toContain("the structured content has the rest");
  });
});
