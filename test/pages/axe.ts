import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** The minified form, which a page takes in sooner. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every rule that is on by default, and the size of targets of WCAG 2.2, which is not. What passes is not listed. */
const OPTIONS = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } } satisfies axe.RunOptions;

interface Violation {
  id: string;
  impact?: string | null;
  nodes: { html: string }[];
}

/** The rules that look at colors; whatever else is wrong is so in any. */
const OF_COLORS = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] } satisfies axe.RunOptions;

/** What axe finds wrong with a page as it stands: the impact, the rule and the first element of each. `colors`: in its colors alone, where it was looked at in others. */
export async function violationsOf(page: Page, { colors = false }: { colors?: boolean } = {}): Promise<string[]> {
  const options = colors ? OF_COLORS : OPTIONS;
  // Bringing axe into a page takes longer than running it, and it stays there. Our pages hold no frames.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} ${nodes
        .map(({ html }) => html)
        .join(" ")
        .slice(0, 400)}`,
  );
}
