"""Layouts of the games that can be played, and what their sheets are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion import layouts
from companion.layout import Layout, Sheet
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import UnknownGame
from companion.rules.game import Game, Seat, State
from companion.rules.message import Message
from companion.sessions.session import Session
from webui.request.language import named, say_label


def may_be_photographed(session: Session | None) -> bool:
    """Whether a photograph shows what lies there: without markers nothing is known on it."""
    return session is None or not session.settings.unmarked


def playable(slug: str) -> Game:
    """Give a game that can be laid out. Raises `UnknownGame`, also where only its rules are there yet."""
    if slug not in GAMES:
        # The page of the error leads to the games; their short names are for the command.
        raise UnknownGame(Message("There is no game called {slug} here.", {"slug": repr(slug)}))
    layouts.load_layout(slug)
    return load_game(slug)


def layout_of(session: Session) -> Layout:
    """The layout of the game that is played, without the sheets of seats at which nobody sits."""
    return layouts.layout_of(session.game).for_seats(len(session.names))


def layout_now(session: Session, state: State) -> Layout:
    """The layout with the bare sheets that are there in this position, as large as what lies on them."""
    return layouts.grown(layout_of(session), state.lying())


def sheet_names(session: Session | None, sheets: Iterable[str]) -> list[str]:
    """What those sheets are called: what is printed on them, and whose they are.

    Without a game on the table nobody knows of which game a mat is: then it is just a mat.
    """
    known = {sheet.id: sheet for sheet in layout_of(session).sheets} if session else {}
    names = session.names if session else {}
    return [_sheet_name(known.get(sheet), names) or sheet.replace("-", " ") for sheet in sheets]


def _sheet_name(sheet: Sheet | None, names: Mapping[Seat, str]) -> str:
    if sheet is None:
        return ""
    title = say_label(sheet.title)
    return f"{title} ({named(names[sheet.seat])})" if sheet.seat in names else title
