import { framed } from "./frame.ts";
import { html, type Html, type Part } from "../../shared/html.ts";

/** A page that says one thing: something is not there, not allowed, or out of order. `again`: the address that may be tried once more. */
export function messagePage(
  title: string,
  text: Part,
  { account, again }: { account?: string | null; again?: string } = {},
): Html {
  return framed({
    title,
    account,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      ${again !== undefined && html`<p><a class="button" href="${again}">Try again</a></p>`}
      <h2 class="visually-hidden">Where to go from here</h2>
      <ul class="ways">
        ${
          account
            ? html`<li><a href="/">Ask a question</a></li>
                <li><a href="/search">Search for papers</a></li>
                <li><a href="/topics">Browse the topics</a></li>
                <li><a href="/developers/keys">Go to your API keys</a></li>`
            : html`<li><a href="/sign-in">Sign in</a></li>`
        }
      </ul>`,
  });
}
