// News of the table: one stream for all tabs of a browser, and none for tabs that nobody sees. A browser opens
// six connections to one host at most, so six streams would leave none for a tap.
//
// One of the tabs that are seen listens, and passes all news on. Pages of plain http have no locks to choose it
// by, so the tabs agree by what they say to each other: the one that listens says so again and again.
"use strict";

const BEAT_MS = 2000;
const SILENT_MS = 5000; // the tab that listened is gone
const ASKED_MS = 100; // time for an answer
const TURNED_AWAY_MS = 10000;
const TOPICS = ["game", "live", "simulation", "seat", "seats", "reset"];

function browserName() {
  // What this browser is known by among those behind the same address.
  const fresh = () => Math.random().toString(36).slice(2);
  try {
    localStorage.browser ??= fresh();
    return localStorage.browser;
  } catch {
    return fresh(); // it keeps nothing for any site
  }
}

// `address` gives where to listen; `heard` is told each topic and of which game; `linked` whether it hears.
function shareNews({ address, heard, linked }) {
  const tab = Math.random().toString(36).slice(2);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(`news ${document.body.dataset.stream}`) : null;
  let source = null;
  let lost = false;
  let heardMs = -Infinity; // when another tab last said that it listens
  let follows = false; // and this one has caught up since
  let beat = 0;

  const post = (what) => channel?.postMessage({ from: tab, ...what });
  const sayHere = () => post({ what: "here", lost });

  function setLost(now) {
    lost = now;
    linked(lost);
    sayHere();
  }

  function open() {
    close();
    source = new EventSource(`${address()}&browser=${browserName()}`);
    source.onopen = () => setLost(false);
    source.onerror = () => {
      setLost(true);
      // Turned away for good: the browser does not try again by itself.
      if (source?.readyState === EventSource.CLOSED) setTimeout(() => source?.readyState === EventSource.CLOSED && open(), TURNED_AWAY_MS);
    };
    for (const topic of TOPICS)
      source.addEventListener(topic, () => {
        const { game } = document.body.dataset;
        post({ what: "news", topic, game });
        heard(topic, game);
      });
    follows = false;
    beat = setInterval(sayHere, BEAT_MS);
    sayHere();
  }

  function close() {
    clearInterval(beat);
    source?.close();
    source = null;
  }

  function stop() {
    if (!source) return;
    close();
    post({ what: "bye" });
  }

  function takeOver() {
    const served = channel && performance.now() - heardMs < SILENT_MS;
    if (!source && !served && !document.hidden) open();
  }

  function start() {
    // Whoever listens answers; where nobody does, this tab listens.
    heardMs = -Infinity;
    follows = false;
    post({ what: "who" });
    setTimeout(takeOver, channel ? ASKED_MS : 0);
  }

  channel?.addEventListener("message", ({ data }) => {
    if (data.what === "who") return source && sayHere();
    if (data.what === "again") return source && open();
    if (data.what === "bye") {
      heardMs = -Infinity;
      return setTimeout(takeOver, Math.random() * ASKED_MS);
    }
    heardMs = performance.now();
    if (source && data.from < tab) close(); // two listen: one is enough
    if (source || document.hidden) return undefined;
    if (data.what === "news") return heard(data.topic, data.game);
    linked(data.lost);
    if (!follows) {
      follows = true;
      heard("live", document.body.dataset.game); // what it has missed, nobody says again
    }
    return undefined;
  });

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stop();
    start();
    return heard("live", document.body.dataset.game);
  });
  addEventListener("pagehide", stop);
  setInterval(takeOver, BEAT_MS / 2);
  start();

  return {
    start,
    // Listen as who one is now: this browser has another seat.
    again: () => (source ? open() : post({ what: "again" })),
    // The network is back: the stream may not have noticed.
    wake: () => source && open(),
  };
}
