"""Reading actions back from their notation (the table at the top of `actions`)."""

from __future__ import annotations

import re
from typing import Final

from companion.games.octopus_garden.rules.actions import (
    AnyAction,
    Boxer,
    Buy,
    Chest,
    Coco,
    Crab,
    Done,
    Draw,
    Fill,
    First,
    Flip,
    Lion,
    Mimic,
    NoShark,
    Oyster,
    Pass,
    Plant,
    Release,
    Shark,
    Skip,
    Star,
    Step,
)
from companion.games.octopus_garden.rules.data.tokens import CODES, GroupKind
from companion.games.octopus_garden.rules.phases.mimics import in_order
from companion.rules.game import Actor
from companion.rules.kit.notation import Notation, Reader

_SPACE: Final = r"[A-Z][1-9][0-9]?"
_CELL: Final = r"[1-3][1-3]"
_CODE: Final = "|".join(CODES)
_TOKEN: Final = rf"(?:{_CODE})[1-9][0-9]{{0,2}}"
_STEP: Final = rf"(?:{_TOKEN} )?{_SPACE}[-x]{_SPACE}(?:=(?:SH|TR))?(?: drop)?"

_STEP_PARTS: Final = re.compile(rf"(?:({_TOKEN}) )?({_SPACE})([-x])({_SPACE})(?:=(SH|TR))?( drop)?")


def _steps(text: str) -> tuple[Step, ...]:
    """Read the steps of a text that is known to have the right shape."""
    return tuple(
        Step(origin, target, eats=how == "x", drop=bool(drop), home=home, token=token)
        for token, origin, how, target, home, drop in _STEP_PARTS.findall(text)
    )


def _moving(kind: type[Star | Crab | Boxer]) -> Reader:
    return lambda by, text: kind(by, _steps(text)[0])


def _declaring(by: Actor, spaces: str, kind: GroupKind) -> Mimic:
    first, *others = in_order(spaces.split("+"))
    return Mimic(by, first, kind, tuple(others))


NOTATION: Final = Notation(
    "Octopus's Garden",
    {
        f"draw ({_CODE})": Draw,
        "first ([1-4])": lambda by, seat: First(by, int(seat)),
        f"lion ({_CELL})": Lion,
        "(?:skip)": Skip,
        "buy ([RK][1-3])": Buy,
        f"oyster ({_SPACE})": Oyster,
        f"pass ({_CELL})": Pass,
        "(?:pass)": Pass,
        r"release P\d": Release,
        "chest (0|[1-9][0-9]{0,2})(?: (keep|pearls))?": lambda by, n, mode: Chest(by, int(n), mode or ""),
        f"plant ({_CODE}) ({_SPACE})": Plant,
        f"star ({_STEP})": _moving(Star),
        f"crab ({_STEP})": _moving(Crab),
        f"boxer ({_STEP})": _moving(Boxer),
        f"coco ({_SPACE}): ({_STEP}(?:, {_STEP}){{0,23}})": lambda by, space, steps: Coco(
            by, space, _steps(steps)
        ),
        f"flip ({_SPACE})": Flip,
        "(?:done)": Done,
        f"fill ({_CELL}) ({_CODE})": Fill,
        rf"shark P\d ({_CELL})": Shark,
        r"noshark P\d": NoShark,
        rf"mimic P\d:({_SPACE}(?:\+{_SPACE}){{0,98}})=(AN|SG)": _declaring,
    },
    AnyAction,
)
