import { html, type Html, type Part } from "../../shared/html.ts";

/** What is wrong in a form: a sentence a field, under the field's name; `form`: what belongs to no field. */
export type Problems = Readonly<Record<string, string>>;

export interface TextField {
  name: string;
  label: string;
  type?: "text" | "password";
  /** What was typed before. Passwords are never put back. */
  value?: string;
  hint?: Part;
  autocomplete: string;
  problems: Problems;
  maxLength?: number;
  /** It holds characters that are compared one by one. */
  isCode?: boolean;
}

/** A labeled text field with its hint and its problem, which screen readers read with it. */
export function textField(field: TextField): Html {
  const { name, label, type = "text", value = "", hint, autocomplete, problems, maxLength, isCode } = field;
  const isPassword = type === "password";
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${problemOf(name, problems)}
    <div class="input">
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${isPassword ? "" : value}"
        autocomplete="${autocomplete}"
        required
        autocapitalize="none"
        spellcheck="false"
        ${isCode && html`class="code"`}
        ${maxLength !== undefined && html`maxlength="${maxLength}"`}
        ${describedBy(name, hint, problems)}
      />
      ${isPassword && showButton(name, label)}
    </div>
  </div>`;
}

/** Lets people look at what they type, where scripts run. */
function showButton(name: string, label: string): Html {
  return html`<button type="button" class="quiet" data-show="${name}" hidden>
    <span>Show</span><span class="visually-hidden"> ${label}</span>
  </button>`;
}

export interface Choice {
  value: string;
  label: string;
  hint?: string;
  chosen: boolean;
}

/** A group of boxes to tick (`checkbox`) or of which one is taken (`radio`), with a legend. */
export function choices(
  kind: "checkbox" | "radio",
  {
    name,
    legend,
    options,
    problems,
    inline,
  }: { name: string; legend: Part; options: readonly Choice[]; problems: Problems; inline?: boolean },
): Html {
  const option = ({ value, label, hint, chosen }: Choice, index: number) => {
    const id = index === 0 ? name : `${name}-${index}`;
    return html`<div class="choice">
      <input
        id="${id}"
        type="${kind}"
        name="${name}"
        value="${value}"
        ${chosen && html` checked`}${hint && html` aria-describedby="${id}-hint"`}
      />
      <label for="${id}">${label}</label>
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>`;
  };
  return html`<fieldset class="field${inline && " inline"}" ${describedBy(name, null, problems, false)}>
    <legend>${legend}</legend>
    ${problemOf(name, problems)}
    <div class="choices">${options.map(option)}</div>
  </fieldset>`;
}

/** What stands above a form that was refused: each problem, with a way to its field. Takes the focus. */
export function problemSummary(problems: Problems): Html | null {
  const entries = Object.entries(problems);
  if (entries.length === 0) return null;
  return html`<div class="notice problem" role="alert" tabindex="-1" autofocus>
    <h2>${entries.length === 1 ? "There is a problem" : `There are ${entries.length} problems`}</h2>
    <ul>
      ${entries.map(([name, text]) => html`<li>${name === "form" ? text : html`<a href="#${name}">${text}</a>`}</li>`)}
    </ul>
  </div>`;
}

function problemOf(name: string, problems: Problems): Html | null {
  return name in problems ? html`<p class="problem" id="${name}-problem">${problems[name]}</p>` : null;
}

function describedBy(name: string, hint: Part, problems: Problems, markInvalid = true): Part {
  const ids = [hint ? `${name}-hint` : null, name in problems ? `${name}-problem` : null].filter(Boolean);
  return [
    ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`,
    markInvalid && name in problems && html` aria-invalid="true"`,
  ];
}
