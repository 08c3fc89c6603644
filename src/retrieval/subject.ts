/** What a question begins with before its subject: "could you point me to", "are there any". */
const OPENING = wordSet(
  "a about also am an and any are as at be been by can could did do does for from had has have help how i in into is it like me my need of on or please some " +
    "that the there these this those to toward towards us want was we were what where which who whose will with would you your d m",
);
/** What of that only asks for papers. */
const REQUEST = wordSet(
  "address addresses addressing article articles describe describes describing direct discuss discusses discussing examine examines examining explore explores exploring find focus focused focuses focusing give " +
    "interested investigate investigates investigating know list literature look looking notable paper papers point prominent provide provides publication publications recent recommend refer relevant research " +
    "resources search searching see seeking show specifically studies study suggest tell use used uses using ways work works",
);
/** What stands between a request and its subject: "papers on", "looking for". */
const CONNECTING = wordSet("about for in into of on to toward towards");
/** What can only be asked for. */
const PAPERS = wordSet("article articles paper papers publication publications studies");
/** What is asked for only behind such a word: "what research", "any study". */
const WORK = wordSet("literature research study work");
const WHICH = wordSet("any what which");
/** What tells that somebody asks, so that a paper, or two words of a request, before the subject are one: "is there any paper that", "what work explores". */
const ASKING = wordSet(
  "any are can could do does find give has have help how i is list me my need please recommend show some suggest that there us want we what where which who will would you",
);
/** Fewer words than these are too few to be the whole subject. */
const MIN_WORDS = 3;

/**
 * A query without the words before its subject by which it asks for papers: "Could you recommend research on parsing with few examples?" is about "parsing with few examples?". Anything else stays as it is, also what begins with such a
 * word but asks nothing: "point cloud segmentation", "direct preference optimization".
 * For 150 questions of LitSearch over 38,000 papers nDCG@10 .486 → .500 and recall@20 .683 → .697; questions of other collections rarely begin so (`docs/decisions.md`).
 */
export function subjectOf(query: string): string {
  const words = [...query.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  const first = words.findIndex(([word]) => !OPENING.has(word.toLowerCase()) && !REQUEST.has(word.toLowerCase()));
  const before = words.slice(0, Math.max(0, first)).map(([word]) => word.toLowerCase());
  const requests = before.filter((word) => REQUEST.has(word)).length;
  const asksFor =
    requests > 1 || before.some((word, at) => PAPERS.has(word) || (WORK.has(word) && WHICH.has(before[at - 1] ?? "")));
  const asks = CONNECTING.has(before.at(-1) ?? "") ? requests > 0 : asksFor && before.some((word) => ASKING.has(word));
  return asks && words.length - first >= MIN_WORDS ? query.slice(words[first]!.index) : query;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
