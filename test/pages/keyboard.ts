import type { Page } from "playwright-core";

/** More than any page has places to stop at. */
const MAX_STOPS = 150;

/** Presses Tab until what has this name has the focus, which must be seen at every step. Throws where the keyboard does not get there. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press("Tab");
    const { label, outline } = await page.evaluate<{ label: string | null; outline: string }>(FOCUSED);
    if (label === null) continue;
    if (outline.startsWith("none")) throw new Error(`The focus on ${label} is not seen`);
    if (label === name) return;
    seen.push(label);
  }
  throw new Error(`The keyboard does not get to ${name}, only to ${seen.join(", ")}`);
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === document.body) return { label: null, outline: "" };
  const label = element.labels?.[0]?.textContent ?? element.textContent;
  const style = getComputedStyle(element);
  return { label: label.replace(/\\s+/gu, " ").trim(), outline: style.outlineStyle + style.outlineWidth };
})()`;
