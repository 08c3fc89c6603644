import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UsageError } from "../errors.ts";
import type { Scope } from "./connector.ts";
import { CONNECTOR_NAMES, type ConnectorName } from "./registry.ts";
import { cronProblem } from "./cron.ts";
import { HOUR_MS } from "../../src/shared/time.ts";

/** How one source is to be asked. */
export interface SourceSettings {
  name: ConnectorName;
  /** When (five fields of cron, UTC); null: only by hand. */
  when: string | null;
  /** The most requests a night, or a run by hand. */
  budget: number;
  /** Nothing is asked about again before so many days. */
  every_days: number;
  scope: Scope;
  /** The variable of the environment that holds its credential; null: the connector's own. */
  credential: string | null;
  /** Addresses in place of the service's own, such as those of a mirror. */
  addresses: Readonly<Record<string, string>>;
  /** A slower pace than the connector's, in milliseconds; null: the connector's. */
  between_ms: number | null;
  contact: string | null;
}

/** A night of an hour or less at the pace of every service. */
const DEFAULT_BUDGET = 500;
const DEFAULT_EVERY_DAYS = 7;
/** Where the settings are looked for unless `SOURCES_FILE` says otherwise. */
const DEFAULT_FILE = "sources.json";

const year = z.int().min(1500).max(2100);
const names = z.array(z.string().min(1)).min(1);
const Address = z
  .string()
  .refine(
    (value) => /^https?:$/u.test(URL.parse(value)?.protocol ?? "") && URL.parse(value)?.username === "",
    "must be an http or https URL without a username",
  );

const SourceEntry = z.strictObject({
  name: z.enum(CONNECTOR_NAMES),
  when: z
    .string()
    .refine((value) => cronProblem(value) === null, {
      error: ({ input }) => `must have the five fields of cron: ${cronProblem(String(input))}`,
    })
    .optional(),
  budget: z.int().min(1).max(1_000_000).optional(),
  every_days: z.number().min(0).max(3_650).optional(),
  scope: z
    .strictObject({
      year_from: year.optional(),
      year_to: year.optional(),
      venues: names.optional(),
      categories: names.optional(),
    })
    .optional(),
  credential: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/u, "must be the name of an environment variable, such as GITHUB_TOKEN, not the credential itself")
    .optional(),
  addresses: z.record(z.string(), Address).optional(),
  between_ms: z.int().min(0).max(HOUR_MS).optional(),
});
const SourcesFile = z.strictObject({
  /** An e-mail address that services may write to. */
  contact: z.email("must be an email address").optional(),
  sources: z.array(SourceEntry),
});

/** The sources that a file names, in its order; none where there is no file and none is asked for. Throws `UsageError`, which names each wrong field. */
export async function readSourcesFile(path: string | null): Promise<SourceSettings[]> {
  const file = path ?? DEFAULT_FILE;
  if (path === null && !existsSync(file)) return [];
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new UsageError(`SOURCES_FILE: ${file} cannot be read`, { cause });
  });
  const parsed = SourcesFile.safeParse(jsonOf(text, file));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path: at, message }) => `${file}: ${at.map(String).join(".") || "the file"}: ${message}`,
    );
    throw new UsageError(problems.join("\n"));
  }
  const { contact = null, sources } = parsed.data;
  const repeated = sources.find(({ name }, index) => sources.findIndex((other) => other.name === name) !== index);
  if (repeated) throw new UsageError(`${file}: sources: ${repeated.name} is listed twice`);
  return sources.map((entry) => ({ ...defaultSettings(entry.name), ...entry, contact }));
}

/** The settings of a source that no file names. */
export function defaultSettings(name: ConnectorName): SourceSettings {
  const rest = { when: null, scope: {}, credential: null, addresses: {}, between_ms: null, contact: null };
  return { name, budget: DEFAULT_BUDGET, every_days: DEFAULT_EVERY_DAYS, ...rest };
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file}: is not valid JSON: ${(error as Error).message.slice(0, 200)}`, { cause: error });
  }
}
