// Keeps a page fresh: what the server renders is fetched again when there is news, and the parts
// marked `data-live` are exchanged. Links with `data-swap` and forms with `data-tap` do without a
// full load. Without this file every page still works; it is then only as fresh as its last load.
"use strict";

// Browsers of before 2021 would fail in the middle of something; without this file their forms and links work.
if (!("replaceChildren" in document.body)) throw new Error("This browser is too old for table.js");

const REGIONS = "[data-live][id], [data-region][id]";
const GIVEN_UP_MS = 10000;
const LONGEST_MS = 80000;
const AGAIN_MS = 2000;
const SENT_MS = 60000;
const LEFT_MS = 1000;
const NEAR_PX = 22;
const NO_ANSWER = translated("The table did not answer. Try again.");
const notice = document.getElementById("notice");
const link = document.getElementById("link");
let loading = null;
let again = false;
let failed = 0; // refreshes in a row; each waits twice as long, for a table that has too much to do for a quick answer
let sending = 0; // taps whose answer is on its way
let leaving = false;
let withheld = false; // something fresh waits until a field is left
const filledForm = document.querySelector("form[data-kept]"); // belongs to no game on the table
let filledIn = false; // something is written in it
let latest = 0;

function say(sentence, wrong = false, more = "", called = translated("The rule")) {
  const line = document.createElement("span");
  line.classList.toggle("wrong", wrong);
  line.textContent = sentence;
  if (more) {
    const link = Object.assign(document.createElement("a"), { href: more, textContent: called });
    line.append(" ", link);
  }
  notice.replaceChildren(...(sentence ? [line] : []));
}

function keepOpen(from, to) {
  // What somebody has unfolded stays unfolded: it is known by its id, or by its words without their counts.
  const called = (each) => each.id || each.querySelector("summary")?.textContent.replace(/\d+/g, "").trim();
  const open = new Set([...from.querySelectorAll("details[open]")].map(called));
  for (const each of to.querySelectorAll("details")) if (open.has(called(each))) each.open = true;
}

function keepFocus(from, exchange) {
  // Whoever goes by keyboard stays where they are, if that is still there: on another button in its
  // place, the next key would do another thing. So where it is gone, its region is gone to: the next
  // Tab leads to what is asked there now. Only what unfolds may have counted on meanwhile.
  const held = document.activeElement;
  if (held === document.body || !from.contains(held)) {
    exchange();
    return;
  }
  const region = held.closest(REGIONS) ?? from;
  const to = exchange();
  const near = document.getElementById(region.id) ?? to;
  const words = (each) => (each.matches("summary") ? each.textContent.replace(/\d+/g, "") : each.textContent).trim();
  // A space of a board has no words but a place; its address changes with what has been tapped.
  const place = (each) => each.querySelector("[data-where]")?.dataset.where;
  const called = (each) => place(each) ?? (each.getAttribute("aria-label") || words(each));
  const find = (within) => {
    const alike = [...within.querySelectorAll(held.tagName)];
    const made = (each) => each.outerHTML.replace(/ tabindex="-?\d"/, ""); // which of a row is the stop of Tab, arrows.js says
    return (
      alike.find((each) => made(each) === made(held)) ??
      alike.find((each) => called(each) && called(each) === called(held))
    );
  };
  const same = held === region ? near : (find(near) ?? find(to) ?? document.getElementById(held.id));
  if (same && same !== near) return same.focus({ preventScroll: true });
  near.tabIndex = -1;
  near.focus({ preventScroll: true });
  return undefined;
}

function keepPictures(from, to) {
  // An element whose address changes shows the old picture until the new one is there.
  to.querySelectorAll("img.camera-picture").forEach((each) => {
    const shown = from.querySelector("img.camera-picture");
    if (!shown) return;
    if (shown.getAttribute("src") !== each.getAttribute("src")) shown.src = each.getAttribute("src");
    each.replaceWith(shown);
  });
}

// A region as the server sent it, before scripts wrote into it: the same again means that nothing is new.
const asSent = new WeakMap([...document.querySelectorAll(REGIONS)].map((region) => [region, region.outerHTML]));

function exchange(region, made) {
  // A region that is read aloud stays where it is: a new one in its place would say nothing.
  const spoken = region.matches("[aria-live]") && made.matches("[aria-live]");
  if (!spoken) {
    region.replaceWith(made);
    return made;
  }
  for (const { name } of [...region.attributes]) if (!made.hasAttribute(name)) region.removeAttribute(name);
  for (const { name, value } of made.attributes) region.setAttribute(name, value);
  region.replaceChildren(...made.childNodes);
  return region;
}

