import { readFileSync } from "node:fs";

/** The version of this package; the build puts a package.json beside its `src` too. */
export const VERSION = (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string })
  .version;
