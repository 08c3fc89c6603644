import type { Account } from "../../access/accounts.ts";
import { PASSWORD_LENGTH } from "../../access/passwords.ts";
import type { SessionInfo } from "../../access/sessions.ts";
import { choices, problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";
import { dayOf, relativeTo } from "./times.ts";

export interface AccountView {
  account: Account;
  sessions: readonly SessionInfo[];
  /** The session that this page is seen with. */
  current: SessionInfo;
  /** How many questions are stored. */
  questions: number;
  problems: Problems;
  message?: string;
  now: number;
}

/** Sessions listed one by one; the rest is counted. */
const MAX_SESSIONS_SHOWN = 8;

export function accountPage({ account, sessions, current, questions, problems, message, now }: AccountView): Html {
  return framed({
    title: "Your account",
    account: account.name,
    here: "account",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>${account.name}</h1>
      <p class="lead">${account.admin ? "Administrator" : "Member"} since ${dayOf(account.created_at)}.</p>
      ${message && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      ${account.has_password && passwordCard(account, problems)} ${sessionsCard(sessions, current, now)}
      ${account.admin && invitationCard()}
      <section class="card">
        <h2>Stored questions</h2>
        <p>${questionsSentence(questions)}</p>
        ${questions > 0 && html`<p><a class="button plain" href="/account/questions/delete">Delete stored questions</a></p>`}
      </section>
      <section class="card">
        <h2>Delete account</h2>
        <p>All keys stop working immediately, and everything stored with the account is deleted.</p>
        <p><a class="button plain" href="/account/delete">Delete account</a></p>
      </section>`,
  });
}

function passwordCard(account: Account, problems: Problems): Html {
  return html`<form class="card stack" method="post" action="/account/password">
    <h2>Password</h2>
    <input
      class="visually-hidden"
      type="text"
      name="username"
      value="${account.name}"
      autocomplete="username"
      readonly
      tabindex="-1"
      aria-hidden="true"
    />
    ${textField({ name: "current", label: "Current password", type: "password", autocomplete: "current-password", problems })}
    ${textField({
      name: "next",
      label: "New password",
      type: "password",
      hint: `At least ${PASSWORD_LENGTH.min} characters. You will be signed out everywhere else.`,
      autocomplete: "new-password",
      problems,
    })}
    <button>Change password</button>
  </form>`;
}

function invitationCard(): Html {
  return html`<form class="card stack" method="post" action="/account/invitations">
    <h2>Invite someone</h2>
    <p>You get a one-time code to share. Whoever has it can create one account.</p>
    ${choices("checkbox", {
      name: "admin",
      legend: "Role",
      options: [{ value: "yes", label: "Administrator", hint: "Can also invite people", chosen: false }],
      problems: {},
    })}
    <button class="plain">Create invitation</button>
  </form>`;
}

function sessionsCard(sessions: readonly SessionInfo[], current: SessionInfo, now: number): Html {
  const others = sessions.length - MAX_SESSIONS_SHOWN;
  return html`<section class="card">
    <h2>Active sessions</h2>
    <ul class="rows">
      ${sessions.slice(0, MAX_SESSIONS_SHOWN).map((session) => {
        const isThis = session.session_id === current.session_id;
        return html`<li>
          <span>${browserOf(session.user_agent)}${isThis && html` <span class="badge">This session</span>`}</span>
          <span class="hint">${session.address ?? "unknown address"} · active ${relativeTo(now, session.last_seen_at)}</span>
        </li>`;
      })}
    </ul>
    ${others > 0 && html`<p class="hint">and ${others} more</p>`}
    <form method="post" action="/sign-out">
      <input type="hidden" name="everywhere" value="yes" />
      <button class="plain">Sign out everywhere</button>
    </form>
  </section>`;
}

/** How many questions are stored, in a sentence. */
export function questionsSentence(questions: number): string {
  if (questions === 0) return "You have no stored questions. Questions and their answers are kept for 90 days.";
  if (questions === 1) return "You have 1 stored question. It is kept with its answer for 90 days.";
  return `You have ${questions.toLocaleString("en")} stored questions. Each is kept with its answer for 90 days.`;
}

/** A browser and its system in two words, as far as its own description tells. */
function browserOf(userAgent: string | null): string {
  const text = userAgent ?? "";
  const named = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named([
    [/Edg\//u, "Edge"],
    [/OPR\//u, "Opera"],
    [/Firefox\//u, "Firefox"],
    [/Chrome\//u, "Chrome"],
    [/Safari\//u, "Safari"],
  ]);
  const system = named([
    [/Android/u, "Android"],
    [/iPhone|iPad/u, "iOS"],
    [/Windows/u, "Windows"],
    [/Mac OS X/u, "macOS"],
    [/Linux/u, "Linux"],
  ]);
  if (browser === undefined) return "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}
