import { html, type Part } from "../../shared/html.ts";

/** What was just done, by the word in the address; nothing for any other word. `workspace`: where it was saved, if it has a name. */
export function savedNotice(done: string, workspace: string | null = null): Part {
  const text =
    done === "saved"
      ? workspace === null
        ? "Saved."
        : `Saved to “${workspace}”.`
      : done === "thanks"
        ? "Thank you. Your feedback was saved with this answer."
        : done === "none-chosen"
          ? "Nothing was saved: select papers first."
          : null;
  return text !== null && html`<div class="notice" role="status"><p>${text}</p></div>`;
}
