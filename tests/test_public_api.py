"""docs/api.md is what one may import: the names are there, and the examples need no others."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("companion", "vision", "hw", "webui")
ROWS = re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE)
API = {module: tuple(re.findall(r"`([A-Za-z_]+)`", names)) for module, names in ROWS}

INTERNAL = {"companion.rules.kit.data_words", "companion.rules.kit.kept_sentences"}
"""Of the kit, what no game needs: catalogues of game data, and how databases keep sentences."""


@pytest.mark.parametrize("module", API)
def test_what_the_page_lists_can_be_imported_and_says_what_it_is(module: str) -> None:
    loaded = importlib.import_module(module)
    names = [name for name in API[module] if name != "__all__"]
    assert loaded.__doc__
    assert [name for name in names if not hasattr(loaded, name)] == []


def test_the_page_lists_the_modules_of_the_kit() -> None:
    kit = {f"companion.rules.kit.{path.stem}" for path in (ROOT / "companion/rules/kit").glob("[a-z]*.py")}
    assert kit - INTERNAL <= set(API)


def imports_of(path: Path) -> set[tuple[str, str]]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {(node.module or "", alias.name) for alias in node.names}
    return {(module, name) for module, name in found if module.split(".")[0] in OURS}


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.py")), ids=lambda path: path.name)
def test_the_examples_import_only_what_the_page_lists(path: Path) -> None:
    everything = set(importlib.import_module("companion.rules").__all__)
    listed = API | {"companion.rules": tuple(everything), "companion.rules.abilities": ()}
    wrong = [
        f"{module}.{name}"
        for module, name in imports_of(path)
        if module not in listed or name not in (*listed[module], *API[module])
    ]
    assert wrong == []


def test_the_example_of_the_readme_is_the_file_and_runs() -> None:
    code = (ROOT / "examples" / "play_a_game.py").read_text()
    shown = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert shown
    assert code.endswith(shown[1])
    done = subprocess.run(
        [sys.executable, "examples/play_a_game.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"(Anna|Ben|Cleo) .*\.\n", done.stdout)


@pytest.mark.parametrize("package", OURS)
def test_a_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()
