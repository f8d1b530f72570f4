"""The search for legal explanations of a view: sequences of actions, the likeliest first.

A node is a position with the actions that lead there. Its price is what those actions cost (every
one a little, a roll by what the dice show) plus the misfit of the position. Two things keep the
search small although a move alone may have a thousand routes:

- an action that puts something where the table shows otherwise makes its node *doubtful*; doubtful
  nodes are opened only when no other explains the view. They are needed when a piece is there only
  for a while: a flower that appears and is eaten within one turn (CF-E31).
- an action that nobody can see (a roll of dice that did not move, a piece under a sleeve) is a *guess*. The
search opens guesses like doubtful nodes. An action that changes nothing (a turn's end) is free, but
explains nothing: it only stands before another action.

Some actions look like the first half of another (`only_begins`: one token is off the market). They never
end an explanation. If no telling action follows, something is under way.

Chance may decide without a trace, such as a token drawn from a bag into a hand. The seat's next action
shows it. So the search infers such a draw only right before an action that is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from companion.layout import TABLE
from companion.referee.dice_watch import DiceView
from companion.referee.hypothesis import (
    ACTION_COST,
    DEALT_COST,
    IDLE_COST,
    PASS_COST,
    REVEALED_COST,
    UNDO_COST,
    UNSEEN_COST,
    Node,
    Step,
    note_turn,
    replaces,
    still_begun,
)
from companion.referee.likelihood import CELL_LIMIT, FIRM, Evidence, Place, changed_cells
from companion.rules.game import CHANCE, Action, Actor, Lying, State
from companion.sighting import EMPTY

EXPLAINS: Final = 1.0
"""The last action of an explanation must lower the misfit by this much."""

FIT: Final = 4.0
"""The misfit that an explanation may leave: no cell contradicts firmly, few do weakly."""

MARGIN: Final = 4.0
"""How much cheaper an explanation must be than any other: odds of 50 to 1.

