"""docs/add-a-game.md followed for real: in a copy of the project the game passes what every game has to."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_real import FOLDER, SLUG, added, run

WITHOUT = ("-q", "-p", "no:cacheprovider", "--ignore", "tests/seventh")
OF_ALL = (
    "tests/rules/test_rules_conformance.py",
    "tests/rules/test_rules_golden.py",
    "tests/rules/test_rules_layout.py",
    "tests/test_docs.py",
    "tests/test_layering.py",
    "tests/cli/test_score_page.py",
)
"""Tests that go over all games at once, and so are not found by a game's name."""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_model_game_can_be_put_into_the_project_as_it_is(tmp_path: Path) -> None:
    copy = added(tmp_path)
    run(copy, "-m", "ruff", "check", "--fix", FOLDER)  # as make format does: imports have another order there
    run(copy, "-m", "ruff", "format", "--check", FOLDER)
    run(copy, "-m", "mypy", FOLDER)
    assert " passed" in run(copy, "-m", "pytest", *WITHOUT, "-k", SLUG)
    one_for_all = f"not [ and not {SLUG}"
    assert " passed" in run(copy, "-m", "pytest", *WITHOUT, "-m", "not slow", *OF_ALL, "-k", one_for_all)
