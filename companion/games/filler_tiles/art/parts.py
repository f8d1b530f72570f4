"""What is cut out for Filler (tiles) (specification sections 2 and 4), and a card of help."""

from __future__ import annotations

from companion.games.filler_tiles.rules.board import LARGEST
from companion.games.filler_tiles.rules.table import MOST_STONES
from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.message import Message

PLAYERS = 2

TURN = (
    Message("Your turn"),
    Message(
        "Put one tile on an open square. Beside a tile of yours it joins on: free. Elsewhere it starts a "
        "new group: that costs a start. Corners do not touch. Tiles never move."
    ),
)
END = (
    Message("The end"),
    Message(
        "Who cannot place passes. When nobody can, more tiles on the board win. New groups for each: "
        "three in Colonies, none in Siege, any number in Open."
    ),
)

SCORE_LINES = (Message("Tiles on the board"),)

TITLES = {"tiles": Message("Tiles"), "stones": Message("Rocks")}


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set: tiles with the other colour on their back, as many as the largest board has squares.

    Both players together never place more than that, whoever places how many.
    """
    del layout, seats
    groups: dict[str, tuple[Part, ...]] = {
        "tiles": (Part("tile-red", LARGEST * LARGEST, "tile-blue"),),
        "stones": (Part("stone", MOST_STONES),),
    }
    help_title = Message("Help for players")
    return PartList(
        groups, (TextCard(TURN, END),) * PLAYERS, help_title, score_lines=SCORE_LINES, titles=TITLES
    )
