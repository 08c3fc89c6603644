import type { TopicView } from "./inspect.ts";
import type { TopicList } from "./list.ts";
import type { Momentum } from "./momentum.ts";
import type { Place } from "./top-papers.ts";
import { citationLines, judgmentLines } from "../answers/render/judgment.ts";
import { degradedLines, dotted, id, link, marks, names, paperName, plain } from "../documents/markdown.ts";
import { rounded } from "../shared/rounding.ts";
import { counted, thousands } from "../shared/thousands.ts";
import { asTyped } from "../shared/as-typed.ts";

/** The topics of a list, each on a few lines. */
export function topicListLines({ topics, total, build, library_papers: now, degraded }: TopicList, maxLength: number): string[] {
  if (build === null)
    return [`No topics have been built. Run \`${asTyped("topics build")}\`; until then, get_topics accepts free text as topic.`];
  const since = now === build.papers + build.without_vector ? "" : `; the library has ${thousands(now)} now`;
  return [
    `${counted(total, "topic")}, ${topics.length} shown; built on ${build.built_at.slice(0, 10)} from ${counted(build.papers, "paper")}${since}.`,
    ...degradedLines(degraded),
    "",
    ...topics.flatMap((topic) => [
      `${topic.rank}. ${dotted(
        `**${plain(topic.label, maxLength)}**`,
        counted(topic.papers, "paper"),
        momentumSaid(topic.momentum),
        topic.match?.cosine !== null && topic.match !== null && `cosine ${topic.match.cosine}`,
        id(topic.topic_id),
      )}`,
      ...(maxLength > 140
        ? [
            `   Terms: ${names(
              topic.terms.map(({ term }) => term),
              maxLength > 400 ? 12 : 6,
            )}`,
          ]
        : []),
      ...(maxLength > 240
        ? topic.examples
            .slice(0, maxLength > 1_000 ? 5 : 2)
            .map((paper) => `   - ${dotted(paperName(paper, maxLength), id(paper.paper_id))}`)
        : []),
    ]),
  ];
}

/** A topic whole: figures, bars, papers, signals, judgment, what is open, citations. */
export function topicLines(view: TopicView, maxLength: number): string[] {
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  const listed = (list: readonly { name: string; papers: number }[]) =>
    list
      .slice(0, maxLength > 240 ? 10 : 4)
      .map(({ name, papers }) => `${plain(name, 80)} (${papers})`)
      .join(", ");
  return [
    `# ${plain(view.title, maxLength)}`,
    ...(view.topic === null
      ? []
      : [
          dotted(
            id(view.topic.topic_id),
            `terms: ${names(
              view.topic.terms.map(({ term }) => term),
              12,
            )}`,
          ),
        ]),
    ...(view.state === "nothing" ? ["Nothing in the library is close enough to this text."] : []),
    `Counted from ${plain(view.counted.papers, maxLength)}; ${plain(view.counted.signals, maxLength)}.`,
    ...degradedLines(view.degraded),
    ...section("Papers per year (library total)", yearLines(view, maxLength)),
    `M${momentumSaid(view.momentum).slice(1)}: ${plain(view.momentum.formula)}`,
    ...section(
      "Shares",
      view.paper_count === 0
        ? []
        : view.shares.map(
            ({ name, papers, of, share, counted: how }) =>
              `- ${name.replaceAll("_", " ")}: ${papers} of ${of} (${percent(share)}), ${how}`,
          ),
    ),
    ...view.reviews.map(
      ({ unit, papers, reviews, lower_quartile: low, median, upper_quartile: high }) =>
        `- reviews (${plain(unit)}): median ${median}, quartiles ${low} to ${high}, over ${counted(papers, "paper")} with ${counted(reviews, "review signal")}`,
    ),
    ...section("Signals by kind", kindLines(view, maxLength)),
    ...section("Top papers", topPaperLines(view, maxLength)),
    ...section("Venues, people, groups", [
      ...(view.venues.length > 0 ? [`Venues: ${listed(view.venues)}`] : []),
      ...(view.people.length > 0 ? [`People: ${listed(view.people)}`] : []),
      ...view.groups
        .slice(0, maxLength > 240 ? 5 : 2)
        .map(({ people, size, papers }) => `- group of ${size} with ${counted(papers, "paper")}: ${names(people, 5)}`),
    ]),
    "",
    ...judgmentLines(view.judgment, maxLength),
    ...section("Open questions", [
      ...view.counter_evidence.map(({ text, citations }) => `- against: ${plain(text, maxLength)} ${marks(citations)}`),
      ...view.gaps.map((gap) => `- unknown: ${plain(gap, maxLength)}`),
    ]),
    ...section(
      "Related topics",
      view.near_topics.map(
        ({ label, papers, cosine, topic_id: topicId }) =>
          `- ${dotted(plain(label, maxLength), counted(papers, "paper"), `cosine ${cosine}`, id(topicId))}`,
      ),
    ),
    "",
    ...citationLines(view.citations, maxLength),
  ];
}

