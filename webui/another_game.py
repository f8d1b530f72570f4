"""Another game for the table: whether the one that lies there is being played, and who plays both."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.record.names import looks, unnamed
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.sessions.session import Session


class BeingPlayed(CompanionError):
    """A game is being played, and nobody has said yet that it may be put aside: that game."""

    code = "being-played"

    def __init__(self, session: Session) -> None:
        super().__init__(self.code, Message("{game} is being played.", {"game": session.game.info.name}))
        self.session = session


def ask_before_another(session: Session | None, aside: str) -> None:
    """See that the game on the table may make room for another.

    Parameters
    ----------
    session
        The game on the table, if there is one.
    aside
        The game that may be put aside; "" for none.

    Raises
    ------
    BeingPlayed
        When it is being played, and is not the one that may be put aside. One begun instead of that one,
        by another phone, counts as being played from its beginning.
    """
    if session is None or session.id == aside or session.state.outcome is not None:
        return
    if aside or not is_untouched(session):
        raise BeingPlayed(session)


def is_untouched(session: Session) -> bool:
    """Whether nobody has done anything in the game yet; what the program draws is nobody's doing."""
    return all(entry.source == "software" for entry in session.line)


def same_people(before: Session, after: Session) -> dict[Seat, Seat]:
    """Give the seats of those who play both games; where nobody has a name, each seat is the same again."""
    if before.names == after.names:
        return {seat: seat for seat in before.names}
    seats = {looks(name): seat for seat, name in after.names.items() if name != unnamed(seat)}
    return {
        seat: seats[looks(name)]
        for seat, name in before.names.items()
        if name != unnamed(seat) and looks(name) in seats
    }
