import { keyState, type KeyInfo } from "../../access/keys.ts";
import type { KeyUsage } from "../../access/usage.ts";
import { html, type Html } from "../../shared/html.ts";
import { countOf } from "./numbers.ts";
import { thousands } from "../../shared/thousands.ts";
import { dayOf, relativeTo } from "./times.ts";
import { count, usageChart } from "./usage-chart.ts";
import { DAY_MS } from "../../shared/time.ts";

const SOON_MS = 14 * DAY_MS;

/** One key in the list: what it may do, how long, how much it is used, and what can be done about it. */
export function keyCard(key: KeyInfo, usage: KeyUsage, now: number): Html {
  const state = keyState(key, now);
  const isOver = state === "expired" || state === "revoked";
  return html`<li class="card key${isOver && " retired"}" id="key-${key.key_id}">
    <div class="key-head">
      <h3>${key.name}</h3>
      <span class="ending"
        ><span class="visually-hidden">ends in</span><span aria-hidden="true">s2s_…</span>${key.last_four}</span
      >
      ${badge(key, now)}
    </div>
    <ul class="scopes" aria-label="Permissions">
      ${key.scopes.map((scope) => html`<li>${scope}</li>`)}
    </ul>
    <dl class="facts">
      <div>
        <dt>Created</dt>
        <dd>${dayOf(key.created_at)}</dd>
      </div>
      <div>
        <dt>${expiryLabel(state)}</dt>
        <dd>${end(key)}</dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>${usage.last_used_at === null ? "Never" : relativeTo(now, usage.last_used_at)}</dd>
      </div>
    </dl>
    ${!isOver && usage.last_30_days + usage.errors_last_30_days > 0 && usageOf(usage)}
    ${
      !isOver &&
      html`<div class="actions">
        ${state === "active" && html`<a class="button plain small" href="/developers/keys/${key.key_id}/rotate">Rotate<span class="visually-hidden"> ${key.name}</span></a>`}
        <a class="button plain small" href="/developers/keys/${key.key_id}/revoke"
          >Revoke<span class="visually-hidden"> ${key.name}</span></a
        >
      </div>`
    }
  </li>`;
}

function usageOf({ by_day: days, today, last_30_days: requests, errors_last_30_days: errors }: KeyUsage): Html {
  const of30Days = [count(requests), errors > 0 && countOf(errors, "error")].filter(Boolean).join(", ");
  return html`<div class="usage">
    ${usageChart(days)}
    <p><span>Last 30 days: ${of30Days}</span><span>Today: ${thousands(today)}</span></p>
  </div>`;
}

function badge(key: KeyInfo, now: number): Html {
  switch (keyState(key, now)) {
    case "revoked":
      return html`<span class="badge over">Revoked</span>`;
    case "expired":
      return html`<span class="badge over">Expired</span>`;
    case "replaced":
      return html`<span class="badge soon">Replaced, expires ${relativeTo(now, key.expires_at!)}</span>`;
    case "active":
      return key.expires_at !== null && Date.parse(key.expires_at) - now < SOON_MS
        ? html`<span class="badge soon">Expires ${relativeTo(now, key.expires_at)}</span>`
        : html`<span class="badge">Active</span>`;
  }
}

function expiryLabel(state: ReturnType<typeof keyState>): string {
  if (state === "revoked") return "Revoked";
  return state === "expired" ? "Expired" : "Expires";
}

function end(key: KeyInfo): Html | string {
  const time = key.revoked_at ?? key.expires_at;
  return time === null ? "Never" : dayOf(time);
}
