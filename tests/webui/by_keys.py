"""Somebody who has a keyboard and nothing else: Tab, Shift+Tab, Enter, the space bar and arrows."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

MOST_STEPS: Final = 40
"""Keys for one action: spaces of a way, words of a tile, and some that lead nowhere."""

MOST_STOPS: Final = 60
"""Of Tab, on the way to anything: nobody presses a key hundreds of times."""

IS_HELD: Final = "each => each === document.activeElement"

WAY: Final = r"""(wanted) => {
  const free = "a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']";
  // Tab stops once at a group.
  const isOneOf = (each) => each.tabIndex >= 0 && (each.type !== "radio" || each.checked);
  const isStop = (each) => each.checkVisibility() && isOneOf(each);
  const stops = [...document.querySelectorAll(free)].filter(isStop);
  const held = document.activeElement;
  const to = stops.indexOf(wanted);
  if (to < 0) return null;
  if (stops.includes(held)) return to - stops.indexOf(held);
  // What has the focus is no stop, such as a region: the first stop in it or after it is one step on.
  const precedes = (each) => held.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING;
  const before = stops.filter(precedes).length;
  return to >= before ? to - before + 1 : to - before;
}"""
"""How many stops of Tab lead on to something, or back; null where none does."""

STOP: Final = "each => each.closest('svg.board, ul.cards')?.querySelector('[tabindex=\"0\"]') ?? each"
"""Where Tab stops for something: a board or a row of cards is one stop."""

UP_OR_DOWN: Final = r"""(wanted) => {
  const middle = (each) => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2;
  const down = middle(wanted) - middle(document.activeElement);
  return Math.abs(down) <= wanted.getBoundingClientRect().height / 2 ? 0 : down;
}"""
"""How far something lies below what has the focus; 0 where it is beside it."""

ALONG: Final = r"""(wanted) => {
  const all = [...wanted.closest("svg.board, ul.cards").querySelectorAll("a[data-swap], button.look")];
  const steps = all.indexOf(wanted) - all.indexOf(document.activeElement);
  const round = steps - Math.sign(steps) * all.length;
  return Math.abs(round) < Math.abs(steps) ? round : steps;
}"""
"""How many spaces or cards to the right something is, or to the left, whichever is nearer."""

CHOICE: Final = r"""([whichKind, whichOne, lost, wanted]) => {
  const told = (each) => each.closest("details:not([open])") === null && each.checkVisibility();
  const all = (what) => [...document.querySelectorAll(what)].filter(told);
  const one = (list) => list[Math.floor(whichOne * list.length)];
  const clear = all(".board-tools a, #dock .hint a").filter((each) => /Clear/.test(each.textContent));
  if (lost && clear.length) return one(clear);
  const acts = all("#dock form[action$='/play/act'] button, #dock form[action$='/play/draw'] button");
  const first = acts.find((each) => wanted?.includes(each.value));
  if (first) return first;
  const links = all("#board a[data-swap], #dock .chips a[data-swap]").filter(
    (each) => !each.closest(".board-tools") && each.ariaCurrent !== "true" && !each.querySelector(".picked"),
  );
  // Who has chosen may change that until all have: the phone is handed on all the same.
  const hands = all("#holding button, #dock form[action$='/play/holder'] button, .given .primary");
  const kinds = [acts, links, hands].filter((list) => list.length);
  return kinds.length ? one(kinds[Math.floor(whichKind * kinds.length)]) : null;
}"""
"""Something that may be chosen now; a button that does something wanted goes before all else."""

LISTEN: Final = r"""() => {
  window.answered = false;
  document.addEventListener("swapped", () => (window.answered = true), { once: true });
}"""


class Keys:
    """Goes through pages by keys.

    Parameters
    ----------
    page
        The page of Playwright.
    rng
        Chooses.
    """

    def __init__(self, page: Any, rng: random.Random) -> None:
        self.page, self._rng = page, rng

    def go_to(self, wanted: Any) -> bool:
        """Press Tab, or Shift and Tab where that is nearer, until something has the focus.

        False where it is gone meanwhile: what was asked for is fresh and has other controls.
        """
        for _ in range(4):  # a page that is exchanged on the way has other stops
            if not wanted.evaluate("each => each.isConnected"):
                return False
            stop = wanted.evaluate_handle(STOP).as_element()
            way = stop.evaluate(WAY)
            if way is None:
                return False
            assert abs(way) <= MOST_STOPS, f"{way} stops lead to {wanted} from {self.focus()}"
            self._press("Tab" if way > 0 else "Shift+Tab", abs(way))
            if stop.evaluate(IS_HELD) and not wanted.evaluate(IS_HELD):
                self._go_along(wanted)
            if wanted.evaluate(IS_HELD):
                return True
        raise AssertionError(f"keys lead to {self.focus()} and not to {wanted}")

    def _go_along(self, wanted: Any) -> None:
        """Go to a space or a card by arrows: up or down while that leads nearer, then along."""
        far, now = math.inf, wanted.evaluate(UP_OR_DOWN)
        while now and abs(now) < far:
            far = abs(now)
            self._press("ArrowDown" if now > 0 else "ArrowUp")
            now = wanted.evaluate(UP_OR_DOWN)
        steps = wanted.evaluate(ALONG)
        self._press("ArrowRight" if steps > 0 else "ArrowLeft", abs(steps))

    def _press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def press(self, selector: str) -> None:
        """Go to something, and press Enter there."""
        self._reach(selector)
        self._press("Enter")

    def _reach(self, selector: str) -> None:
        """Go to something; what was exchanged on the way is looked for again."""
        wanted = self.page.locator(selector).first
        assert any(self.go_to(wanted.element_handle()) for _ in range(5)), selector

    def write(self, selector: str, text: str) -> None:
        """Go to a field, and write."""
        self._reach(selector)
        self.page.keyboard.type(text)

    def choose(self, name: str, value: str) -> None:
        """Go to several answers, of which Tab knows one, and to another of them by arrows."""
        self._reach(f"[name='{name}']:checked")
        wanted = self.page.locator(f"[name='{name}'][value='{value}']")
        for _ in range(MOST_STEPS):
            if wanted.is_checked():
                return
            self._press("ArrowDown")
        raise AssertionError(f"no arrow leads to {value}")

    def focus(self) -> str:
        """Give what has the focus, for people to read."""
        words: str = self.page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
        return words

    def act(self, session: Any, wanted: Sequence[str] = ()) -> None:
        """Choose at random until the game has gone on; a wanted action as soon as one is offered."""
        before = session.seq
        for step in range(MOST_STEPS):
            self._choose_one(wanted, lost=step > MOST_STEPS // 2 and step % 6 == 0)
            if session.seq > before:
                self.page.wait_for_function("seq => document.body?.dataset.seq === seq", arg=str(session.seq))
                return
        raise AssertionError(f"no key leads on: {self.page.inner_text('#main')[:600]}")

    def _choose_one(self, wanted: Sequence[str], *, lost: bool) -> None:
        chances = [self._rng.random(), self._rng.random(), lost, list(wanted)]
        choice = self.page.evaluate_handle(CHOICE, chances).as_element()
        assert choice is not None, f"nothing can be chosen: {self.page.inner_text('#main')[:600]}"
        if not self.go_to(choice):
            return
        if choice.evaluate("each => each.form?.matches(':not([data-tap])') ?? false"):
            with self.page.expect_navigation(wait_until="domcontentloaded"):
                self._press("Enter")
            return
        self.page.evaluate(LISTEN)
        self._press("Enter")
        self.page.wait_for_function("() => window.answered")
        assert self.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
