import { topicAddress } from "../../../documents/page-addresses.ts";
import type { TopicList } from "../../../topics/list.ts";
import { keysOf, nameKey } from "../../../topics/names.ts";
import { framed } from "../frame.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { thousands } from "../../../shared/thousands.ts";
import { countOf } from "../numbers.ts";
import { dayOf } from "../times.ts";
import { growthWords } from "./growth.ts";
import { rows, section } from "./parts.ts";
import { asTyped } from "../../../shared/as-typed.ts";

/** Further pages are not made. */
export const MAX_PAGES = 100;

/** A page of the library's topics, or of those that match a search. */
export function topicsPage(account: string, { query, page }: { query: string; page: number }, list: TopicList): Html {
  return framed({
    title: "Topics",
    account,
    here: "topics",
    width: "middle",
    body: html`<h1>Topics</h1>
      <p class="lead">${lead(list)}</p>
      <form class="search" method="get" action="/topics" role="search">
        <label for="q">Search by words or a question</label>
        <div class="input"><input id="q" name="q" type="search" maxlength="500" value="${query}" /></div>
        <button>Search</button>
      </form>
      ${list.degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)}
      ${section(heading(query, list), [rows(list.topics.map(topicRow))])} ${pagesOf(query, page, list)}
      ${query !== "" && html`<p><a href="${topicAddress(query)}">See everything in the library about “${query}”</a></p>`}`,
  });
}

function heading(query: string, { topics, total }: TopicList): string {
  const matching = query === "" ? countOf(total, "topic") : countOf(total, "matching topic");
  const [first, last] = [topics.at(0), topics.at(-1)];
  if (first === undefined || last === undefined || total === topics.length) return matching;
  return `${matching}, ${thousands(first.rank)}–${thousands(last.rank)} shown`;
}

function pagesOf(query: string, page: number, { topics, total }: TopicList): Part {
  const address = (to: number) => {
    const given = { ...(query === "" ? {} : { q: query }), ...(to === 1 ? {} : { page: String(to) }) };
    return `/topics?${new URLSearchParams(given).toString()}`;
  };
  const isLast = page >= MAX_PAGES || (topics.at(-1)?.rank ?? total) >= total;
  if (page === 1 && isLast) return null;
  return html`<nav class="actions" aria-label="Pages of topics">
    ${page > 1 && html`<a class="button plain small" href="${address(page - 1)}" rel="prev">Previous page</a>`}
    ${!isLast && html`<a class="button plain small" href="${address(page + 1)}" rel="next">Next page</a>`}
  </nav>`;
}

function lead({ build, library_papers: now }: TopicList): Part {
  if (build === null) return html`No topics have been built yet. Run <code>${asTyped("topics build")}</code> on the server.`;
  return html`What the library is about, grouped on ${dayOf(build.built_at)} from ${countOf(build.papers, "paper")}.
  ${now !== build.papers && `The library now has ${countOf(now, "paper")}.`}`;
}

function topicRow({ topic_id: id, label, terms, papers, momentum, match }: TopicList["topics"][number]): Html {
  return html`<p><a href="${topicAddress(id)}">${label}</a></p>
    <p class="hint">
      ${countOf(papers, "paper")} · ${growthWords(momentum)}${match?.cosine != null && ` · similarity ${match.cosine}`} ·
      ${terms
        .filter(({ term }) => nameKey(keysOf(term)) !== nameKey(keysOf(label)))
        .slice(0, 6)
        .map(({ term }) => term)
        .join(", ")}
    </p>`;
}
