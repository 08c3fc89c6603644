import type { SignalInput } from "../../src/documents/signal.ts";
import { rounded } from "../../src/shared/rounding.ts";
import { meanRating, percentile, reviewPolarity } from "./paperlists-ratings.ts";
import { text, webAddress, type ListContext, type ListedRow } from "./paperlists-row.ts";
import { shortTitle } from "./short-title.ts";

/** A signal whose paper is the one of its row. */
export type ListedSignal = Omit<SignalInput, "paper_ids">;

interface Subject extends ListContext {
  title: string;
  source: { name: string; url: string | null };
  citations: number | null;
}

/** The signals that stand in a row: acceptance, review scores, citations, code, project page. */
export function listedSignals(row: ListedRow, subject: Subject): ListedSignal[] {
  return [
    acceptance(row, subject),
    ...reviews(row, subject),
    citations(subject),
    ...code(row, subject),
    projectPage(row, subject),
  ].flatMap((signal) =>
    signal
      ? [{ topics: [], observed_at: subject.observedAt, source: subject.source, ...signal, title: shortTitle(signal.title) }]
      : [],
  );
}

type Described = Pick<ListedSignal, "kind" | "title" | "statement" | "polarity"> & Partial<ListedSignal>;

function acceptance(row: ListedRow, subject: Subject): Described | null {
  const status = text(row.status);
  const track = text(row.track);
  const where = `${event(subject)}${track === "" || track === "main" ? "" : ` (${track})`}`;
  const paper = quoted(subject);
  const against = (title: string, statement: string): Described => ({
    kind: "acceptance",
    title: `${title} ${event(subject)}: ${subject.title}`,
    statement,
    polarity: "against",
  });
  if (/^desk.?reject/iu.test(status))
    return against("Desk-rejected at", `${where} rejected the submission ${paper} without review.`);
  if (/^reject/iu.test(status)) return against("Rejected at", `${where} rejected the submission ${paper}.`);
  if (/^withdraw/iu.test(status)) return against("Withdrawn from", `The authors withdrew the submission ${paper} from ${where}.`);
  if (status === "" || /^active$/iu.test(status)) return null;
  const workshop = /workshop/iu.test(status);
  return {
    kind: "acceptance",
    title: `Accepted at ${event(subject)}${workshop ? " (workshop)" : ""}: ${subject.title}`,
    statement: `${where} accepted ${paper} ${FORMS[status.toLowerCase()] ?? `with the status “${status}”`}.`,
    polarity: workshop ? "neutral" : "supports",
  };
}

const FORMS: Partial<Record<string, string>> = {
  poster: "as a poster",
  oral: "as an oral presentation",
  talk: "as a talk",
  spotlight: "as a spotlight",
  highlighted: "as a highlighted paper",
  "top-5%": "among its top 5% of papers",
  "top-25%": "among its top 25% of papers",
  long: "as a long paper",
  short: "as a short paper",
  findings: "for Findings",
  workshop: "for its workshop track",
  "poster workshop": "as a workshop poster",
  "oral workshop": "as an oral workshop presentation",
};

/** Fewer rated papers than this give no percentile. */
const MIN_RATED = 20;

function reviews(row: ListedRow, subject: Subject): Described[] {
  const { scale } = subject.list;
  const rated = meanRating(row.rating, scale);
  if (rated === null) return [];
  const { scores, mean } = rated;
  const submission = `the ${event(subject)} submission ${quoted(subject)}`;
  const verdicts = scores.length === 1 ? `${scores[0]} out of ${scale}` : `${listed(scores)} out of ${scale}, a mean of ${mean}`;
  const reviewers = `${counted(scores.length)} ${scores.length === 1 ? "reviewer" : "reviewers"}`;
  const review = {
    kind: "review" as const,
    title: `Review scores at ${event(subject)}: ${subject.title}`,
    statement: `${reviewers} rated ${submission} ${verdicts}.`,
    value: mean,
    unit: `mean rating of ${scale}`,
    polarity: reviewPolarity(mean, scale),
  };
  const spread = spreadOf(scores, subject, submission);
  if (subject.ratings.length < MIN_RATED) return [review, ...spread];
  const rank = percentile(subject.ratings, mean);
  const rankOfMean = {
    kind: "review" as const,
    title: `Percentile of the review scores at ${event(subject)}: ${subject.title}`,
    statement: `With a mean rating of ${mean}, ${submission} stands at percentile ${rank} of the ${subject.ratings.length} rated papers of the conference's list.`,
    value: rank,
    unit: `percentile at ${event(subject)}`,
    // Lists differ in whether they hold the rejected; being low among the accepted speaks against nothing.
    polarity: rank >= 50 ? ("supports" as const) : ("neutral" as const),
  };
  return [review, ...spread, rankOfMean];
}

