"""What a final table that was not followed must name, since without it the score would be another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.octopus_garden.rules.checks.document import Document
from companion.games.octopus_garden.rules.checks.problems import problems
from companion.games.octopus_garden.rules.data.box import BONUSES, MODULES
from companion.games.octopus_garden.rules.data.tokens import GROUP_KINDS
from companion.games.octopus_garden.rules.position import Position
from companion.games.octopus_garden.rules.results.groups import entitlement, fish_left
from companion.games.octopus_garden.rules.results.scoring import outcome
from companion.games.octopus_garden.rules.sentences.words import a_token
from companion.rules.errors import BadPosition
from companion.rules.game import Problem
from companion.rules.message import Message
from companion.rules.phrases import Value

SPLITTING: Final = frozenset({"coconut", "boxer"})
"""The modules that take groups apart: without them what a group earned can be told from its size."""


def check(document: Document, p: Position) -> None:
    """Ask by name for every field that the score needs and nothing stands in for.

    Raises
    ------
    BadPosition
        With all that is missing, or that is wrong with the table.
    """
    modules = tuple(_modules(p))
    # Tokens of a module that is not named are more than there are, too: said once is enough.
    wrong = [problem for problem in problems(p) if not modules or problem.rule != "section 15"]
    players = tuple(_players(document))
    asked = players or (*modules, *wrong) or tuple(_missing(document, p))
    if asked:
        raise BadPosition(" ".join(problem.message.render({}) for problem in asked))


def _modules(p: Position) -> Iterator[Problem]:
    """Find the tokens of modules that are not named."""
    for module, code in MODULES.items():
        seats = [seat for seat, garden in enumerate(p.garden, 1) if garden.having(code)]
        if seats and module not in p.table.modules:
            text = "In {who}'s garden lies {what} ({code}): name its module, {module}, under options.modules."
            values: dict[str, Value] = {
                "what": a_token(code),
                "code": code,
                "module": module,
            }
            yield Problem("section 10.2", Message(text, values, {"who": seats[0]}))


def _players(document: Document) -> Iterator[Problem]:
    """Ask how many play where a garden stands alone: two players have other bonus fish."""
    fish = document.fish or document.won or ()
    if len(document.garden) == 1 and document.n is None and any(fish):
        yield Problem("OG-R35", Message("Name n, the number of players: two of them have other bonus fish."))


def _missing(document: Document, p: Position) -> Iterator[Problem]:
    splits = bool(SPLITTING & set(p.table.modules))
    earned = any(entitlement(p, seat, kind) for seat in range(1, p.seats + 1) for kind in GROUP_KINDS)
    if document.won is None and document.fish is None:
        if earned or splits:
            text = "Name won, the bonus fish of each player, such as {example}, and {none} for none."
            values: dict[str, Value] = {"example": '{"clownfish": [6]}', "none": "{}"}
            yield Problem("section 8.2", Message(text, values))
    elif len(document.garden) > 1 and not splits:
        # Of a garden alone it is not known whether others had emptied the stack of fish.
        yield from _fish(p)
    result = outcome(p)
    if document.pearls is None and len(document.garden) > 1 and result and len(result.winners) > 1:
        yield Problem(
            "OG-R33", Message("Name pearls, those that each player has left: they decide who wins.")
        )


def _fish(p: Position) -> Iterator[Problem]:
    """Compare what groups have earned with what was won."""
    for seat in range(1, p.seats + 1):
        for kind in GROUP_KINDS:
            earned, bonus = entitlement(p, seat, kind), BONUSES[kind]
            won = sum(fish.bonus == bonus for fish in p.won[seat - 1])
            if won < earned and fish_left(p, kind):
                text = "{who}'s groups have earned more {bonus} than won names: {earned} instead of {won}."
                values: dict[str, Value] = {"bonus": bonus, "earned": earned, "won": won}
                yield Problem("section 8.2", Message(text, values, {"who": seat}))
