"""The language of the printed rules: a game that does not tell them in it says so."""

from __future__ import annotations

import pytest
from commands import run

TOLD = "The rules of Papillon are not told in tlh: they are printed in English."


@pytest.mark.parametrize(("language", "told"), [("tlh", True), ("de", False), ("en", False), ("", False)])
def test_print_says_when_the_rules_are_not_told_in_a_language(tmp_path, monkeypatch, language, told) -> None:
    monkeypatch.setattr("companion.cli.commands.printing.print_game", lambda *_, **__: [])
    printed = run("print", "papillon", "--out", tmp_path, "--language", language)
    assert printed.exit_code == 0
    assert (TOLD in printed.output) == told
