import { z } from "zod";
import { rounded } from "../../src/shared/rounding.ts";
import { reviewPolarity } from "../sources/paperlists-ratings.ts";
import type { AskContext, Asked, Connector, Told, ToldSignal } from "./connector.ts";
import { subjectsOfPapers } from "./held-papers.ts";

const value = z.looseObject({ value: z.unknown() });
const Content = z.record(z.string(), value).nullish();
const Reply = z.looseObject({ invitations: z.array(z.string()).nullish(), content: Content, cdate: z.number().nullish() });
const Note = z.looseObject({
  id: z.string(),
  content: Content,
  details: z.looseObject({ replies: z.array(Reply).nullish() }).nullish(),
});
const Notes = z.looseObject({ notes: z.array(Note) });
type Note = z.output<typeof Note>;

const FORBIDDEN = [403, 404];
/** Venues whose reviewers rate from 1 to 10; elsewhere the scale is not told, and the mean is no argument. */
const RATED_OF_TEN = /^(?:iclr|neurips)\b/iu;

/** The forums of held papers: decisions, and the scores of reviews with their spread. https://docs.openreview.net/reference/api-v2 */
export const openReviewConnector: Connector = {
  name: "openreview",
  says: "forums of papers in the library: decisions, review scores and their spread",
  source: "OpenReview",
  addresses: { api: "https://api2.openreview.net" },
  betweenMs: 1_000,
  credential: { variable: "OPENREVIEW_TOKEN", headers: (token) => ({ Authorization: `Bearer ${token}` }) },
  loads: [{ target: "signals", format: "jsonl" }],
  batch: 1,
  probe: "/venues?ids=ICLR.cc",
  subjects: (engine, scope) =>
    subjectsOfPapers(engine, scope, ({ ids }) => (ids.openreview === undefined ? [] : [ids.openreview])),
  owns: (signal, { key }) => signal.source.url === pageOf(key),
  async *ask(asked, context) {
    for (const one of asked) yield await askAbout(one, context);
  },
};

async function askAbout({ subject }: Asked, { client, addresses, today }: AskContext): Promise<Told> {
  const url = new URL("/notes", addresses.api);
  url.search = new URLSearchParams({ id: subject.key, details: "replies" }).toString();
  const parse = (json: unknown): Note | undefined => {
    const { notes } = Notes.parse(json);
    const note = notes.find(({ id }) => id === subject.key);
    if (note === undefined && notes.length > 0) throw new Error("it is about another forum");
    return note;
  };
  const { value: note } = await client.getJson(url, parse, { reads: FORBIDDEN });
  // Submissions from before 2023 are with the older version of the API.
  if (!note) return { key: subject.key, look: { state: "missing" }, rows: [] };
  return { key: subject.key, look: { state: "present" }, rows: rowsOf(note, subject, today) };
}

function pageOf(key: string): string {
  return `https://openreview.net/forum?id=${key}`;
}

type Said = Pick<ToldSignal, "kind" | "title" | "statement" | "value" | "unit" | "polarity" | "observed_at">;

function rowsOf(note: Note, { key, paperIds }: Asked["subject"], today: string): ToldSignal[] {
  const title = textOf(note.content?.title) || key;
  const venue = textOf(note.content?.venue).replace(/^submitted to\s+/iu, "") || "OpenReview";
  const said = [...decision(note, title, venue, today), ...reviews(note, title, venue, today)];
  const source = { name: "OpenReview", url: pageOf(key) };
  return paperIds.flatMap((id) =>
    said.map((signal) => ({ ...signal, title: signal.title.slice(0, 900), paper_ids: [id], source })),
  );
}

function decision({ content, details }: Note, title: string, venue: string, today: string): Said[] {
  const reply = details?.replies?.find(({ invitations }) => invitations?.some((name) => name.endsWith("/-/Decision")));
  const venueId = textOf(content?.venueid);
  const withdrawn = /withdrawn/iu.test(venueId);
  const stated = withdrawn ? "Withdrawn" : textOf(reply?.content?.decision) || (/reject/iu.test(venueId) ? "Reject" : "");
  const accepted = /^accept/iu.test(stated);
  if (!accepted && !withdrawn && !/reject/iu.test(stated)) return [];
  const statement = withdrawn
    ? `OpenReview lists “${title}” as withdrawn from ${venue}.`
    : `The decision of ${venue} on “${title}” is “${stated}” on OpenReview.`;
  const day = reply?.cdate ? new Date(reply.cdate).toISOString().slice(0, 10) : today;
  return [
    {
      kind: "acceptance",
      title: `Decision of ${venue}: ${stated}`,
      statement,
      polarity: accepted ? "supports" : "against",
      observed_at: day,
    },
  ];
}

/** The mean hides the dispute: how far the scores lie apart is a signal of its own. */
function reviews({ details }: Note, title: string, venue: string, today: string): Said[] {
  const scores = (details?.replies ?? [])
    .filter(({ invitations }) => invitations?.some((name) => name.endsWith("/-/Official_Review")))
    .flatMap(({ content }) => scoreOf(content?.rating ?? content?.recommendation) ?? [])
    .sort((a, b) => a - b);
  if (scores.length === 0) return [];
  const mean = rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length, 2);
  const scale = RATED_OF_TEN.test(venue) && scores.every((score) => score >= 1 && score <= 10) ? 10 : null;
  const listed =
    scores.length === 1 ? `score is ${scores[0]}` : `scores are ${scores.slice(0, -1).join(", ")} and ${scores.at(-1)}`;
  const outOf = scale === null ? "" : ` out of ${scale}`;
  const statement = `On OpenReview the reviewers' ${listed}${outOf} for “${title}” at ${venue}, a mean of ${mean}.`;
  const mean_of: Said = {
    kind: "review",
    title: `Review scores at ${venue}: ${title}`,
    statement,
    value: mean,
    unit: scale === null ? "mean rating" : `mean rating of ${scale}`,
    polarity: scale === null ? "neutral" : reviewPolarity(mean, scale),
    observed_at: today,
  };
  if (scores.length === 1) return [mean_of];
  const spread: Said = {
    kind: "review",
    title: `Spread of the review scores at ${venue}: ${title}`,
    statement: `On OpenReview the reviewers' ${listed}${outOf} for “${title}” at ${venue}: ${scores.at(-1)! - scores[0]!} apart.`,
    value: scores.at(-1)! - scores[0]!,
    unit: "spread of ratings",
    polarity: "neutral",
    observed_at: today,
  };
  return [mean_of, spread];
}

/** A number, or a text that begins with one: `8: accept, good paper`. */
function scoreOf(field: z.output<typeof value> | undefined): number | null {
  const found =
    typeof field?.value === "number" ? field.value : Number(/^\s*(\d+(?:\.\d+)?)/u.exec(textOf(field))?.[1] ?? Number.NaN);
  return Number.isFinite(found) ? found : null;
}

function textOf(field: z.output<typeof value> | undefined): string {
  return typeof field?.value === "string" ? field.value.trim() : "";
}
