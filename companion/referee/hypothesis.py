"""A hypothesis: a position that may be on the table, how it may have come about, and what that costs.

Every action costs a little, and what is hardly done unseen costs more. `companion.referee.search` looks for
the cheapest hypothesis that the view bears out.
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
"""To take back what a die or a draw has shown, or when the next player is on, is not done quietly."""

DEALT_COST: Final = 1.5
"""What chance has dealt without a trace. With the two actions of a draw it must stay well below
`CELL_LIMIT`, or two tokens that were drawn and one that was not are as likely as three."""

IDLE_COST: Final = 10.0
"""A rolled die that no action accounts for."""

UNSEEN_COST: Final = 4.0
"""A roll that was not seen."""

HIDDEN_COST: Final = 8.0
"""A choice without a trace that is no turn's end: a way round that ends as it began, a die kept."""

PASS_COST: Final = 5.0
"""A turn that ended, of which nothing yet shows that it did: no roll, and no piece of the next
player's own was moved. What lies there is then rather the doing of the player whose turn it was."""

PAID_COST: Final = 6.0
"""Something without a trace that was paid for: it is thought of only where nothing else explains the view."""


@dataclass(slots=True, eq=False)
class Node:
    """A position that may be on the table, and how it may have come about."""

    state: State
    laid: Lying
    """What lies there, as the game says."""
    lying: Lying
    """The same, each piece in a cell of its own."""
    misfit: float
    spent: float
    undone: int = 0
    parent: Node | None = None
    action: Action | None = None
    rolled: bool = False
    passer: Seat = 0
    passed: bool = False
    least: float = inf
    """The least misfit on the way here; what only undoes its own doing explains nothing."""
    explains: bool = True
    paid: bool = False
    """Something on the way left no trace, and yet changed the score."""
    in_hand: bool = False
    """Chance has decided something that only the next action will show."""
    begun: Node | None = None
    """The node on the way here whose action may have gone no further than to begin."""
    guesses: int = 0
    doubtful: frozenset[Place] = frozenset()
    unfinished: bool = True
    """What is doubtful lies as it did before, or is taken up already: somebody may be at it."""
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
        """How many things about this node the view does not bear out."""
        return len(self.doubtful) + self.guesses

    @property
    def better_order(self) -> tuple[float, tuple[int, ...]]:
        """Of two ways to one position the cheaper counts, then the one with the small actions first."""
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
        """Whether nobody can see on the table that it was done."""
        return not self.changed and not self.rolls

    @property
    def in_hand(self) -> bool:
        """Whether chance has decided something without a trace, as a token drawn into a hand."""
        return self.action.by == CHANCE and self.traceless


def costs(state: State, action: Action) -> bool:
    """Whether an action changes anybody's score: nobody does that unasked."""
    return state.after(action).sheet().totals() != state.sheet().totals()


def note_turn(child: Node, node: Node, action: Action, changed: Sequence[Place]) -> None:
    """Note whether somebody acts who may only because the turn was passed on unseen."""
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

    Whoever goes on has ended it, and so has another seat that could not have acted before; what others might
    have done all the same, as where all lay tiles at once, tells nothing of it.
    """
    if child.explains and only_begins(node.state, action):
        return child
    begun = node.begun
    if begun is None or begun.parent is None or begun.action is None or begun.action.by == action.by:
        return None
    return begun if begun.parent.state.why_not(action) is None else None


def _tells_seats_apart(lying: Lying, own: Collection[str]) -> bool:
    """Whether a seat's own pieces lie about; where they do not, whose turn it is shows by what is allowed."""
    return any(kind in own for cells in lying.values() for kind in cells.values())


def replaces(child: Node, known: Node) -> bool:
    """Whether the new way is better, and not a way round through the known one."""
    if not child.explains or (known.explains and child.better_order >= known.better_order):
        return False
    node = child.parent
    while node is not None and node is not known:
        node = node.parent
    return node is None
