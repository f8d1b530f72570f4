"""The complete routes of a move (CF-15..20), found by walking through the garden.

A walk numbers the spaces of the caterpillar: its tail piece has number 0, its head the length
of its body, and every step gives the head's new space the next number. After ``t`` moves of
the tail the body lies on the numbers from ``t`` up to the head's, so a space that the chain
has visited is blocked while its number is at least ``t``; a step that grows the chain leaves
the tail where it is. So nothing is copied from step to step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.caterpillar_filler.rules.actions import Route
from companion.games.caterpillar_filler.rules.data.board import (
    NEIGHBOURS,
    ROUND_NEIGHBOURS,
    Space,
    crosses_seam,
)
from companion.games.caterpillar_filler.rules.position import Position
from companion.rules.game import Seat

FLOWER = 0
WASP = -1
FREE = -2
"""What a space holds for the mover; a seat's number stands for that seat's caterpillar."""

TAIL_CHASER_BODY = 3
"""Body pieces from which the own tail may be followed (R01)."""


class Walk:
    """The garden as the player to move meets it during this move."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.seat: Seat = p.seat_to_move
        self.switches = p.table.switches
        self.neighbours = ROUND_NEIGHBOURS if self.switches.wrap else NEIGHBOURS
        self.ground = self._ground()
        self.path: list[Space] = [*p.chain(self.seat)[:1]]
        self.number = {space: i for i, space in enumerate(reversed(p.chain(self.seat)))}
        self.head_number = len(p.body[self.seat - 1])
        self.tail_moves = 0
        self.eaten = 0

    def _ground(self) -> dict[Space, int]:
        ground = dict.fromkeys(self.p.wasp_spaces, WASP)
        ground.update(dict.fromkeys(self.p.flowers, FLOWER))
        for other in range(1, self.p.seats + 1):
            if other != self.seat:
                ground.update(dict.fromkeys(self.p.chain(other), other))
        return ground

    @property
    def steps_left(self) -> int:
        """What is left of the roll."""
        return self.p.steps_left - len(self.path) + 1

    def holds(self, space: Space) -> int:
        """What a space holds, own body apart."""
        return self.ground.get(space, FREE)

    def own_body(self, space: Space) -> bool:
        """Whether the own body blocks that space now (CF-16, CF-17); R01 lets the tail be followed."""
        number = self.number.get(space, -1)
        if number > self.tail_moves:
            return True
        body = self.head_number - self.tail_moves
        return number == self.tail_moves and not (self.switches.follow_tail and body >= TAIL_CHASER_BODY)

    def blocked(self, space: Space) -> bool:
        """Whether the head, standing beside that space, may not enter it (CF-16)."""
        if self.own_body(space):
            return True
        held = self.ground.get(space, FREE)
        if held <= FLOWER:
            return held == WASP
        return not self.switches.cannibal or crosses_seam(self.path[-1], space)

    def exits(self) -> list[Space]:
        """The spaces that the head may enter now."""
        return [space for space in self.neighbours[self.path[-1]] if not self.blocked(space)]

    def step(self, space: Space) -> tuple[Space, int | None, int]:
        """Make a step and give what `back` needs to take it back."""
        memory = (space, self.number.get(space), self.holds(space))
        self.path.append(space)
        self.head_number += 1
        self.number[space] = self.head_number
        if memory[2] == FLOWER:
            del self.ground[space]
            self.eaten += 1
        else:
            self.tail_moves += 1
        return memory

    def back(self, memory: tuple[Space, int | None, int]) -> None:
        """Take the last step back."""
        space, number, held = memory
        self.path.pop()
        self.head_number -= 1
        if number is None:
            del self.number[space]
        else:
            self.number[space] = number
        if held == FLOWER:
            self.ground[space] = FLOWER
            self.eaten -= 1
        else:
            self.tail_moves -= 1

    def eating_ends_game(self) -> bool:
        """Whether the flower eaten last ends the game: full size, or alone in the lead with no tiles."""
        p = self.p
        if p.reserve[self.seat - 1] - self.eaten <= self.switches.goal_reserve:
            return True
        if p.pairs_left >= self.eaten:
            return False
        mine = p.lengths[self.seat - 1] + self.eaten
        return all(length < mine for seat, length in enumerate(p.lengths, 1) if seat != self.seat)

    def can_finish(self) -> bool:
        """Whether a complete route goes on from here."""
        made_a_step = len(self.path) > 1 or self.p.steps_left != self.p.roll
        if not self.steps_left or (self.switches.min_move and made_a_step):
            return True
        return any(self._finishes(space) for space in self.exits())

    def _finishes(self, space: Space) -> bool:
        held = self.holds(space)
        if held > FLOWER or (held == FLOWER and self.switches.flower_stops):
            return True
        memory = self.step(space)
        finishes = (held == FLOWER and self.eating_ends_game()) or self.can_finish()
        self.back(memory)
        return finishes

    def routes(self, *, any_flower: bool) -> Iterator[Route]:
        """Every route from here; ``any_flower`` also those to a flower with no way on from it."""
        left, here = self.steps_left, tuple(self.path)
        for space in self.exits():
            held = self.holds(space)
            path = (*here, space)
            if held > FLOWER:
                yield Route(self.seat, path, (), held)
            elif held == FLOWER:
                if any_flower or self._finishes(space):
                    yield Route(self.seat, path, (len(here),))
            else:
                if left == 1 or self.switches.min_move:
                    yield Route(self.seat, path)
                if left > 1:
                    memory = self.step(space)
                    yield from self.routes(any_flower=any_flower)
                    self.back(memory)


def legal_routes(p: Position) -> Iterator[Route]:
    """Every legal route of the player to move, in a fixed order.

    In Grazing (R03) these are the routes up to the next flower, from which a complete route
    must go on if there is any complete route at all, unless leaving is free.
    """
    walk = Walk(p)
    grazes = not walk.switches.flower_stops and (p.table.free_stuck or not walk.can_finish())
    return walk.routes(any_flower=grazes)


def is_stuck(p: Position) -> bool:
    """Whether the player to move has no complete route (CF-20)."""
    return not Walk(p).can_finish()


def next_steps(p: Position, so_far: Sequence[Space] = ()) -> tuple[Space, ...]:
    """List the spaces that may follow on a route begun with ``so_far`` (the head's space first).

    Only steps that begin or continue a complete route are legal (CF-19); at a table where
    leaving is free (``stuck_rule``) every space that can be entered is.
    """
    begun = tuple(so_far) or p.chain(p.seat_to_move)[:1]
    if p.table.free_stuck:
        walk = Walk(p)
        for space in begun[1:]:
            if space not in walk.exits() or walk.holds(space) >= FLOWER:
                return ()
            walk.step(space)
        return tuple(walk.exits()) if walk.steps_left else ()
    onward = {
        route.path[len(begun)]: None
        for route in legal_routes(p)
        if route.steps >= len(begun) and route.path[: len(begun)] == begun
    }
    return tuple(onward)


def reach(p: Position) -> dict[Space, tuple[Route, ...]]:
    """Sort the legal routes by the space on which they end, shortest first."""
    ends: dict[Space, list[Route]] = {}
    for route in legal_routes(p):
        ends.setdefault(route.end, []).append(route)
    return {space: tuple(sorted(found, key=lambda route: route.steps)) for space, found in ends.items()}