function swap(page, everything) {
  // A region in which somebody is writing or dragging waits for the next news.
  const busy = (region) => region.querySelector("input:focus, select:focus, .held");
  const fresh = new Map([...page.querySelectorAll(REGIONS)].map((each) => [each.id, each]));
  const old = [...document.querySelectorAll(REGIONS)];
  const same = old.length === fresh.size && old.every((each) => fresh.has(each.id));
  withheld = !everything && Boolean(busy(document));
  if (!same && (everything || !busy(document))) {
    const shown = document.getElementById("main");
    const main = document.importNode(page.getElementById("main"), true);
    keepOpen(shown, main);
    keepFocus(shown, () => {
      shown.replaceWith(main);
      for (const region of main.querySelectorAll(REGIONS)) asSent.set(region, fresh.get(region.id).outerHTML);
      return main;
    });
  } else {
    for (const region of old) {
      const next = fresh.get(region.id);
      const sent = next?.outerHTML;
      if (!next || sent === asSent.get(region) || (!everything && busy(region))) continue;
      const made = document.importNode(next, true);
      keepOpen(region, made);
      keepPictures(region, made);
      keepFocus(region, () => {
        const there = exchange(region, made);
        asSent.set(there, sent);
        return there;
      });
    }
  }
  document.body.dataset.seq = page.body.dataset.seq;
  document.body.dataset.told = page.body.dataset.told;
  document.dispatchEvent(new Event("swapped"));
  countDown();
}

async function show(address, everything) {
  // What was asked for before has been overtaken: a tap counts more than the news before it.
  const mine = ++latest;
  // A fetch that never ends would keep all news from the page. (Old browsers know no such signal.)
  const signal = AbortSignal.timeout?.(Math.min(GIVEN_UP_MS * 2 ** failed, LONGEST_MS));
  const answer = await fetch(address, { headers: { "X-Tap": "1", Accept: "text/html" }, signal });
  const body = await answer.text();
  if (mine !== latest) return undefined;
  if (!answer.ok) return complain(body);
  const page = new DOMParser().parseFromString(body, "text/html");
  if (page.body.dataset.game !== document.body.dataset.game) return anotherGame();
  const moved = page.body.dataset.seat !== document.body.dataset.seat;
  swap(page, everything || moved);
  if (moved) sitElsewhere(page);
  return undefined;
}

function sitElsewhere(page) {
  // The phone has another seat than the page showed, or none any more: the server says why, once.
  document.body.dataset.seat = page.body.dataset.seat;
  document.querySelector(".seat-sign")?.replaceWith(document.importNode(page.querySelector(".seat-sign"), true));
  const told = page.getElementById("notice").textContent.trim();
  if (told) say(told);
  news.again();
}

function stays() {
  // A page that answers a form: asked for again it would be another one, or the form would be sent again.
  return document.querySelector("#main [data-stays]") !== null;
}

function anotherGame() {
  if (leaving) return;
  if (stays()) say(translated("Another game is on the table now."));
  else if (filledIn) say(translated("Another game is on the table now. What you have filled in here is kept."));
  else location.reload();
}

function complain(body) {
  try {
    const { sentence, more, called } = JSON.parse(body);
    say(sentence, true, more, called);
  } catch {
    say(NO_ANSWER, true);
  }
}

function refresh() {
  // The page that is asked for instead of this one may be all that is left: this one may be gone.
  // A page that says why it cannot be shown has said so.
  if (leaving || stays() || document.querySelector("#main .error")) return undefined;
  // One fetch at a time; news that come meanwhile ask for one more. A tap's own news come before its answer, which
  // may lead elsewhere: this page may be gone by then.
  if (loading || sending) {
    again = true;
    return loading;
  }
  loading = show(location.href, false)
    .then(() => {
      failed = 0;
    })
    .catch(() => {
      failed += 1;
      setTimeout(refresh, AGAIN_MS); // the news is not lost with its answer
    })
    .finally(() => {
      loading = null;
      catchUp();
    });
  return loading;
}

function catchUp() {
  if (!again || loading || sending) return;
  again = false;
  refresh();
}

async function tap(form, button) {
  // Says whether the table has taken it.
  sending += 1;
  try {
    return await send(form, button);
  } finally {
    sending -= 1;
    catchUp();
  }
}

