"""Who may import whom: the house of docs/architecture.md, checked import by import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from companion.rules.catalogue import GAMES

ROOT = Path(__file__).resolve().parent.parent
OURS = ("companion", "vision", "hw", "webui")

WEBUI_BASE = {
    "webui.access",
    "webui.another_game",
    "webui.http",
    "webui.hub",
    "webui.laid",
    "webui.ports",
    "webui.practice",
    "webui.remembered",
}

ALLOWED: dict[str, set[str]] = {
    "companion.rules": set(),
    "companion.language": {"companion.rules"},
    "companion.layout": {"companion.rules"},
    "companion.sighting": {"companion.rules"},
    "companion.layouts": {"companion.layout", "companion.rules"},
    "companion.printing": {"companion.layout", "companion.layouts", "companion.rules"},
    # A game in progress, from the bottom up: each wing knows those above it in this list, and none below.
    "companion.record": {"companion.rules"},
    "companion.storage": {"companion.record", "companion.rules"},
    "companion.repair": {"companion.record", "companion.rules", "companion.storage"},
    "companion.sessions": {
        "companion.layouts",
        "companion.record",
        "companion.repair",
        "companion.rules",
        "companion.storage",
    },
    "companion.story": {"companion.record", "companion.rules", "companion.sessions"},
    "companion.referee": {"companion.layout", "companion.layouts", "companion.rules", "companion.sighting"},
    "companion.frames": {"companion.layout", "companion.sighting"},
    "companion.finals": {"companion.frames", "companion.layout", "companion.rules", "companion.sighting"},
    "companion.album": {
        "companion.frames",
        "companion.layout",
        "companion.printing",
        "companion.record",
        "companion.rules",
        "companion.sessions",
        "companion.sighting",
        "companion.storage",
        "companion.story",
    },
    "companion.live": {
        "companion.frames",
        "companion.layout",
        "companion.layouts",
        "companion.record",
        "companion.referee",
        "companion.rules",
        "companion.sessions",
        "companion.sighting",
        "companion.storage",
    },
    "companion.panel": {
        "companion.frames",
        "companion.layouts",
        "companion.live",
        "companion.record",
        "companion.rules",
        "companion.sessions",
    },
    "companion.simulation": {
        "companion.simulation.rendering",
        "companion.layout",
        "companion.layouts",
        "companion.printing",
        "companion.rules",
        "companion.sighting",
    },
    "companion.simulation.rendering": {
        "companion.layout",
        "companion.layouts",
        "companion.printing",
        "companion.rules",
    },
    "companion.house": {
        "companion.live",
        "companion.panel",
        "companion.record",
        "companion.rules",
        "companion.sessions",
        "companion.storage",
    },
    # What tables send is all that a hub knows: neither games in progress nor cameras.
    "companion.hub": {"companion.house", "companion.rules"},
    "companion.hub.web": {"companion.hub", "companion.language", "companion.rules", "webui"},
    "vision": {"companion.layout", "companion.sighting"},
    "vision.images": {"vision.ports"},
    "vision.sheets": {"companion.layout", "companion.sighting", "vision.ports"},
    "vision.light": {"companion.layout", "vision.ports", "vision.sheets"},
    "vision.prints": {"companion.layout", "vision.light", "vision.ports", "vision.sheets"},
    "vision.cells": {
        "companion.layout",
        "companion.sighting",
        "vision.light",
        "vision.ports",
        "vision.sheets",
    },
    "vision.mosaics": {"companion.layout", "companion.sighting", "vision.ports", "vision.sheets"},
    "vision.dice": {"companion.sighting", "vision.ports"},
    "vision.sheet_dice": {
        "companion.layout",
        "companion.sighting",
        "vision.cells",
        "vision.dice",
        "vision.light",
        "vision.ports",
        "vision.sheets",
    },
    "vision.view": {
        "companion.layout",
        "companion.sighting",
        "vision.cells",
        "vision.dice",
        "vision.light",
        "vision.mosaics",
        "vision.ports",
        "vision.prints",
        "vision.sheet_dice",
        "vision.sheets",
    },
    "companion.boxes": {"companion.layout", "companion.layouts", "companion.rules", "companion.storage"},
    "vision.taught": {"vision", "companion.boxes", "companion.layout", "companion.sighting"},
    # Training is no part of the running program; it shows the reader of dice our own mats and tokens.
    "vision.training": {"vision", "companion.layout", "companion.layouts", "companion.printing"},
    "hw": set(),
    "webui": {"companion", "webui"},
    # What answers go through, and who has a seat; then choosing, a request, what pages show; and the pages.
    "webui.http": {"companion"},
    "webui.access": {"companion", "webui.http"},
    "webui.choices": {"companion"},
    "webui.request": {"companion", *WEBUI_BASE},
    "webui.views": {"companion", *WEBUI_BASE, "webui.choices", "webui.request"},
    "webui.own": {"companion", *WEBUI_BASE, "webui.pages", "webui.request"},
    "webui.teach": {"companion", *WEBUI_BASE, "webui.request"},
    "webui.pages": {"companion", *WEBUI_BASE, "webui.choices", "webui.own", "webui.request", "webui.views"},
    "companion.cli": {"companion", "vision", "hw", "webui"},
    "companion.cli.toml": {"companion", "companion.cli.output", "hw"},
    "companion.cli.machine": {"companion", "companion.cli.output", "hw", "webui"},
    "companion": set(),
    "companion.games": set(),
}
"""Room -> what it may import besides itself. The longest matching name is the room."""

LAYING_OUT = {"companion.layout", "companion.layouts", "companion.rules"}
for game in (bundle.package for bundle in GAMES.values()):
    ALLOWED |= {
        game: {"companion.rules"},
        f"{game}.rules": {"companion.rules"},
        f"{game}.grown": {*LAYING_OUT, f"{game}.rules"},
        f"{game}.layout": {*LAYING_OUT, game},
        f"{game}.pages": {game, "companion", "webui"},
        f"{game}.art": {*LAYING_OUT, game, "companion.printing"},
    }


def room_of(module: str) -> str:
    """The room that a module belongs to."""
    matches = [room for room in ALLOWED if module == room or module.startswith(room + ".")]
    return max(matches, key=len)


@cache
def read(path: Path) -> tuple[tuple[ast.AST, ...], tuple[ast.AST, ...]]:
    """Every import and constant of a module, and those that run when it is loaded; read once for tests."""
    kept = ast.Import | ast.ImportFrom | ast.Constant
    tree = ast.parse(path.read_text())
    anywhere, loaded = (
        tuple(node for node in nodes if isinstance(node, kept)) for nodes in (ast.walk(tree), tree.body)
    )
    return anywhere, loaded


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Every module of ours that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in read(path)[0]:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(name for name in found if name.split(".")[0] in OURS)


def sources() -> list[Path]:
    return sorted(path for room in OURS for path in (ROOT / room).rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def may_import(room: str, other: str) -> bool:
    everywhere = ("companion.__version__", "companion.errors.CompanionError", "companion.errors.Saying")
    if room_of(other) == room or other in (room.partition(".")[0], *everywhere):
        return True
    return any(other == allowed or other.startswith(allowed + ".") for allowed in ALLOWED[room]) and not (
        room != "companion.cli" and other.startswith("companion.cli")
    )


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    room = room_of(module_of(path))
    wrong = {name for name in imports_of(path) if not may_import(room, name)}
    assert not wrong, f"{module_of(path)} (room {room}) may not import {sorted(wrong)}"


def games_named_in(path: Path) -> set[str]:
    """The games that a module names in its code: by their slug, or by importing their rules."""
    texts = {node.value for node in read(path)[0] if isinstance(node, ast.Constant)}
    rooms = {slug: bundle.package for slug, bundle in GAMES.items()}
    return {
        slug
        for slug in GAMES
        if slug in texts or any(name.startswith(rooms[slug]) for name in imports_of(path))
    }


def in_a_room_of_its_own(module: str) -> bool:
    return module.startswith(tuple(bundle.package for bundle in GAMES.values()))


def test_no_game_is_a_special_case_outside_its_own_rooms() -> None:
    named = {module_of(path): games_named_in(path) for path in sources()}
    assert {name: games for name, games in named.items() if games and not in_a_room_of_its_own(name)} == {}


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    modules = {module_of(path): path for path in sources()}
    graph = {
        name: {target for target in map(_known(modules), top_imports(path)) if target}
        for name, path in modules.items()
    }
    seen: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        if name in trail:
            circle = trail[trail.index(name) :]
            pytest.fail(f"a circle of imports: {' -> '.join((*circle, name))}")
        if name not in seen:
            for target in sorted(graph[name] - {name}):
                visit(target, (*trail, name))
            seen.add(name)

    for name in sorted(graph):
        visit(name, ())


def top_imports(path: Path) -> set[str]:
    """The imports that run when the file is loaded (a package's own names are not a circle)."""
    found: set[str] = set()
    for node in read(path)[1]:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return {name for name in found if name.split(".")[0] in OURS}


def _known(modules: dict[str, Path]):
    """Map an imported name to the module that it loads; a parent package does not count."""

    def target(name: str) -> str | None:
        if name in modules and modules[name].name != "__init__.py":
            return name
        return None

    return target


def test_the_rules_need_only_msgspec_and_the_standard_library() -> None:
    code = (
        # What a system's own Python brings along (Debian's sitecustomize) is none of ours.
        "import sys\n"
        "brought = set(sys.modules)\n"
        "import companion.rules, companion.rules.testing\n"
        "from companion.rules.catalogue import GAMES, load_game\n"
        "[load_game(slug) for slug in GAMES]\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - brought} "
        "- set(sys.stdlib_module_names)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    outside = {name for name in result.stdout.split() if not name.startswith("_")}
    # msgspec itself uses typing_extensions where it happens to be installed.
    assert outside <= {"companion", "msgspec", "typing_extensions"}, outside


@pytest.mark.parametrize("package", OURS)
def test_importing_a_package_never_loads_the_drivers_of_a_pi(package: str) -> None:
    code = f"import sys, {package}; print(*(set(sys.modules) & {{'picamera2', 'gpiozero', 'RPi', 'lgpio'}}))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert result.stdout.strip() == ""


WRITES = {
    "act",
    "act_all",
    "act_instead",
    "agree",
    "answer",
    "ask",
    "change_settings",
    "correct",
    "draw",
    "note",
    "redo",
    "refuse",
    "settle",
    "take_up",
    "undo",
    "use_camera",
}
"""The methods of a session that append events."""


def test_one_room_of_the_live_table_writes_to_the_session() -> None:
    writers = {
        path.name
        for path in (ROOT / "companion" / "live").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES
        if ast.unparse(node.func.value).rpartition(".")[2] in ("session", "_session")
    }
    assert writers == {"record_writer.py"}


def test_what_a_verdict_leads_to_is_decided_without_session_camera_and_clock() -> None:
    needs = imports_of(ROOT / "companion" / "live" / "response" / "decide.py")
    rooms = {".".join(name.split(".")[:2]) for name in needs} - {"companion.rules", "companion.referee"}
    assert rooms == {"companion.live"}
    own = {name for name in needs if name.startswith("companion.live")}
    assert all(
        name.startswith(("companion.live.response.effects", "companion.live.schedule")) for name in own
    )


def test_what_a_request_finds_is_in_modules_of_one_subject() -> None:
    """Many functions in one module that every page imports are several subjects in one place."""
    counts = {
        path.name: sum(isinstance(node, ast.FunctionDef) for node in ast.parse(path.read_text()).body)
        for path in (ROOT / "webui" / "request").glob("*.py")
    }
    assert {name for name, count in counts.items() if count > 20} == set()


def test_no_page_gathers_what_it_shows_in_an_untyped_dictionary() -> None:
    """A page's view is a frozen dataclass: mypy holds the page to the names that its template uses."""
    untyped = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for folder in ("pages", "views")
        for path in (ROOT / "webui" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns) == "dict[str, Any]"
    ]
    assert untyped == []


MOST_MODULES = 15
"""In one folder, besides its ``__init__``: more is no room any more, but a store-room."""


def test_no_folder_is_crowded() -> None:
    """Scripts that train networks are left out: each of them stands alone."""
    modules = Counter(
        file.parent.relative_to(ROOT).as_posix()
        for room in (*OURS, "bench")
        for file in (ROOT / room).rglob("*.py")
        if file.name != "__init__.py"
    )
    crowded = {folder: count for folder, count in modules.items() if count > MOST_MODULES}
    assert crowded.keys() == {"vision/training"}
