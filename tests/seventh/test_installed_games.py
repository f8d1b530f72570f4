"""An installed game that cannot be used is told in a sentence, and takes no game away from the others."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.checks.finding import Place
from companion.cli.checks.software import packages
from companion.cli.main import main
from companion.rules import catalogue
from companion.rules.bundle import free_sheets
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import UnknownGame

RULES = "class Game:\n    class info:\n        slug = {slug!r}\nGAME = Game()\n"
BUNDLE = "from companion.rules.bundle import Bundle\nGAME = Bundle(slug={slug!r}, package=__name__, {more})\n"

Install = Callable[..., str]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Install a package of that name beside Hop Home; give what is told of it."""
    name = f"game_{tmp_path.name}"
    monkeypatch.syspath_prepend(tmp_path)

    def installed(init: str, **modules: str) -> str:
        (tmp_path / name).mkdir()
        for module, text in {"__init__": init, **modules}.items():
            (tmp_path / name / f"{module}.py").write_text(text)
        points = [
            EntryPoint("hop-home", "hop_home:GAME", catalogue.FOLDER),
            EntryPoint("new", f"{name}:GAME", catalogue.FOLDER),
        ]
        monkeypatch.setattr(catalogue, "entry_points", lambda group: points)
        GAMES.look_again()
        return " ".join(str(fault.told) for fault in GAMES.faults)

    return installed


def bundle(slug: str = "new", more: str = "sheets=range(8, 10)") -> str:
    return BUNDLE.format(slug=slug, more=more)


def test_a_package_that_is_whole_is_a_game(install: Install) -> None:
    assert install(bundle(), rules=RULES.format(slug="new")) == ""
    assert [slug for slug in GAMES if slug in ("new", "hop-home")] == ["hop-home", "new"]


@pytest.mark.parametrize(
    ("init", "modules", "told"),
    [
        ("import no_such_module", {}, "its code fails with ModuleNotFoundError: No module named 'no_such"),
        ("GAME = 7", {}, "GAME is no Bundle. [game-broken]"),
        (bundle(), {}, "its code fails with ModuleNotFoundError"),
        (bundle(), {"rules": "1 / 0"}, "its code fails with ZeroDivisionError: division by zero. ["),
        (bundle(), {"rules": RULES.format(slug="new"), "art": "raise SystemExit"}, "fails with SystemExit."),
        (bundle(), {"rules": RULES.format(slug="new"), "pages": "import nowhere"}, "named 'nowhere'."),
        (bundle(), {"rules": RULES.format(slug="old")}, "is called new, and its rules are called old."),
        (bundle(more="sheets=range(1), contract=2"), {}, "version 2 of games, and this program has 1"),
        (bundle("papillon"), {}, "companion.games.papillon is called papillon, too. [game-twice]"),
        (bundle("hop-home"), {}, "hop_home is called hop-home, too. [game-twice]"),
        (bundle(more="sheets=range(3, 9)"), {}, "it uses 4 markers of caterpillar-filler, 12 among them."),
        (bundle(more="sheets=range(4, 9)"), {}, "it uses 8 markers of hop-home, 16 among them."),
        (bundle(more="sheets=range(146, 150)"), {}, "its markers are 584 to 599, and there are 0 to 586."),
        (bundle(more="sheets=range(8, 9), pieces=range(35, 40)"), {}, "pieces bear markers of its own sheet"),
    ],
)  # fmt: skip
def test_a_package_that_is_broken_is_told_and_left_out(
    install: Install, init: str, modules: dict[str, str], told: str
) -> None:
    said = install(init, **modules)
    assert told in said
    assert said.startswith("The game new of the package ")
    assert "new" not in GAMES
    assert load_game("hop-home").info.name == "Hop Home"
    assert packages(Place(Path(), Path())).found == said
    with pytest.raises(UnknownGame) as refused:
        load_game("new")
    assert refused.value.sentence.endswith(said)
    listed = CliRunner().invoke(main, ["games"])
    assert said in listed.stderr
    assert "papillon: Papillon" in listed.stdout


def test_the_free_numbers_are_named(install: Install) -> None:
    assert "free: 6-15, 40-47, 52-63, 68-79, 96-100." in install(bundle(more="sheets=range(0, 1)"))
    assert free_sheets([]) == "0-145"
    said = CliRunner().invoke(main, ["games", "--markers"], catch_exceptions=False).stdout
    assert "hop-home: sheets 4-5\n" in said
    assert "papillon: sheets 80-95, pieces 485-586\n" in said
    assert "free: sheets 6-15, " in said
