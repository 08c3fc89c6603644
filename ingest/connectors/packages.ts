import { z } from "zod";
import type { AskContext, Asked, Connector, Told, ToldSignal } from "./connector.ts";
import { namedRepositories, repositoriesOf } from "./repositories.ts";
import { FetchFailure } from "./request.ts";

const GONE = [404, 410, 451];
/** The name of the package, of which the registry's record named the repository. */
const Kept = z.object({ name: z.string() });
const NOT_MODIFIED = 304;

/** How a registry of packages is asked; the name of a package comes from its repository, and counts where the registry's page names the repository too. */
interface Registry {
  name: "pypi" | "npm";
  title: "PyPI" | "npm";
  /** Files of the repository that may name the package, and how. */
  files: readonly { path: string; nameIn(text: string): string | null }[];
  page(name: string): string;
  record(name: string): string;
  /** The package that a record is of, and the addresses that it gives. */
  package(record: unknown): { name: string; links: string[] };
  downloads(name: string): string;
  /** What an answer counts, and for which package, where it says so. */
  count(answer: unknown): { name: string | null; downloads: number };
  /** Names that are one to the registry, in one spelling. */
  spelled(name: string): string;
}

const PyPiRecord = z.looseObject({
  info: z.looseObject({
    name: z.string(),
    home_page: z.string().nullish(),
    project_urls: z.record(z.string(), z.string()).nullish(),
  }),
});
const PyPiDownloads = z.looseObject({ package: z.string().nullish(), data: z.looseObject({ last_month: z.int() }) });
const NpmRecord = z.looseObject({
  name: z.string(),
  repository: z.union([z.string(), z.looseObject({ url: z.string().nullish() })]).nullish(),
  homepage: z.string().nullish(),
});
const NpmDownloads = z.looseObject({ package: z.string().nullish(), downloads: z.int() });
const PackageFile = z.looseObject({ name: z.string().nullish(), private: z.boolean().nullish() });

