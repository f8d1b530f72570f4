"""A hypothesis: a position that may be on the table, how it may have come about, and what that costs.

Every action costs a little. Actions that people hardly do unseen cost more. `companion.referee.search`
looks for the cheapest hypothesis that fits the view.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from companion.referee.likelihood import Place
from companion.rules.abilities import only_begins
from companion.rules.game import CHANCE, Action, Lying, Seat, State

ACTION_COST: Final = 1.0
UNDO_COST: Final = 3.0
REVEALED_COST: Final = 3.0
"""The cost of an undo behind a die, a draw or the end of a turn: nobody does this quietly."""

DEALT_COST: Final = 1.5
"""The cost of a deal without a trace. With the two actions of a draw it must stay well below `CELL_LIMIT`.
Otherwise two drawn tokens and one misread cell are as likely as three drawn tokens."""

IDLE_COST: Final = 10.0
"""The cost of a rolled die that no action uses."""

UNSEEN_COST: Final = 4.0
"""The cost of a roll that was not seen."""

HIDDEN_COST: Final = 8.0
"""The cost of a choice without a trace that does not end the turn: a way that ends where it began, a die
kept."""

PASS_COST: Final = 5.0
"""The cost of an end of a turn that nothing shows yet: no roll, and no piece of the next player moved. The
change is then rather by the player whose turn it was."""

PAID_COST: Final = 6.0
"""The cost of a paid action without a trace: the referee thinks of it only where nothing else explains the
view."""


@dataclass(slots=True, eq=False)
class Node:
    """A position that may be on the table, and how it may have come about."""

    state: State
    laid: Lying
    """What lies there, as the game says."""
    lying: Lying
    """The same pieces, each in a cell of its own."""
    misfit: float
    spent: float
    undone: int = 0
    parent: Node | None = None
    action: Action | None = None
    rolled: bool = False
    passer: Seat = 0
    passed: bool = False
    least: float = inf
    """The least misfit on the way here. An action that only undoes an earlier one explains nothing."""
    explains: bool = True
    paid: bool = False
    """An action on the way left no trace and changed the score."""
    in_hand: bool = False
    """Chance has decided something that only the next action will show."""
    begun: Node | None = None
    """The node on the way here whose action may only have begun."""
    guesses: int = 0
    doubtful: frozenset[Place] = frozenset()
    unfinished: bool = True
    """The doubtful pieces lie as before or were picked up: a hand may be moving them."""
    begins: bool = False
    """The last action explains something, and the rest of it may be unfinished."""
    footprint: tuple[int, ...] = ()
    tray: tuple[str, ...] = ()
    peak: tuple[int, float] = (0, -inf)
    """Doubts and total price at the most doubtful point of the way here."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions from the root to here."""
        if self.parent is None or self.action is None:
            return ()
        return (*self.parent.actions, self.action)

    @property
    def doubts(self) -> int:
        """Count the things about this node that the view does not confirm."""
        return len(self.doubtful) + self.guesses

    @property
    def better_order(self) -> tuple[float, tuple[int, ...]]:
        """Order two ways to one position: the cheaper first, then the one with its small actions first."""
        return self.spent, self.footprint


class Step(NamedTuple):
    """One action, and all that it changes; ``rolls``: dice lie otherwise after it."""

    action: Action
    state: State
    laid: Lying
    lying: Lying
    changed: tuple[Place, ...]
    tray: tuple[str, ...]
    rolls: bool

    @property
    def traceless(self) -> bool:
        """Whether this action leaves no trace on the table."""
        return not self.changed and not self.rolls

    @property
    def in_hand(self) -> bool:
        """Whether chance has decided something without a trace, such as a token drawn into a hand."""
        return self.action.by == CHANCE and self.traceless


def costs(state: State, action: Action) -> bool:
    """Whether an action changes a score: the referee never assumes such an action unasked."""
    return state.after(action).sheet().totals() != state.sheet().totals()


def note_turn(child: Node, node: Node, action: Action, changed: Sequence[Place]) -> None:
    """Note whether this player may act only because the turn ended unseen."""
    by = action.by
    if child.in_hand:
        child.passer, child.passed = node.passer, node.passed
    elif not child.footprint[-1]:
        child.passer, child.passed = by, node.passed
        ends = by not in child.state.actors or child.state.why_not(action) is None
        child.spent += 0.0 if ends or action.spoken or action.declines else HIDDEN_COST
        if costs(node.state, action):
            child.paid = True
            child.spent += PAID_COST
    elif by != CHANCE and (node.passed or node.passer not in (0, by)):
        own = node.state.seated().get(by, ())
        pieces = {
            lying.get(zone, {}).get(cell) for zone, cell in changed for lying in (node.lying, child.lying)
        }
        child.passed = pieces.isdisjoint(own) and _tells_seats_apart(child.lying, own)


def still_begun(child: Node, node: Node, action: Action) -> Node | None:
    """Give the node whose action may still be half-way after this one.

    The same player's next action ends it. So does an action of a seat that could not have acted before.
    Actions that others may do at any time, such as laying tiles at once, say nothing about it.
    """
    if child.explains and only_begins(node.state, action):
        return child
    begun = node.begun
    if begun is None or begun.parent is None or begun.action is None or begun.action.by == action.by:
        return None
    return begun if begun.parent.state.why_not(action) is None else None


def _tells_seats_apart(lying: Lying, own: Collection[str]) -> bool:
    """Whether seats have pieces of their own on the table; if not, legal actions show whose turn it is."""
    return any(kind in own for cells in lying.values() for kind in cells.values())


def replaces(child: Node, known: Node) -> bool:
    """Whether the new way is better and does not lead through the known one."""
    if not child.explains or (known.explains and child.better_order >= known.better_order):
        return False
    node = child.parent
    while node is not None and node is not known:
        node = node.parent
    return node is None
