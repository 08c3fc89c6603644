import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DEMAND_WEIGHTS, DIMENSION_WEIGHTS, ENOUGH, OF_SEVERAL, VERDICTS } from "../src/judgment/constants.ts";
import { formulas } from "../src/judgment/figures.ts";
import { acrossOf, GROUPS } from "../src/judgment/groups.ts";
import { RECORD_RULES } from "../src/judgment/record-rules.ts";
import type { Rule, SignalRule } from "../src/judgment/rule.ts";
import { SIGNAL_RULES } from "../src/judgment/rules.ts";

export const DOCUMENT = join(import.meta.dirname, "../docs/judgment.md");

/** The tables of `docs/judgment.md` by name, made from the rules and constants of the judgment. */
export function tables(): Record<string, string> {
  const { readiness, demand } = formulas((name) => name);
  const { build_now: build, prototype, watch } = VERDICTS;
  return {
    rules: table(
      ["signal", "where", "dimension", "counts", "at most", "of several papers", "party"],
      Object.entries(SIGNAL_RULES).flatMap(([kind, rules]) =>
        (rules as readonly SignalRule[]).map((rule) => [
          `\`${kind}\``,
          rule.when.says,
          GROUPS[rule.group].dimension,
          `${rule.amount} ${rule.once} (${rule.level.says})`,
          GROUPS[rule.group].cap,
          acrossOf(rule.group),
          GROUPS[rule.group].party ?? "",
        ]),
      ),
    ),
    records: table(
      ["on the papers' records", "group", "dimension", "counts", "at most", "of several papers"],
      Object.entries(RECORD_RULES).map(([name, rule]: [string, Rule]) => [
        name,
        rule.group,
        GROUPS[rule.group].dimension,
        rule.amount,
        GROUPS[rule.group].cap,
        acrossOf(rule.group),
      ]),
    ),
    weights: table(
      ["dimension", "weight in coverage"],
      Object.entries(DIMENSION_WEIGHTS).map(([name, weight]) => [name, weight]),
    ),
    figures: table(
      ["figure", "formula"],
      [
        ["readiness", readiness],
        [`demand (unknown where nothing of ${Object.keys(DEMAND_WEIGHTS).join(", ")} is known)`, demand],
      ],
    ),
    verdicts: table(
      ["verdict", "where"],
      [
        [
          "`blocked`",
          "every paper was retracted; or a license forbids use (a signal against code, data or a model with the unit `license`), and no code is free of it",
        ],
        [
          "`insufficient_evidence`",
          `coverage < ${ENOUGH.coverage}, or fewer than ${ENOUGH.kinds} kinds of facts, or fewer than ${ENOUGH.parties} independent parties`,
        ],
        [
          "`build_now`",
          `lower bound of readiness ≥ ${build.r10} (of several papers ${OF_SEVERAL.r10}) and demand ≥ ${build.d50}`,
        ],
        [
          "`prototype`",
          `readiness ≥ ${prototype.r50} and artifacts ≥ ${prototype.artifacts} (of several papers ${OF_SEVERAL.artifacts})`,
        ],
        ["`watch`", `demand ≥ ${watch.d50}, or momentum ≥ ${watch.momentum} and readiness ≥ ${watch.r50}`],
        ["`too_early`", "otherwise"],
      ],
    ),
  };
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A document with the tables between their marks, `<!-- rules -->` and `<!-- /rules -->`. */
export function withTables(document: string): string {
  return Object.entries(tables()).reduce((text, [name, lines]) => {
    const [before, rest] = text.split(`<!-- ${name} -->`);
    const after = rest?.split(`<!-- /${name} -->`)[1];
    if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for the table ${name}`);
    return `${before}<!-- ${name} -->\n\n${lines}\n\n<!-- /${name} -->${after}`;
  }, document);
}

/** Writes the tables of `docs/judgment.md` anew. `npm run bench -- judgment-tables` */
export async function run(): Promise<void> {
  await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, "utf8")));
}
