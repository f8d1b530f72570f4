"""What is cut out for It Happens (specification section 2), and a card of help for each player."""

from __future__ import annotations

from collections import Counter

from companion.games.it_happens.layout import mounds_of
from companion.games.it_happens.rules.data.mounds import MOST_PLAYERS
from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.message import Message

TURN = (
    Message("Your turn"),
    Message(
        "Roll one die. Put it on one of the three mounds: on your column, lowest free space; with none there "
        "yet, on the leftmost column without any die. Take what the space shows. "
        "One worm: roll again, or pass."
    ),
)
SCORING = (
    Message("After a round"),
    Message(
        "Each mound: best total takes the Queen, second best the General; in a tie the column further left. "
        "A total equal to the worm number finds a worm. At the end: 5 for each item owned twice or more, "
        "10 for the most different items, 1 a worm."
    ),
)

SCORE_LINES = (
    Message("Items: 5 for each type owned twice"),
    Message("Worms left"),
    Message("Queens"),
    Message("Generals"),
    Message("Most types of item: 10"),
)

TITLES = {
    "items": Message("Items"),
    "worms": Message("Worms"),
    "victory": Message("Queens and Generals"),
}


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the tiles; they are the same for any number of players, who get a card of help each."""
    box = mounds_of(layout)
    queens = Counter(mound.queen_vp for mound in box.mounds)
    generals = Counter(mound.general_vp for mound in box.mounds)
    victory = [Part(f"queen-{value}", count, "queen-back") for value, count in sorted(queens.items())]
    victory += [Part(f"general-{value}", count, "general-back") for value, count in sorted(generals.items())]
    groups = {
        "items": tuple(Part(f"item-{each.type}", each.count) for each in box.item_types),
        "worms": (Part("worm", box.worm_tiles),),
        "victory": tuple(victory),
    }
    return PartList(
        groups,
        (TextCard(TURN, SCORING),) * (seats or MOST_PLAYERS),
        Message("Help for players"),
        score_lines=SCORE_LINES,
        titles=TITLES,
    )
