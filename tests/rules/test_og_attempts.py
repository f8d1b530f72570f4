"""What the referee asks besides: what was meant by a forbidden table, and what tells tables apart."""

from __future__ import annotations

import pytest
from og_table import MARKET, after, moving, planting, rule, table

from companion.games.octopus_garden.rules import State


def meant(state: State, zone: str, **seen: str | None) -> dict[str, str]:
    """The attempts that end in exactly this table, each with the rule that forbids it."""
    lying = state.lying()
    cells = {cell: kind for cell, kind in {**lying[zone], **seen}.items() if kind}
    wanted = {**lying, zone: cells}
    found = [attempt.action for attempt in state.attempts(wanted) if attempt.lying == wanted]
    return {str(action): rule(state, f"{action.by} {action}") for action in found}


def test_a_token_planted_on_another() -> None:
    state = planting("SH A1", "HC")
    assert meant(state, "garden-1", A1="hermit-crab") == {"plant HC A1": "OG-R14"}
    assert meant(state, "garden-1", B3="hermit-crab") == {"plant HC B3": "OG-R02"}


def test_an_oyster_or_a_line_that_is_too_dear() -> None:
    state = table(on_market=MARKET, pearls=[2, 2])
    assert meant(state, "garden-1", A1="oyster") == {"oyster A1": "OG-R15"}
    cells = {"31": None, "32": None, "33": None}
    assert meant(state, "market", **cells) == {"buy R3": "8.1"}


@pytest.mark.parametrize(
    ("garden", "seen", "action", "number"),
    [
        ("SS B4, OY D1", {"B4": None, "B5": "sea-star"}, "star B4-B5", "OG-R18"),
        ("SG+SS B4, OY D1", {"B4": "seagrass", "B5": "sea-star"}, "star B4-B5", "OG-R18"),
        ("HC B4, CO A4", {"B4": None, "A4": "hermit-crab"}, "crab B4-A4", "OG-R26"),
        ("HC B4", {"B4": None, "A6": "hermit-crab"}, "crab B4-A6", "8.4"),
        ("SG B4", {"A6": "hermit-crab"}, "", ""),
    ],
)
def test_an_animal_that_strays(garden: str, seen: dict[str, str | None], action: str, number: str) -> None:
    assert meant(moving(garden), "garden-1", **seen) == ({action: number} if action else {})


def test_a_home_left_on_a_plant_and_a_boxer_on_one() -> None:
    garden = {"A1": ["SG", "SH", "HC"]}
    seen = {"A1": "shell", "A2": "hermit-crab"}
    assert meant(moving(garden), "garden-1", **seen) == {"crab A1-A2 drop": "OG-R23"}
    boxed = moving("AN+BX A1, SG A2", modules="boxer")
    assert meant(boxed, "garden-1", A1=None, A2="boxer-crab") == {"boxer A1-A2": "OG-M29"}


def test_what_a_mimic_was_declared_to_be() -> None:
    garden = "MO B2, AN A1 A2, SG B1 C1 C2 D1"
    state = table(garden, modules="mimic")
    one, other = after(state, "1 mimic P1:B2=AN"), after(state, "1 mimic P1:B2=SG")
    told = one.tell_apart([one, other])
    assert told is not None
    question, answers = told
    assert question.render({}) == "What is the mimic octopus on B2 declared to be?"
    assert [answer.render({}) for answer in answers] == ["An anemone", "A seagrass"]
    assert one.tell_apart([one, one]) is None
