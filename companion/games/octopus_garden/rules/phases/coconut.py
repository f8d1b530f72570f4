"""Coconut octopuses: an activation moves what lies beside one (10.2.2).

It is played unit by unit; `Flip` ends it. A unit is a crab with its home, a boxer crab with its
anemone, or one other token (OG-M06).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Coco, Flip, Step
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import Token
from companion.games.octopus_garden.rules.phases.crabs import crab_ways
from companion.games.octopus_garden.rules.phases.moving import eaten, moved
from companion.games.octopus_garden.rules.position import Activation, P, Position, with_garden
from companion.games.octopus_garden.rules.results.groups import with_bonuses
from companion.games.octopus_garden.rules.sentences.words import token_called
from companion.rules.game import Reason
from companion.rules.kit.words import listed, reason


def beside(garden: Garden, space: Space) -> tuple[str, ...]:
    """Name the units on the spaces round an octopus."""
    return tuple(token.name for near in garden.board.neighbours[space] for token in units_on(garden, near))


def units_on(garden: Garden, space: Space) -> list[Token]:
    """Give the token by which each unit on a space is named: of a crab with its home, the crab."""
    stack = garden.at(space)
    homes = {token.home for token in stack}
    boxed = garden.holds(space, "BX")
    return [t for t in stack if t.name not in homes and not (boxed and t.code == "AN")]


def activations(p: Position) -> Iterator[Activation]:
    """Give the activation under way, or else every one that the active seat may begin (OG-M08)."""
    if p.activation is not None:
        yield p.activation
        return
    for space, octopus in p.own.having("CC"):
        if not octopus.flipped:
            yield Activation(space, beside(p.own, space))


def unit_steps(garden: Garden, activation: Activation) -> Iterator[Step]:
    """Every step that an octopus may give to the units it has not moved yet."""
    for space in garden.board.spaces:
        waiting = [token for token in units_on(garden, space) if token.name in activation.units]
        for token in waiting:
            yield from _ways(garden, space, token, token.name if len(waiting) > 1 else "")


def _ways(garden: Garden, space: Space, token: Token, name: str) -> Iterator[Step]:
    """Stars and hermit crabs go where they may enter, all else into empty spaces."""
    if token.code == "HC":
        yield from crab_ways(garden, space, token, name)
    elif token.code == "SS":
        for target in garden.open_neighbours(space):
            yield Step(space, target, eats=garden.holds(target, "OY"), token=name)
    else:
        empty = garden.empty
        for target in garden.board.neighbours[space]:
            if target in empty:
                yield Step(space, target, token=name)


def legal_cocos(p: Position, seat: int) -> Iterator[Coco]:
    """Every single step of every activation."""
    for activation in activations(p):
        for step in unit_steps(p.own, activation):
            yield Coco(seat, activation.space, (step,))


def explain_coco(p: Position, action: Coco) -> Reason:
    """Why that octopus may not do that."""
    found = next((a for a in activations(p) if a.space == action.space), None)
    if found is None:
        return _why_not_active(p, action.space)
    step = action.steps[0]
    if len(action.steps) > 1:
        return reason("10.2.2", "An activation is played one token after the other.")
    there = [token for token in units_on(p.own, step.origin) if token.name in found.units]
    if not there:
        return reason("10.2.2", "Nothing beside the octopus is left to move on {space}.", space=step.origin)
    if step.target not in p.own.board.neighbours[step.origin]:
        return reason("10.2.2", "Each token moves one space.")
    if len(there) > 1 and step.token not in [token.name for token in there]:
        names = listed([token_called(token.name) for token in there], "and")
        return reason("10.2.2", "Of those on {space} say which: {names}.", space=step.origin, names=names)
    return reason("10.2.2", "That token may not move to {space}.", space=step.target)


def _why_not_active(p: Position, space: Space) -> Reason:
    if p.activation is not None:
        return reason("10.2.2", "First the activation on {space} is ended.", space=p.activation.space)
    if p.own.holds(space, "CC"):
        return reason("OG-M08", "The coconut octopus on {space} has been used.", space=space)
    return reason("10.2.2", "There is no coconut octopus on {space}.", space=space)


def move_beside(p: P, action: Coco) -> P:
    """Move one unit; an octopus that begins notes what lies beside it at this moment."""
    activation = next(a for a in activations(p) if a.space == action.space)
    garden, step = p.own, action.steps[0]
    token = next(
        t for t in units_on(garden, step.origin) if t.name in activation.units and step.token in ("", t.name)
    )
    left = tuple(name for name in activation.units if name != token.name)
    p = eaten(with_garden(p, p.active, moved(garden, token, step)), step)
    return replace(p, phase="COCONUT", activation=Activation(action.space, left))


def legal_flips(p: Position, seat: int) -> Iterator[Flip]:
    """The activation may end after its first step."""
    if p.activation is not None:
        yield Flip(seat, p.activation.space)


def explain_flip(p: Position, _: Flip) -> Reason:
    """Why that octopus is not turned over."""
    space = p.activation.space if p.activation is not None else ""
    return reason("10.2.2", "The octopus on {space} is at work.", space=space)


def flip(p: P, action: Flip) -> P:
    """Turn the octopus over and check the groups."""
    octopus = next(t for t in p.own.at(action.space) if t.code == "CC")
    p = with_garden(p, p.active, p.own.swapped(replace(octopus, flipped=True)))
    return with_bonuses(replace(p, phase="MOVE", activation=None), p.active)
