"""The play page as fingers meet it: its links and buttons, and the fewest taps that lead to an action."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import count
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient

from companion.rules.abilities import KnowsPlaces, KnowsTraits, ShowsCards
from companion.rules.game import Action, Game, State

MOST_TAPS: Final = 8
MOST_PAGES: Final = 400

CHOICES: Final = ("pick", "do", "spell")
"""What of an address says what has been tapped; the other links only show something else."""


class Button(NamedTuple):
    """A button of a form: where it leads, what it sends, and the taps that it takes."""

    address: str
    sent: dict[str, str]
    taps: int


class Link(NamedTuple):
    """A link that makes a choice, and the taps that it takes."""

    address: str
    taps: int


class TappedPage(HTMLParser):
    """What can be tapped on a page; what is folded away takes one tap more.

    A space or card by which one tap says all of an action is a button.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.buttons: list[Button] = []
        self._folded: list[bool] = []
        self._form: tuple[str, dict[str, str]] | None = None
        self._at_once: list[tuple[dict[str, str], int]] = []
        self._sends: tuple[str, dict[str, str]] | None = None
        self.feed(text)
        if self._sends is not None:
            address, hidden = self._sends
            self.buttons.extend(Button(address, {**hidden, **sent}, taps) for sent, taps in self._at_once)

    @property
    def _taps(self) -> int:
        return 1 + sum(self._folded)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, a form, what a form hides, or a button."""
        found = {key: value or "" for key, value in attrs}
        if tag == "details":
            self._folded.append("open" not in found)
        elif tag == "a" and "data-swap" in found:
            self.links.append(Link(found.get("href", ""), self._taps))
            if found.get("data-text"):
                self._at_once.append(({"by": found["data-by"], "text": found["data-text"]}, self._taps))
        elif tag == "form":
            self._form = found.get("action", ""), {}
            if found.get("id") == "at-once":
                self._sends = self._form
        elif tag == "input" and self._form and found.get("type") == "hidden":
            self._form[1][found.get("name", "")] = found.get("value", "")
        elif tag == "button" and self._form and found.get("type") != "button":
            address, hidden = self._form
            own = {found["name"]: found.get("value", "")} if found.get("name") else {}
            self.buttons.append(Button(address, {**hidden, **own}, self._taps))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form, or what was folded away."""
        if tag == "details":
            self._folded.pop()
        elif tag == "form":
            self._form = None


class Way(NamedTuple):
    """The taps to a button, and the button."""

    taps: int
    button: Button


def way_to(phone: FlaskClient, game: Game, state: State, action: Action) -> Way | None:
    """Give the fewest taps on this phone that take an action; None where none were found."""
    meant = _meant(game, state, action)
    order = count()
    waiting = [(0, next(order), "/play")]
    seen: set[str] = set()
    best: Way | None = None
    while waiting and len(seen) < MOST_PAGES:
        taps, _, address = heapq.heappop(waiting)
        if address in seen or taps >= MOST_TAPS or (best is not None and taps + 1 >= best.taps):
            continue
        seen.add(address)
        page = page_at(phone, address)
        for button in page.buttons:
            takes = button.sent.get("text") == str(action) and button.sent.get("by") == str(action.by)
            if takes and (best is None or taps + button.taps < best.taps):
                best = Way(taps + button.taps, button)
        for link in page.links:
            if link.address not in seen and _leads_on(link.address, meant):
                heapq.heappush(waiting, (taps + link.taps, next(order), link.address))
    return best


def page_at(phone: FlaskClient, address: str) -> TappedPage:
    """Ask for a page and read what can be tapped on it."""
    return TappedPage(phone.get(address).get_data(as_text=True))


def draw_buttons(page: TappedPage) -> Iterator[Button]:
    """Give the buttons by which the program draws, the one that draws most last."""
    return iter(
        sorted((b for b in page.buttons if b.address.endswith("/play/draw")), key=lambda b: len(b.sent))
    )


def _meant(game: Game, state: State, action: Action) -> tuple[str, ...]:
    """Give the words of addresses that may lead to an action, in the order in which they are tapped."""
    knower = next((each for each in (state, game) if isinstance(each, KnowsPlaces)), None)
    found = dict.fromkeys(knower.places(action) if knower is not None else ())
    if isinstance(game, KnowsTraits):
        found |= dict.fromkeys(trait.shows for trait in game.traits(action))
    found |= dict.fromkeys((*str(action).split(), *re.findall(r"\w+", str(action))))
    if isinstance(state, ShowsCards):
        found |= dict.fromkeys(sorted(state.named(action)))
    before, after = state.lying(), state.after(action).lying()
    for zone in after:
        old, new = before.get(zone, {}), after[zone]
        found |= dict.fromkeys(f"{zone}/{cell}" for cell in new if old.get(cell) != new[cell])
    return tuple(found)


def _leads_on(address: str, meant: Sequence[str]) -> bool:
    """Say whether an address adds a choice that may lead to what is meant, in the order of its words."""
    asked = parse_qs(urlsplit(address).query)
    if not any(key in asked for key in CHOICES):
        return False
    return all(_in_order(" ".join(asked.get(key, ())).split(), meant) for key in ("pick", "spell"))


def _in_order(chosen: Sequence[str], meant: Sequence[str]) -> bool:
    places = [_place(word, meant) for word in chosen]
    return None not in places and places == sorted({place for place in places if place is not None})


def _place(word: str, meant: Sequence[str]) -> int | None:
    return next((at for at, each in enumerate(meant) if each in (word, word.rpartition("/")[2])), None)
