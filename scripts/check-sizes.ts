import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { holdSize } from "./folder-size.ts";

/** Holds the sizes of what `npm install` put here. */
const root = fileURLToPath(new URL("..", import.meta.url));
holdSize("all", `${root}/node_modules`);
const bundled = `${root}/scripts/node/node_modules`;
if (existsSync(bundled)) holdSize("bundledNode", bundled);
