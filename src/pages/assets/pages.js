/*
 * Pages work without this script. It adds copy buttons, showing a password while it is typed, a reload of the page that shows a new key that does not create another,
 * asking with Enter, the progress of a load without a reload, times in the reader's zone, quotes that open on hovering and on the keyboard's focus, and an answer's sentences while a language model writes them.
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
  const { local: shown } = time.dataset;
  if (shown !== undefined)
    time.textContent = shown === "day" ? moment.toLocaleDateString("en-GB", { dateStyle: "medium" }) : local;
}

/* How long the pointer rests before a quote opens, and stays away before it closes, in milliseconds. */
const REST = 150;
for (const quote of document.querySelectorAll(".passage[popover]")) {
  if (!quote.showPopover || !matchMedia("(hover: hover)").matches) continue;
  // Several numbers may open one quote: leaving one of them must not close what another has opened.
  const buttons = [...document.querySelectorAll(`button.cite[popovertarget="${quote.id}"]`)];
  let timer;
  const after = (action) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(), REST);
  };
  // One that was clicked stays open until it is closed.
  let isPinned = false;
  let closedAt = 0;
  const isLookedAt = () => [quote, ...buttons].some((part) => part.matches(":hover, :focus-visible, :has(:focus-visible)"));
  const hide = () => after(() => isPinned || isLookedAt() || quote.hidePopover());
  for (const button of buttons) {
    const show = () => after(() => quote.matches(":popover-open") || quote.showPopover({ source: button }));
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", () => {
      // Focus that comes back from a quote that was closed opens it no second time.
      if (button.matches(":focus-visible") && performance.now() - closedAt > REST) show();
    });
    button.addEventListener("click", (event) => {
      clearTimeout(timer);
      if (quote.matches(":popover-open") && !isPinned) event.preventDefault();
      isPinned = !isPinned;
    });
    for (const name of ["blur", "pointerleave"]) button.addEventListener(name, hide);
  }
  for (const name of ["focusout", "pointerleave"]) quote.addEventListener(name, hide);
  quote.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "closed") closedAt = performance.now();
  });
  quote.addEventListener("toggle", ({ newState }) => (isPinned &&= newState === "open"));
}

for (const quote of document.querySelectorAll(".passage[popover]")) {
  quote.addEventListener("toggle", ({ newState }) => newState === "open" && showMark(quote));
}

const afterwards = document.body.dataset.reload;
if (afterwards) history.replaceState(null, "", afterwards);

for (const part of document.querySelectorAll("[data-live]")) follow(part);

for (const form of document.querySelectorAll('form[action="/ask"]')) {
  form.addEventListener("submit", (event) => {
    if ("plain" in form.dataset) return;
    event.preventDefault();
    if (!document.body.ariaBusy) void ask(form, event.submitter);
  });
}

/** Brings the marked words of a quote into sight, and the number that it belongs to, should the quote cover it. */
function showMark(quote) {
  const mark = quote.querySelector("mark");
  if (mark.offsetTop + mark.offsetHeight > quote.clientHeight) quote.scrollTop = mark.offsetTop - quote.clientHeight / 4;
  const number = document.activeElement;
  if (number.getAttribute("popovertarget") !== quote.id) return;
  const [above, below] = [number, quote].map((part) => part.getBoundingClientRect());
  if (above.bottom > below.top && above.top < below.bottom) number.scrollIntoView();
}

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

for (const field of document.querySelectorAll(".question textarea")) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    field.form.requestSubmit(field.form.querySelector("button"));
  });
}

/**
 * Asks, and shows each sentence as soon as it has passed the check, until the answer has its own page. Whatever the server says instead of that is left to the form,
 * which is then sent as it is sent without a script.
 */
async function ask(form, button) {
  const main = document.querySelector("#main");
  const before = [...main.childNodes];
  const fields = new URLSearchParams(new FormData(form, button));
  const part = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });
  const state = part("p", "hint", "Searching the library …");
  const card = part("section", "card answer");
  const asked = part("h1", "record question-asked", fields.get("q"));
  state.role = "status";
  card.ariaLive = "polite";
  card.hidden = true;
  asked.tabIndex = -1;
  const busy = (isBusy) => (document.body.ariaBusy = isBusy ? "true" : null);
  const restore = (...notices) => {
    busy(false);
    main.className = width;
    main.replaceChildren(...notices, ...before);
  };
  const { className: width } = main;
  const plainly = () => {
    restore();
    form.dataset.plain = "";
    form.requestSubmit(button);
  };
  const told = {
    read: ({ papers }) => (state.textContent = `Reading ${papers} ${papers === 1 ? "paper" : "papers"} …`),
    sentence({ text, sources }) {
      state.textContent = "Writing. Each sentence appears once its quotes are found in the stored text.";
      card.hidden = false;
      card.append(part("p", "sentence", text), part("p", "hint", sources.join(" · ")));
    },
    withdrawn() {
      state.textContent = "These sentences could not be verified. Trying again …";
      card.hidden = true;
      card.replaceChildren();
    },
    done: ({ address }) => location.assign(address),
    plainly,
    failed({ text }) {
      const notice = part("div", "notice problem");
      notice.role = "alert";
      notice.append(part("p", "", text));
      restore(notice);
    },
  };
  busy(true);
  main.className = "wide";
  main.replaceChildren(asked, state, card);
  asked.focus();
  // The browser may keep this page for the way back.
  addEventListener("pageshow", ({ persisted }) => persisted && restore());
  try {
    const answer = await fetch("/ask/live", { method: "POST", body: fields, headers: { Accept: "text/event-stream" } });
    if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return plainly();
    let last = "";
    for await (const [name, data] of eventsOf(answer.body)) told[(last = name)]?.(data);
    if (!["done", "plainly", "failed"].includes(last)) throw new Error("the answer broke off");
  } catch {
    told.failed({ text: "The connection was lost. Your question is still below: ask again." });
  }
  return undefined;
}

/** The server-sent events of a body, each its name and its data. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/u.exec(event) ?? [];
      if (name) yield [name, JSON.parse(data)];
    }
  }
}
