import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a Chromium is; null: nowhere. `REQUIRE_CHROMIUM=1` or `REQUIRE_ELASTICSEARCH=1` (a run that must skip nothing) turns that into an error. */
export function chromiumPath(): string | null {
  const found = PLACES.find((path) => path !== undefined && existsSync(path)) ?? null;
  if (found === null && (process.env.REQUIRE_CHROMIUM === "1" || process.env.REQUIRE_ELASTICSEARCH === "1")) {
    throw new Error("no Chromium: install it, or say where it is with CHROMIUM_PATH");
  }
  return found;
}

export async function launchChromium(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
