import type { CheckedReferences } from "../references/check.ts";
import type { CheckedReference } from "../references/outcome.ts";
import { remarksOn } from "../references/describe.ts";
import { dotted, id, plain } from "./render.ts";

/** Checked references as lines of Markdown, those with a problem first. `longest`: the most characters of a single text. */
export function referenceLines({ references, summary, format, degraded }: CheckedReferences, maxLength: number): string[] {
  const counts = Object.entries(summary).flatMap(([name, count]) =>
    name === "references" || count === 0 ? [] : [`${count} ${name.replace("_", " ")}`],
  );
  const [fine, off] = [
    references.filter(({ status }) => status === "found"),
    references.filter(({ status }) => status !== "found"),
  ];
  return [
    `${summary.references} references (${format}): ${counts.join(", ")}.`,
    ...degraded.map(({ reason }) => plain(reason)),
    "Not found means not in this library; only title, authors, year and IDs were compared.",
    "",
    ...[...off, ...fine].map((reference) => line(reference, maxLength)),
  ];
}

function line(reference: CheckedReference, maxLength: number): string {
  const { number, key, title, status, record } = reference;
  const isFine = status === "found";
  return `${number}. ${dotted(
    `${isFine ? "found" : `**${status.replace("_", " ")}**`}${key === null ? "" : ` ${plain(key, 60)}`}`,
    record && id(record.paper_id),
    plain(title, Math.min(maxLength, isFine ? 80 : 120)),
    ...remarksOn(reference).map((remark) => plain(remark, Math.max(maxLength, 60))),
  )}`;
}
