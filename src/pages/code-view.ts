import { PASSWORD_LENGTH } from "../access/passwords.ts";
import { problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";

export interface CodeView {
  kind: "setup" | "invite";
  /** Whether a code is good at all. */
  hasCode: boolean;
  code?: string;
  name?: string;
  problems?: Problems;
}

const TEXTS = {
  setup: {
    title: "Set up this server",
    lead: "Make the first account. It may invite others.",
    codeLabel: "Setup code",
    codeHint: "The server printed it when it started. It works once, for an hour.",
    button: "Make the account",
  },
  invite: {
    title: "Accept an invitation",
    lead: "Make your account with the code that you were given.",
    codeLabel: "Invitation code",
    codeHint: "It works once, for seven days.",
    button: "Make my account",
  },
};

/** The page on which a one-time code becomes an account. */
export function codePage({ kind, hasCode, code, name, problems = {} }: CodeView): Html {
  const { title, lead, codeLabel, codeHint, button } = TEXTS[kind];
  return framed({
    title,
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${
        !hasCode &&
        html`<div class="notice warning">
          <h2>No setup code is good any more</h2>
          <p>A code lasts an hour. Restart the server; it prints a new one.</p>
        </div>`
      }
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="/${kind}">
        ${textField({ name: "code", label: codeLabel, value: code, hint: codeHint, autocomplete: "one-time-code", isCode: true, problems })}
        ${textField({ name: "name", label: "Name", value: name, hint: "You sign in with it.", autocomplete: "username", problems })}
        ${textField({
          name: "password",
          label: "Password",
          type: "password",
          hint: `${PASSWORD_LENGTH.least} characters or more; several words make a good one.`,
          autocomplete: "new-password",
          problems,
        })}
        <button class="wide-button">${button}</button>
      </form>`,
  });
}
