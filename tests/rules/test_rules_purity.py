"""The rules are pure: no chance, no clock, no files, no network, nothing printed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion

ROOM = Path(companion.__file__).parent
GAMES = ROOM / "games"
SOURCES = sorted(
    path
    for path in (*(ROOM / "rules").rglob("*.py"), *GAMES.glob("*/rules/**/*.py"), *GAMES.glob("*/*__.py"))
    if "testing" not in path.parts
)

ALLOWED = {
    *(
        "__future__",
        "collections",
        "contextlib",
        "csv",
        "enum",
        "functools",
        "hashlib",
        "importlib",
        "itertools",
        "pkgutil",
        "string",
        "types",
        "math",
    ),
    *("operator", "re", "typing", "unicodedata", "companion", "msgspec"),
}
RESOURCES = "importlib"
"""Only through its resources, at import, does a module read the data file shipped beside it."""


def imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOM)))
def test_a_module_is_pure(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    names = imported(tree)
    assert {name.split(".")[0] for name in names} <= ALLOWED
    game = path.relative_to(GAMES).parts[0] if GAMES in path.parents else "none"
    own = ("companion.errors", "companion.rules", f"companion.games.{game}.rules")
    assert all(name.startswith(own) for name in names if name.startswith("companion"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "exec", "eval", "__import__"}
    reads = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & {
        "read_bytes",
        "read_text",
    }
    assert not reads or RESOURCES in names
