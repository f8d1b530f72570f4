"""Sea stars: the way to the nearest oyster (section 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.octopus_garden.rules.actions import Star, Step
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.phases.moving import choices, own_move, resting, token_meant
from companion.games.octopus_garden.rules.position import P, Position
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import listed, reason


@lru_cache(maxsize=256)
def distances(garden: Garden) -> dict[Space, int]:
    """Give the steps from every space to its nearest oyster token on open ways (OG-R18).

    A space from which no oyster can be reached is left out. Printed oysters attract nobody.
    """
    reached = dict.fromkeys((space for space, _ in garden.having("OY")), 0)
    queue = list(reached)
    for space in queue:
        for near in garden.open_neighbours(space):
            if near not in reached:
                reached[near] = reached[space] + 1
                queue.append(near)
    return reached


def ways(garden: Garden, space: Space) -> tuple[Space, ...]:
    """Give the spaces that a sea star there may step to: all one step nearer to an oyster (OG-R19)."""
    far = distances(garden)
    if space not in far:
        return ()
    return tuple(near for near in garden.open_neighbours(space) if far.get(near) == far[space] - 1)


def star_ways(p: Position, seat: Seat) -> dict[Space, tuple[Space, ...]]:
    """Give for every space with a sea star where a star there would go, for anybody who asks."""
    garden = p.garden[seat - 1]
    return {space: ways(garden, space) for space, _ in garden.having("SS")}


def star_steps(garden: Garden) -> Iterator[Step]:
    """Every step of a sea star that has not moved."""
    for space, star, name in choices(garden, "SS"):
        if not star.moved:
            for target in ways(garden, space):
                yield Step(space, target, eats=garden.holds(target, "OY"), token=name)


def legal_stars(p: Position, seat: Seat) -> Iterator[Star]:
    """Every step of the active seat's sea stars."""
    return (Star(seat, step) for step in star_steps(p.own))


def explain_star(p: Position, action: Star) -> Reason:
    """Why that sea star does not go there."""
    garden, step = p.own, action.step
    wrong = token_meant(garden, step, "SS")
    if wrong is not None:
        return wrong
    targets = ways(garden, step.origin)
    if not targets:
        return reason("OG-R18", "This sea star reaches no oyster: it stays.")
    if step.target in garden.board.neighbours.get(step.origin, ()) and garden.blocked(step.target):
        return reason("OG-R26", "No animal may enter {space}.", space=step.target)
    if step.target not in targets:
        return reason("OG-R18", "The way to the nearest oyster leads to {ways}.", ways=listed(targets))
    if step.eats != garden.holds(step.target, "OY"):
        text = "An oyster on {space} is eaten." if not step.eats else "There is no oyster on {space}."
        return reason("OG-R21", text, space=step.target)
    return resting(garden, step, "SS")


def move_star(p: P, action: Star) -> P:
    """Let a sea star take its step."""
    return own_move(p, action.step, "SS")
