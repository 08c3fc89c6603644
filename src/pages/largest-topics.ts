import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { listTopics } from "../topics/list.ts";

/** A topic by its name. */
export interface TopicLabel {
  label: string;
  /** As it stands inside a sentence. */
  within: string;
}

/**
 * The largest topics of the library, at most `limit`; none where it has no topics or does not answer, for pages that work without. Each name once, whatever its hyphens.
 */
export async function largestTopics(library: Library, limit: number, signal: AbortSignal): Promise<TopicLabel[]> {
  try {
    const { topics } = await listTopics(library, { limit }, signal);
    // A name may be a list of phrases, of which the first says most.
    const named = topics.map(({ label, terms }) => ({ label: label.split(",")[0]!.trim(), terms }));
    const once = new Map(named.map((one) => [one.label.toLowerCase().replaceAll("-", " "), one]));
    return [...once.values()].map(({ label, terms }) => ({ label, within: insideSentence(label, terms) }));
  } catch (error) {
    if (error instanceof PublicError) return [];
    throw error;
  }
}

/** Without the capital letter that a name begins with, where the topic's terms write its first word small: “language models”, but “BERT” and “Chinese”. */
export function insideSentence(label: string, terms: readonly { term: string }[]): string {
  const small = label.charAt(0).toLowerCase() + label.slice(1);
  const [first = ""] = small.split(/[\s-]/u);
  return terms.some(({ term }) => term.split(/[\s-]/u).includes(first)) ? small : label;
}