const PYPI: Registry = {
  name: "pypi",
  title: "PyPI",
  files: [
    {
      path: "pyproject.toml",
      nameIn: (text) => nameInSection(text, /^\[(?:project|tool\.poetry)\]/u, /^name\s*=\s*["'](\w[\w.-]*)["']/u),
    },
    { path: "setup.cfg", nameIn: (text) => nameInSection(text, /^\[metadata\]/u, /^name\s*=\s*(\w[\w.-]*)\s*$/u) },
  ],
  page: (name) => `https://pypi.org/project/${name}/`,
  record: (name) => `/pypi/${name}/json`,
  package: (record) => {
    const { name, home_page, project_urls } = PyPiRecord.parse(record).info;
    return { name, links: [home_page ?? "", ...Object.values(project_urls ?? {})] };
  },
  downloads: (name) => `/api/packages/${spelledForPyPi(name)}/recent`,
  count: (answer) => {
    const { package: name = null, data } = PyPiDownloads.parse(answer);
    return { name, downloads: data.last_month };
  },
  spelled: spelledForPyPi,
};

const NPM: Registry = {
  name: "npm",
  title: "npm",
  files: [
    {
      path: "package.json",
      nameIn: (text) => {
        const { name, private: isPrivate } = PackageFile.parse(JSON.parse(text));
        return isPrivate || !/^(?:@\w[\w.-]*\/)?\w[\w.-]*$/u.test(name ?? "") ? null : name!;
      },
    },
  ],
  page: (name) => `https://www.npmjs.com/package/${name}`,
  record: (name) => `/${name.replace("/", "%2F")}/latest`,
  package: (record) => {
    const { name, repository, homepage } = NpmRecord.parse(record);
    return { name, links: [typeof repository === "string" ? repository : (repository?.url ?? ""), homepage ?? ""] };
  },
  downloads: (name) => `/downloads/point/last-month/${name}`,
  count: (answer) => {
    const { package: name = null, downloads } = NpmDownloads.parse(answer);
    return { name, downloads };
  },
  spelled: (name) => name,
};

/** https://docs.pypi.org/api/json and https://pypistats.org/api */
export const pypiConnector = packagesOf(PYPI, {
  code: "https://raw.githubusercontent.com",
  registry: "https://pypi.org",
  downloads: "https://pypistats.org",
});
/** https://github.com/npm/registry/blob/main/docs/download-counts.md */
export const npmConnector = packagesOf(NPM, {
  code: "https://raw.githubusercontent.com",
  registry: "https://registry.npmjs.org",
  downloads: "https://api.npmjs.org",
});

function packagesOf(registry: Registry, addresses: Record<"code" | "registry" | "downloads", string>): Connector {
  return {
    name: registry.name,
    says: `packages on ${registry.title} from repositories that signals name: downloads in the last month`,
    source: registry.title,
    addresses,
    // PyPI Stats asks for no more than 30 requests a minute; the others allow more.
    betweenMs: 2_000,
    loads: [{ target: "signals", format: "jsonl" }],
    batch: 1,
    probe: "/pypa/sampleproject/HEAD/README.md",
    subjects: (engine, scope) => namedRepositories(engine, scope, ["GitHub", registry.title]),
    owns: (signal, { key }) => signal.statement.includes(` ${key} `),
    async *ask(asked, context) {
      for (const one of asked) yield await askAbout(one, registry, context);
    },
  };
}

async function askAbout({ subject, look }: Asked, registry: Registry, context: AskContext): Promise<Told> {
  const { key } = subject;
  const { client, addresses, today } = context;
  const unknown: Told = { key, look: { state: "missing" }, rows: [] };
  const kept = look?.state === "present" ? Kept.safeParse(look.kept).data : undefined;
  const name = kept?.name ?? (await nameOf(key, registry, context));
  if (name === null) return unknown;
  const ofPackage = <Said extends { name: string | null }>(said: Said): Said => {
    if (said.name !== null && registry.spelled(said.name) !== registry.spelled(name))
      throw new Error("it is about another package");
    return said;
  };
  const record = new URL(registry.record(name), addresses.registry);
  const seen = kept && look ? { etag: look.etag, last_modified: look.last_modified } : {};
  const known = await client.getJson(record, (json) => ofPackage(registry.package(json)), { seen, reads: GONE });
  // Names are taken by whoever comes first: without the way back it may be somebody else's package.
  const isOurs = known.status === NOT_MODIFIED || known.value?.links.some((link) => leadsTo(link, key));
  if (!isOurs) return unknown;
  const downloads = new URL(registry.downloads(name), addresses.downloads);
  const counted = await client.getJson(downloads, (json) => ofPackage(registry.count(json)), { reads: GONE });
  if (counted.value === null) return unknown;
  const { downloads: count } = counted.value;
  const times = count === 1 ? "1 time" : `${count} times`;
  const rows = subject.paperIds.map((id): ToldSignal => ({
    kind: "adoption",
    title: `Downloads of ${name} from ${registry.title}`,
    statement: `The package ${name} of the repository ${key} was downloaded ${times} from ${registry.title} in the month before ${today}.`,
    value: count,
    unit: "downloads in the last month",
    polarity: "neutral",
    paper_ids: [id],
    observed_at: today,
    source: { name: registry.title, url: registry.page(name) },
  }));
  return { key, look: { state: "present", kept: { name }, ...known.seen }, rows };
}

/** The name that the repository gives its package; null where it gives none. */
async function nameOf(key: string, { files }: Registry, { client, addresses }: AskContext): Promise<string | null> {
  for (const { path, nameIn } of files) {
    const name = await client.get(
      new URL(`/${key}/HEAD/${path}`, addresses.code),
      ({ status, headers, body, url: { origin } }) => {
        if (status !== 200) return null;
        // A file comes as plain text: this is a page of somebody between.
        if (/\bhtml\b/iu.test(headers["content-type"] ?? "")) {
          throw new FetchFailure(`${origin} returned a web page instead of a file`, { again: true });
        }
        try {
          return nameIn(body.toString("utf8"));
        } catch {
          // A file that somebody keeps in their repository may be anything.
          return null;
        }
      },
      { reads: GONE },
    );
    if (name !== null) return name;
  }
  return null;
}

function spelledForPyPi(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/gu, "-");
}

function leadsTo(link: string, key: string): boolean {
  return repositoriesOf({ kind: "code", title: link, statement: "", source: { name: "", url: null, license: null } }).includes(
    key,
  );
}

/** The first name within a section of a file of sections. */
function nameInSection(text: string, section: RegExp, name: RegExp): string | null {
  let isInside = false;
  for (const line of text.split(/\r?\n/u)) {
    const bare = line.trim();
    if (bare.startsWith("[")) isInside = section.test(bare);
    else if (isInside) {
      const [, found] = name.exec(bare) ?? [];
      if (found !== undefined) return found;
    }
  }
  return null;
}
