import { expect, it } from "vitest";
import { html } from "../../src/shared/html.ts";

it("escapes text between tags and in attributes", () => {
  expect(String(html`<p title="${`"><img src=x onerror='1'>`}">${"<script>&"}</p>`)).toBe(
    '<p title="&quot;&gt;&lt;img src=x onerror=&#39;1&#39;&gt;">&lt;script&gt;&amp;</p>',
  );
});

it("takes markup as it is, lists in their order, and nothing for nothing", () => {
  const items = [1, "<2>"].map((part) => html`<li>${part}</li>`);
  expect(String(html`${items}${null}${false}${undefined}${0}`)).toBe("<li>1</li><li>&lt;2&gt;</li>0");
});

it("a text that looks like markup made by it is still text", () => {
  const forged = { toString: () => "<b>" } as unknown as string;
  expect(() => String(html`${forged}`)).toThrow(TypeError);
});
