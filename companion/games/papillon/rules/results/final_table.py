"""What a final table that was not followed must name, since without it the score would be another."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.papillon.rules.checks.document import Document
from companion.games.papillon.rules.checks.problems import problems
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.scoring import outcome
from companion.rules.errors import BadPosition


def check(document: Document, p: Position) -> None:
    """Ask by name for every field that the score needs and nothing stands in for.

    Raises
    ------
    BadPosition
        With all that is missing, or that is wrong with the table.
    """
    found = [problem.message.render({}) for problem in problems(p)]
    asked = list(_gnomes(document)) or found or list(_missing(document, p))
    if asked:
        raise BadPosition(" ".join(asked))


def _gnomes(document: Document) -> Iterator[str]:
    """Ask for what Expert Gnomes need."""
    expert = document.options.get("expert") == "on"
    if expert and document.gnome_at is None:
        yield "Name gnome_at, the segments of each player that bear a gnome: [] for none."
    if document.gnome_at is not None and any(document.gnome_at) and not expert:
        yield 'Name options.expert as "on": gnomes lie in gardens with Expert Gnomes alone.'


def _missing(document: Document, p: Position) -> Iterator[str]:
    for name, card in document.flower.items():
        if not card.planter and any(card.count):
            yield f"Name the planter of flower {name}: its numbers are what the butterflies earn."
    result = outcome(p)
    if document.gnomes is None and document.gnome_at is None and result and len(result.winners) > 1:
        yield "Name gnomes, how many each player has won: they decide who wins."
