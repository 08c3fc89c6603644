import { readFileSync } from "node:fs";

/** A worked question of `docs/analysts.md`. */
export interface Question {
  number: number;
  title: string;
  target: "papers" | "signals";
  body: Record<string, unknown>;
  esql: string;
  sql: string;
}

const PAGE = readFileSync(new URL("../../docs/analysts.md", import.meta.url), "utf8");

/** The questions of the page, in their order. Throws where one of them lacks a part. */
export function questions(): Question[] {
  return PAGE.split(/^### (?=\d+\. )/mu)
    .slice(1)
    .map((section) => {
      const [, number, title] = /^(\d+)\. (.+)$/mu.exec(section)!;
      const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)];
      const [dsl = "", esql = "", sql = ""] = ["", "esql", "sql"].map((name) => blocks.find(([, kind]) => kind === name)?.[2]);
      const [, target, body] = /^GET (papers|signals)\/_search\n([\s\S]+)$/u.exec(dsl)!;
      return {
        number: Number(number),
        title: title!,
        target: target as Question["target"],
        body: JSON.parse(body!) as Record<string, unknown>,
        esql: esql.trim(),
        sql: sql.trim(),
      };
    });
}

/** The script of the page that opens the tables of a LanceDB folder. */
export function openingScript(): string {
  return /^```python\n([\s\S]*?)^```$/mu.exec(PAGE)![1]!;
}
