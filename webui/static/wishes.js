// What a phone or the big screen does besides showing: it speaks, sounds, shakes, stays awake, counts a turn's
// time. All of it is off until somebody wants it here; each browser keeps its own wishes.
"use strict";

{
  const WISHES = "wishes";
  const SETTLES_MS = 1200; // a reading that is corrected at once is told once
  const TONES = { turn: [523, 784], read: [660], question: [587, 698, 880], mistake: [220, 196] };
  const TONE_S = 0.13;

  const canDo = {
    speech: () => "speechSynthesis" in window,
    sound: () => "AudioContext" in window,
    vibrate: () => "vibrate" in navigator,
    awake: () => "wakeLock" in navigator,
    clock: () => true,
  };

  function wished() {
    try {
      return JSON.parse(localStorage.getItem(WISHES)) ?? {};
    } catch {
      return {};
    }
  }

  const wants = (what) => Boolean(wished()[what]) && canDo[what]();
  const textOf = (selector) => document.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

  // Whose turn it is, without the clock beside it: its seconds are no news.
  function whoIsAsked() {
    const prompt = document.querySelector("#prompt .eyebrow")?.cloneNode(true);
    prompt?.querySelector(".turn-clock")?.remove();
    return prompt?.textContent.replace(/\s+/g, " ").trim() ?? "";
  }

  function heard() {
    // What there is to tell, and what kind of news it is.
    const live = document.getElementById("live");
    const wrong = live?.matches(".live-wrong, .live-lost");
    const asks = document.querySelector("#live .question h2, #undo-asked h2, #corrected h2");
    return {
      asked: [whoIsAsked(), textOf("#prompt h1")].filter(Boolean).join(": "),
      read: document.querySelector("#live .last, #latest")?.dataset.say ?? "",
      question: asks ? asks.textContent.trim() : "",
      mistake: wrong ? textOf("#live .question p") || textOf("#live .live-head") : "",
      mine: document.querySelector("#prompt.prompt-act") !== null && document.body.dataset.seat !== "0",
    };
  }

  let audio = null;

  function play(tones) {
    audio ??= new AudioContext();
    audio.resume();
    tones.forEach((hertz, place) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const begins = audio.currentTime + place * TONE_S;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.2, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + TONE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + TONE_S);
    });
  }

  function speak(sentences) {
    speechSynthesis.cancel(); // what was said before has been overtaken
    const said = new SpeechSynthesisUtterance(sentences.join(" "));
    said.lang = document.documentElement.lang;
    speechSynthesis.speak(said);
  }

  let told = heard();
  let settling = 0;

  function changed() {
    clearTimeout(settling);
    settling = setTimeout(tell, SETTLES_MS);
    keepTime();
  }

  function tell() {
    const [before, now] = [told, heard()];
    told = now;
    const fresh = ["mistake", "question", "read", "asked"].filter((what) => now[what] && now[what] !== before[what]);
    const myTurn = now.mine && (!before.mine || fresh.includes("asked"));
    if (fresh.length && wants("speech")) speak(fresh.map((what) => now[what]));
    const tone = fresh[0] === "asked" ? (myTurn ? "turn" : "") : fresh[0];
    if (tone && wants("sound")) play(TONES[tone]);
    if (myTurn && !before.mine && wants("vibrate")) navigator.vibrate(200);
    nameTheTurn(now.mine);
  }

  const called = document.title;
  const yourTurn = translated("Your turn"); // within a template literal no translator would find it

  function nameTheTurn(mine) {
    document.title = mine ? `● ${yourTurn} · ${called}` : called;
  }

  // The clock of a turn: since this browser saw that another one is asked.
  function keepTime() {
    const prompt = document.querySelector("#prompt .eyebrow");
    if (!prompt) return;
    const whose = `${document.body.dataset.game} ${whoIsAsked()}`;
    const kept = JSON.parse(sessionStorage.getItem("turn") ?? "{}");
    if (kept.whose !== whose) sessionStorage.setItem("turn", JSON.stringify({ whose, since: Date.now() }));
    showTime();
  }

  function showTime() {
    const prompt = document.querySelector("#prompt .eyebrow");
    let clock = prompt?.querySelector(".turn-clock");
    if (!prompt || !wants("clock")) return clock?.remove();
    if (!clock) {
      clock = document.createElement("span");
      clock.className = "turn-clock";
      clock.setAttribute("aria-hidden", "true"); // a number that is read aloud each second helps nobody
      prompt.append(clock);
    }
    const seconds = Math.floor((Date.now() - (JSON.parse(sessionStorage.getItem("turn") ?? "{}").since ?? Date.now())) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return undefined;
  }

  let awake = null;

  async function stayAwake() {
    if (!wants("awake") || document.visibilityState !== "visible") {
      await awake?.release().catch(() => {});
      awake = null;
      return;
    }
    awake ??= await navigator.wakeLock.request("screen").catch(() => null);
    awake?.addEventListener("release", () => (awake = null), { once: true });
  }

  for (const box of document.querySelectorAll("[data-wish]")) {
    const what = box.dataset.wish;
    box.checked = Boolean(wished()[what]);
    box.disabled = !canDo[what]();
    if (box.disabled) box.closest("label").classList.add("shut");
    box.addEventListener("change", () => {
      localStorage.setItem(WISHES, JSON.stringify({ ...wished(), [what]: box.checked }));
      if (what === "speech" && box.checked && canDo.speech()) speak([heard().asked]);
      if (what === "sound" && box.checked && canDo.sound()) play(TONES.turn);
      stayAwake();
      showTime();
    });
  }
  document.getElementById("wishes")?.removeAttribute("hidden");

  // A card that cannot be chosen now is shown large.
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-look]");
    if (!card || !("showModal" in HTMLDialogElement.prototype)) return;
    const large = Object.assign(document.createElement("dialog"), { className: "large-card" });
    const close = Object.assign(document.createElement("button"), { type: "button", className: "primary", textContent: translated("Back") });
    large.append(card.firstElementChild.cloneNode(true), close);
    large.setAttribute("aria-label", card.querySelector("title")?.textContent ?? translated("Card"));
    large.addEventListener("click", () => large.close());
    large.addEventListener("close", () => large.remove());
    document.body.append(large);
    large.showModal();
  });

  document.addEventListener("swapped", changed);
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("pointerdown", () => wants("sound") && audio?.resume());
  setInterval(showTime, 1000);
  keepTime();
  nameTheTurn(told.mine);
  stayAwake();
}
