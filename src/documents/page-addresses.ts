/** The page of a paper, below the base URL. Its ID stays readable in the address: colons and slashes as they are. */
export function paperAddress(paperId: string): string {
  return `/papers/${pathOf(paperId)}`;
}

/** The page that shows a passage of a full text, with a span of it marked. */
export function passageAddress(
  paperId: string,
  { passage_id: id, start, end }: { passage_id: string; start: number; end: number },
): string {
  return `${paperAddress(paperId)}?passage=${encodeURIComponent(id)}&quote=${start}-${end}#passage`;
}

/** The page of a topic. */
export function topicAddress(topicId: string): string {
  return `/topics/${pathOf(topicId)}`;
}

/** Browsers would take steps of dots for ways up, so that such an ID is written without slashes. */
function pathOf(id: string): string {
  const steps = id.split("/");
  if (steps.some((step) => /^\.*$/u.test(step))) return encodeURIComponent(id);
  return steps.map((step) => encodeURIComponent(step).replaceAll("%3A", ":")).join("/");
}
