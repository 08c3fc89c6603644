/* Pages work without this. With it, what is shown can be copied at a press, and a page that shows a key is not sent again by a reload. */

for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.textContent;
  const said = document.querySelector("#said");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.querySelector(`#${button.dataset.copy}`);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
      said.textContent = `${button.dataset.what} copied.`;
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = "Press Ctrl+C";
      said.textContent = "Selected; copy it with your keyboard.";
    }
    setTimeout(() => (button.textContent = label), 2500);
  });
}

const afterwards = document.body.dataset.reload;
if (afterwards) history.replaceState(null, "", afterwards);
