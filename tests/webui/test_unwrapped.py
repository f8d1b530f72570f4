"""No page holds a sentence that translators do not get: each comes from a catalogue."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from unwrapped import outside, texts_of

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = [
    file
    for pages in ("webui", "companion/hub/web")
    for file in sorted((ROOT / pages / "templates").glob("*.html"))
]
JINJA = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)

SHOWN_AS_THEY_ARE = frozenset(
    [
        "rtsp",
        "stream",
        "companion",
        "print",
        "option",
        "NAME",
        "GPIO",
        "hub",
        "join",
        "table",
        "JSON",
        "BG",
        "Stats",
        "API",
    ]
)
"""An address to copy, commands, pins and names of formats."""

NOT_SHOWN = "kind"
"""The block whose words say what a body is for: styles ask for them."""


def written_in(source: str) -> str:
    """Give what a template writes itself, without what its calls and values write."""
    written: list[str] = []
    tree = JINJA.parse(source)
    silent = [each for block in tree.find_all(nodes.Block) if block.name == NOT_SHOWN for each in block.body]
    for output in tree.find_all(nodes.Output):
        if output in silent:
            continue
        for node in output.nodes:
            written += [node.data] if isinstance(node, nodes.TemplateData) else [*_constants(node), " "]
    return "".join(written)


def _constants(node: nodes.Node | None) -> Iterator[str]:
    """Give the texts of an expression that no call takes."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from (*_constants(node.expr1), *_constants(node.expr2))
    elif isinstance(node, nodes.Or | nodes.And):
        yield from (*_constants(node.left), *_constants(node.right))
    elif isinstance(node, nodes.Concat):
        for each in node.nodes:
            yield from _constants(each)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_template_writes_no_sentence_itself(file: Path) -> None:
    assert outside(texts_of(written_in(file.read_text())), SHOWN_AS_THEY_ARE) == set()


@pytest.mark.parametrize(
    "source",
    [
        "<p>The board</p>",
        '<a title="The board">{{ _("Go") }}</a>',
        '<b>{{ "acts" if seat else _("waits") }}</b>',
        '<b aria-label="Name of {{ name }}"></b>',
        "{% if one %}{% else %}<i>Not yet</i>{% endif %}",
        '{{ one.label or "Nobody" }}',
    ],
)
def test_a_sentence_without_a_call_would_be_noticed(source: str) -> None:
    assert outside(texts_of(written_in(source)), SHOWN_AS_THEY_ARE)


def test_what_a_catalogue_says_is_no_matter() -> None:
    assert not outside(
        texts_of(written_in("""<a title="{{ _('Board') }}" href="/board">{{ _("Board") }}</a>"""))
    )


PAGES = sorted((Path(__file__).resolve().parents[2] / "webui").rglob("*.py"))


def flashed_by(source: str) -> list[str]:
    """Give the texts that a page's code says once in the notice, without a catalogue."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    said = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "flash")
    branches = (
        each for one in said for each in ((one.body, one.orelse) if isinstance(one, ast.IfExp) else (one,))
    )
    return [ast.unparse(each) for each in branches if any(map(str.isalpha, "".join(_words_of(each))))]


def _words_of(node: ast.expr) -> Iterator[str]:
    """Give the texts of a constant, or those that a formatted text has beside its values."""
    for each in node.values if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(each, ast.Constant):
            yield str(each.value)


def test_no_page_flashes_a_sentence_itself() -> None:
    assert {file.name: said for file in PAGES if (said := flashed_by(file.read_text()))} == {}


def test_a_flashed_sentence_without_a_call_would_be_noticed() -> None:
    source = """
flash("Done.")
flash(f"{name} is gone.")
flash(say("On.") if on else "Off.")
flash(say("Kept."))
"""
    assert len(flashed_by(source)) == 3
