import { PASSWORD_LENGTH } from "../../access/passwords.ts";
import { problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";

export interface CodeView {
  kind: "setup" | "invite";
  /** Whether any code is still valid. */
  hasCode: boolean;
  code?: string;
  name?: string;
  problems?: Problems;
}

const TEXTS = {
  setup: {
    title: "Set up this server",
    lead: "Create the first account. It will be an administrator and can invite other people.",
    codeLabel: "Setup code",
    codeHint: "Printed in the server log at startup. Works once, for one hour.",
    button: "Create account",
  },
  invite: {
    title: "Accept an invitation",
    lead: "Create your account with the invitation code you received.",
    codeLabel: "Invitation code",
    codeHint: "Works once, for seven days.",
    button: "Create account",
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
          <h2>The setup code has expired</h2>
          <p>Setup codes work for one hour. Restart the server to get a new one.</p>
        </div>`
      }
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="/${kind}">
        ${textField({ name: "code", label: codeLabel, value: code, hint: codeHint, autocomplete: "one-time-code", isCode: true, problems })}
        ${textField({ name: "name", label: "Username", value: name, hint: "You will sign in with it.", autocomplete: "username", problems })}
        ${textField({
          name: "password",
          label: "Password",
          type: "password",
          hint: `At least ${PASSWORD_LENGTH.min} characters. A few unrelated words work well.`,
          autocomplete: "new-password",
          problems,
        })}
        <button class="wide-button">${button}</button>
      </form>`,
  });
}
