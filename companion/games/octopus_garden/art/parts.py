"""What is cut out for Octopus's Garden (specification section 2)."""

from __future__ import annotations

from companion.games.octopus_garden.art.animals import shark_marks
from companion.games.octopus_garden.art.score_board import LETTERING, score_board
from companion.games.octopus_garden.layout import MARKET_MM, SEATS, box_of
from companion.games.octopus_garden.rules.checks.lying import KINDS, USED
from companion.games.octopus_garden.rules.data.box import BONUSES, MODULES
from companion.layout import Layout
from companion.printing.parts import Board, Part, PartList
from companion.rules.message import Message

SCORE_LINES = (
    Message("Clownfish"),
    Message("Seahorses"),
    Message("Relics: 0, 4, then 5 each"),
    Message("Hermit crabs"),
    Message("Shells: 1 each"),
    Message("Trash"),
    Message("Anemones: 2 each"),
    Message("Corals and seagrasses: 1 each"),
    Message("Sea stars: 5 each"),
    Message("Oyster tokens: 2 less each"),
    Message("Expert modules"),
    Message("Negative tiles, for a tie"),
)

TITLES = {
    "tokens": Message("Tokens"),
    "oysters": Message("Oysters"),
    "modules": Message("Expert modules"),
    "fish": Message("Clownfish and seahorses"),
    "pearls": Message("Pearls"),
    "octopuses": Message("Octopuses"),
}
BOARD_TITLE = Message("Octopus's Garden: the score board")


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set; with a number of players, only their sharks and octopuses."""
    players, box = seats or max(SEATS), box_of(layout)
    modules = []
    for module, code in MODULES.items():
        count = min(players, box.counts[code]) if module == "shark" else box.counts[code]
        marks = shark_marks() if module == "shark" else ()
        modules.append(Part(KINDS[code], count, USED.get(code, ""), marks))
    fish = [Part(f"{bonus}-{value}", 1) for bonus in BONUSES.values() for value in box.fish(bonus, players)]
    groups = {
        "tokens": tuple(Part(KINDS[code], box.counts[code]) for code in box.base),
        "oysters": (Part(KINDS["OY"], box.counts["OY"]),),
        "modules": tuple(modules),
        "fish": tuple(fish),
        "pearls": (Part("pearl", box.pearls),),
        "octopuses": tuple(Part(f"octopus-{seat}", 1) for seat in SEATS if seat <= players),
    }
    board = Board(BOARD_TITLE, MARKET_MM, score_board(), LETTERING)
    return PartList(groups, score_lines=SCORE_LINES, boards={"score-board": board}, titles=TITLES)
