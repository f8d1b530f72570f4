"""Moving a token, or a crab with its home, to an adjacent space (sections 8.3 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Step
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import Code, Stack, Token
from companion.games.octopus_garden.rules.position import P, told, with_garden
from companion.games.octopus_garden.rules.results.groups import with_bonuses
from companion.games.octopus_garden.rules.sentences.words import called, token_called
from companion.rules.game import Reason
from companion.rules.kit.words import listed, reason


class Choice(NamedTuple):
    """A token that may be meant: where it lies, and the name it needs to be told from its like."""

    space: Space
    token: Token
    name: str


def choices(garden: Garden, code: Code) -> Iterator[Choice]:
    """Give the animals of one code that have not moved; named where two lie on one space."""
    waiting = [(space, token) for space, token in garden.having(code) if not token.moved]
    spaces = [space for space, _ in waiting]
    for space, token in waiting:
        yield Choice(space, token, token.name if spaces.count(space) > 1 else "")


def chosen(garden: Garden, step: Step, code: Code) -> Token | None:
    """Give the animal that a step means: by its name, or the only one that has not moved."""
    found = [c.token for c in choices(garden, code) if (c.space, c.name) == (step.origin, step.token)]
    return found[0] if found else None


def token_meant(garden: Garden, step: Step, code: Code) -> Reason | None:
    """Why no animal is meant by a step, or None when one is."""
    if chosen(garden, step, code) is not None:
        return None
    there = [token for token in garden.at(step.origin) if token.code == code]
    if not there:
        return reason("section 8", "There is no {what} on {space}.", what=called(code), space=step.origin)
    if all(token.moved for token in there):
        return reason("OG-R25", "Each animal moves once a turn.")
    return resting(garden, step, code)


def resting(garden: Garden, step: Step, code: Code) -> Reason:
    """Ask for the right name of an animal that may move."""
    there = [token for token in garden.at(step.origin) if token.code == code and not token.moved]
    names = [token_called(token.name) for token in there]
    if len(names) > 1:
        text = "Of those on {space} say which: {names}."
        return reason("section 6", text, space=step.origin, names=listed(names, "and"))
    if step.eats:
        return reason("OG-R21", "Only sea stars eat oysters: the {what} steps onto it.", what=called(code))
    return reason("section 6", "On {space} there is no other to move.", space=step.origin)


def unit(garden: Garden, space: Space, token: Token, *, drop: bool = False) -> Stack:
    """Give what moves as one: a crab with its home below it, a boxer crab with its anemone (OG-M06)."""
    stack = garden.at(space)
    if token.code == "BX":
        return stack
    home = tuple(other for other in stack if other.name == token.home and not drop)
    return (*home, token)


def moved(garden: Garden, token: Token, step: Step) -> Garden:
    """Put a unit on top of the target; an oyster there is eaten by a star, and homes are found."""
    group = unit(garden, step.origin, token, drop=step.drop)
    names = {member.name for member in group}
    left = tuple(member for member in garden.at(step.origin) if member.name not in names)
    if step.drop:
        group = tuple(replace(member, home="") for member in group)
    there = tuple(member for member in garden.at(step.target) if not (step.eats and member.code == "OY"))
    if step.home:
        home = next(home.name for home in garden.loose_homes(step.target) if home.code == step.home)
        group = tuple(replace(member, home=home) for member in group)
    return garden.with_stack(step.origin, left).with_stack(step.target, there + group).linked()


def eaten(p: P, step: Step) -> P:
    """Return the oyster that a step eats to the bed (OG-R21)."""
    return told(replace(p, bed=p.bed + 1), p.active, f"eaten {step.target}") if step.eats else p


def own_move(p: P, step: Step, code: Code) -> P:
    """Let an animal have its move of the turn."""
    animal = next(c.token for c in choices(p.own, code) if (c.space, c.name) == (step.origin, step.token))
    garden = moved(p.own, animal, step)
    placed = next(token for token in garden.at(step.target) if token.name == animal.name)
    p = with_garden(p, p.active, garden.swapped(replace(placed, moved=True)))
    return with_bonuses(eaten(p, step), p.active, step.target)
