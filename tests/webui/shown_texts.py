"""Collects every text that a page shows or says at any time, also what is gone a moment later."""

from __future__ import annotations

from typing import Any, Final

from evenings import Screen
from unwrapped import SAID_IN

from companion.language.pseudo import TAG

NOTED: Final = r"""(saidIn) => {
  const known = new Set();
  const silent = "script, style, noscript";
  let fresh = [];

  const note = (text) => {
    const words = text?.replace(/\s+/g, " ").trim();
    if (words && !known.has(words)) {
      known.add(words);
      fresh.push(words);
    }
  };
  const noteAttributes = (element) => saidIn.forEach((name) => note(element.getAttribute(name)));
  const noteAll = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return note(root.data);
    if (root.nodeType !== Node.ELEMENT_NODE || root.matches(silent)) return undefined;
    noteAttributes(root);
    return root.childNodes.forEach(noteAll);
  };
  const send = () => {
    if (fresh.length) window.noteShown(fresh);
    fresh = [];
  };

  // A node that came and went between two looks is in the list of changes all the same, and so is a text that
  // was changed twice. While the page is read, a text may be there by half.
  new MutationObserver((changes) => {
    if (document.readyState === "loading") return;
    for (const { type, target, addedNodes, attributeName, oldValue } of changes) {
      if (type === "childList") addedNodes.forEach((node) => target.closest?.(silent) || noteAll(node));
      else if (type === "attributes") [target.getAttribute(attributeName), oldValue].forEach(note);
      else if (!target.parentElement?.matches(silent)) [target.data, oldValue].forEach(note);
    }
    send();
  }).observe(document, {
    subtree: true, childList: true, characterData: true, characterDataOldValue: true,
    attributes: true, attributeOldValue: true, attributeFilter: saidIn,
  });
  document.addEventListener("DOMContentLoaded", () => {
    noteAll(document.documentElement);
    send();
  });
}"""


class WatchedScreen(Screen):
    """A browser that asks for the pseudo-language, and all that it has shown or said: text -> page."""

    def __init__(self, browser: Any, address: str, path: str, viewport: dict[str, int]) -> None:
        self.shown: dict[str, str] = {}
        super().__init__(browser, address, path, viewport, locale=TAG)

    def prepare(self, context: Any) -> None:
        super().prepare(context)
        context.add_init_script(f"({NOTED})({list(SAID_IN)})")
        context.expose_binding("noteShown", self._note_shown)

    def _note_shown(self, source: Any, texts: list[str]) -> None:
        path = source["page"].url
        for text in texts:
            self.shown.setdefault(text, path)

    def all_shown(self) -> dict[str, str]:
        """Give all texts so far, and what was said aloud."""
        self.page.evaluate("0")  # what it has shown is noted then
        return {**self.shown, **{said["text"]: "aloud" for said in self.said}}