async function send(form, button) {
  const fields = new FormData(form);
  // Browsers of before 2023 take no button for a field of the form.
  if (button?.name) fields.append(button.name, button.value);
  const body = new URLSearchParams(fields);
  say("");
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { "X-Tap": "1" } });
  } catch {
    say(NO_ANSWER, true);
    news.wake();
    return false;
  }
  const text = await answer.text();
  if (!answer.ok) {
    complain(text);
    refresh();
    return false;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const there = new URL(answer.url);
  const told = page.getElementById("notice").textContent.trim();
  const sameAddress = there.pathname === location.pathname || form.closest("#live");
  if (!sameAddress || page.body.dataset.game !== document.body.dataset.game) {
    // The server says a thing once, and it said it here.
    if (told) sessionStorage.setItem("told", told);
    leave();
    location.assign(there);
    return true;
  }
  const kept = new URLSearchParams(location.search);
  for (const key of ["pick", "do", "text", "by", "light"]) kept.delete(key);
  const query = kept.toString();
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : ""));
  say(told);
  await show(location.href, true);
  return true;
}

function leave() {
  // A reload for news, such as that of the very game a form starts, would cancel the answer. A page that
  // is left after all, because somebody has stopped the browser, comes to itself.
  leaving = true;
  setTimeout(() => {
    leaving = false;
    news.start();
    refresh();
  }, SENT_MS);
}

// What is withheld from a field is shown when it is left, and time enough to tap the button below it.
document.addEventListener("focusout", () => withheld && setTimeout(refresh, LEFT_MS));

document.addEventListener("submit", (event) => {
  const form = event.target;
  // A browser that does not say which button was tapped sends the form by itself.
  if (!form.matches("[data-tap]") || event.submitter === undefined) {
    if (leaving) event.preventDefault(); // the second tap of two: the answer to the first is on its way
    else leave();
    return;
  }
  event.preventDefault();
  tap(form, event.submitter);
});

// What is filled in is kept in this tab: a reload brings it back, and so does the way back to the page, also
// from one below it. Who comes by another link finds the form as it is made; so is a field that is newer.
const shelf = `filled in: ${location.pathname}${location.search}`;
const isOwn = (field) => field.name && !["hidden", "file", "submit"].includes(field.type);
const filledBy = (field) => (["checkbox", "radio"].includes(field.type) ? "checked" : "value");

function keep() {
  const values = [...filledForm.elements].filter(isOwn).map((each) => each[filledBy(each)]);
  sessionStorage.setItem(shelf, JSON.stringify(values));
}

function fillIn(values) {
  const fields = [...filledForm.elements].filter(isOwn);
  if (values.length !== fields.length) return; // the page has been made anew, with other fields
  fields.forEach((each, place) => {
    const what = filledBy(each);
    const made = each[what];
    if (made === values[place] || "made" in each.dataset) return;
    each[what] = values[place];
    if (each.selectedIndex < 0) each.value = made; // that choice is gone
    each.closest("details")?.setAttribute("open", "");
    filledIn = true;
  });
}

if (filledForm) {
  const byLink = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  const below = [`${location.pathname}/`, filledForm.dataset.kept].filter(Boolean);
  const fromBelow = below.some((each) => document.referrer.startsWith(location.origin + each));
  const kept = sessionStorage.getItem(shelf);
  if (kept && (!byLink || fromBelow)) fillIn(JSON.parse(kept));
  keep();
  filledForm.addEventListener("input", () => {
    filledIn = true;
    keep();
  });
}

// A field that will not do may be folded away; the browser's message needs it in view.
document.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);

// A finger's tap on a space or card that says all of an action takes it, and Undo lies where the thumb is. A space
// too small to be sure of asks first, and so does a key, and a tap so far beside that it may be meant for another
// space, which may not be tapped. The second tap of two is none.
const SURE_PX = 34;
const SURE_BESIDE_PX = 10;
const SECOND_TAP_MS = 500;
let actedAt = -Infinity;

const UNDO_MS = 6000;

function isSure(anchor, event, away) {
  const { width, height } = anchor.getBoundingClientRect();
  const isMeant = event.detail > 0 && away <= SURE_BESIDE_PX;
  return Boolean(anchor.dataset.text) && isMeant && Math.min(width, height) >= SURE_PX;
}

function offerUndo() {
  document.querySelector(".undo-now")?.remove();
  const undo = document.querySelector('#tools form[action$="/play/undo"] button');
  if (!undo) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "plain undo-now" });
  button.textContent = undo.textContent.trim();
  button.dataset.seq = document.body.dataset.seq;
  button.style.bottom = `${Math.max(innerHeight - document.getElementById("dock").getBoundingClientRect().top, 0) + 8}px`;
  button.addEventListener("click", () => {
    button.remove();
    document.querySelector('#tools form[action$="/play/undo"] button')?.click();
  });
  document.body.append(button);
  setTimeout(() => button.remove(), UNDO_MS);
}

