/*
 * Pages work without this script. It adds copy buttons, showing a password while it is typed, and a reload of the page that shows a new key that does not create another.
 */

for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = [...button.childNodes];
  button.hidden = false;
  button.addEventListener("click", () => void copy(button, label));
}

for (const button of document.querySelectorAll("button[data-show]")) {
  const field = document.querySelector(`#${button.dataset.show}`);
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.firstElementChild.textContent = isShown ? "Show" : "Hide";
  });
}

const afterwards = document.body.dataset.reload;
if (afterwards) history.replaceState(null, "", afterwards);

/** Copies what a button is for and says so, on the button and to screen readers; where copying is not allowed, selects it instead. */
async function copy(button, label) {
  const source = document.querySelector(`#${button.dataset.copy}`);
  const announcement = document.querySelector("#announcement");
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.replaceChildren("Copied ✓");
    announcement.textContent = `${button.dataset.what} copied.`;
  } catch {
    getSelection().selectAllChildren(source);
    button.replaceChildren("Press Ctrl+C");
    announcement.textContent = `${button.dataset.what} selected. Press Ctrl+C to copy.`;
  }
  setTimeout(() => button.replaceChildren(...label), 2500);
}