/** The mean hides the dispute: how far the scores lie apart is a signal of its own. Nothing of a single reviewer. */
function spreadOf(scores: readonly number[], subject: Subject, submission: string): Described[] {
  if (scores.length === 1) return [];
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const value = rounded(highest - lowest, 2);
  return [
    {
      kind: "review",
      title: `Spread of the review scores at ${event(subject)}: ${subject.title}`,
      statement: `The reviewers' scores of ${submission} lie from ${lowest} to ${highest} out of ${subject.list.scale}: ${value} apart.`,
      value,
      unit: "spread of ratings",
      polarity: "neutral",
    },
  ];
}

function citations(subject: Subject): Described | null {
  const count = subject.citations;
  if (count === null) return null;
  const times = count === 1 ? "1 citation" : `${count} citations`;
  return {
    kind: "citation",
    title: `Citations of ${subject.title}`,
    statement: `Google Scholar counted ${times} of ${quoted(subject)} (${event(subject)}) as of the conference list of ${subject.observedAt}.`,
    value: count,
    unit: "citations",
    // A count is no opinion: whether it is much depends on the age of the paper.
    polarity: "neutral",
    source: { ...subject.source, name: "Google Scholar via paperlists" },
  };
}

/** GitHub opened in 2008: links in older lists were made up by whatever filled that column. */
const FIRST_YEAR_OF_REPOSITORIES = 2008;

function code(row: ListedRow, subject: Subject): Described[] {
  if (subject.list.year < FIRST_YEAR_OF_REPOSITORIES) return [];
  const repositories = [...text(row.github).matchAll(REPOSITORY)]
    .map(([, host = "", owner = "", name = ""]) => ({
      host: host.toLowerCase(),
      path: `${owner}/${name.replace(/(?:\.git|\.+)$/u, "")}`,
    }))
    .filter(({ path }) => !/^anonymous|\/$/iu.test(path));
  const isFirst = ({ host, path }: { host: string; path: string }, index: number): boolean =>
    repositories.findIndex((other) => other.host === host && other.path.toLowerCase() === path.toLowerCase()) === index;
  const linked = repositories.filter(isFirst);
  return linked.map(({ host, path }) => ({
    kind: "code",
    title: `Code of ${shortTitle(subject.title)}: ${path}`,
    statement: `The list of ${event(subject)} papers links ${path} on ${host === "github.com" ? "GitHub" : "GitLab"} (https://${host}/${path}) as an implementation of ${quoted(subject)}.`,
    // Of several, the list does not say which is the authors'.
    polarity: linked.length === 1 ? "supports" : "neutral",
  }));
}

const REPOSITORY = /\b(github\.com|gitlab\.com)[/:]([a-z0-9][\w-]*)\/([a-z0-9_][\w.-]*)/giu;

function projectPage(row: ListedRow, subject: Subject): Described | null {
  const page = webAddress(row.project);
  if (
    page === null ||
    subject.list.year < FIRST_YEAR_OF_REPOSITORIES ||
    /\/\/(?:www\.)?(?:arxiv|doi|openreview)\.\w+\//iu.test(page)
  )
    return null;
  const statement = `The list of ${event(subject)} papers links ${page} as the project page of ${quoted(subject)}.`;
  const held = HELD_THERE.find(({ where }) => where.test(page));
  if (held) return { kind: held.kind, title: `${held.name} of ${subject.title}`, statement, polarity: "supports" };
  return { kind: "product", title: `Project page of ${subject.title}`, statement, polarity: "neutral" };
}

/** What a project page is whose place holds nothing but data, models or code. */
const HELD_THERE: readonly { kind: "dataset" | "model" | "code"; name: string; where: RegExp }[] = [
  {
    kind: "dataset",
    name: "Data",
    where:
      /\/\/(?:registry\.opendata\.aws|(?:www\.)?zenodo\.org\/rec|(?:www\.)?kaggle\.com\/(?:datasets|c)|tianchi\.aliyun\.com\/dataset|huggingface\.co\/datasets|archive\.org\/details)/iu,
  },
  { kind: "model", name: "Model", where: /\/\/(?:huggingface\.co\/(?!datasets|spaces)[^/]+\/[^/]+|tfhub\.dev)/iu },
  { kind: "code", name: "Code", where: /\/\/(?:bitbucket\.org|codeberg\.org|gitlab\.[\w.-]+)\/[^/]+\/[^/]+/iu },
];

function event({ list }: Subject): string {
  return `${list.venue} ${list.year}`;
}

function quoted({ title }: Subject): string {
  return `“${title}”`;
}

function listed(scores: readonly number[]): string {
  return `${scores.slice(0, -1).join(", ")} and ${scores.at(-1)}`;
}

function counted(count: number): string {
  return ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"][count] ?? String(count);
}
