import type { Signal } from "../../documents/signal.ts";
import type { SignalKind } from "../../documents/signal-kinds.ts";
import type { RecordKind } from "../question/schema.ts";

/** A kind of signal as a question asks for it. */
export interface AskedKind {
  kind: SignalKind;
  one: string;
  many: string;
  /** `for papers`, between what is counted and what the papers are on; empty where it is papers that are counted. */
  of: string;
  /** Whether a signal is one that is asked for. */
  holds(signal: Signal): boolean;
  value(signal: Signal): string | null;
  /** The order of the rows; ties in the order of titles. */
  compare(a: Signal, b: Signal): number;
  /** How the query names these signals. */
  query: string;
  /** That order comes before how central a paper is to the subject. */
  ranked?: boolean;
  /** What the records leave open. */
  open?: string;
}

const always = () => true;
const supportsFirst = (a: Signal, b: Signal) => Number(b.polarity === "supports") - Number(a.polarity === "supports");

/** Records that are signals of one kind. */
type SignalRecord = Exclude<RecordKind, "citation" | "people" | "venue" | "count" | "count_per_year">;

/** The title of a signal about a revised version, as the Anthology's reader words it. */
const REVISION = /^Revision \d/u;

/** What a question asks for of a kind of record, from its words. */
export function askedKind(record: SignalRecord, question: string): AskedKind {
  switch (record) {
    case "award":
      return award(question);
    case "acceptance":
      return acceptance(question);
    case "review":
      return review(question);
    case "retraction":
      return {
        kind: "retraction",
        one: "retraction",
        many: "retractions",
        of: " of papers",
        holds: always,
        // Where no day is known, the record stands for the day of the volume.
        value: ({ statement, observed_at }) => (statement.includes(observed_at) ? observed_at : null),
        compare: newestFirst,
        query: "retraction signals",
      };
    case "erratum":
      return {
        kind: "erratum",
        one: "erratum",
        many: "errata",
        of: " to papers",
        // A revised version is on record as this kind too; whoever asks for errata by name wants none.
        holds: /\berrat/iu.test(question) ? ({ title }) => !REVISION.test(title) : always,
        value: ({ title }) => title,
        compare: newestFirst,
        query: "erratum signals",
      };
    case "code":
      return linked("code", "link to code", "links to code");
    case "dataset":
      return linked("dataset", "link to a dataset", "links to datasets");
    case "model":
      return linked("model", "link to a model", "links to models");
  }
}

/** Words by which awards tell themselves apart. */
const AWARD_WORDS = [
  /\bbest\b/iu,
  /\boutstanding\b/iu,
  /\bdistinguished\b/iu,
  /\btest[- ]of[- ]time\b/iu,
  /\bhonou?rable\b/iu,
  /\brunner[- ]?up\b/iu,
];
const AWARDED_FORMS = [
  /\bshort\b/iu,
  /\blong\b/iu,
  /\bdemo\b/iu,
  /\bstudent\b/iu,
  /\btheme|thematic\b/iu,
  /\bresource\b/iu,
  /\bindustry\b/iu,
];

/** “Best papers” are awards with “best” in their name; whoever asks who won asks for all of them. */
function award(question: string): AskedKind {
  const grades = AWARD_WORDS.filter((word) => word.test(question));
  const forms = AWARDED_FORMS.filter((word) => new RegExp(`(?:${word.source})\\s+papers?\\b`, "iu").test(question));
  const named = question.match(/\b(?:best|outstanding|distinguished|honou?rable|test[- ]of[- ]time|runner[- ]?up)\b/giu) ?? [];
  const wanted = [...new Set(named.map((word) => word.toLowerCase()))];
  return {
    kind: "award",
    one: wanted.length === 0 ? "award" : `award named “${wanted.join("” or “")}”`,
    many: wanted.length === 0 ? "awards" : `awards named “${wanted.join("” or “")}”`,
    of: " for papers",
    holds: ({ title }) =>
      (grades.length === 0 || grades.some((word) => word.test(title))) && forms.every((word) => word.test(title)),
    value: ({ title }) => title,
    compare: (a, b) => newestFirst(a, b) || compareText(a.title, b.title),
    query: wanted.length === 0 ? "award signals" : `award signals with “${wanted.join("” or “")}” in the title`,
  };
}

interface Form {
  asked: RegExp;
  one: string;
  many: string;
  holds(signal: Signal): boolean;
}

const isAccepted = ({ polarity }: Signal) => polarity !== "against";
const inWorkshop = ({ title }: Signal) => /\(workshop\)/iu.test(title);
/** What stands behind the paper's title: `as an oral presentation`. */
const manner = ({ statement }: Signal) => /” (?<manner>(?:as|among|for)\b[^”]*)\.$/u.exec(statement)?.groups?.manner ?? "";

