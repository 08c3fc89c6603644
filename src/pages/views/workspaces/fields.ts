import { html, type Html, type Part } from "../../../shared/html.ts";
import type { Problems } from "../fields.ts";

interface Field {
  name: string;
  label: string;
  value?: string;
  hint?: Part;
  maxLength: number;
  problems: Problems;
}

/** A labeled text of one line that may stay empty. */
export function optionalField(field: Field): Html {
  const { name, value = "", maxLength } = field;
  return labeled(
    field,
    html`<input
      id="${name}"
      name="${name}"
      type="text"
      value="${value}"
      maxlength="${maxLength}"
      autocomplete="off"
      ${described(field)}
    />`,
  );
}

/** A labeled text of several lines. */
export function textArea({ rows = 4, ...field }: Field & { rows?: number }): Html {
  const { name, value = "", maxLength } = field;
  return labeled(
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}" maxlength="${maxLength}" ${described(field)}>${value}</textarea>`,
  );
}

/** A labeled choice of one of several. */
export function selectField(field: Omit<Field, "maxLength">, options: readonly { value: string; label: string }[]): Html {
  const { name, value } = field;
  return labeled(
    field,
    html`<select id="${name}" name="${name}" ${described(field)}>
      ${options.map((option) => html`<option value="${option.value}" ${option.value === value && html` selected`}>${option.label}</option>`)}
    </select>`,
  );
}

function labeled({ name, label, hint, problems }: Omit<Field, "maxLength">, input: Html): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${name in problems && html`<p class="problem" id="${name}-problem">${problems[name]}</p>`}
    <div class="input">${input}</div>
  </div>`;
}

function described({ name, hint, problems }: Omit<Field, "maxLength">): Part {
  const ids = [hint && `${name}-hint`, name in problems && `${name}-problem`].filter(Boolean);
  return [ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`, name in problems && html` aria-invalid="true"`];
}
