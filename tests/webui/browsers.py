"""Screens that pages are opened on, and what is looked for there."""

from __future__ import annotations

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SMALLEST_PX = 44

HEARS_NOTHING_MORE = """() => {
  window.EventSource = class extends EventTarget { close() {} };
  dispatchEvent(new Event("pagehide"));
}"""
"""Cuts a page off from news; one whose stream ended would open another within a second."""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Before its first frame Chromium hears no taps; those to a place on the screen wait for nothing else."""

CUT = """() => [...document.querySelectorAll("body *:not(.unseen)")]
  .filter((each) => each.checkVisibility() && each.innerText?.trim() && each.clientWidth > 1)
  .filter((each) => ["hidden", "clip"].includes(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.outerHTML)"""
"""What has words that go on beyond its edge, where nobody reads them."""

TORN = r"""(most_letters) => {
  const whole = new RegExp(String.raw`(?<![\p{L}\d_])\p{L}{2,${most_letters ?? 16}}(?![\p{L}\d_])`, "gu");
  const torn = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    // An address is one word that no line may hold.
    if (!text.parentElement.checkVisibility() || /^\s*https?:/.test(text.data)) continue;
    for (const { 0: word, index } of text.data.matchAll(whole)) {
      const place = document.createRange();
      place.setStart(text, index);
      place.setEnd(text, index + word.length);
      if (new Set([...place.getClientRects()].map((line) => line.top)).size > 1) torn.push(word);
    }
  }
  return torn;
}"""
