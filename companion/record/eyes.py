"""What one seat may know of a game: every page, stream and file of it is looked at through its `Eyes`.

A position is seen as `State.seen_by` shows it, an action as `tell_to` tells it. When the game is over
everybody may know everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.record.corrections import Correction
from companion.record.timeline import Entry
from companion.rules.abilities import tell_to
from companion.rules.game import CHANCE, Action, Actor, Game, Reason, Seat, State, may_know
from companion.rules.message import Message

NO_LONGER_FITS = Message("An action that not everybody may see does not fit any more.")


class Eyes(NamedTuple):
    """How a seat looks at a game; None is a spectator, who knows what all may know.

    ``over``: the game has ended, and nothing is hidden any more.
    """

    game: Game
    seat: Seat | None
    over: bool = False

    def sees(self, state: State) -> State:
        """Give a position as this seat may know it."""
        return state if self.over else state.seen_by(self.seat)

    def action(self, entry: Entry) -> Action:
        """Read an entry of the record."""
        return self.game.parse(entry.by, entry.text)

    def may_know(self, action: Action) -> bool:
        """Whether this seat may know all of an action."""
        return self.over or may_know(action, self.seat)

    def may_put_right(self, state: State, action: Action) -> bool:
        """Whether this seat may say that this was done instead, in a position of the record.

        Its own actions and those of chance; another's where all that it hangs on is public. What somebody
        holds unseen is nobody else's to say, nor found out by trying.
        """
        if self.over or not self.game.info.hidden or action.by in (CHANCE, self.seat):
            return True
        hangs_on_a_hand = action.secret or action.from_hand
        return not hangs_on_a_hand and state.seen_by(None).why_not(action) is None

    def tell(self, action: Action) -> Message:
        """Say what somebody did, as far as this seat may know it."""
        return self.game.tell(action) if self.over else tell_to(self.game, action, self.seat)

    def told(self, by: Actor, text: str) -> Message:
        """The same for an action in its notation."""
        return self.tell(self.game.parse(by, text))

    def retold(self, entries: Iterable[Entry], names: Mapping[Seat, str]) -> list[str]:
        """Say what entries of the record tell, a sentence each."""
        return [self.told(each.by, each.text).render(names) for each in entries]

    def reason(self, action: Action, reason: Reason) -> Reason:
        """Why an action is not possible, where that does not tell what it was."""
        return reason if self.may_know(action) else Reason("", NO_LONGER_FITS)

    def knows_all(self, state: State, line: Iterable[Entry]) -> bool:
        """Whether nothing of a game is hidden from this seat: neither the position nor how it came about."""
        if self.over or not self.game.info.hidden:
            return True
        return self.sees(state) == state and all(self.may_know(self.action(entry)) for entry in line)

    def foresees(self, found: Correction, line: Iterable[Entry]) -> Correction | None:
        """Give what a correction would do, if this seat may know that beforehand.

        Whether a later action that it may not see would still fit is nothing that it may find out: then
        the answer is None.
        """
        later = list(line)[found.at + found.removed :]
        return found if all(self.may_know(self.action(entry)) for entry in later) else None
