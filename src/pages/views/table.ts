import { html, type Html, type Part } from "../../shared/html.ts";

/** A column of a table: its heading, and whether it holds figures, which stand at the right. */
export interface Column {
  heading: string;
  figures?: boolean;
  /** Left out on narrow screens: what it says stands elsewhere too, or matters least. */
  minor?: boolean;
}

/** A table whose first cells head their rows. `caption`: what it lists, for those who do not see the heading above. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Part[])[]): Html {
  const classOf = ({ figures, minor }: Column) => [figures && "figures", minor && "minor"].filter(Boolean).join(" ");
  return html`<table class="data">
    <caption class="visually-hidden">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([head, ...cells]) =>
          html`<tr>
            <th scope="row" class="${classOf(columns[0]!)}">${head}</th>
            ${cells.map((cell, index) => html`<td class="${classOf(columns[index + 1]!)}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
