import { chromiumPath, launchChromium } from "../../test/pages/chromium.ts";
import type { Subject } from "./subjects.ts";

/** Long enough for what is late: fonts, the script of the pages. */
const SETTLED_MS = 400;
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), ${SETTLED_MS});
})`;

/** The layout shift of each page while it loads, wide and narrow, as browsers score it (0: nothing moves); null without a Chromium. */
export async function layoutShifts(
  origin: string,
  cookie: { name: string; value: string },
  pages: readonly Subject[],
): Promise<Map<string, number> | null> {
  const executable = chromiumPath();
  if (executable === null) return null;
  const browser = await launchChromium(executable);
  try {
    const shifts = new Map<string, number>();
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const context = await browser.newContext({ baseURL: origin, viewport });
      await context.addCookies([{ ...cookie, url: origin }]);
      const page = await context.newPage();
      for (const { name, path } of pages) {
        await page.goto(path);
        shifts.set(name, Math.max(shifts.get(name) ?? 0, await page.evaluate<number>(SHIFT)));
      }
      await context.close();
    }
    return shifts;
  } finally {
    await browser.close();
  }
}
