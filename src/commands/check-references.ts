import { readFile, stat } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { Command, Option } from "commander";
import { PublicError } from "../errors.ts";
import type { CheckedReferences } from "../references/check.ts";
import { remarksOn } from "../references/describe.ts";
import { REFERENCE_FORMATS, type ReferenceFormat } from "../references/formats.ts";
import { EXIT } from "./failure.ts";
import { withLibrary } from "./library.ts";
import { print, say, table } from "./output.ts";

const MAX_BYTES = 20_000_000;
const MAX_REFERENCES = 10_000;
const MAX_TITLE_LENGTH = 60;

interface Options {
  format?: ReferenceFormat;
  strict?: boolean;
  json?: boolean;
}

export function checkReferencesCommand(): Command {
  return new Command("check-references")
    .description("check a bibliography against the library: found, chimera, retracted, corrected, superseded, not found")
    .argument(
      "<file>",
      `BibTeX, RIS, CSL-JSON, a plain list or Markdown, at most ${MAX_REFERENCES} references; - reads standard input`,
    )
    .addOption(new Option("--format <format>", "format of the file (default: detected)").choices(REFERENCE_FORMATS))
    .option("--strict", "exit with 1 if a reference is a chimera, retracted, not found or unreadable")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const text = await read(file);
      const { checkReferences } = await import("../references/check.ts");
      await withLibrary(async (library) => {
        const { format } = options;
        const checked = await checkReferences(library, { text, format, max: MAX_REFERENCES, signals: true });
        for (const { reason } of checked.degraded) say(`Note: ${reason}`);
        print(checked, options, () => asTable(checked));
        if (options.strict && hasProblem(checked)) process.exitCode = EXIT.failed;
      });
    });
}

async function read(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  const { size } = await stat(file);
  if (size > MAX_BYTES) {
    throw new PublicError("invalid_argument", {
      field: "file",
      message: `${file} is too large: it has ${size} bytes, and the maximum is ${MAX_BYTES}. Check it in parts.`,
    });
  }
  return readFile(file, "utf8");
}

function asTable({ references, summary, format }: CheckedReferences): string {
  const rows = references.map((reference) => {
    const { number, key, status, title, record } = reference;
    const short = title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;
    return [number, key ?? "", status, short, record?.paper_id ?? null, remarksOn(reference).join("; ")] as const;
  });
  const counts = Object.entries(summary).flatMap(([name, count]) =>
    name === "references" ? [] : [`${count} ${name.replace("_", " ")}`],
  );
  return [
    table(["no.", "key", "status", "title", "record", "remarks"], rows),
    "",
    `${summary.references} references (${format}): ${counts.join(", ")}`,
  ].join("\n");
}

function hasProblem({ summary }: CheckedReferences): boolean {
  return summary.chimera + summary.retracted + summary.not_found + summary.unreadable > 0;
}
