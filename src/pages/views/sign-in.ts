import { problemSummary, textField, type Problems } from "./fields.ts";
import { nextQuery } from "../sign-in/return-address.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";

export interface SignInView {
  /** What people know the OpenID Connect provider as; null: there is none. */
  provider: string | null;
  /** Nobody has an account yet. */
  isNew: boolean;
  name?: string;
  problems?: Problems;
  /** The page that was asked for before. */
  next?: string;
  /** What came before: signed out, an account deleted … */
  message?: string;
}

export function signInPage({ provider, isNew, name, problems = {}, next, message }: SignInView): Html {
  const hasErrors = Object.keys(problems).length > 0;
  return framed({
    title: "Sign in",
    hasErrors,
    body: html`<h1>Sign in</h1>
      <p class="lead">Sign in to ask the library, search its papers, and connect your editor.</p>
      ${message && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      ${
        isNew &&
        html`<div class="notice">
          <h2>No accounts yet</h2>
          <p>If this is your server, <a href="/setup">set it up</a> with the code from its log.</p>
        </div>`
      }
      <form class="card stack" method="post" action="/sign-in">
        ${next && html`<input type="hidden" name="next" value="${next}" />`}
        ${
          provider !== null &&
          html`<a class="button plain wide-button" href="/sign-in/oidc${nextQuery(next)}">Continue with ${provider}</a>
            <p class="or">or</p>`
        }
        ${textField({ name: "name", label: "Username", value: name, autocomplete: "username", problems })}
        ${textField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", problems })}
        <button class="wide-button">Sign in</button>
      </form>
      <p class="hint">Have an invitation? <a href="/invite">Create your account</a>.</p>`,
  });
}
