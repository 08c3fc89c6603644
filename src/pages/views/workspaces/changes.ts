import { paperAddress } from "../../../documents/page-addresses.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { CHANGE_KINDS, type Change, type WorkspaceChanges } from "../../../workspaces/changes.ts";
import { signalAddress } from "../signals/addresses.ts";
import { dayOf } from "../times.ts";
import { workspaceAddress } from "./list.ts";

const HEADINGS: Record<Change["what"], string> = {
  retracted: "Retracted",
  gone: "No longer in the library",
  merged: "Merged into another paper",
  new_signal: "New signals about saved papers",
  new_paper: "New papers near the subject",
  updated: "Updated papers",
  saved: "Saved",
  asked: "Questions",
};
/** What may make a saved thing unfit to build on is open; the rest is a click away. */
const URGENT: ReadonlySet<Change["what"]> = new Set(["retracted", "gone", "merged"]);

/** What changed since the last visit or a day, with a field for another day. `hasDay`: the reader chose it. */
export function changesCard({ workspace_id: id, since, summary, changes, degraded }: WorkspaceChanges, hasDay: boolean): Html {
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">What changed</h2>
    <p>${hasDay ? html`Since ${dayOf(since)}: ` : html`Since your last visit on ${dayOf(since)}: `}${summary}</p>
    ${degraded.map(({ reason }) => html`<p class="hint">${reason}</p>`)}
    ${CHANGE_KINDS.map((kind) =>
      ofKind(
        kind,
        changes.filter(({ what }) => what === kind),
      ),
    )}
    <form class="search" method="get" action="${workspaceAddress(id)}">
      <label for="since">Since another day</label>
      <div class="input"><input id="since" name="since" type="date" value="${since.slice(0, 10)}" required /></div>
      <button class="plain">Show</button>
    </form>
  </section>`;
}

function ofKind(kind: Change["what"], changes: readonly Change[]): Part {
  if (changes.length === 0) return null;
  return html`<details class="fold" ${URGENT.has(kind) && html` open`}>
    <summary><h3>${HEADINGS[kind]}</h3></summary>
    <ul class="rows">
      ${changes.map(changeRow)}
    </ul>
  </details>`;
}

function changeRow({ kind, id, title, what, at }: Change): Html {
  const words = title === "" ? id : title;
  return html`<li>
    <p>${addressOf(kind, id, what) === null ? words : html`<a href="${addressOf(kind, id, what)}">${words}</a>`}</p>
    ${at !== null && html`<p class="hint">${dayOf(at)}</p>`}
  </li>`;
}

function addressOf(kind: Change["kind"], id: string, what: Change["what"]): string | null {
  if (kind === "note" || what === "gone") return null;
  if (kind === "run") return `/runs/${id}`;
  return kind === "paper" ? paperAddress(id) : signalAddress(id);
}
