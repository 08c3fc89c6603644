import { html, type Html } from "../../shared/html.ts";
import type { TriedKey } from "../try-key.ts";
import { framed } from "./frame.ts";

/** What became of a call with a new key. */
export function triedKeyPage({ account, ending, tried }: { account: string; ending: string; tried: TriedKey }): Html {
  return framed({
    title: tried.works ? "The key works" : "The key does not work",
    account,
    here: "keys",
    width: "middle",
    reload: "/developers/keys",
    body: html`<h1>${tried.works ? "The key works" : "The key does not work"}</h1>
      <p class="lead">One call of <code>whoami</code> with the key <code>s2s_…${ending}</code>. The endpoint answered:</p>
      <pre class="raw">${tried.said}</pre>
      <p><a class="button plain" href="/developers/keys">All keys</a></p>`,
  });
}
