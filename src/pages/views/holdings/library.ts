import type { Account } from "../../../access/accounts.ts";
import type { Held } from "../../../holdings/held.ts";
import type { IngestRun } from "../../../holdings/ingest-runs.ts";
import type { SourceStatus } from "../../../records/source-status.ts";
import { html, type Html } from "../../../shared/html.ts";
import { framed } from "../frame.ts";
import { relativeTo } from "../times.ts";
import { heldCards, heldSentence } from "./held.ts";
import { indexCard, runsCard, type IndexView } from "./runs.ts";
import { sourcesCard } from "./sources.ts";

export interface LibraryView {
  account: Account;
  /** Null: there is no index yet. */
  held: Held | null;
  /** When the last load ended that read its input to the end; null: none is on record. */
  lastLoad: string | null;
  /** For administrators: how the library came about. */
  operations: { runs: readonly IngestRun[]; index: IndexView; sources: readonly SourceStatus[] } | null;
  now: number;
}

/** `/library`: what is held, and for administrators the loads and the index. */
export function libraryPage({ account, held, lastLoad, operations, now }: LibraryView): Html {
  return framed({
    title: "Library",
    account: account.name,
    here: "library",
    width: "wide",
    body: html`<h1>Library</h1>
      <p class="lead">
        ${held === null ? "Nothing has been loaded yet." : heldSentence(held)}
        ${lastLoad !== null && html`Last loaded ${relativeTo(now, lastLoad)}.`}
      </p>
      ${held !== null && heldCards(held, account.scopes.includes("signals:read"))}
      ${
        operations &&
        html`<h2 class="part">For administrators</h2>
          <div
            class="record-columns"
            id="operations"
            ${operations.runs.some(({ status }) => status === "running") && html` data-live="5"`}
          >
            <div>
              ${runsCard(operations.runs, now)}
              <section class="card">
                <h2>Feedback on answers</h2>
                <p>What people said about answers in the last 90 days, with question, sentences and sources, without names.</p>
                <p><a class="button plain small" href="/library/feedback" download>Download as JSONL</a></p>
              </section>
            </div>
            <div>${indexCard(operations.index)} ${sourcesCard(operations.sources, now)}</div>
          </div>`
      }`,
  });
}
