import { paperAddress } from "../../../documents/page-addresses.ts";
import { readingOf } from "../../../answers/render/reading.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import type { RunExport } from "../../../workspaces/export-formats.ts";
import type { RunChanges } from "../../../workspaces/run-changes.ts";
import type { RunComparison } from "../../../workspaces/run-comparison.ts";
import type { RunView } from "../../../workspaces/runs.ts";
import type { RunFeedback } from "../../../answers/run.ts";
import type { Problems } from "../fields.ts";
import { definitions } from "../definitions.ts";
import { framed } from "../frame.ts";
import { dayOf, minuteOf } from "../times.ts";
import { actions, copyCard, feedbackCard, saveCard, type Saving } from "./actions.ts";
import { answerCard, besides, sentencesShown } from "./answer.ts";
import { MAX_QUESTION_LENGTH, type AskValues } from "./form.ts";
import { judgmentDetails } from "./judgment-details.ts";
import { sourceList, type Source } from "./sources.ts";
import { waysOn } from "./ways.ts";

/** What the page of a run shows. */
export interface RunPage {
  account: string;
  view: RunView;
  sources: readonly Source[];
  earlier: RunComparison | null;
  /** The answer in a format, to be copied. */
  copied: { format: RunExport; text: string } | null;
  saving: Saving;
  feedback: RunFeedback | undefined;
  /** The name of the workspace that the run belongs to. */
  workspace: string | null;
  /** Whether the answer has an address: where it could not be stored, nothing can be done with it later. */
  isKept: boolean;
  /** What was just done. */
  done: Part;
  problems: Problems;
}

