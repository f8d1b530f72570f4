"""One view to be judged: from the explanations that the search finds to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import exp
from typing import Final

from companion.referee.addressee import NO, NONE, told_by
from companion.referee.dice_watch import DiceView
from companion.referee.hypothesis import IDLE_COST, Node
from companion.referee.likelihood import CELL_LIMIT, FIRM, Evidence, changed_cells
from companion.referee.search import FIT, MARGIN, Search
from companion.referee.verdict import (
    Accept,
    Ask,
    Choice,
    Difference,
    Disagree,
    HalfDone,
    Illegal,
    NoChange,
    TakenBack,
    Unclear,
    Verdict,
)
from companion.referee.wording import Wording
from companion.rules.abilities import Attempt, HelpsReferee, KnowsAlike
from companion.rules.game import CHANCE, Lying, State
from companion.rules.message import Message, together
from companion.sighting import EMPTY, ViewProblem

ANSWERS: Final = 4
"""A question with more answers needs more than one tap."""

FACES: Final = 6
"""A question about dice may offer every value of a die."""

NEARLY: Final = 2 * CELL_LIMIT
"""The referee asks about an incomplete explanation only if it accounts for two cells or more."""

LEFT_OVER: Final = 2
"""An explanation that is asked about may leave at most so many cells unexplained."""


class Case:
    """One view, the position in the record, and how it came about.

    Attributes
    ----------
    dice_belong : bool
        Whether the verdict found that the dice were moved but not rolled.
    """

    def __init__(
        self,
        evidence: Evidence,
        dice: DiceView,
        wording: Wording,
        state: State,
        earlier: tuple[State, ...],
        unseen: int,
        drawn: Callable[[State], bool],
    ) -> None:
        self.evidence, self.dice, self.wording, self.drawn = evidence, dice, wording, drawn
        self.search = Search(evidence, dice, drawn)
        self.root = self.search.root(state)
        self.earlier, self.unseen = earlier, unseen
        self.dice_belong = False

    def verdict(self) -> Verdict:
        """Try the harmless verdicts first, then the grave ones."""
        fits = self.root.misfit <= FIT
        if fits and not self.dice.fresh:
            return self._contradicted() or self._nudged()
        if self.dice.unreadable:
            return Unclear((ViewProblem("die-unreadable", "I cannot read the die. Roll it again."),))
        return (
            self._still_to_do()
            or self._explained()
            or (self._stray_dice() if fits else self._half_done())
            or self._illegal()
            or self._nearly()
            or self._disagree()
        )

    # Harmless

    def _contradicted(self) -> Verdict | None:
        """Ask what happened where the record fits, but one space contradicts it firmly.

        That is too little to accept an action, and too much to say that nothing has changed.
        """
        if self.root.misfit < FIRM or not self.evidence.differences(self.root.lying):
            return None
        best, *others = self.found or [self.root]
        if best is self.root or best.guesses:
            return None
        rivals = [node for node in others if node is not self.root and self._lead(best, node) < MARGIN]
        close = [best, *(node for node in rivals if not _alike(best.state, node.state))]
        if len(close) == 1:
            return self._whether(best, Message("Was it this?"))
        return self._hidden(close) or self._which(close)

    def _nudged(self) -> Verdict:
        """Handle an unchanged view: a rolled die may have come to rest near its old place."""
        if not self.dice.nudged:
            return NoChange()
        again = Search(self.evidence, self.dice.with_nudged(), self.drawn)
        rolls = [node for node in again.run([again.root(self.root.state)]) if node.rolled]
        if not rolls:
            self.dice_belong = True
            return NoChange()
        choices = (_choice(rolls[0]), NO)
        return Ask(Message("The die has hardly moved. Was it rolled again?"), choices, self.dice.where)

    def _still_to_do(self) -> Verdict | None:
        """Name what was tapped or drawn and is not on the table yet, or all of it.

        All of it while the table has shown nothing. Where a card was put back and another turned up, the
        table may show neither step, or only the first.
        """
        missing = self.evidence.differences(self.root.lying)
        if not self.unseen or not missing or len(self.earlier) < self.unseen:
            return None
        for unseen in range(self.unseen, 0, -1):
            on_the_way = self.evidence.settle(self.earlier[unseen - 1].lying())
            if self.evidence.misfit(on_the_way) <= FIT:
                return HalfDone(self.wording.to_do(missing), missing, unseen=unseen)
        before = self.evidence.settle(self.earlier[self.unseen - 1].lying())
        never_laid = self.unseen == len(self.earlier)
        for place in ((each.zone, each.cell) for each in missing):
            was = before.get(place[0], {}).get(place[1], EMPTY)
            untouched = never_laid or was != self.root.lying.get(place[0], {}).get(place[1], EMPTY)
            if not untouched or min(self.evidence.cost(place, kind) for kind in (was, EMPTY)) >= FIRM:
                return None
        return HalfDone(self.wording.to_do(missing), missing)

    def _stray_dice(self) -> Verdict | None:
        """Handle dice that were moved while everything else is right and no roll is due."""
        cost = self.dice.cost(self.root.tray)
        if cost is not None and cost < FIRM:
            self.dice_belong = True
            return NoChange()
        return self._illegal() or NoChange()

    # Explained

    def _explained(self) -> Verdict | None:
        if not self.found or self.found[0] is self.root:
            return None
        best = self.found[0]
        rivals = self._rivals(best)
        if self.search.begun is not None and all(node.undone for node in (best, *rivals)):
            return None
        if self.root in rivals:
            if not best.paid:
                return self._contradicted() or NoChange()
            rivals.remove(self.root)
        if rivals and not _one_roll([best, *rivals]):
            return self._hidden([best, *rivals]) or self._which([best, *rivals])
        if best.rolled and (rivals or not self.dice.sure):
            return self._which_value(best)
        if best.passed:
            return self._whether(best, Message("Has the turn been passed on?"))
        if best.paid:
            return self._whether(best, Message("The table does not show this. Was it so?"))
        if best.undone:
            return TakenBack(best.undone, best.actions)
        others = [node for node in self.found if node is not best and not _alike(best.state, node.state)]
        return Accept(best.actions, 1 / (1 + sum(exp(-self._lead(best, node)) for node in others)))

    @cached_property
    def found(self) -> list[Node]:
        """The explanations that fit, the cheapest first."""
        return self.search.run([self.root, *self._past()])

    def _rivals(self, best: Node) -> list[Node]:
        """Give explanations about as good as the best one, also those that only doubtful cells contradict."""
        near = [
            node
            for node in self.search.nodes()
            if node is not best and node.explains and self._lead(best, node) < MARGIN
        ]
        others = [node for node in near if node.parent is not None or node.misfit <= FIT]
        return sorted((n for n in others if not _alike(best.state, n.state)), key=self.search.total)

    def _past(self) -> Iterator[Node]:
        """Give earlier positions that the table may show again; of several that look alike the latest.

        Positions in which the software draws are left out: removing a drawn piece asks for no new draw.
        """
        looks = [self._looks(self.root)]
        revealed = False
        for back, state in enumerate(self.earlier, 1):
            revealed |= state.actors == (CHANCE,) or self._others_on(state)
            if back <= self.unseen:
                continue
            node = self.search.root(state, back, revealed=revealed)
            node.explains = state.actors != (CHANCE,) or not self.drawn(state)
            if self._looks(node) not in looks:
                looks.append(self._looks(node))
                yield node

    def _looks(self, node: Node) -> tuple[Lying, tuple[str, ...]]:
        """Say what a position looks like. A roll stays visible only in games in which dice are put down."""
        return node.lying, node.tray if self.dice.put_down else ()

    def _others_on(self, state: State) -> bool:
        """Whether the turn has been passed on since that position."""
        then, now = set(state.actors) - {CHANCE}, set(self.root.state.actors) - {CHANCE}
        return bool(then and now) and then.isdisjoint(now)

    def _lead(self, best: Node, other: Node) -> float:
        return self.search.total(other) - self.search.total(best)

    def _hidden(self, nodes: Sequence[Node]) -> Unclear | None:
        """Wait with the question while something covers the cells that tell the readings apart."""
        for node in nodes[1:]:
            for place in changed_cells(nodes[0].lying, node.lying):
                if place in self.evidence.covered:
                    covered = self.wording.covered(*place)
                    problem = ViewProblem("covered", covered.render({}))
                    return Unclear((problem,), covered, self._which(nodes))
        return None

    def _whether(self, best: Node, question: Message) -> Ask:
        """Ask whether the one reading is true, since the table shows too little of it."""
        return Ask(question, (_choice(best), NO), self._crop([best]))

    def _which(self, nodes: Sequence[Node]) -> Ask:
        """Ask which of several close readings is true."""
        nodes = nodes[:ANSWERS]
        states = [node.state for node in nodes]
        told = states[0].tell_apart(states) if isinstance(states[0], HelpsReferee) else None
        if told is not None:
            question, labels = told
            choices = tuple(
                Choice(node.actions, node.undone, label) for node, label in zip(nodes, labels, strict=True)
            )
        else:
            question = Message("Which of these was it?")
            choices = (*map(_choice, nodes), NONE)
        return Ask(question, choices, self._crop(nodes))

    def _which_value(self, best: Node) -> Ask:
        """Ask which value an unsure die shows, the likeliest first."""
        roll = _roll_of(best)
        rolls = [node for node in self.search.nodes() if node.rolled and node.parent is roll.parent]
        others = [node for node in rolls if node is not roll]
        others.sort(key=lambda node: (node.misfit, -self.dice.odds(node.tray)))
        choices = [_choice(best), *map(_choice, others[: FACES - 1])]
        return Ask(Message("What does the die show?"), tuple(choices), self.dice.where)

    def _crop(self, nodes: Sequence[Node]) -> str:
        """Name the cell to look at: where the readings differ, or where something changed."""
        apart = [place for node in nodes[1:] for place in changed_cells(nodes[0].lying, node.lying)]
        places = apart or list(changed_cells(self.root.lying, nodes[0].lying))
        seen = [place for place in places if self.evidence.sees(place)]
        return "/".join(min(seen)) if seen else ""

    # Not explained

    def _half_done(self) -> Verdict | None:
        """Handle a view between a position and one that may follow it."""
        if self.search.begun is not None:
            return HalfDone(self.wording.only_begun(self._taken_up(self.search.begun)))
        if self.search.half_done:
            missing = self._surely_missing(self.search.half_done)
            return HalfDone(self.wording.to_do(missing), missing, self._illegal())
        begun = [(node, attempt.action) for node, attempt in self._attempts() if attempt.begun]
        if not begun:
            return None
        node, action = begun[0]
        reason = node.state.why_not(action)
        if reason is not None:
            return HalfDone(reason.message)
        certain = node is self.root and {each for _, each in begun} == {action}
        return HalfDone(self.wording.to_do(()), begun=action if certain else None)

    def _surely_missing(self, nodes: Sequence[Node]) -> tuple[Difference, ...]:
        """Name what is left to do in all of these actions; nothing where other actions may be under way."""
        if any(told_by(self.root.state, node.actions) for node in nodes if not node.undone):
            return ()
        if any(node.parent is not None and node.parent.doubtful for node in nodes):
            return ()  # the search has stopped at the first; what is being done may be another thing
        fewest = min(node.doubts for node in nodes)
        first, *others = (self._missing(node) for node in nodes if node.doubts == fewest)
        return tuple(each for each in first if all(each in other for other in others))

    def _taken_up(self, begun: Node) -> tuple[Difference, ...]:
        """Name the pieces that a player has picked up and not yet put down."""
        before = begun.parent or self.root
        changed = set(changed_cells(before.lying, begun.lying))
        gone = self.evidence.differences(before.lying)
        return tuple(each for each in gone if (each.zone, each.cell) in changed)

    def _missing(self, node: Node) -> tuple[Difference, ...]:
        return tuple(
            Difference(
                zone, cell, self.evidence.look((zone, cell)), node.lying.get(zone, {}).get(cell, EMPTY)
            )
            for zone, cell in sorted(node.doubtful)
        )

    def _illegal(self) -> Illegal | None:
        """Name the broken rule if a forbidden action explains the view in full."""
        for node, attempt in self._attempts():
            reason = None if attempt.begun else node.state.why_not(attempt.action)
            if reason is not None:
                where = self.evidence.differences(node.lying)
                remedy = self.wording.to_put_back(where) if where else None
                return Illegal(attempt.action, reason, where, remedy)
        return None

    def _attempts(self) -> Iterator[tuple[Node, Attempt]]:
        """Give the forbidden actions that explain everything, the plainest first."""
        seen = self._seen()
        for node in self.search.opened or [self.root]:
            if isinstance(node.state, HelpsReferee) and not node.doubts:
                for attempt in node.state.attempts(seen):
                    if self._explains(node, attempt.lying):
                        yield node, attempt

    def _seen(self) -> Lying:
        seen = self.evidence.seen()
        kinds = [kind for die in self.dice.fresh if (kind := self.dice.value_kind(die)) is not None]
        for zone in self.dice.trays if kinds else ():
            seen[zone] = {str(number): kind for number, kind in enumerate(sorted(kinds), 1)}
        return seen

    def _explains(self, node: Node, lying: Lying) -> bool:
        misfit = self.evidence.misfit(self.evidence.settle(lying))
        tray = self.search.tray(lying)
        if tray != node.tray:
            cost = None if node.rolled else self.dice.cost(tray)
            misfit += IDLE_COST if cost is None else cost
        elif self.dice.fresh and not node.rolled:
            misfit += IDLE_COST
        return misfit <= FIT

    def _nearly(self) -> Ask | None:
        """Ask about a reading that explains all but a cell or two."""
        mark = self.search.total(self.root) - NEARLY
        nodes = [node for node in self.search.nodes() if node.explains and node.parent is not None]
        near = sorted((node for node in nodes if self.search.total(node) <= mark), key=self.search.total)
        near = [
            node for node in near if self._lead(near[0], node) < MARGIN and node.doubts <= NEARLY / CELL_LIMIT
        ]
        if not near or len(near) >= ANSWERS:
            return None
        left = self.evidence.differences(near[0].lying)
        if len(left) > LEFT_OVER:
            return None
        told = self.wording.disagreement(left)
        question = together(Message("Was it this?"), told)
        return Ask(question, (*map(_choice, near), NO), left[0].where if left else "")

    def _disagree(self) -> Verdict:
        where = self.evidence.differences(self.root.lying)
        if not where:
            return Unclear((ViewProblem("uncertain", "I do not see clearly enough what lies here."),))
        return Disagree(self.wording.disagreement(where), where)


def _alike(one: State, other: State) -> bool:
    """Whether the difference between two positions does not matter."""
    return isinstance(one, KnowsAlike) and one.alike(other)


def _choice(node: Node) -> Choice:
    return Choice(node.actions, node.undone)


def _one_roll(nodes: Sequence[Node]) -> bool:
    """Whether all these explanations share one roll and differ only in its values."""
    before = nodes[0].parent
    same = all(node.rolled and node.parent is before for node in nodes)
    return same and before is not None and not before.rolled


def _roll_of(node: Node) -> Node:
    """Find the node on the way to this one at which the dice were rolled."""
    while node.parent is not None and node.parent.rolled:
        node = node.parent
    return node
