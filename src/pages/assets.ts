import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

const FILES = {
  "style.css": "text/css; charset=utf-8",
  "pages.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;
type FileName = keyof typeof FILES;

const ASSETS = (Object.keys(FILES) as FileName[]).map((name) => {
  const content = readFileSync(new URL(`assets/${name}`, import.meta.url));
  const print = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { name, content, type: FILES[name], address: `/assets/${print}/${name}` };
});

/** The address of a file that belongs to the pages. It changes with the file's content, so that browsers may keep the file for good. */
export function assetAddress(name: FileName): string {
  return ASSETS.find((asset) => asset.name === name)!.address;
}

/** Serves the style, the script and the icon. */
export function assetRoutes(app: FastifyInstance): void {
  for (const { address, content, type } of ASSETS) {
    app.get(address, async (_request, reply) =>
      reply.type(type).header("Cache-Control", "public, max-age=31536000, immutable").send(content),
    );
  }
}
