import type { Account } from "../../access/accounts.ts";
import type { KeyInfo, Overlap } from "../../access/keys.ts";
import type { KeyUsage } from "../../access/usage.ts";
import { choices, problemSummary, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html, type Part } from "../../shared/html.ts";
import { dayOf, relativeTo } from "./times.ts";
import { count } from "./usage-chart.ts";

interface QuestionView {
  account: Account;
  key: KeyInfo;
  now: number;
}

const OVERLAP_TEXTS: Record<Overlap, { label: string; hint: string }> = {
  "0": { label: "Revoke it now", hint: "If it may have been exposed" },
  "1h": { label: "1 hour", hint: "" },
  "24h": { label: "24 hours", hint: "Time to replace it everywhere" },
  "7d": { label: "7 days", hint: "" },
};

/** The question before a key is rotated: for how long both are good. */
export function rotatePage({ account, key, problems = {} }: QuestionView & { problems?: Problems }): Html {
  return framed({
    title: `Rotate ${key.name}`,
    account: account.name,
    here: "keys",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>Rotate “${key.name}”</h1>
      <p class="lead">You get a new key with the same name and permissions. ${lifetimeSentence(key)}</p>
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="/developers/keys/${key.key_id}/rotate">
        ${choices("radio", {
          name: "overlap",
          legend: html`How long should the old key, ${ending(key)}, keep working?`,
          options: (Object.keys(OVERLAP_TEXTS) as Overlap[]).map((value) => ({
            value,
            ...OVERLAP_TEXTS[value],
            chosen: value === "24h",
          })),
          problems,
        })}
        <div class="actions">
          <button>Create new key</button>
          <a class="button plain" href="/developers/keys">Cancel</a>
        </div>
      </form>`,
  });
}

/** The question before a key is revoked. */
export function revokePage({ account, key, usage, now }: QuestionView & { usage: KeyUsage | undefined }): Html {
  return framed({
    title: `Revoke ${key.name}`,
    account: account.name,
    here: "keys",
    body: html`<h1>Revoke “${key.name}”?</h1>
      <div class="card">
        <p>The key ${ending(key)} stops working immediately. This cannot be undone, but you can create a new key at any time.</p>
        <p class="hint">${lastUse(usage, now)}</p>
        <form class="actions" method="post" action="/developers/keys/${key.key_id}/revoke">
          <button class="danger">Revoke key</button>
          <a class="button plain" href="/developers/keys">Cancel</a>
        </form>
      </div>`,
  });
}

function ending(key: KeyInfo): Html {
  return html`<code>s2s_…${key.last_four}</code>`;
}

function lifetimeSentence(key: KeyInfo): Part {
  if (key.expires_at === null) return "Like the old key, it does not expire.";
  return html`It has the same lifetime, counted from today. The old key would have expired on ${dayOf(key.expires_at)}.`;
}

function lastUse(usage: KeyUsage | undefined, now: number): Part {
  if (usage?.last_used_at == null) return "It has never been used.";
  return html`Last used ${relativeTo(now, usage.last_used_at)}; ${count(usage.last_30_days)} in the last 30 days.`;
}
