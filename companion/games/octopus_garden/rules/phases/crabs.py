"""Hermit crabs and boxer crabs on the move (sections 8.4 and 10.2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games.octopus_garden.rules.actions import Boxer, Crab, Step
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import HOMES, Home, Token
from companion.games.octopus_garden.rules.phases.moving import choices, chosen, own_move, resting, token_meant
from companion.games.octopus_garden.rules.position import P, Position
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def may_drop(garden: Garden, space: Space, crab: Token) -> bool:
    """Whether a crab may leave its home here: only where it lies on the bare board (OG-R23)."""
    lowest = garden.at(space)[0].name
    return crab.home == lowest and space not in garden.board.printed


def crab_ways(garden: Garden, space: Space, crab: Token, name: str) -> Iterator[Step]:
    """Every step of a hermit crab: with its home, without it, into one of several homes."""
    for target in garden.open_neighbours(space):
        if crab.home:
            yield Step(space, target, token=name)
        if crab.home and not may_drop(garden, space, crab):
            continue
        for home in _homes(garden, target):
            yield Step(space, target, drop=bool(crab.home), home=home, token=name)


def _homes(garden: Garden, target: Space) -> tuple[Literal["", Home], ...]:
    """Give the kinds of home to choose from; one alone, or none, needs no word."""
    codes = {home.code for home in garden.loose_homes(target)}
    return HOMES if len(codes) > 1 else ("",)


def crab_steps(garden: Garden) -> Iterator[Step]:
    """Every step of a hermit crab that has not moved."""
    for space, crab, name in choices(garden, "HC"):
        yield from crab_ways(garden, space, crab, name)


def boxer_steps(garden: Garden) -> Iterator[Step]:
    """Every step of a boxer crab that has not moved, with its anemone: into empty spaces (OG-M29)."""
    empty = garden.empty
    for space, _, _ in choices(garden, "BX"):
        for target in garden.board.neighbours[space]:
            if target in empty:
                yield Step(space, target)


def legal_crabs(p: Position, seat: int) -> Iterator[Crab]:
    """Every step of the active seat's hermit crabs."""
    return (Crab(seat, step) for step in crab_steps(p.own))


def explain_crab(p: Position, action: Crab) -> Reason:
    """Why that hermit crab may not move so."""
    garden, step = p.own, action.step
    wrong = token_meant(garden, step, "HC")
    if wrong is not None:
        return wrong
    if step.target not in garden.board.neighbours[step.origin]:
        return reason("8.4", "A hermit crab moves one space.")
    if garden.blocked(step.target):
        return reason("OG-R26", "No animal may enter {space}.", space=step.target)
    crab = chosen(garden, step, "HC")
    if step.drop and crab is not None:
        text = (
            "A home is left only on the bare board."
            if crab.home
            else "This hermit crab has no home to leave."
        )
        if not crab.home or not may_drop(garden, step.origin, crab):
            return reason("OG-R23", text)
    if step.home or len(_homes(garden, step.target)) > 1:
        return reason("OG-R24", "There is no such choice of a home on {space}.", space=step.target)
    return resting(garden, step, "HC")


def legal_boxers(p: Position, seat: int) -> Iterator[Boxer]:
    """Every step of the active seat's boxer crabs."""
    return (Boxer(seat, step) for step in boxer_steps(p.own))


def explain_boxer(p: Position, action: Boxer) -> Reason:
    """Why that boxer crab may not move so."""
    garden, step = p.own, action.step
    wrong = token_meant(garden, step, "BX")
    if wrong is not None:
        return wrong
    if step.target not in garden.board.neighbours[step.origin]:
        return reason("10.2.8", "A boxer crab and its anemone move one space.")
    return reason("OG-M29", "A boxer crab and its anemone move into an empty space only.")


def move_crab(p: P, action: Crab) -> P:
    """Let a hermit crab take its step."""
    return own_move(p, action.step, "HC")


def move_boxer(p: P, action: Boxer) -> P:
    """Let a boxer crab and its anemone take their step."""
    return own_move(p, action.step, "BX")
