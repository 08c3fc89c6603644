import { z } from "zod";
import type { Answer } from "./request.ts";
import type { AskContext, Asked, Connector, Told, ToldSignal } from "./connector.ts";
import { licensePolarity } from "./licenses.ts";
import { namedRepositories } from "./repositories.ts";
import { DAY_MS } from "../../src/shared/time.ts";

const Repository = z.looseObject({
  id: z.int(),
  full_name: z.string(),
  stargazers_count: z.int(),
  archived: z.boolean().nullish(),
  pushed_at: z.string().nullish(),
  license: z.looseObject({ spdx_id: z.string().nullish(), name: z.string().nullish() }).nullish(),
});
const Any = z.array(z.unknown());

/** What is known of a repository: kept, as “not modified” stands for it. */
const Kept = z.object({
  full_name: z.string(),
  stars: z.int(),
  archived: z.boolean(),
  /** The day of the last push; null where there was none. */
  pushed_on: z.string().nullable(),
  license: z.string().nullable(),
  releases: z.int(),
  /** Null where GitHub does not list them: the history is too large. */
  contributors: z.int().nullable(),
});
type Kept = z.output<typeof Kept>;

const NOT_MODIFIED = 304;
/** Gone, moved out of sight, or taken down. */
const GONE = [404, 410, 451];
const FORBIDDEN = 403;
const NO_CONTENT = 204;

/** The repositories that signals of the library name. https://docs.github.com/en/rest */
export const githubConnector: Connector = {
  name: "github",
  says: "repositories that signals name as code: stars, releases, last commit, contributors, license, whether archived",
  source: "GitHub",
  addresses: { api: "https://api.github.com" },
  // 5,000 requests an hour with a token; without one 60, and GitHub then says how long to wait.
  betweenMs: 750,
  credential: { variable: "GITHUB_TOKEN", headers: (token) => ({ Authorization: `Bearer ${token}` }) },
  headers: { Accept: "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28" },
  loads: [{ target: "signals", format: "jsonl" }],
  batch: 1,
  probe: "/rate_limit",
  subjects: (engine, scope) => namedRepositories(engine, scope, ["GitHub"]),
  owns: (signal, { key }) => signal.source.url === pageOf(key),
  async *ask(asked, context) {
    for (const one of asked) yield await askAbout(one, context);
  },
};

async function askAbout({ subject, look }: Asked, context: AskContext): Promise<Told> {
  const { client, addresses, today } = context;
  const { key } = subject;
  const url = new URL(`/repos/${key}`, addresses.api);
  const before = look?.state === "present" ? Kept.safeParse(look.kept).data : undefined;
  const seen = before && look ? { etag: look.etag, last_modified: look.last_modified } : {};
  const parse = (json: unknown, answer: Answer) => {
    const repository = Repository.parse(json);
    // What was renamed is led to by its number.
    const [, number] = /\/repositories\/(\d+)$/u.exec(answer.url.pathname) ?? [];
    const isOther =
      number === undefined
        ? repository.full_name.toLowerCase() !== key && answer.url.pathname === url.pathname
        : repository.id !== Number(number);
    if (isOther) throw new Error("it is about another repository");
    return repository;
  };
  const found = await client.getJson(url, parse, { seen, reads: GONE });
  if (found.status === NOT_MODIFIED && before) {
    return { key, look: { state: "present", kept: before, ...found.seen }, rows: rowsOf(before, subject, today) };
  }
  if (found.value === null) return { key, look: { state: "missing" }, rows: [] };
  const { full_name, stargazers_count, archived, pushed_at, license } = found.value;
  const kept: Kept = {
    full_name,
    stars: stargazers_count,
    archived: archived ?? false,
    pushed_on: /^\d{4}-\d{2}-\d{2}/u.exec(pushed_at ?? "")?.[0] ?? null,
    // Of a license that GitHub cannot tell it says NOASSERTION.
    license: license?.spdx_id && license.spdx_id !== "NOASSERTION" ? license.spdx_id : (license?.name ?? null),
    releases: (await count(`/repos/${key}/releases?per_page=1`, context)) ?? 0,
    contributors: await count(`/repos/${key}/contributors?per_page=1&anon=1`, context),
  };
  return { key, look: { state: "present", kept, ...found.seen }, rows: rowsOf(kept, subject, today) };
}

/** How many items a list has, from the number of its last page of one item each. */
async function count(path: string, { client, addresses }: AskContext): Promise<number | null> {
  const parse = (json: unknown, { headers }: Answer): number => {
    const items = Any.parse(json).length;
    const last = /<[^>]*[?&]page=(\d+)[^>]*>;\s*rel="last"/u.exec(String(headers.link ?? ""))?.[1];
    return last === undefined ? items : Number(last);
  };
  const { value } = await client.getJson(new URL(path, addresses.api), parse, { reads: [NO_CONTENT, FORBIDDEN, ...GONE] });
  return value;
}

function pageOf(key: string): string {
  return `https://github.com/${key}`;
}

function rowsOf(kept: Kept, { key, paperIds }: Asked["subject"], today: string): ToldSignal[] {
  const { full_name: name, stars, archived, pushed_on, license, releases, contributors } = kept;
  const days = pushed_on === null ? null : Math.max(0, Math.round((Date.parse(today) - Date.parse(pushed_on)) / DAY_MS));
  const said: Pick<ToldSignal, "kind" | "title" | "statement" | "value" | "unit" | "polarity">[] = [
    {
      kind: "adoption",
      title: `GitHub stars of ${name}`,
      statement: `The repository ${name} had ${counted(stars, "star")} on GitHub on ${today}.`,
      value: stars,
      unit: "GitHub stars",
      polarity: "neutral",
    },
    ...(days === null
      ? []
      : [
          {
            kind: "code" as const,
            title: `Last commit to ${name}`,
            statement: `The last push to ${name} on GitHub was on ${pushed_on}, ${counted(days, "day")} before ${today}.`,
            value: days,
            unit: "days since the last commit",
            polarity: "neutral" as const,
          },
        ]),
    {
      kind: "code",
      title: `Releases of ${name}`,
      statement: `The repository ${name} had ${counted(releases, "release")} on GitHub on ${today}.`,
      value: releases,
      unit: "releases",
      polarity: "neutral",
    },
    ...(contributors === null
      ? []
      : [
          {
            kind: "code" as const,
            title: `Contributors to ${name}`,
            statement: `GitHub counted ${counted(contributors, "contributor")} to ${name} on ${today}.`,
            value: contributors,
            unit: "contributors",
            polarity: "neutral" as const,
          },
        ]),
    {
      kind: "code",
      title: `License of ${name}: ${license ?? "none stated"}`,
      statement:
        license === null
          ? `GitHub finds no license in the repository ${name}.`
          : `GitHub finds the license ${license} in the repository ${name}.`,
      unit: "license",
      polarity: license === null ? "neutral" : licensePolarity(license),
    },
    ...(archived
      ? [
          {
            kind: "code" as const,
            title: `${name} is archived`,
            statement: `The owner of the repository ${name} has archived it on GitHub: it is read-only.`,
            unit: "archived",
            polarity: "against" as const,
          },
        ]
      : []),
  ];
  const source = { name: "GitHub", url: pageOf(key) };
  return paperIds.flatMap((id) => said.map((signal) => ({ ...signal, paper_ids: [id], observed_at: today, source })));
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