const FORMS: readonly Form[] = [
  {
    asked: /\bdesk[- ]?reject/iu,
    one: "desk-rejected submission",
    many: "desk-rejected submissions",
    holds: ({ title }) => /^desk-reject/iu.test(title),
  },
  {
    asked: /\breject/iu,
    one: "rejected submission",
    many: "rejected submissions",
    holds: ({ title }) => /^(?:desk-)?reject/iu.test(title),
  },
  {
    asked: /\bwithdr/iu,
    one: "withdrawn submission",
    many: "withdrawn submissions",
    holds: ({ title }) => /^withdrawn/iu.test(title),
  },
  ...(["oral", "spotlight", "poster"] as const).map((form): Form => ({
    asked: new RegExp(`\\b${form}s?\\b`, "iu"),
    one: `paper accepted as ${form}`,
    many: `papers accepted as ${form}s`,
    holds: (signal) => isAccepted(signal) && !inWorkshop(signal) && new RegExp(`\\b${form}\\b`, "iu").test(manner(signal)),
  })),
  {
    asked: /\bworkshops?\b/iu,
    one: "paper accepted for a workshop",
    many: "papers accepted for workshops",
    holds: (signal) => isAccepted(signal) && inWorkshop(signal),
  },
];

const ACCEPTED: Form = {
  asked: /\baccept/iu,
  one: "accepted paper",
  many: "accepted papers",
  holds: (signal) => isAccepted(signal) && !inWorkshop(signal),
};

const TOP = /\btop[- ]?(?<share>\d+)\s?%/iu;

/** Papers “notable, among the top 5%”. */
function topForm(question: string): Form | undefined {
  const share = TOP.exec(question)?.groups?.["share"];
  if (share === undefined) return undefined;
  return {
    asked: TOP,
    one: `paper accepted among the top ${share}%`,
    many: `papers accepted among the top ${share}%`,
    holds: (signal) => isAccepted(signal) && TOP.exec(manner(signal))?.groups?.["share"] === share,
  };
}

function acceptance(question: string): AskedKind {
  const form = topForm(question) ?? FORMS.find(({ asked }) => asked.test(question)) ?? ACCEPTED;
  const { one, many, holds } = form;
  return {
    kind: "acceptance",
    one,
    many,
    of: "",
    holds,
    value: (signal) => `${signal.title.split(":")[0]}${manner(signal) === "" ? "" : ` ${manner(signal)}`}`,
    compare: () => 0,
    query: `acceptance signals for ${many}`,
  };
}

function review(question: string): AskedKind {
  const ascending = /\b(?:lowest|worst|bottom)\b/iu.test(question);
  const valueOf = ({ value }: Signal) => value ?? Number.NEGATIVE_INFINITY;
  return {
    kind: "review",
    one: "review record",
    many: "review records",
    of: " of papers",
    // A percentile and a spread tell the same scores in another way.
    holds: ({ unit }) => !/^(?:percentile|spread)\b/u.test(unit ?? ""),
    value: ({ value, unit }) => (value === null ? null : inUnit(value, unit)),
    compare: (a, b) => (ascending ? valueOf(a) - valueOf(b) : valueOf(b) - valueOf(a)),
    query: "review signals (excluding percentiles and spreads)",
    ranked: /\b(?:highest|lowest|best|worst|top|bottom)\b/iu.test(question),
  };
}

/** `7.5 of 10, mean rating` for a unit `mean rating of 10`. */
function inUnit(value: number, unit: string | null): string {
  const { what, scale } = /^(?<what>.+) of (?<scale>\d+)$/u.exec(unit ?? "")?.groups ?? {};
  if (what !== undefined) return `${value} of ${scale}, ${what}`;
  return unit === null ? String(value) : `${value}, ${unit}`;
}

function linked(kind: "code" | "dataset" | "model", one: string, many: string): AskedKind {
  return {
    kind,
    one,
    many,
    of: " for papers",
    // Some records tell of community code without an address.
    holds: ({ title, statement }) => kind !== "code" || /https?:/iu.test(statement) || !/^community code\b/iu.test(title),
    value: ({ title, statement }) => /https?:\/\/[^\s”)]+/u.exec(statement)?.[0] ?? title,
    compare: supportsFirst,
    query: `${kind} signals with a link`,
    ...(kind === "code"
      ? {}
      : {
          open: `A link to a ${kind === "dataset" ? "dataset" : "model"} does not show whether the paper created it or only used it.`,
        }),
  };
}

function newestFirst(a: Signal, b: Signal): number {
  return compareText(b.observed_at, a.observed_at);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
