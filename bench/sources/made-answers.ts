import { contentHash } from "../../src/documents/hash.ts";
import type { Reply } from "../../test/support/fake-service.ts";
import { DAY_MS } from "../../src/shared/time.ts";

const GONE: Reply = { status: 404, json: { message: "Not Found" } };

/** A service that is Crossref, OpenAlex, GitHub, Hugging Face and PyPI at once, whose figures follow from the address alone. None of them is real. */
export function madeAnswer(url: URL, titles: ReadonlyMap<string, string>): Reply {
  const { pathname } = url;
  if (pathname === "/works") return works(url, titles);
  if (pathname.startsWith("/repos/")) return repository(pathname);
  if (pathname.startsWith("/api/packages/")) return { json: { data: { last_month: long(pathname, 4_000) } } };
  if (pathname.startsWith("/api/")) return { json: cards(url) };
  const [, owner, name] = /^\/([^/]+)\/([^/]+)\/HEAD\/pyproject\.toml$/u.exec(pathname) ?? [];
  if (owner && chance(name!) < 0.5) return { text: `[project]\nname = "${owner}--${name!.replaceAll(".", "-")}"\n` };
  const [, ofOwner, ofName] = /^\/pypi\/(.+)--(.+)\/json$/u.exec(pathname) ?? [];
  if (!ofOwner) return GONE;
  return {
    json: { info: { name: `${ofOwner}--${ofName}`, project_urls: { Source: `https://github.com/${ofOwner}/${ofName}` } } },
  };
}

function works(url: URL, titles: ReadonlyMap<string, string>): Reply {
  const [first = "", ...rest] = (url.searchParams.get("filter") ?? "").split(",");
  if (/^(?:openalex|doi):/u.test(first) && url.searchParams.has("per-page")) {
    const results = first
      .replace(/^\w+:/u, "")
      .split("|")
      .map((id) => ({
        id: /^W\d+$/u.test(id) ? id : `https://openalex.org/W${Math.floor(chance(id) * 1e9)}`,
        doi: /^W\d+$/u.test(id) ? null : `https://doi.org/${id}`,
        display_name: titles.get(id) ?? id,
        updated_date: "2026-11-01",
        cited_by_count: long(id, 40),
      }));
    return { json: { results } };
  }
  const items = [first, ...rest].map((filter) => {
    const id = filter.replace(/^doi:/u, "");
    const funder = chance(`${id} funder`) < 0.4 ? [{ name: "A made fund", award: ["1"] }] : [];
    return {
      DOI: id,
      type: "proceedings-article",
      title: [titles.get(id) ?? id],
      "is-referenced-by-count": long(id, 30),
      funder,
    };
  });
  return { json: { message: { items } } };
}

function repository(path: string): Reply {
  const [, name, part] = /^\/repos\/([^/]+\/[^/]+)(?:\/(\w+))?$/u.exec(path) ?? [];
  if (name === undefined) return GONE;
  if (part !== undefined) {
    const pages = Math.max(1, long(path, part === "releases" ? 3 : 8));
    return { json: [{}], headers: { link: `<https://api.github.com/x?page=${pages}>; rel="last"` } };
  }
  const pushed = new Date(Date.now() - chance(`${name} pushed`) * 1_500 * DAY_MS).toISOString();
  const license = ["MIT", "Apache-2.0", "CC-BY-NC-4.0", null][Math.floor(chance(`${name} license`) * 4)];
  return {
    json: {
      id: 1,
      full_name: name,
      stargazers_count: long(name, 300),
      archived: chance(`${name} archived`) < 0.1,
      pushed_at: pushed,
      license: license ? { spdx_id: license } : null,
    },
  };
}

function cards(url: URL): object[] {
  const tag = url.searchParams.get("filter") ?? "";
  if (chance(url.pathname + tag) < 0.6) return [];
  return [{ id: `made/${tag.replace(":", "-")}`, downloads: long(tag, 2_000), likes: 3, tags: [tag, "license:mit"] }];
}

/** Between 0 and 1, always the same for a text. */
function chance(text: string): number {
  return Number.parseInt(contentHash(text).slice(0, 8), 16) / 2 ** 32;
}

/** Spread over some powers of ten around a middle, as counts of attention are. */
function long(text: string, middle: number): number {
  return Math.round(middle * 10 ** (3 * (chance(text) - 0.5)));
}
