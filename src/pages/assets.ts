import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { compressedFile, encodingFor } from "./compression.ts";

const FILES = {
  "style.css": "text/css; charset=utf-8",
  "pages.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;
type FileName = keyof typeof FILES;

const ASSETS = (Object.keys(FILES) as FileName[]).map((name) => {
  const content = readFileSync(new URL(`assets/${name}`, import.meta.url));
  const print = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { name, print, content, type: FILES[name], address: `/assets/${print}/${name}` };
});

/** The address of a file that belongs to the pages. It changes with the file's content, so that browsers may keep the file for good. */
export function assetAddress(name: FileName): string {
  return ASSETS.find((asset) => asset.name === name)!.address;
}

/** Compressed once in the life of a server, however many are built. */
let compressed: ReadonlyMap<FileName, ReturnType<typeof compressedFile>> | undefined;

/** Serves the style, the script and the icon, compressed for whoever takes that. */
export function assetRoutes(app: FastifyInstance): void {
  const files = (compressed ??= new Map(ASSETS.map(({ name, content }) => [name, compressedFile(content)])));
  for (const { name, print, address, content, type } of ASSETS) {
    app.get(address, async ({ headers }, reply) => {
      const encoding = encodingFor(headers["accept-encoding"]);
      const tag = `"${print}-${encoding ?? "identity"}"`;
      reply.headers({ "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding", ETag: tag });
      if (headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
      if (encoding !== null) reply.header("Content-Encoding", encoding);
      return reply.type(type).send(encoding === null ? content : files.get(name)![encoding]);
    });
  }
}
