import type { CheckedReference } from "./outcome.ts";

/** What there is to say of a checked reference, in a few words; each is a fact of its own. */
export function remarksOn(reference: CheckedReference): string[] {
  const { status, problem, differences, retracted, corrected, superseded_by: published, unverified, nearest, record } = reference;
  if (status === "unreadable") return [problem ?? "could not be read"];
  if (status === "not_found") return nearest === null ? [] : [`nearest: “${nearest.title}” (${nearest.paper_id})`];
  return [
    ...differences.map(({ field, given, record: stored }) => `${field}: ${given}; the record has ${stored}`),
    ...(retracted ? ["the paper was retracted"] : []),
    ...(published === null
      ? []
      : [`published${published.venue === null ? "" : ` at ${published.venue}`}: ${published.paper_id}`]),
    ...(corrected ? ["a correction was published"] : []),
    ...(record !== null && unverified.length > 0 ? [`not verified: ${unverified.join(", ")}`] : []),
  ];
}
