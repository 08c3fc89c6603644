import { authorship, FLAG_MEANINGS } from "../canvas/authorship.ts";
import { judgmentWords } from "../canvas/judgment-words.ts";
import type { AnswerSentence, CanvasAnswer, Citation } from "../canvas/types.ts";

const WIDTH = 100;
const HEADINGS = { answered: "Answer", weak: "Weak evidence: the nearest quotes", no_evidence: "No evidence" } as const;

/** A canvas answer for reading in a terminal: sentences, judgment, what speaks against it, and every source that was cited. */
export function answerText(canvas: CanvasAnswer): string {
  const { answer, judgment, freshness } = canvas;
  const authored = authorship(canvas);
  const unseen = new Set(authored === null ? [] : answer.sentences.flatMap((sentence) => sentence.citations));
  const known = judgment.dimensions.filter((dimension) => dimension.score !== null);
  const unknown = judgment.dimensions.filter((dimension) => dimension.score === null).map((dimension) => dimension.name);
  const blocks = [
    [
      heading(HEADINGS[answer.state], answer.reason),
      ...(authored === null ? [] : [wrapped(authored, "", "")]),
      ...canvas.degraded.map(({ part, reason }) => wrapped(`Note (${part}): ${reason}`, "", "")),
    ].join("\n"),
    answer.sentences.map(sentenceLines).join("\n"),
    listed(
      "Nearest matches, not evidence",
      canvas.nearest_matches.map(
        ({ title, year, url, cosine }) => `${title} (${year ?? "no year"}) ${url ?? ""} cosine ${cosine ?? "–"}`,
      ),
    ),
    answer.state === "no_evidence"
      ? ""
      : [
          heading(`Judgment: ${judgment.verdict}`, judgment.reason),
          ...known.map(({ name, score, interval, rationale, citations }) =>
            wrapped(`${name} ${score} (${interval.join("–")}): ${rationale} ${marks(citations)}`, "  ", "    "),
          ),
          unknown.length === 0 ? "" : `  unknown: ${unknown.join(", ")}`,
          ...judgmentWords(judgment).map((words) => wrapped(words, "  ", "  ")),
          known.length === 0 ? "" : wrapped(judgment.formula, "  ", "    "),
        ]
          .filter(Boolean)
          .join("\n"),
    listed(
      "Opportunities",
      canvas.opportunities.map(({ title, why, score, citations }) => `${title} — ${why} Score ${score}. ${marks(citations)}`),
    ),
    listed(
      "Counter-evidence",
      canvas.counter_evidence.map(({ text, citations }) => `${text} ${marks(citations)}`),
    ),
    listed("Gaps", canvas.gaps),
    canvas.citations.length === 0
      ? ""
      : `Sources\n${canvas.citations.map((citation) => sourceLine(citation, unseen.has(citation.number))).join("\n")}`,
    [
      canvas.ground.sentence,
      `Evidence dated ${freshness.oldest ?? "unknown"} to ${freshness.newest ?? "unknown"}, last load ${freshness.last_ingest === null ? "unknown" : minuteOf(freshness.last_ingest)}.`,
    ]
      .map((line) => wrapped(line, "", ""))
      .join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** Sentences about one point stand together, the later ones set in. */
function sentenceLines({ text, citations, flags, point }: AnswerSentence, index: number, all: readonly AnswerSentence[]): string {
  const within = point !== undefined && point === all[index - 1]?.point;
  const words = `${text} ${marks(citations)}${flags.map((flag) => ` (check: ${FLAG_MEANINGS[flag]})`).join("")}`;
  return within ? wrapped(words, "  – ", "    ") : wrapped(words, "• ", "  ");
}

function heading(title: string, text: string): string {
  return `${title}\n${wrapped(text, "", "")}`;
}

function listed(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : [title, ...items.map((item) => wrapped(item, "• ", "  "))].join("\n");
}

/** What a signal states is shown here, as is a quote that the sentences do not show (`unseen`). */
function sourceLine({ number, title, year, venue, url, kind, field, quote }: Citation, unseen: boolean): string {
  const what = [year, venue, kind === "signal" ? "signal" : field].filter((part) => part !== null).join(", ");
  return [
    wrapped(`${title} (${what})`, `[${number}] `, "    "),
    ...(unseen || kind === "signal" ? [wrapped(kind === "signal" ? quote : `“${quote}”`, "    ", "    ")] : []),
    ...(url === null ? [] : [`    ${url}`]),
  ].join("\n");
}

/** A time in ISO 8601, UTC, as people read it. */
function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

function marks(numbers: readonly number[]): string {
  return numbers.map((number) => `[${number}]`).join("");
}

/** Breaks a text into lines of at most WIDTH characters; the first begins with `first`, the others with `rest`. */
function wrapped(text: string, first: string, rest: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== "") {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}
