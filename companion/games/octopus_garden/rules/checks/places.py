"""Where on the boards an action takes place: for pages on which it is chosen by tapping."""

from __future__ import annotations

from companion.games.octopus_garden.rules import actions
from companion.rules.game import Action


def places(action: Action) -> tuple[str, ...]:
    """Give the cells (``zone/cell``) that an action leads over, in order; none for a line of the market.

    A line is named by itself: any of its tokens belongs to a row and a column.
    """
    garden = f"garden-{action.by}"
    match action:
        case actions.Plant() | actions.Oyster() | actions.Flip():
            return (f"{garden}/{action.space}",)
        case actions.Mimic():
            return tuple(f"{garden}/{space}" for space in action.spaces)
        case actions.Star() | actions.Crab() | actions.Boxer():
            return (f"{garden}/{action.step.origin}", f"{garden}/{action.step.target}")
        case actions.Coco():
            steps = [space for step in action.steps for space in (step.origin, step.target)]
            return tuple(f"{garden}/{space}" for space in (action.space, *steps))
        case actions.Lion() | actions.Pass() | actions.Fill() | actions.Shark() if action.cell:
            return (f"market/{action.cell}",)
    return ()
