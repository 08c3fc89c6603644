import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = ["*.md", "docs/**/*.md", "{mappings,models,sample}/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root }));
const scripts = new Set(Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts));
const benches = new Set(globSync("bench/*.ts", { cwd: root }).map((file) => basename(file, ".ts")));

describe.each(pages)("%s", (page) => {
  const text = read(page);
  const prose = text.replaceAll(/^```[\s\S]*?^```/gmu, "");

  it("links only to files and headings that exist", () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/gu)]
      .flatMap(([, link]) => link ?? [])
      .filter((link) => !/^[a-z]+:/u.test(link));
    expect(links.filter((link) => !leads(page, link))).toEqual([]);
  });

  it("names only files of the repository that exist", () => {
    const named = [...prose.matchAll(/`((?:src|ingest|test|bench|deploy|docs|models|sample|mappings|scripts)\/[\w./-]+)`/gu)].map(
      ([, path]) => path!,
    );
    expect(named.filter((path) => !/NAME|your-/u.test(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it("names only scripts and benchmarks that exist", () => {
    const runs = text.matchAll(/npm run (?:-s )?([a-z][\w-]*)(?: -- ([a-z][\w-]*))?/gu);
    const unknown = [...runs].filter(
      ([, script = "", name]) => !scripts.has(script) || (script === "bench" && name !== undefined && !benches.has(name)),
    );
    expect(unknown.map(([run]) => run)).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Whether a relative link leads to a file or folder, and its fragment to a heading there. */
function leads(page: string, link: string): boolean {
  const [path = "", fragment] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return fragment === undefined || anchorsOf(read(target)).includes(fragment);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
