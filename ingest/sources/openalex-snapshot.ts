import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { UsageError } from "../errors.ts";

const Manifest = z.looseObject({
  entries: z.array(z.looseObject({ url: z.string(), meta: z.looseObject({ content_length: z.int().nullish() }).nullish() })),
});

/**
 * The parts of an OpenAlex snapshot in the order of its `manifest`, which lies in the folder, or in `works` or `data/works` below it; null
 * where there is none. Throws `UsageError` where the manifest is broken, or a part is missing or not of the size that it states: a snapshot
 * that is being written or fetched is not loaded.
 */
export async function snapshotParts(path: string): Promise<string[] | null> {
  const manifest = ["manifest", "works/manifest", "data/works/manifest"]
    .map((name) => join(path, name))
    .find((file) => existsSync(file));
  if (path === "-" || manifest === undefined) return null;
  const parsed = Manifest.safeParse(jsonOf(await readFile(manifest, "utf8")));
  if (!parsed.success)
    throw new UsageError(`${manifest}: is not a manifest: a JSON object with \`entries\`, each with a \`url\``);
  const folder = resolve(dirname(manifest));
  const parts: string[] = [];
  for (const { url, meta } of parsed.data.entries) {
    const part = partOf(folder, url);
    if (part === null) throw new UsageError(`${manifest}: ${url} does not point to a folder of works`);
    const size = (await stat(part).catch(() => null))?.size;
    if (size === undefined) throw new UsageError(`${part}: is in the manifest but missing; fetch the snapshot again`);
    const stated = meta?.content_length;
    if (stated && stated !== size) {
      throw new UsageError(`${part}: has ${size} bytes; the manifest states ${stated}; fetch the snapshot again`);
    }
    parts.push(part);
  }
  if (parts.length === 0) throw new UsageError(`${manifest}: lists no parts`);
  return parts;
}

/** `s3://openalex/data/works/updated_date=2024-01-01/part_000.gz` → the file below the folder of works. */
function partOf(folder: string, url: string): string | null {
  const [, inside] = /\/works\/(.+)$/u.exec(url) ?? [];
  if (inside === undefined || inside.split("/").some((step) => step === "" || step === "." || step === "..")) return null;
  return join(folder, inside);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