Measured on the simulated table (`bench.games`), in plain, dim, warm and hard light, with noise and
glare: the true explanation led by 6.9 at least and left no misfit. Cells in doubt at 9 to 1, four a
view, led to nothing wrong (tests of the referee)."""

BUDGET: Final = 9000
"""Positions looked at before the search gives up; half a second."""

DOUBTFUL_BUDGET: Final = 3000
"""Of these, so many from doubtful nodes."""

LAID_EARLY: Final = FIT + 3 * CELL_LIMIT
"""The greatest misfit of pieces laid before the software draws them: a flower with its letter and number."""

FEW: Final = 32
DEPTH: Final = 12
DOUBTS: Final = 8


@dataclass(slots=True)
class Search:
    """One search over one sighting. After `run`, its attributes tell what was found.

    ``begun`` is the node of an action that fits in full but may only begin another. ``drawn`` says where
    the software draws: the table cannot show what it has not drawn yet.
    """

    evidence: Evidence
    dice: DiceView
    drawn: Callable[[State], bool] = lambda _: False
    looked: int = 0
    opened: list[Node] = field(default_factory=list)
    half_done: list[Node] = field(default_factory=list)
    begun: Node | None = None
    _known: dict[State, Node] = field(default_factory=dict)
    _best: Node | None = None
    _sober: int | None = None

    def root(self, state: State, undone: int = 0, *, revealed: bool = False) -> Node:
        """Make the node of a position that the record knows.

        ``undone`` is how many actions were taken back; ``revealed`` says that one of them was chance's or
        ended the turn.
        """
        lying = self.evidence.settle(laid := state.lying())
        spent = UNDO_COST + ACTION_COST * undone if undone else 0.0
        spent += REVEALED_COST if revealed else 0.0
        node = Node(state, laid, lying, self.evidence.misfit(lying), spent, undone, guesses=min(undone, 1))
        node.tray, node.least = self.tray(laid), node.misfit
        node.peak = (node.doubts, self.total(node) if undone else -inf)
        return node

    def total(self, node: Node) -> float:
        """The whole price of an explanation."""
        idle = IDLE_COST if self.dice.fresh and not node.rolled else 0.0
        return node.spent + node.misfit + idle + (PASS_COST if node.passed else 0.0)

    def run(self, roots: Iterable[Node]) -> list[Node]:
        """Give every explanation that fits, one for each position, the cheapest first."""
        tie = count()
        heap: list[tuple[int, float, int, Node]] = []
        for root in roots:
            self._known[root.state] = root
            self._consider(root)
            heappush(heap, (root.doubts, self.total(root), next(tie), root))
        while heap:
            doubts, total, _, node = heappop(heap)
            if self._enough(doubts, total):
                break
            if doubts == node.doubts and not self._hopeless(node):
                self.opened.append(node)
                for child in self._open(node):
                    heappush(heap, (child.doubts, self.total(child), next(tie), child))
        fitting = [node for node in self._known.values() if node.explains and node.misfit <= FIT]
        return sorted(fitting, key=self.total)

    def _enough(self, doubts: int, total: float) -> bool:
        """Whether to stop: the next nodes are worse than the best explanation, or the budget is used up.

        The search also stops if nodes without doubts show that something is under way.
        """
        if doubts and self._best is not None:
            return (doubts, total - MARGIN) > self._best.peak
        if doubts and (self.half_done or self.begun is not None):
            return True
        if doubts and self._sober is None:
            self._sober = self.looked
        return self.looked > (BUDGET if self._sober is None else min(BUDGET, self._sober + DOUBTFUL_BUDGET))

    def _hopeless(self, node: Node) -> bool:
        if len(node.footprint) >= DEPTH or node.doubts > DOUBTS:
            return True
        return self._best is not None and node.spent + ACTION_COST > self.total(self._best) + MARGIN

    def _consider(self, node: Node) -> None:
        """Keep the best explanation. Only one that also explains the rolled dice may end the search."""
        good = node.explains and node.misfit <= FIT and (node.rolled or not self.dice.fresh)
        if good and (self._best is None or self.total(node) < self.total(self._best)):
            self._best = node

    def _open(self, node: Node) -> list[Node]:
        """Give the children that are worth opening, and note what the others show."""
        children = [child for child in map(self._merge, self._children(node)) if child is not None]
        few = len(children) <= FEW
        return [c for c in children if few or not c.doubts or c.misfit <= node.misfit or c.begins]

    def _children(self, node: Node) -> Iterator[Node]:
        for actor in node.state.actors:
            if actor == CHANCE and self.drawn(node.state):
                continue
            for action in _moves(node.state, actor):
                self.looked += 1
                child = self._child(node, action)
                if child is not None:
                    yield child

    def _child(self, node: Node, action: Action) -> Node | None:
        """Follow one action; None where it is never inferred."""
        step = self._step(node, action)
        if self._not_after_undo(node, step) or _not_dealt(node, step) or self._not_seen(node, step):
            return None
        child = self._follow(node, step)
        seen_roll = step.rolls and self._roll(child)
        note_turn(child, node, action, step.changed)
        self._weigh(child, node, step.changed)
        child.peak = max(node.peak, (child.doubts, self.total(child))) if child.doubts else node.peak
        child.explains = seen_roll or child.misfit <= node.least - EXPLAINS
        child.misfit += self._laid_early(child)
        self._note_half_done(child, node)
        self._note_begun(child, node, action)
        child.least = min(node.least, child.misfit)
        return child

    def _step(self, node: Node, action: Action) -> Step:
        """Work out what an action changes."""
        state = node.state.after(action)
        lying = self.evidence.settle(laid := state.lying(), node.laid, node.lying)
        tray = self.tray(laid)
        rolls = action.by == CHANCE and bool(tray) and tray != node.tray
        return Step(action, state, laid, lying, tuple(changed_cells(node.lying, lying)), tray, rolls)

    def _not_after_undo(self, node: Node, step: Step) -> bool:
        """Say whether an earlier undo rules a step out.

        After an undo only visible actions count, and only within the same turn.
        """
        seen_again = self.dice.put_down and not self.dice.fresh
        return bool(node.undone) and (step.traceless or (step.rolls and not seen_again))

    def _not_seen(self, node: Node, step: Step) -> bool:
        """Say whether the view rules a step out.

        It rules out chance that left no visible change. It also rules out steps that lead back to an
        earlier arrangement, such as drawing a token like the one that was swapped.
        """
        if not step.changed:
            return False
        if (step.action.by == CHANCE or node.in_hand) and self._belied(step.lying, step.changed):
            return True
        return not step.rolls and _has_lain_so(node, step.lying)

    def _follow(self, node: Node, step: Step) -> Node:
        """Make the node to which a step leads, at its price; its misfit is that of the node before."""
        child = Node(
            step.state,
            step.laid,
            step.lying,
            node.misfit,
            node.spent + ACTION_COST,
            node.undone,
            node,
            step.action,
        )
        child.rolled, child.guesses, child.tray = node.rolled, node.guesses, step.tray
        child.in_hand, child.paid = step.in_hand, node.paid
        child.spent += DEALT_COST if step.in_hand else 0.0
        child.footprint = (*node.footprint, len(step.changed) + step.rolls)
        if any(zone == TABLE for zone, _ in step.changed):
            child.spent += self.evidence.disorder(step.laid)
        return child

    def _note_begun(self, child: Node, node: Node, action: Action) -> None:
        """Note that the last action may only have begun, so it cannot end an explanation."""
        child.begun = still_begun(child, node, action)
        if not child.explains or child.begun is None:
            return
        child.explains = False
        if self.begun is None and not child.undone and not child.doubts and child.misfit <= FIT:
            self.begun = child.begun

    def _belied(self, lying: Lying, changed: Sequence[Place]) -> bool:
        """Whether the view shows nothing of all that an action has changed."""
        return all(
            self.evidence.cost((zone, cell), lying.get(zone, {}).get(cell, EMPTY)) >= FIRM
            for zone, cell in changed
        )

    def _laid_early(self, node: Node) -> float:
        """Say how far the misfit falls if somebody has laid what the software is about to draw.

        The action before must be complete: pieces that it leaves in place were not laid early.
        """
        if not node.explains or not FIT < node.misfit <= LAID_EARLY or node.doubtful or node.undone:
            return 0.0
        if node.state.actors != (CHANCE,) or not self.drawn(node.state):
            return 0.0
        left, change = {each.zone for each in self.evidence.differences(node.lying)}, 0.0
        for number, (action, _) in enumerate(node.state.odds()):
            lying = self.evidence.settle(node.state.after(action).lying(), node.laid, node.lying)
            changed = tuple(changed_cells(node.lying, lying))
            if number == 0 and left.isdisjoint(zone for zone, _ in changed):
                return 0.0  # what is left over lies where no draw leads
            now = sum(self._cost_in(lying, place) for place in changed)
            change = min(change, now - sum(self._cost_in(node.lying, place) for place in changed))
        return change

    def _cost_in(self, lying: Lying, place: Place) -> float:
        """Give the cost of the belief that a space is as in a position."""
        zone, cell = place
        return self.evidence.cost(place, lying.get(zone, {}).get(cell, EMPTY))

    def _roll(self, child: Node) -> bool:
        """Charge a roll by what the dice show; say whether it was seen."""
        cost = None if child.rolled else self.dice.cost(child.tray)
        if cost is None:
            # Paid for, thrown and gone before anybody saw: that is two things to be guessed.
            child.guesses += 1 + child.paid
            child.spent += UNSEEN_COST
            return False
        child.rolled = True
        child.spent += cost
        if cost >= FIRM:
            child.guesses += 1
        return True

    def _weigh(self, child: Node, node: Node, changed: Sequence[Place]) -> None:
        """Work out the misfit from the cells that changed, and which of them are doubtful."""
        doubtful = set(node.doubtful).difference(changed)
        child.unfinished = node.unfinished
        explained = False
        for place in changed:
            zone, cell = place
            was = node.lying.get(zone, {}).get(cell, EMPTY)
            cost = self.evidence.cost(place, child.lying.get(zone, {}).get(cell, EMPTY))
            cost_before = self.evidence.cost(place, was)
            child.misfit += cost - cost_before
            if cost >= FIRM:
                doubtful.add(place)
                child.unfinished &= cost_before < FIRM or self.evidence.cost(place, EMPTY) < FIRM
            explained |= cost_before >= FIRM > cost
        child.doubtful = frozenset(doubtful)
        if changed and not any(self.evidence.sees(place) for place in changed):
            child.guesses += 1
        child.begins = explained and child.unfinished and not child.guesses

    def _note_half_done(self, child: Node, node: Node) -> None:
        """Note an action that explains the view up to its unfinished part.

        An example: three tokens were bought, and the first lies in a garden before the others are picked
        up.
        """
        if not child.doubtful or not child.unfinished or node.guesses:
            return
        if node.doubtful and child.misfit > node.misfit - EXPLAINS:
            return
        left = sum(
            self.evidence.cost((zone, cell), child.lying.get(zone, {}).get(cell, EMPTY))
            for zone, cell in child.doubtful
        )
        if child.misfit - left <= FIT:
            self.half_done.append(child)

    def _merge(self, child: Node) -> Node | None:
        """Keep the better of two ways to one position; None when the position was known already."""
        known = self._known.get(child.state)
        if known is None:
            self._known[child.state] = child
            self._consider(child)
            return child
        if known.parent is not None and known.undone == child.undone and replaces(child, known):
            known.parent, known.action = child.parent, child.action
            known.spent, known.footprint, known.explains = child.spent, child.footprint, True
            known.paid, known.begun = child.paid, None
        return None

    def nodes(self) -> Iterable[Node]:
        """Every position that was looked at."""
        return self._known.values()

    def tray(self, lying: Lying) -> tuple[str, ...]:
        """The dice of a position."""
        return self.dice.kinds(lying)


def _not_dealt(node: Node, step: Step) -> bool:
    """Say whether a hidden deal before a step rules it out, or the step itself cannot be one."""
    if node.in_hand and (step.traceless or node.passer not in (0, step.action.by)):
        return True
    return step.in_hand and (CHANCE in step.state.actors or step.laid != node.laid)


def _has_lain_so(node: Node, lying: Lying) -> bool:
    """Whether an earlier node had the same arrangement and no die was rolled since."""
    while node.parent is not None and node.tray == node.parent.tray:
        node = node.parent
        if node.lying == lying:
            return True
    return False


def _moves(state: State, actor: Actor) -> Iterator[Action]:
    """Give what an actor may have done, without secret actions."""
    moves = (action for action, _ in state.odds()) if actor == CHANCE else state.legal(actor)
    return (action for action in moves if not action.secret)
