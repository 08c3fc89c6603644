import type { Paper } from "../../documents/paper.ts";
import { titleKey } from "../../documents/text.ts";
import type { Library } from "../../retrieval/library.ts";
import type { ReadQuestion } from "../question/schema.ts";

/** Records of one paper from several sources that were not merged. */
const MAX_COPIES = 5;
/** A title of fewer words may be a subject as well (“Machine translation”). */
const MIN_TITLE_WORDS = 4;
const SEARCHED = 20;
/** A name that papers give to what they bring: BERT, ELMo, GPT-3. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}.+-]*$/u;
const LIKE_A_NAME = /\p{Lu}.*\p{Lu}|\p{N}/u;

/**
 * The paper that a question names by its title, in quotation marks or not, or (where `byName`) by the name before its colon (“BERT: …”);
 * with its copies. Empty where the question is about a subject.
 */
export async function namedPaper(
  library: Library,
  question: string,
  { subject }: ReadQuestion,
  byName: boolean,
  signal?: AbortSignal,
): Promise<Paper[]> {
  if (subject.text === "") return [];
  const { papers } = library.engine;
  const quoted = subject.terms.filter(({ exact }) => exact).map(({ text }) => text);
  for (const text of [...quoted, ...(words(subject.text) >= MIN_TITLE_WORDS ? [subject.text] : [])]) {
    const ids = await papers.byTitle(titleKey(text), MAX_COPIES, { signal });
    if (ids.length > 0) return [...(await papers.get(ids, { signal })).values()];
  }
  const isName = byName && NAME.test(subject.text) && LIKE_A_NAME.test(subject.text);
  const { lexical } = await papers.search({ text: isName ? subject.text : question, filters: {}, depth: SEARCHED }, { signal });
  const found = await papers.get(
    (lexical?.hits ?? []).map(({ id }) => id),
    { signal },
  );
  const asked = ` ${titleKey(question)} `;
  const hits = [...found.values()].filter(({ title }) =>
    isName
      ? titleKey(title.replace(/:.*$/su, "")) === titleKey(subject.text)
      : words(title) >= MIN_TITLE_WORDS && asked.includes(` ${titleKey(title)} `),
  );
  const longest = hits.toSorted((a, b) => b.title.length - a.title.length)[0];
  return longest === undefined ? [] : hits.filter(({ title }) => titleKey(title) === titleKey(longest.title));
}

function words(text: string): number {
  return titleKey(text).split(" ").length;
}
