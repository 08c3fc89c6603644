import { html, type Html, type Part } from "../../shared/html.ts";

/** Names with their values, a row each. An entry that is not to be shown is false or null. */
export function definitions(entries: readonly (readonly [name: string, value: Part] | false | null)[]): Html {
  return html`<dl class="pairs">
    ${entries.map(
      (entry) =>
        entry &&
        html`<div>
          <dt>${entry[0]}</dt>
          <dd>${entry[1]}</dd>
        </div>`,
    )}
  </dl>`;
}
