"""What is cut out for Filler (tiles) (specification sections 2 and 4), and a card of help."""

from __future__ import annotations

from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.games.filler_tiles.board import LARGEST
from companion.rules.games.filler_tiles.table import MOST_STONES

PLAYERS = 2

TURN = (
    "Your turn",
    (
        "Put one tile of your colour on an open square. Beside one of your own tiles it joins on: always "
        "free. Anywhere else it starts a new group and costs a start. Corners do not touch. "
        "Who cannot place passes; tiles never move."
    ),
)
END = (
    "The end",
    (
        "When no square is open, or nobody can place. More tiles on the board wins; equal is a tie. "
        "Colonies: three new groups each. Siege: none, and one player divides, the other chooses. "
        "Open: any number."
    ),
)


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set: tiles with the other colour on their back, as many as the largest board has squares.

    Both players together never place more than that, whoever places how many.
    """
    del layout, seats
    groups: dict[str, tuple[Part, ...]] = {
        "tiles": (Part("tile-red", LARGEST * LARGEST, "tile-blue"),),
        "stones": (Part("stone", MOST_STONES),),
    }
    return PartList(groups, (TextCard(TURN, END),) * PLAYERS, "Help for players")
