"""What is not the rulebook's says so: own rules that are on by default, and own components."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.booklet import booklet_of
from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import GAMES, load_game

ROOT = Path(__file__).parents[2]


def option(slug: str, key: str) -> str:
    """All that a form says of an option."""
    found = next(each for each in load_game(slug).info.options if each.key == key)
    return " ".join(map(str, (found.help, *found.choice_helps)))


def told(slug: str) -> str:
    """The whole booklet."""
    found = booklet_of(load_game(slug))
    assert found is not None
    return " ".join(each.text for section in found.sections for each in section.paragraphs)


def test_fillers_limit_on_new_groups_is_called_our_own_and_open_the_rulebooks() -> None:
    assert "our own rule" in option("filler-tiles", "preset")
    assert "Open is the rulebook's text" in option("filler-tiles", "preset")
    assert "our own rule" in told("filler-tiles")
    assert "Open plays the rulebook’s text" in told("filler-tiles")


def test_star_bakers_stalemate_guard_is_called_ours() -> None:
    assert "This rule is ours" in option("star-baker", "stalemate_guard")
    assert "This rule is ours" in told("star-baker")


@pytest.mark.parametrize("slug", ["caterpillar-filler", "it-happens", "papillon", "star-baker"])
def test_own_components_are_called_our_own_and_lead_to_ones_own_box(slug: str) -> None:
    game = load_game(slug)
    assert isinstance(game, TakesBoxes)
    assert "our own" in option(slug, game.box_option)
    assert "our own" in told(slug)
    assert f"{str(game.box_holds).capitalize()} of your own on the form of a new game" in told(slug)


def test_readme_and_docs_list_what_is_our_own() -> None:
    page = (ROOT / "docs" / "what-is-read.md").read_text("utf-8").split("## Boxes of your own\n")[1]
    table = page.split("differ:\n\n")[1].split("\n\n")[0]
    assert "| our own |" in table
    for slug in GAMES:
        assert f"| {load_game(slug).info.name} |" in table
    assert "what-is-read.md#boxes-of-your-own" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("slug", ["caterpillar-filler"])
def test_every_alternative_rule_and_all_but_one_set_up_are_our_own(slug: str) -> None:
    assert "prints none of these rules" in option(slug, "rules")
    assert "All but Hornet heart as printed are our own" in option(slug, "setup")
