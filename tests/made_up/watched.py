"""A table that a referee watches, for any game: made-up views, judged from a position."""

from __future__ import annotations

from views import Table

from companion.referee.referee import Referee
from companion.referee.verdict import Accept, NoChange


def played(game, state, *lines):
    """Play actions given as ``actor notation``; chance is 0."""
    for line in lines:
        by, _, text = line.partition(" ")
        action = game.parse(int(by), text)
        assert state.why_not(action) is None, (line, state.why_not(action))
        state = state.after(action)
    return state


def notations(actions):
    """Actions as ``actor notation``."""
    return [f"{action.by} {action}" for action in actions]


def accepted(verdict):
    """What was accepted, as ``actor notation``."""
    assert isinstance(verdict, Accept), verdict
    return notations(verdict.actions)


class Watched:
    """A table, a referee, and the position in the record, which is what lies there to begin with.

    ``die`` is a value that lies in the tray since before the watch began.
    """

    def __init__(self, layout, state, *, die=None):
        self.table, self.referee, self.state = Table(layout), Referee(layout), state
        if die is not None:
            self.table.roll(die, at=(30.0, 60.0))
        self.show(state)
        assert self.judge() == NoChange()

    def show(self, state):
        """Lay the table as this position has it."""
        self.table.lay(state.lying())

    def put(self, zone, **cells):
        """Lay pieces on cells; None takes one away."""
        lying = self.table.lying.setdefault(zone, {})
        for cell, kind in cells.items():
            lying.pop(cell, None)
            if kind:
                lying[cell] = kind
        return self

    def judge(self, *, earlier=(), unseen=0, **look):
        """What the referee makes of the table as it lies."""
        return self.referee.judge(self.state, self.table.look(**look), earlier=earlier, unseen=unseen)
