import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Names of venues by their Anthology id, e.g. `acl` → `ACL`. */
export type VenueNames = ReadonlyMap<string, string>;

/**
 * Reads the `venues` folder of an Anthology checkout: inside the given path, or beside it, or beside its parent. Without one the map is
 * empty. Of each `id.yaml` the acronym counts, else the name.
 */
export async function readVenueNames(path: string): Promise<VenueNames> {
  const folder = path === "-" ? undefined : await venuesFolder(path);
  if (folder === undefined) return new Map();
  const files = (await readdir(folder)).filter((file) => file.endsWith(".yaml")).sort();
  const names = await Promise.all(
    files.map(async (file) => [file.slice(0, -".yaml".length), venueName(await readFile(join(folder, file), "utf8"))] as const),
  );
  return new Map(names.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

async function venuesFolder(path: string): Promise<string | undefined> {
  const start = (await stat(path).catch(() => null))?.isDirectory() ? resolve(path) : dirname(resolve(path));
  const candidates = [join(start, "venues"), join(start, "yaml", "venues")];
  candidates.push(join(dirname(start), "venues"), join(dirname(start), "yaml", "venues"));
  return candidates.find((folder) => existsSync(folder));
}

function venueName(yaml: string): string | undefined {
  const member = (key: string): string | undefined => {
    const value = new RegExp(`^${key}:[ \\t]*(.+?)[ \\t]*$`, "mu").exec(yaml)?.[1];
    return value?.replace(/^(['"])(.*)\1$/u, "$2");
  };
  return member("acronym") ?? member("name");
}
