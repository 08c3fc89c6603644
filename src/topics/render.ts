import type { TopicView } from "./inspect.ts";
import type { TopicList } from "./list.ts";
import type { Momentum } from "./momentum.ts";
import type { Place } from "./top-papers.ts";
import { citationLines, judgmentLines } from "../answers/render/judgment.ts";
import { dotted, id, link, marks, names, paperName, plain } from "../documents/markdown.ts";
import { rounded } from "../shared/rounding.ts";
import { counted, thousands } from "../shared/thousands.ts";
import { asTyped } from "../shared/as-typed.ts";

/** The topics of a list, each on a few lines. */
export function topicListLines({ topics, total, build, library_papers: now, degraded }: TopicList, longest: number): string[] {
  if (build === null)
    return [`No topics have been built. Run \`${asTyped("topics build")}\`; until then, get_topics accepts free text as topic.`];
  const since = now === build.papers + build.without_vector ? "" : `; the library has ${thousands(now)} now`;
  return [
    `${counted(total, "topic")}, ${topics.length} shown; built on ${build.built_at.slice(0, 10)} from ${counted(build.papers, "paper")}${since}.`,
    ...degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    "",
    ...topics.flatMap((topic) => [
      `${topic.rank}. ${dotted(
        `**${plain(topic.label, longest)}**`,
        counted(topic.papers, "paper"),
        momentumSaid(topic.momentum),
        topic.match?.cosine !== null && topic.match !== null && `cosine ${topic.match.cosine}`,
        id(topic.topic_id),
      )}`,
      ...(longest > 140
        ? [
            `   Terms: ${names(
              topic.terms.map(({ term }) => term),
              longest > 400 ? 12 : 6,
            )}`,
          ]
        : []),
      ...(longest > 240
        ? topic.examples
            .slice(0, longest > 1_000 ? 5 : 2)
            .map((paper) => `   - ${dotted(paperName(paper, longest), id(paper.paper_id))}`)
        : []),
    ]),
  ];
}

/** A topic whole: figures, bars, papers, signals, judgment, what is open, citations. */
export function topicLines(view: TopicView, longest: number): string[] {
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  const listed = (list: readonly { name: string; papers: number }[]) =>
    list
      .slice(0, longest > 240 ? 10 : 4)
      .map(({ name, papers }) => `${plain(name, 80)} (${papers})`)
      .join(", ");
  return [
    `# ${plain(view.title, longest)}`,
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
    `Counted from ${plain(view.counted.papers, longest)}; ${plain(view.counted.signals, longest)}.`,
    ...view.degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    ...section("Papers per year (library total)", yearLines(view, longest)),
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
    ...section("Signals by kind", kindLines(view, longest)),
    ...section("Top papers", topPaperLines(view, longest)),
    ...section("Venues, people, groups", [
      ...(view.venues.length > 0 ? [`Venues: ${listed(view.venues)}`] : []),
      ...(view.people.length > 0 ? [`People: ${listed(view.people)}`] : []),
      ...view.groups
        .slice(0, longest > 240 ? 5 : 2)
        .map(({ people, size, papers }) => `- group of ${size} with ${counted(papers, "paper")}: ${names(people, 5)}`),
    ]),
    "",
    ...judgmentLines(view.judgment, longest),
    ...section("Open questions", [
      ...view.counter_evidence.map(({ text, citations }) => `- against: ${plain(text, longest)} ${marks(citations)}`),
      ...view.gaps.map((gap) => `- unknown: ${plain(gap, longest)}`),
    ]),
    ...section(
      "Related topics",
      view.near_topics.map(
        ({ label, papers, cosine, topic_id: topicId }) =>
          `- ${dotted(plain(label, longest), counted(papers, "paper"), `cosine ${cosine}`, id(topicId))}`,
      ),
    ),
    "",
    ...citationLines(view.citations, longest),
  ];
}

const BAR = 24;

/** `████` in proportion to the greatest value; at least a mark for what is more than nothing. */
function bar(value: number, greatest: number, width = BAR): string {
  return value <= 0 ? "" : "█".repeat(Math.max(1, Math.round((width * value) / greatest)));
}

function yearLines({ papers_per_year: years, without_year: without }: TopicView, longest: number): string[] {
  const greatest = Math.max(1, ...years.map(({ papers }) => papers));
  const shown = longest === Infinity ? years : years.slice(longest > 240 ? -25 : -8);
  const [firstShown] = shown;
  const width = longest > 240 ? BAR : 8;
  const earlier = years.slice(0, years.length - shown.length).reduce((sum, { papers }) => sum + papers, 0);
  return [
    ...(firstShown && earlier > 0 ? [`- before ${firstShown.year}: ${earlier}`] : []),
    ...shown.map(({ year, papers, library }) => `- ${year} ${bar(papers, greatest, width)} ${papers} (${library})`),
    ...(without > 0 ? [`- without a year: ${without}`] : []),
  ];
}

function kindLines({ signals_by_kind: kinds }: TopicView, longest: number): string[] {
  const greatest = Math.max(1, ...Object.values(kinds).map(({ signals }) => signals));
  return Object.entries(kinds).map(([kind, { signals, papers, supports, against, neutral, first, last, latest }]) =>
    dotted(
      `- ${kind} ${bar(signals, greatest, longest > 240 ? BAR : 8)} ${signals}`,
      `of ${counted(papers, "paper")}`,
      `${supports} for, ${against} against, ${neutral} neutral`,
      first === last ? first : `${first} to ${last}`,
      `latest: ${plain(latest.title, longest)} ${marks(latest.citations)}`,
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

function topPaperLines({ top_papers: papers }: TopicView, longest: number): string[] {
  return papers.map((paper) =>
    dotted(
      `- ${paperName(paper, longest)}`,
      paper.places.map((place) => placeSaid(place, longest)).join(", "),
      id(paper.paper_id),
      longest > 140 && link(paper.url),
      marks(paper.citations),
    ),
  );
}

function placeSaid({ by, rank, value, unit }: Place, longest: number): string {
  const place = `${ORDERS[by]} ${rank}`;
  if (value === null || longest <= 140) return place;
  return by === "newest" ? `${place} (${value})` : `${place} (${value} ${plain(unit)})`;
}

function momentumSaid({ ratio }: Momentum): string {
  return ratio === null ? "momentum unknown" : `momentum ×${ratio}`;
}

function percent(share: number | null): string {
  return share === null ? "–" : `${rounded(100 * share, 1)}%`;
}
