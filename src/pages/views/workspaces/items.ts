import { paperAddress } from "../../../documents/page-addresses.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import type { ItemView } from "../../../workspaces/view.ts";
import { section } from "../library/parts.ts";
import { thousands } from "../../../shared/thousands.ts";
import { signalAddress } from "../signals/addresses.ts";
import { relativeTo } from "../times.ts";
import { workspaceAddress } from "./list.ts";

/** Items of a kind on the workspace's page; and on a page that lists them all. */
const ITEMS_SHOWN = 8;
export const ITEMS_A_PAGE = 30;
const MAX_TITLE_LENGTH = 200;
const MAX_NOTE_LENGTH = 400;

export const KIND_TITLES = { paper: "Papers", signal: "Signals", note: "Notes" } as const;
export type ItemKind = keyof typeof KIND_TITLES;

/** The latest items of a kind, and the way to all of them. */
export function itemsCard(
  kind: ItemKind,
  items: readonly ItemView[],
  workspace: { id: string; mayEdit: boolean; now: number },
): Part {
  if (items.length === 0) return null;
  const shown = items.slice(0, ITEMS_SHOWN);
  return section(`${KIND_TITLES[kind]} (${thousands(items.length)})`, [
    itemRows(shown, workspace),
    items.length > shown.length &&
      html`<p>
        <a href="${workspaceAddress(workspace.id, `/items?kind=${kind}`)}"
          >All ${thousands(items.length)} ${KIND_TITLES[kind].toLowerCase()}</a
        >
      </p>`,
  ]);
}

/** Items, each with its state, its note, and a way to take it out. */
export function itemRows(items: readonly ItemView[], { id, mayEdit, now }: { id: string; mayEdit: boolean; now: number }): Html {
  return html`<ul class="rows">
    ${items.map(
      (item) =>
        html`<li class="item">
          <div>
            <p>${titleOf(item)} ${stateBadge(item)}</p>
            ${item.kind !== "note" && item.note !== null && html`<p class="note">${cut(item.note, MAX_NOTE_LENGTH)}</p>`}
            <p class="hint">${item.year !== null && html`${item.year} · `}saved ${relativeTo(now, item.added_at)}</p>
          </div>
          ${mayEdit && removal(id, item)}
        </li>`,
    )}
  </ul>`;
}

function titleOf({ kind, id, title, note, state, merged_into: into }: ItemView): Part {
  const words = cut(title ?? note ?? id, kind === "note" ? MAX_NOTE_LENGTH : MAX_TITLE_LENGTH);
  if (kind === "note" || state === "gone") return words;
  return html`<a href="${kind === "paper" ? paperAddress(into ?? id) : signalAddress(id)}">${words}</a>`;
}

const STATES: Record<ItemView["state"], { words: string; look: "over" | "soon" } | null> = {
  present: null,
  retracted: { words: "retracted", look: "over" },
  gone: { words: "no longer in the library", look: "over" },
  merged: { words: "merged into another", look: "soon" },
  unknown: { words: "state unknown", look: "soon" },
};

function stateBadge({ state }: ItemView): Part {
  const shown = STATES[state];
  return shown && html`<span class="badge ${shown.look}">${shown.words}</span>`;
}

function removal(id: string, item: ItemView): Html {
  return html`<form method="post" action="${workspaceAddress(id, "/items/remove")}">
    <input type="hidden" name="kind" value="${item.kind}" />
    <input type="hidden" name="id" value="${item.id}" />
    <button class="quiet small">Remove<span class="visually-hidden"> ${cut(item.title ?? item.note ?? "", 80)}</span></button>
  </form>`;
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;
}
