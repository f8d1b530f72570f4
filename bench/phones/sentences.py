"""Where each sentence stands, for translators: ``python -m bench.phones.sentences FOLDER [--game SLUG]``.

Bots play a game, and a browser opens its pages in English. The folder gets a picture of each page that says
something new, with a numbered frame around each sentence, and ``index.html``: sentence, page, picture.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from companion.language.catalogue import SCRIPT, TERM, Key
from companion.language.languages import LANGUAGES
from companion.language.pseudo import TAG, Pseudo
from companion.record.events import Settings
from companion.rules.catalogue import GAMES
from companion.rules.game import CHANCE
from companion.rules.phrases import ENGLISH, Article
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.simulation.bots import bots
from webui import Hub, create_app

PHONE: Final = {"width": 390, "height": 844}
EVERY: Final = 3
"""Actions between two looks at the page *Play*."""

MOST_ACTIONS: Final = 600

BEFORE: Final = ("/", "/new/{game}", "/first", "/score/{game}", "/rules/{game}", "/teach", "/host", "/camera")
DURING: Final = ("/", "/join", "/board", "/overlay", "/log", "/hand", "/camera", "/host", "/log/correct/0")
AFTER: Final = (
    "/result",
    "/log",
    "/past",
    "/past/luck",
    "/games/{ident}/steps?at=3",
    "/new/{game}/boxes",
    "/nowhere",
)

FRAMED: Final = r"""() => {
  const number = /⟦(\d+)⟧/g;
  const marks = [];
  const taken = (said) => [
    [...said.matchAll(number)].map((found) => Number(found[1])),
    said.replace(number, ""),
  ];
  document.querySelectorAll("details").forEach((each) => (each.open = true));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const [numbers, plain] = taken(text.data);
    if (numbers.length === 0 || text.parentElement.closest("script, style")) continue;
    text.data = plain;
    const place = document.createRange();
    place.selectNodeContents(text);
    marks.push([numbers, place]);
  }
  for (const element of document.body.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes]) {
      const [numbers, plain] = taken(value);
      if (numbers.length === 0) continue;
      element.setAttribute(name, plain);
      marks.push([numbers, element]);
    }
  // All numbers are out before the first frame is drawn: they push the words about.
  const seen = [];
  const drawn = marks.map(([numbers, place]) => [numbers, place.getBoundingClientRect()]);
  for (const [numbers, { left, top, width, height }] of drawn) {
    if (!width || !height) continue;
    const frame = Object.assign(document.createElement("div"), { textContent: numbers.join(" ") });
    const px = { left: left + scrollX, top: top + scrollY, width, height };
    for (const [side, length] of Object.entries(px)) frame.style[side] = `${length}px`;
    frame.style.cssText += "position:absolute;z-index:9999;outline:1.5px solid #d0106a;color:#d0106a;" +
      "font:bold 9px/1 sans-serif;text-align:right;pointer-events:none;text-shadow:0 0 2px #fff,0 0 2px #fff";
    document.body.append(frame);
    seen.push(...numbers);
  }
  return seen;
}"""
"""Take the numbers out of a page, and draw a frame with its number around each sentence."""


HEARS_NOTHING: Final = "window.EventSource = class extends EventTarget { close() {} };"
"""No news changes a page while its picture is taken."""


class Numbered(Pseudo):
    """Speaks English, with the number of each sentence behind it."""

    def __init__(self, sentences: Sequence[Key]) -> None:
        super().__init__(TAG, frozenset(sentences))
        self._numbers = {key: number for number, key in enumerate(sentences, 1)}

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        """Give the template with its number."""
        return self._with_number(ENGLISH.template(text, many, number), ("", text))

    def term(self, word: str, article: Article, form: str) -> str:
        """Give the word with its number."""
        return self._with_number(ENGLISH.term(word, article, form), (TERM, word))

    def count(self, number: int, one: str, many: str, none: str, form: str) -> str:
        """Give the number of things, and the noun with its own."""
        return self._with_number(ENGLISH.count(number, one, many, none, form), (TERM, one))

    def listed(self, words: Sequence[str], last: str) -> str:
        """Join the words as English does."""
        return ENGLISH.listed(words, last)

    def scripts(self) -> dict[str, str]:
        """Give what scripts say, with numbers."""
        return {key[1]: self._with_number(key[1], key) for key in self._numbers if key[0] == SCRIPT}

    def _with_number(self, said: str, key: Key) -> str:
        number = self._numbers.get(key)
        return said if number is None else f"{said}⟦{number}⟧"


class Place(NamedTuple):
    """Where a sentence was seen first: the address of the page, and the file of its picture."""

    page: str
    picture: str


class PictureBook:
    """The pictures of a folder, and the sentences on them."""

    def __init__(self, folder: Path, sentences: Sequence[Key]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.sentences = folder, sentences
        self.places: dict[int, Place] = {}
        self._pictures = 0

    def add(self, page: Any, path: str) -> None:
        """Open a page, and keep its picture if it says something new."""
        page.goto(path, wait_until="load")
        fresh = set(page.evaluate(FRAMED)) - self.places.keys()
        if not fresh:
            return
        self._pictures += 1
        name = f"{self._pictures:03}.jpg"
        page.screenshot(path=self.folder / name, full_page=True, type="jpeg", quality=70)
        self.places |= dict.fromkeys(fresh, Place(path, name))

    def write_index(self) -> Path:
        """Write which sentence stands where."""
        rows = "".join(map(self._row, range(1, len(self.sentences) + 1)))
        title = f"{len(self.places)} of {len(self.sentences)} sentences"
        style = "body{font:1rem sans-serif}td{padding:.2rem .6rem;vertical-align:top}"
        index = self.folder / "index.html"
        index.write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
            f"<style>{style}</style><h1>{title}</h1><table>{rows}</table></html>\n",
            encoding="utf-8",
        )
        return index

    def _row(self, number: int) -> str:
        context, text = self.sentences[number - 1]
        place = self.places.get(number)
        link = f'<a href="{place.picture}">{escape(place.page)}</a>' if place else "on none of these pages"
        return f'<tr id="{number}"><td>{number}<td>{escape(text)}<td>{context}<td>{link}</tr>\n'


def picture_pages(book: PictureBook, browser: Browser, slug: str, folder: Path) -> None:
    """Play a game, and add its pages before, during and after it."""
    LANGUAGES.speak(TAG, Numbered(book.sentences))
    with Store(folder / "games.db") as store, closing(Hub(store, own_browser_is_host=True)) as hub:
        server = make_server("127.0.0.1", 0, create_app(hub), threaded=True)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        page = browser.new_context(viewport=PHONE, base_url=address, locale=TAG).new_page()
        page.add_init_script(HEARS_NOTHING)
        _add_all(book, page, BEFORE, game=slug)
        session = store.new_session(slug, ("Anna", "Ben"), {}, Settings(otherwise="tap"))
        hub.open(session)
        page.goto(f"/j/{hub.token}")
        book.add(page, f"/j/{hub.token}")
        page.goto(f"/j/{hub.token}")
        page.locator("button[value='1']").click()
        for number in range(MOST_ACTIONS):
            if not session.state.actors:
                break
            if number % EVERY == 0:
                book.add(page, "/play")
            _act(session, number)
            if number == EVERY * EVERY:
                _add_all(book, page, DURING)
        _add_all(book, page, AFTER, game=slug, ident=session.id)
        page.context.close()
        server.shutdown()
        server.server_close()


def _add_all(book: PictureBook, page: Any, paths: Iterable[str], **named: str) -> None:
    for path in paths:
        book.add(page, path.format(**named))


def _act(session: Session, number: int) -> None:
    """Take some action, as bots do, or let chance decide."""
    state, rng = session.state, random.Random(number)
    seat = rng.choice([actor for actor in state.actors if actor != CHANCE] or [None])
    chosen = rng.choice([*state.odds()])[0] if seat is None else bots(2, number)[seat].choose(state)
    session.act(chosen)


def main() -> None:
    """Make the pictures of one game's evening."""
    parser = argparse.ArgumentParser(prog="python -m bench.phones.sentences", description=__doc__)
    parser.add_argument("folder", type=Path, help="where pictures and index.html go")
    parser.add_argument("--game", choices=tuple(GAMES), default=next(iter(GAMES)), help="what is played")
    asked = parser.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    book = PictureBook(asked.folder, LANGUAGES.sentences())
    with TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"))
        picture_pages(book, browser, asked.game, Path(folder))
        browser.close()
    print(book.write_index())


if __name__ == "__main__":
    main()
