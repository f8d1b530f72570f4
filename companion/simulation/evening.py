"""A whole game played by bots on the simulated table, with the truth and the camera's pictures.

What happens is settled here, by the table's own dice and tiles; whoever watches the pictures has
to find it out. So the truth of a game and what a referee makes of the pictures can be compared.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from companion.layout import Layout, Mosaic
from companion.rules.abilities import only_begins, piles_of
from companion.rules.game import CHANCE, Action, Lying, State
from companion.simulation.bots import bots, to_act
from companion.simulation.hands import perform, steps, thrown
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.held_up import held_up
from companion.simulation.rendering.snapshot import snapshot
from companion.simulation.table import SimulatedTable


class Moment(NamedTuple):
    """A moment at which the table is at rest.

    ``actions`` is what has happened since the last one; ``told`` are those that must be tapped, because
    they leave nothing to see on the table, or no more than another action does when it begins.
    ``half_done`` marks a view in the middle of an action; ``photo`` a phone's photograph of tiles that the
    camera does not see: joined on the bare table, or drawn.
    """

    picture: Array
    actions: tuple[Action, ...]
    told: tuple[Action, ...]
    state: State
    half_done: bool = False
    photo: bool = False


class Evening:
    """One game on one table.

    Parameters
    ----------
    layout, state
        The game as it is set up.
    seed
        Makes room, dice, tiles and bots repeatable.
    size_px
        Of the pictures.
    half_done
        Whether there are pictures in the middle of actions, too.
    most_actions
        The game is broken off after so many.
    table
        Another table than the simulated one of this seed, seen in another way, say.
    """

    def __init__(
        self,
        layout: Layout,
        state: State,
        seed: int,
        *,
        size_px: tuple[int, int] = (1640, 1232),
        half_done: bool = False,
        most_actions: int = 100_000,
        table: SimulatedTable | None = None,
    ) -> None:
        self.table = table or SimulatedTable(layout, size_px=size_px, seed=seed)
        self.state = state
        self.truth: list[Action] = []
        self._layout = layout
        self._mosaic = _photographed_mosaic(layout)
        self._rng = random.Random(seed)
        self._bots = bots(state.seats, seed)
        self._half_done = half_done
        self._most_actions = most_actions
        self._size_px = size_px
        self._laid: list[Action] = []
        """What was joined on the bare table since somebody photographed it."""
        self.table.lay(piles_of(state))

    def play(self) -> Iterator[Moment]:
        """Play to the end, moment by moment; the first is the table as it is laid out."""
        yield Moment(self.table.picture(), (), (), self.state)
        while self.state.actors and len(self.truth) < self._most_actions:
            before, action = self.state, self._next()
            after = before.after(action)
            if self._joins(before, after):
                self._laid.append(action)
                self.state = after
                self.truth.append(action)
                continue
            if self._laid:
                yield self._photographed()
            if self._draws(before, after):
                self.state = after
                self.truth.append(action)
                yield self._shown(action, before)
                continue
            seen = self._shows(before, action, after)
            for _ in self._carry_out(before, action, after):
                if self._half_done and seen:
                    yield Moment(self.table.picture(), (), (), before, half_done=True)
            self.state = after
            self.truth.append(action)
            told = () if seen and not only_begins(before, action) else (action,)
            yield Moment(self.table.picture(), (action,), told, after)

    def _joins(self, before: State, after: State) -> bool:
        """Whether an action changes nothing but tiles that are joined on the bare table, or wait to be."""
        if self._mosaic is None:
            return False
        was, now = before.lying(), after.lying()
        changed = {zone.rpartition("-")[0] for zone in now if now[zone] != was.get(zone)}
        return self._mosaic.zone in changed <= {self._mosaic.zone, self._mosaic.waiting}

    def _draws(self, before: State, after: State) -> bool:
        """Whether all that happens is that somebody gets tiles which wait to be joined."""
        if self._mosaic is None:
            return False
        was, now = before.lying(), after.lying()
        changed = {zone.rpartition("-")[0] for zone in now if now[zone] != was.get(zone)}
        return changed == {self._mosaic.waiting} and bool(_more(was, now))

    def _shown(self, action: Action, before: State) -> Moment:
        """Let whoever has drawn tiles show them to a phone."""
        kinds = _more(before.lying(), self.state.lying())
        seed, turn = self._rng.randrange(1000), self._rng.uniform(0, 360)
        picture = held_up(
            self._layout, kinds, spread="apart", seed=seed, turn_deg=turn, size_px=self._size_px
        )
        return Moment(picture, (action,), (), self.state, photo=True)

    def _photographed(self) -> Moment:
        """Let whoever has laid tiles photograph them."""
        actions, self._laid = tuple(self._laid), []
        turn = self._rng.uniform(0, 360)
        picture = snapshot(
            self._layout,
            self.state.lying(),
            actions[-1].by,
            seed=self._rng.randrange(1000),
            turn_deg=turn,
            size_px=self._size_px,
        )
        return Moment(picture, actions, (), self.state, photo=True)

    def _next(self) -> Action:
        """Give what happens next: a bot's choice, or what chance brings."""
        seat = to_act(self.state)
        if seat is None or (CHANCE in self.state.actors and not self._bots[seat].wants_to_act()):
            return self._chance()
        return self._bots[seat].choose(self.state)

    def _chance(self) -> Action:
        outcomes, weights = zip(*self.state.odds(), strict=True)
        action: Action = self._rng.choices(outcomes, weights)[0]
        return action

    def _shows(self, before: State, action: Action, after: State) -> bool:
        """Whether an action leaves anything to see: a thrown die or a piece that lies elsewhere."""
        was, now = before.lying(), after.lying()
        if action.by == CHANCE and thrown(self._layout, was, now):
            return True
        return bool(steps(self._layout, was, now))

    def _carry_out(self, before: State, action: Action, after: State) -> Iterator[None]:
        """Let hands do it; pause after every step but the last."""
        dice = thrown(self._layout, before.lying(), after.lying())
        if action.by == CHANCE and dice:
            self.table.throw(dice)
        todo = steps(self._layout, piles_of(before), piles_of(after))
        for number, step in enumerate(todo, 1):
            perform(self.table, step)
            if number < len(todo):
                yield
        self.table.lay(piles_of(after))


def _photographed_mosaic(layout: Layout) -> Mosaic | None:
    """Give the joined tiles that a phone photographs: tiles without markers are tapped."""
    mosaic = layout.mosaic
    marked = mosaic is not None and all(layout.kinds[kind].marker >= 0 for kind in mosaic.kinds)
    return mosaic if marked else None


def _more(was: Lying, now: Lying) -> list[str]:
    """Give the pieces that lie in a zone of one position and did not in the one before."""
    return [
        kind
        for zone, cells in now.items()
        for kind in Counter(cells.values()) - Counter(was.get(zone, {}).values())
    ]
