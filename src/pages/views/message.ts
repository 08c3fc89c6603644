import { framed } from "./frame.ts";
import { html, type Html, type Part } from "../../shared/html.ts";

/** A page that says one thing: something is not there, not allowed, or out of order. */
export function messagePage(title: string, text: Part, account?: string | null): Html {
  return framed({
    title,
    account,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a href="/developers/keys">Go to your API keys</a></p>`,
  });
}
