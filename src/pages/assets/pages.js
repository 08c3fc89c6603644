/*
 * Pages work without this script. It adds copy buttons, showing a password while it is typed, a reload of the page that shows a new key that does not create another,
 * the progress of a load without a reload, times in the reader's zone, and quotes that open on hovering.
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

for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (time.dateTime.length < 16 || Number.isNaN(moment.getTime())) continue;
  const local = moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  time.title = local;
  if ("local" in time.dataset) time.textContent = local;
}

/* How long the pointer rests before a quote opens, and stays away before it closes, in milliseconds. */
const REST = 150;
for (const button of document.querySelectorAll("button.cite")) {
  const quote = document.getElementById(button.getAttribute("popovertarget"));
  if (!quote?.showPopover || !matchMedia("(hover: hover)").matches) continue;
  let timer;
  const after = (action) => () => {
    clearTimeout(timer);
    timer = setTimeout(() => action(), REST);
  };
  // One that was clicked stays open until it is closed.
  let isPinned = false;
  const hide = after(() => isPinned || quote.matches(":hover") || button.matches(":hover") || quote.hidePopover());
  button.addEventListener(
    "pointerenter",
    after(() => quote.matches(":popover-open") || quote.showPopover({ source: button })),
  );
  button.addEventListener("pointerleave", hide);
  quote.addEventListener("pointerleave", hide);
  quote.addEventListener("toggle", ({ newState }) => (isPinned &&= newState === "open"));
  button.addEventListener("click", (event) => {
    clearTimeout(timer);
    if (quote.matches(":popover-open") && !isPinned) event.preventDefault();
    isPinned = !isPinned;
  });
}

const afterwards = document.body.dataset.reload;
if (afterwards) history.replaceState(null, "", afterwards);

for (const part of document.querySelectorAll("[data-live]")) follow(part);

/** Brings a part of the page up to date every few seconds, for as long as the server says that it changes. */
function follow(part) {
  setTimeout(
    async () => {
      let next = part;
      try {
        const answer = await fetch(location.href);
        const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
        // What the reader has opened or stands on stays as it is.
        if (answer.ok && found && !document.hidden && !part.contains(document.activeElement) && !part.querySelector("[open]")) {
          part.replaceWith(found);
          next = found;
        }
      } catch {
        // The server is away for a moment; the next look may find it.
      }
      if (next.dataset.live) follow(next);
    },
    1_000 * Number(part.dataset.live),
  );
}

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
