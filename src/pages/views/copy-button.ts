import { html, type Html } from "../../shared/html.ts";

/** Copies what the element with the id `source` holds, where scripts run; else it is not there. `what`: what it is, for screen readers. */
export function copyButton(source: string, what: string): Html {
  return html`<button type="button" class="plain small" data-copy="${source}" data-what="${what}" hidden>
    Copy<span class="visually-hidden"> ${what.toLowerCase()}</span>
  </button>`;
}