/** A question with its answer as a document: an address that everybody of the account can open. */
export function runPage(page: RunPage): Html {
  const { view, sources, earlier, copied, saving, feedback, workspace, isKept, done, problems } = page;
  const { answer: canvas, request, run_id: id } = view;
  const judged = canvas.answer.state !== "no_evidence" && canvas.read_as.kind !== "record";
  return framed({
    title: canvas.query.slice(0, 120),
    account: page.account,
    here: "ask",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<p class="hint where">${where(view, workspace)}</p>
      <h1 class="record question-asked${canvas.query.length > 160 && " long"}">${canvas.query}</h1>
      <p class="hint">
        Understood as ${readingOf(canvas.read_as)}. ${canvas.answer.state !== "no_evidence" && canvas.ground.sentence}
      </p>
      ${isKept && onThisPage(sources.length > 0, saving !== null)} ${done} ${copied !== null && copyCard(id, copied)}
      ${changesNotice(view.changes)} ${earlier !== null && earlierNotice(earlier)}
      <div class="answer-columns">
        <div>
          ${answerCard(canvas, sources, waysOn(canvas, request))}
          ${judged && judgmentDetails(canvas.judgment, { open: canvas.read_as.kind === "readiness" })} ${besides(canvas, sources)}
          ${sourceList(sources, inText(canvas))} ${isKept && askAnother(askedAs(view))}
        </div>
        <aside aria-label="About this answer">
          ${isKept && [actions(id, askedAs(view)), saveCard(`/runs/${id}/save`, saving, problems), feedbackCard(id, feedback, problems)]}
          ${aboutCard(view)}
        </aside>
      </div>`,
  });
}

/** On narrow screens what can be done with an answer comes after all of it. */
function onThisPage(hasSources: boolean, saves: boolean): Html {
  return html`<nav class="on-this-page" aria-label="On this page">
    ${hasSources && html`<a href="#sources">Sources</a>`}
    <a href="#actions">Ask again or copy</a> ${saves && html`<a href="#save">Save</a>`} <a href="#next">Next question</a>
  </nav>`;
}

/** What was asked, as the form for asking has it. */
function askedAs({ request: { query, mode, paper_id: paper, time_scope: years }, workspace_id: workspace }: RunView): AskValues {
  const { from = "", to = "" } = typeof years === "object" ? years : {};
  return {
    q: query.slice(0, MAX_QUESTION_LENGTH),
    workspace: mode === "workspace" ? (workspace ?? "") : "",
    from,
    to,
    paper: mode === "paper" ? (paper ?? "") : "",
  };
}

/** The next question, of the same paper, workspace and years. */
function askAnother(before: AskValues): Html {
  return html`<form class="card ask" method="post" action="/ask">
    ${Object.entries({ ...before, q: "" }).map(([name, value]) => value !== "" && html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label for="next">Ask another question</label>
    <div class="question one-line">
      <div class="input"><input id="next" name="q" maxlength="${MAX_QUESTION_LENGTH}" autocomplete="off" required /></div>
      <button>Ask</button>
    </div>
  </form>`;
}

/** Citations of sentences and of what speaks against them, beside those of records and the judgment. */
function inText(canvas: RunView["answer"]): ReadonlySet<number> {
  return new Set([...sentencesShown(canvas), ...canvas.counter_evidence].flatMap(({ citations }) => citations));
}

function where({ asked_at: at, request: { mode, paper_id: paper, time_scope: years } }: RunView, workspace: string | null): Part {
  const scope =
    typeof years === "object"
      ? ` · ${years.from ?? "any year"} to ${years.to ?? "now"}`
      : years !== "all" && ` · ${years.replaceAll("_", " ")}`;
  return [
    html`Asked ${minuteOf(at)}`,
    mode === "paper" && paper !== undefined && html` · about <a href="${paperAddress(paper)}">one paper</a>`,
    workspace !== null && html` · workspace “${workspace}”`,
    scope,
  ];
}

/** What has changed in the library since the answer was given. */
function changesNotice(changes: RunChanges | null): Part {
  if (changes === null) {
    return html`<div class="notice warning">
      <p>The library is not responding, so it is unknown what has changed since this answer was given.</p>
    </div>`;
  }
  const {
    retracted_since: retracted,
    papers_gone: gone,
    quotes_changed: quotes,
    generation,
    papers_merged: merged,
    signals_gone: signals,
  } = changes;
  if (retracted.length + gone.length + quotes.length + merged.length + signals.length === 0 && generation === null) return null;
  return html`<div class="notice ${retracted.length > 0 ? "problem" : "warning"}">
    <h2>What changed since this answer</h2>
    <p>${changes.summary}</p>
    ${retracted.length > 0 && html`<p>Retracted since: ${retracted.map((id, index) => html`${index > 0 && ", "}<a href="${paperAddress(id)}">${id}</a>`)}.</p>`}
  </div>`;
}

/** How the answer differs from the one before. */
function earlierNotice({ run_id: id, asked_at: at, summary, quoted_now: now, quoted_before: before }: RunComparison): Html {
  const list = (title: string, papers: RunComparison["quoted_now"]) =>
    papers.length > 0 &&
    html`<p>
      ${title}
      ${papers.map(({ paper_id, title }, index) => html`${index > 0 && "; "}<a href="${paperAddress(paper_id)}">${title}</a>`)}
    </p>`;
  return html`<div class="notice">
    <p>Asked before on <a href="/runs/${id}">${minuteOf(at)}</a>. ${summary}</p>
    ${list("Newly quoted:", now)} ${list("No longer quoted:", before)}
  </div>`;
}

/** From when to when, both as precisely as the less precise of them is known: days, or years. */
function periodOf(oldest: string | null, newest: string | null): Part {
  const areDays = [oldest, newest].every((day) => day === null || /^\d{4}-\d{2}-\d{2}/u.test(day));
  const [from, to] = [oldest, newest].map((day) => (day === null ? "unknown" : areDays ? dayOf(day) : day.slice(0, 4)));
  return oldest === newest || (!areDays && from === to) ? from : html`${from} to ${to}`;
}

/** What the answer rests on, and when that was. */
function aboutCard({ answer: { answer, citations, freshness, summarizer }, changes, run_id: id }: RunView): Html {
  const { oldest, newest, last_ingest: loaded } = freshness;
  const isUnchanged = changes !== null && changes.generation === null && changes.quotes_changed.length === 0;
  return html`<section class="card small-card" aria-labelledby="about">
    <h2 id="about">About this answer</h2>
    ${definitions([
      answer.state !== "no_evidence" && ["Evidence from", periodOf(oldest, newest)],
      ["Library updated", loaded === null ? "unknown" : minuteOf(loaded)],
      ["Written by", summarizer.model ?? "quotes only, no LLM"],
      isUnchanged && citations.length > 0 && ["Since then", changes.summary],
      ["Run", html`<code>${id}</code>`],
    ])}
  </section>`;
}