// What has happened since is what Undo would take back now.
document.addEventListener("swapped", () => {
  const undo = document.querySelector(".undo-now");
  if (undo && undo.dataset.seq !== document.body.dataset.seq) undo.remove();
});

function actAtOnce(anchor) {
  const form = document.getElementById("at-once");
  actedAt = performance.now();
  form.elements.by.value = anchor.dataset.by;
  form.elements.text.value = anchor.dataset.text;
  tap(form).then((taken) => taken && offerUndo());
}

function nearestSpace(event) {
  // Beside a space is where a finger means it: the nearest one that may be tapped, if it is near.
  const board = event.target.closest("svg.board");
  if (!board) return {};
  const far = ({ left, right, top, bottom }) =>
    Math.hypot(Math.max(left - event.clientX, 0, event.clientX - right), Math.max(top - event.clientY, 0, event.clientY - bottom));
  const near = [...board.querySelectorAll("a[data-swap]")]
    .map((anchor) => ({ anchor, away: far(anchor.getBoundingClientRect()) }))
    .filter(({ away }) => away <= NEAR_PX)
    .sort((one, other) => one.away - other.away);
  return near[0] ?? {};
}

document.addEventListener("click", (event) => {
  const hit = event.target.closest("a[data-swap]");
  const { anchor, away } = hit ? { anchor: hit, away: 0 } : nearestSpace(event);
  if (!anchor || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  if (anchor.dataset.text && performance.now() - actedAt < SECOND_TAP_MS) return;
  if (isSure(anchor, event, away)) {
    actAtOnce(anchor);
    return;
  }
  const address = anchor.getAttribute("href");
  const place = anchor.querySelector("[data-where]")?.dataset.where;
  history.replaceState(null, "", address);
  show(address, true)
    .then(() => (address.includes("light=") ? comeIntoView(".lit") : clearTheDock(place)))
    .catch(() => say(NO_ANSWER, true));
});

function comeIntoView(what) {
  // On a phone what is pointed out may lie far from the words that do.
  document.querySelector(what)?.scrollIntoView({ block: "center" });
}

function clearTheDock(place) {
  // The dock grows by what a tap leads to; the space that was tapped stays in view above it.
  const space = document.querySelector(`.picked[data-where="${place}"]`);
  const dock = document.getElementById("dock");
  const over = space?.getBoundingClientRect().bottom > dock?.getBoundingClientRect().top;
  if (over) space.scrollIntoView({ block: "nearest" });
}

// The countdown of a turn: any tap stops it, and that is said.
let ticking = 0;

function countDown() {
  clearInterval(ticking);
  const form = document.querySelector("[data-countdown]");
  if (!form) return;
  const ends = performance.now() + 1000 * Number(form.dataset.countdown);
  const tick = () => {
    const left = Math.max(0, (ends - performance.now()) / 1000);
    form.querySelector("progress").value = left;
    form.querySelector("b").textContent = Math.ceil(left);
  };
  ticking = setInterval(tick, 200);
  tick();
}

function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

document.addEventListener("pointerdown", (event) => {
  const form = document.querySelector("[data-countdown]");
  if (!form || form.contains(event.target)) return;
  // The card says it as soon as there is news; whoever has scrolled away from it would not know.
  const unseen = !inView(form);
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Tap": "1" } })
    .then((answer) => answer.ok && unseen && say(form.dataset.stopped))
    .catch(() => {});
});

function cutOff(lost) {
  link.hidden = !lost;
  document.documentElement.classList.toggle("cut-off", lost);
  if (!lost && notice.textContent === NO_ANSWER) say("");
}

// News. The browser reconnects by itself and says what it heard last.
const news = shareNews({
  address: () => {
    const { stream, game, seat, seq, told } = document.body.dataset;
    return `${stream}?game=${game}&seat=${seat}&since=${seq}&told=${told}`;
  },
  heard: (topic, game) => (topic === "reset" && game === document.body.dataset.game ? anotherGame() : refresh()),
  linked: cutOff,
});

// A phone that leaves the network knows it at once; a stream that has fallen silent may not.
addEventListener("offline", () => cutOff(true));
addEventListener("online", news.wake);

const told = sessionStorage.getItem("told");
if (told) {
  sessionStorage.removeItem("told");
  say(told);
}
countDown();
document.querySelector(".ways [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
addEventListener("pageshow", (event) => {
  leaving = false;
  if (event.persisted) location.reload();
});
document.documentElement.dataset.fresh = ""; // first.js looks for it
