import type { Account } from "../access/accounts.ts";
import { PASSWORD_LENGTH } from "../access/passwords.ts";
import type { SessionInfo } from "../access/sessions.ts";
import { choices, problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";
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
const MOST_SESSIONS = 8;

export function accountPage({ account, sessions, current, questions, problems, message, now }: AccountView): Html {
  return framed({
    title: "Your account",
    account: account.name,
    here: "account",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>${account.name}</h1>
      <p class="lead">${account.admin ? "An administrator" : "An account"} since ${dayOf(account.created_at)}.</p>
      ${message && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      ${account.has_password && passwordCard(account, problems)} ${sessionsCard(sessions, current, now)}
      ${account.admin && invitationCard()}
      <section class="card">
        <h2>Stored questions</h2>
        <p>${questionsSentence(questions)}</p>
        ${questions > 0 && html`<p><a class="button plain" href="/account/questions/delete">Delete stored questions</a></p>`}
      </section>
      <section class="card">
        <h2>Delete this account</h2>
        <p>Its keys stop working at once, and everything stored with it goes.</p>
        <p><a class="button plain" href="/account/delete">Delete this account</a></p>
      </section>`,
  });
}

function passwordCard(account: Account, problems: Problems): Html {
  return html`<form class="card stack" method="post" action="/account/password">
    <h2>Change your password</h2>
    <input
      class="unseen"
      type="text"
      name="username"
      value="${account.name}"
      autocomplete="username"
      readonly
      tabindex="-1"
      aria-hidden="true"
    />
    ${textField({ name: "present", label: "Present password", type: "password", autocomplete: "current-password", problems })}
    ${textField({
      name: "next",
      label: "New password",
      type: "password",
      hint: `${PASSWORD_LENGTH.least} characters or more. You stay signed in here and are signed out everywhere else.`,
      autocomplete: "new-password",
      problems,
    })}
    <button>Change the password</button>
  </form>`;
}

function invitationCard(): Html {
  return html`<form class="card stack" method="post" action="/account/invitations">
    <h2>Invite somebody</h2>
    <p>You get a code to pass on. Whoever has it makes one account with it.</p>
    ${choices("checkbox", {
      name: "admin",
      legend: "Their account",
      options: [{ value: "yes", label: "Administrator", hint: "May invite people too", chosen: false }],
      problems: {},
    })}
    <button class="plain">Make an invitation</button>
  </form>`;
}

function sessionsCard(sessions: readonly SessionInfo[], current: SessionInfo, now: number): Html {
  const others = sessions.length - MOST_SESSIONS;
  return html`<section class="card">
    <h2>Where you are signed in</h2>
    <ul class="rows">
      ${sessions.slice(0, MOST_SESSIONS).map((session) => {
        const isThis = session.session_id === current.session_id;
        return html`<li>
          <span>${browserOf(session.user_agent)}${isThis && html` <span class="badge">this one</span>`}</span>
          <span class="hint">${session.address ?? "address unknown"} · seen ${relativeTo(now, session.last_seen_at)}</span>
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
  if (questions === 0) return "None of your questions is stored. Questions to the canvas are kept for 90 days.";
  return `${questions.toLocaleString("en")} of your questions ${questions === 1 ? "is" : "are"} stored with ${questions === 1 ? "its answer" : "their answers"}, each for 90 days.`;
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
  if (browser === undefined) return "A browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}