const BAR = 24;

/** `████` in proportion to the greatest value; at least a mark for what is more than nothing. */
function bar(value: number, greatest: number, width = BAR): string {
  return value <= 0 ? "" : "█".repeat(Math.max(1, Math.round((width * value) / greatest)));
}

function yearLines({ papers_per_year: years, without_year: without }: TopicView, maxLength: number): string[] {
  const greatest = Math.max(1, ...years.map(({ papers }) => papers));
  const shown = maxLength === Infinity ? years : years.slice(maxLength > 240 ? -25 : -8);
  const [firstShown] = shown;
  const width = maxLength > 240 ? BAR : 8;
  const earlier = years.slice(0, years.length - shown.length).reduce((sum, { papers }) => sum + papers, 0);
  return [
    ...(firstShown && earlier > 0 ? [`- before ${firstShown.year}: ${earlier}`] : []),
    ...shown.map(({ year, papers, library }) => `- ${year} ${bar(papers, greatest, width)} ${papers} (${library})`),
    ...(without > 0 ? [`- without a year: ${without}`] : []),
  ];
}

function kindLines({ signals_by_kind: kinds }: TopicView, maxLength: number): string[] {
  const greatest = Math.max(1, ...Object.values(kinds).map(({ signals }) => signals));
  return Object.entries(kinds).map(([kind, { signals, papers, supports, against, neutral, first, last, latest }]) =>
    dotted(
      `- ${kind} ${bar(signals, greatest, maxLength > 240 ? BAR : 8)} ${signals}`,
      `of ${counted(papers, "paper")}`,
      `${supports} for, ${against} against, ${neutral} neutral`,
      first === last ? first : `${first} to ${last}`,
      `latest: ${plain(latest.title, maxLength)} ${marks(latest.citations)}`,
    ),
  );
}

const ORDERS: Record<Place["by"], string> = {
  central: "nearest",
  most_cited: "most cited",
  newest: "newest",
  best_reviewed: "best reviewed",
  awarded: "awarded",
  most_evidence: "most kinds of evidence",
};

function topPaperLines({ top_papers: papers }: TopicView, maxLength: number): string[] {
  return papers.map((paper) =>
    dotted(
      `- ${paperName(paper, maxLength)}`,
      paper.places.map((place) => placeSaid(place, maxLength)).join(", "),
      id(paper.paper_id),
      maxLength > 140 && link(paper.url),
      marks(paper.citations),
    ),
  );
}

function placeSaid({ by, rank, value, unit }: Place, maxLength: number): string {
  const place = `${ORDERS[by]} ${rank}`;
  if (value === null || maxLength <= 140) return place;
  return by === "newest" ? `${place} (${value})` : `${place} (${value} ${plain(unit)})`;
}

function momentumSaid({ ratio }: Momentum): string {
  return ratio === null ? "momentum unknown" : `momentum ×${ratio}`;
}

function percent(share: number | null): string {
  return share === null ? "–" : `${rounded(100 * share, 1)}%`;
}
