import { assetAddress } from "../assets.ts";
import { html, type Html, type Part } from "../../shared/html.ts";

export interface Page {
  title: string;
  /** The name of the account that is signed in. */
  account?: string | null;
  /** Which entry of the navigation this is. */
  here?: "ask" | "search" | "topics" | "signals" | "workspaces" | "library" | "keys" | "account";
  /** A form with problems says so in the window's title too. */
  hasErrors?: boolean;
  /** `narrow`: one column for one task; `middle`: with lines of code; `wide`: a list. */
  width?: "narrow" | "middle" | "wide";
  /** Where a reload goes, so that it does not submit again the form that made this page. */
  reload?: string;
  body: Part;
}

/** A whole page: head, navigation, body. */
export function framed({ title, account, here, hasErrors, width = "narrow", reload, body }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${hasErrors && "Error: "}${title} · Signal Canvas</title>
<link rel="icon" href="${assetAddress("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress("style.css")}">
<script src="${assetAddress("pages.js")}" defer></script>
</head>
<body${reload ? html` data-reload="${reload}"` : null}>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/"><img src="${assetAddress("icon.svg")}" alt="" width="28" height="28">Signal Canvas</a>
${account && navigation(account, here)}
</header>
<main id="main" class="${width}">
${body}
</main>
<div id="announcement" class="visually-hidden" role="status"></div>
</body>
</html>
`;
}

function navigation(account: string, here: Page["here"]): Html {
  const link = (place: Page["here"], address: string, text: string) =>
    html`<a href="${address}" ${here === place ? html` aria-current="page"` : null}>${text}</a>`;
  return html`<nav aria-label="Main">
      ${link("ask", "/", "Ask")}${link("search", "/search", "Search")}${link("topics", "/topics", "Topics")}${link("signals", "/signals", "Signals")}${link("workspaces", "/workspaces", "Workspaces")}${link("library", "/library", "Library")}${link("keys", "/developers/keys", "API keys")}${link("account", "/account", account)}
    </nav>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`;
}
