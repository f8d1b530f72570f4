// Keeps the room fresh: each table that changes comes as a card.
"use strict";

const NEXT = new Intl.Collator("en", { numeric: true });
const tables = document.getElementById("tables");
const lost = document.getElementById("link");
let loadedAt = performance.now();

function place(card) {
  const after = [...tables.children].find((other) => NEXT.compare(other.dataset.table, card.dataset.table) > 0);
  tables.insertBefore(card, after || null);
}

function show(news) {
  const old = document.getElementById("table-" + news.table);
  const fresh = document.createElement("template");
  fresh.innerHTML = news.html.trim();
  const card = fresh.content.firstElementChild;
  if (!card) {
    if (old) old.remove();
  } else {
    for (const time of card.querySelectorAll("time[data-played]")) time.dataset.since = String(performance.now());
    if (old) old.replaceWith(card);
    else place(card);
  }
  count();
}

function count() {
  const cards = [...tables.children];
  const free = cards.filter((card) => card.matches(".idle, .over")).length;
  const gone = cards.filter((card) => card.matches(".gone")).length;
  const numbers = { free, playing: cards.length - free - gone, help: tables.querySelectorAll(".needs-help").length };
  for (const [what, number] of Object.entries(numbers)) {
    document.querySelector(`[data-count="${what}"]`).textContent = String(number);
  }
  document.querySelector(".calls").hidden = !numbers.help;
  document.getElementById("empty").hidden = cards.length > 0;
}

function tick() {
  for (const time of document.querySelectorAll("time[data-runs]")) {
    const since = Number(time.dataset.since || loadedAt);
    const seconds = Number(time.dataset.played) + (performance.now() - since) / 1000;
    const minutes = time.querySelector("span"), text = String(Math.floor(seconds / 60));
    if (minutes.textContent !== text) minutes.textContent = text;
  }
}

const stream = new EventSource(tables.dataset.stream);
stream.addEventListener("card", (event) => show(JSON.parse(event.data)));
stream.onopen = () => { lost.hidden = true; };
stream.onerror = () => { lost.hidden = false; };
setInterval(tick, 1000);
