import { readFileSync, writeFileSync } from "node:fs";
import { absentOptionalPackages, entryFor, type Lock } from "./lock.ts";

/**
 * Adds to package-lock.json the optional packages that npm left out, so that `npm ci` passes with npm 11 and 12, which refuse
 * a lock that lacks one. Run after `npm install`; with a registry that has every platform's package there is nothing to add.
 */
const FILE = new URL("../package-lock.json", import.meta.url);

const lock = JSON.parse(readFileSync(FILE, "utf8")) as Lock;
const absent = absentOptionalPackages(lock);
for (const optional of absent) lock.packages[`node_modules/${optional.name}`] = entryFor(lock, optional);
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")));
if (absent.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${absent.length} optional packages added to package-lock.json\n`);
