"""What is cut out for Caterpillar Filler (specification sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.caterpillar_filler.layout import expansion_of
from companion.games.caterpillar_filler.rules.data.expansion import Expansion
from companion.games.caterpillar_filler.rules.start import FULL_BODY, PAIRS, RESERVE, SEATS, START_CHAINS
from companion.layout import Layout, Rgb
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.kit.words import listed

TOKENS = 40
LEAF: Rgb = (84, 150, 70)

NO_SIDE = ("", "")
"""Of a tile of which an owner knows one side."""

SCORE_LINES = (
    "Head in the garden",
    "Body pieces in the garden",
)


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
    return PartList(groups, cards, "Expansion tiles", {"set-up-guide": (_set_up_guide(),)}, SCORE_LINES)


def _set_up_guide() -> TextCard:
    """Give the quick set-up guide: what lies where, for each number of players (CF-07 to CF-14)."""
    pairs = ", ".join(f"{PAIRS[n]} for {n}" for n in SEATS)
    bodies = ", ".join(f"{FULL_BODY[n] - RESERVE} for {n}" for n in SEATS)
    heads = " ".join(f"{n} players: {listed([c[0] for c in START_CHAINS[n]], 'and')}." for n in SEATS)
    front = (
        f"1. A flower on each yellow space. 2. Each player: one wasp, {RESERVE} body pieces in reserve. "
        f"3. Pairs of tiles face down: {pairs} players. 4. Head and body in the garden; body pieces: "
        f"{bodies} players."
    )
    back = f"Heads, in the order of the seats. {heads} The body lies clockwise behind the head."
    return TextCard(
        ("Quick set-up", front), ("Where heads go", f"{back} Who was last in a garden begins."), LEAF
    )


def _expansion_cards(expansion: Expansion) -> Iterator[TextCard]:
    for tile in expansion.tiles:
        rule, setup = expansion.rule(tile.rule_side), expansion.setup(tile.setup_side)
        front = (f"{rule.id} {rule.name}", rule.effect) if rule else NO_SIDE
        yield TextCard(front, (f"{setup.id} {setup.name}", setup.laid) if setup else NO_SIDE)
