import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Every rule that is on by default, and the size of targets of WCAG 2.2, which is not. What passes is not listed. */
const OPTIONS = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } } satisfies Parameters<
  AxeBuilder["options"]
>[0];

interface Violation {
  id: string;
  impact?: string | null;
  nodes: { html: string }[];
}

/** The rules that look at colors; whatever else is wrong is so in any. */
const OF_COLORS = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] } satisfies Parameters<
  AxeBuilder["options"]
>[0];

/** What axe finds wrong with a page as it stands: the impact, the rule and the first element of each. `colors`: in its colors alone, where it was looked at in others. */
export async function violationsOf(page: Page, { colors = false }: { colors?: boolean } = {}): Promise<string[]> {
  const options = colors ? OF_COLORS : OPTIONS;
  // Bringing axe into a page takes longer than running it, and it stays there.
  const isThere = await page.evaluate<boolean>("'axe' in window");
  const { violations } = isThere
    ? await page.evaluate<{ violations: Violation[] }>(`axe.run(${JSON.stringify(options)})`)
    : // Our pages hold no frames, which is what the slower way is for.
      await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id} ${nodes
        .map(({ html }) => html)
        .join(" ")
        .slice(0, 400)}`,
  );
}
