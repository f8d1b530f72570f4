"""What is cut out for Caterpillar Filler (specification sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.caterpillar_filler.layout import expansion_of
from companion.games.caterpillar_filler.rules.data.expansion import Expansion, Rule, SetUp
from companion.games.caterpillar_filler.rules.data.own_tiles import called
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS, RESERVE, SEATS, START_CHAINS
from companion.layout import Layout, Rgb
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.message import Message
from companion.rules.phrases import Listing, Series, Written

TOKENS = 40
LEAF: Rgb = (84, 150, 70)

NO_SIDE = ("", "")
"""Of a tile of which an owner knows one side."""

SCORE_LINES = (
    Message("Head in the garden"),
    Message("Body pieces in the garden"),
)

TITLES = {
    "caterpillars": Message("Caterpillars"),
    "flowers": Message("Flowers and wasps"),
    "tiles": Message("Letter and number tiles"),
    "set-up-guide": Message("Quick set-up"),
}


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set, with only the body pieces that so many players need; all 9 without a number.

    Which tiles stay in the box is drawn by lot, so all 32 are printed for any number.
    """
    kinds = tuple(layout.kinds)
    bodies = FULL_BODY[seats] if seats else max(FULL_BODY.values())
    heads = [Part(kind, 1) for kind in kinds if kind.startswith("head-")]
    chains = [Part(kind, bodies) for kind in kinds if kind.startswith("body-")]
    tiles = [
        Part(kind, 1, f"{suit}-back")
        for suit in ("letter", "number")
        for kind in kinds
        if kind.startswith(f"{suit}-") and not kind.endswith("-back")
    ]
    groups = {
        "caterpillars": (*heads, *chains, Part("butterfly", 1)),
        "flowers": (Part("flower", TOKENS, "wasp"),),
        "tiles": tuple(tiles),
    }
    cards = tuple(_expansion_cards(expansion_of(layout)))
    guide = {"set-up-guide": (_set_up_guide(),)}
    return PartList(groups, cards, Message("Expansion tiles"), guide, SCORE_LINES, titles=TITLES)


def _set_up_guide() -> TextCard:
    """Give the quick set-up guide: what lies where, for each number of players (CF-07 to CF-14)."""
    pairs = Series(tuple(_for(PAIRS[n], n) for n in SEATS))
    bodies = Series(tuple(_for(FULL_BODY[n] - RESERVE, n) for n in SEATS))
    heads = Series(tuple(_heads(n) for n in SEATS), " ")
    front = Message(
        "1. A flower on each yellow space. 2. Each player: one wasp, {reserve} body pieces in reserve. "
        "3. Pairs of tiles face down: {pairs} players. 4. Head and body in the garden; body pieces: "
        "{bodies} players.",
        {"reserve": RESERVE, "pairs": pairs, "bodies": bodies},
    )
    back = Message(
        "Heads, in the order of the seats. {heads} The body lies clockwise behind the head. "
        "Who was last in a garden begins.",
        {"heads": heads},
    )
    return TextCard((Message("Quick set-up"), front), (Message("Where heads go"), back), LEAF)


def _for(number: int, players: int) -> Message:
    return Message("{n} for {players}", {"n": number, "players": players})


def _heads(players: int) -> Message:
    spaces = Listing(tuple(chain[0] for chain in START_CHAINS[players]), "and")
    return Message("{n} players: {spaces}.", {"n": players, "spaces": spaces})


def _expansion_cards(expansion: Expansion) -> Iterator[TextCard]:
    for tile in expansion.tiles:
        rule, setup = expansion.rule(tile.rule_side), expansion.setup(tile.setup_side)
        front = (_headed(rule), Written(rule.help or rule.effect)) if rule else NO_SIDE
        yield TextCard(front, (_headed(setup), setup.laid) if setup else NO_SIDE)


def _headed(entry: SetUp | Rule) -> Series:
    return Series((entry.id, called(entry)), " ")
