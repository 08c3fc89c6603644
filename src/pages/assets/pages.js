/*
 * Pages work without this. With it, what is shown can be copied at a press, a password can be looked at while it is typed, and a reload of the page that shows a key
 * does not make another.
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

/** Copies what a button is for and says so, in sight and aloud; where copying is not allowed, selects it instead. */
async function copy(button, label) {
  const source = document.querySelector(`#${button.dataset.copy}`);
  const said = document.querySelector("#said");
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.replaceChildren("Copied ✓");
    said.textContent = `${button.dataset.what} copied.`;
  } catch {
    getSelection().selectAllChildren(source);
    button.replaceChildren("Press Ctrl+C");
    said.textContent = `${button.dataset.what} selected; copy it with the keyboard.`;
  }
  setTimeout(() => button.replaceChildren(...label), 2500);
}
