"""The cards: time, fillings and symbols down the left, the recipe in the main part, and the marker."""

from __future__ import annotations

from companion.games.star_baker.art.icons import GOLD, WHITE, icon
from companion.games.star_baker.art.pastry import chef, pastry
from companion.games.star_baker.layout import CARD_MM, INK, PAPER, border_of
from companion.games.star_baker.rules.data.cards import Card, CardSet, clock
from companion.layout import NO_MARKER, Kind, Marker, Rgb
from companion.layouts.shapes import rectangle as corners_of
from companion.printing.drawing import (
    Path,
    disc,
    ellipse,
    line,
    mix,
    polar,
    polygon,
    rectangle,
    ring,
    rounded,
    shifted,
    star,
    turned,
)
from companion.printing.glyphs import centred_text, text, text_width, wrap
from companion.printing.tags import marker_drawing

WIDTH, HEIGHT = CARD_MM
LEFT, TOP = -WIDTH / 2, -HEIGHT / 2
RIM_MM = 2.2
COLUMN_MM = 15.0
MAIN_LEFT = LEFT + RIM_MM + COLUMN_MM
MAIN_RIGHT = -LEFT - RIM_MM
MIDDLE = (MAIN_LEFT + MAIN_RIGHT) / 2

NEED_MM = 12.0
"""What a recipe asks for is read on a phone, where four cards stand side by side."""

ABILITIES = {
    "bonus_fill": ("Bonus", "fill"),
    "bonus_restock": ("Bonus", "restock"),
    "somethings_wrong": ("Something's", "wrong"),
    "arrive_early": ("Arrive", "early"),
}


def front(kind: Kind, card: Card, cards: CardSet, dictionary: str) -> list[Path]:
    """Draw a card's face, one of these cards."""
    colour = border_of(card)
    main = _chef(card, cards, colour) if card.kind == "chef" else _recipe(card, colour)
    label = _label(kind, card.card_id, dictionary)
    return [*_frame(colour), *_column(card, colour), *_title(card, colour), *main, *label]


def _frame(colour: Rgb) -> list[Path]:
    inner = (LEFT + RIM_MM, TOP + RIM_MM, WIDTH - 2 * RIM_MM, HEIGHT - 2 * RIM_MM)
    return [
        rounded(LEFT, TOP, WIDTH, HEIGHT, 3.2, mix(colour, INK, 0.35)),
        rounded(LEFT + 0.5, TOP + 0.5, WIDTH - 1.0, HEIGHT - 1.0, 2.9, colour),
        rounded(*inner, 1.8, PAPER),
        rounded(inner[0], inner[1], COLUMN_MM, inner[3], 1.8, mix(colour, PAPER, 0.66)),
        rectangle(inner[0] + COLUMN_MM - 2.0, inner[1], 2.0, inner[3], mix(colour, PAPER, 0.66)),
        line([(MAIN_LEFT, inner[1]), (MAIN_LEFT, inner[1] + inner[3])], mix(colour, INK, 0.15), 0.4),
    ]


def _column(card: Card, colour: Rgb) -> list[Path]:
    """What counts in the hand: the time, the fillings, the symbols."""
    x = LEFT + RIM_MM + COLUMN_MM / 2
    parts = [*_time(card, x, colour)]
    for n, filling in enumerate(card.fillings):
        parts += icon(filling, (x, -16.0 + 13.6 * n), 12.4)
    for n, symbol in enumerate(reversed(card.symbols)):
        parts += icon(symbol, (x, 35.0 - 11.8 * n), 11.0)
    return parts


def _time(card: Card, x: float, colour: Rgb) -> list[Path]:
    y = TOP + RIM_MM + 7.4
    if card.time_min is None:
        return [*icon("arrive_early", (x, y), 11.0), centred_text("-1 h", (x, y + 8.4), 4.2, INK)]
    hours, minutes = divmod(card.time_min, 60)
    turn = 30.0 * (hours % 12) + 0.5 * minutes - 90.0
    hands = [((x, y), polar(2.7, turn, (x, y))), ((x, y), polar(4.0, 6.0 * minutes - 90.0, (x, y)))]
    return [
        disc((x, y), 5.8, mix(colour, INK, 0.35)),
        disc((x, y), 5.0, WHITE),
        *(disc(polar(4.2, 30.0 * n, (x, y)), 0.3, INK) for n in range(12)),
        line(hands[0], INK, 1.0),
        line(hands[1], mix(colour, INK, 0.35), 0.7),
        centred_text(clock(card.time_min), (x, y + 9.0), 5.0, INK),
    ]


def _title(card: Card, colour: Rgb) -> list[Path]:
    size, room = 4.3, MAIN_RIGHT - MAIN_LEFT - 3.0
    rows = wrap(card.name, room, size)
    if len(rows) > 2 or any(text_width(row, size) > room for row in rows):
        size = 3.7
        rows = wrap(card.name, room, size)
    top = TOP + RIM_MM + (4.0 if len(rows) > 1 else 6.4)
    words = [
        centred_text(row, (MIDDLE, top + 5.2 * n), size, mix(colour, INK, 0.55)) for n, row in enumerate(rows)
    ]
    return [
        *words,
        line([(MIDDLE - 12, TOP + 15.0), (MIDDLE + 12, TOP + 15.0)], mix(colour, PAPER, 0.3), 0.5),
    ]


def _recipe(card: Card, colour: Rgb) -> list[Path]:
    """What counts in the book: the picture, what it asks for, and the ability."""
    glow = [ellipse((MIDDLE, -12.6), 20.0, 15.0, mix(colour, PAPER, 0.86))]
    picture = shifted((MIDDLE, 1.0)).drawing(pastry(card.requires))
    step, size = (12.8, NEED_MM) if len(card.requires) < 4 else (10.3, 9.7)
    first = MIDDLE - step * (len(card.requires) - 1) / 2
    needs = [
        path
        for n, filling in enumerate(card.requires)
        for path in icon(filling, (first + step * n, 12.4), size)
    ]
    return [
        *glow,
        *picture,
        text("needs", (MAIN_LEFT + 2.0, 5.4), 3.4, mix(INK, PAPER, 0.35), "left"),
        *needs,
        *_ability(card),
    ]


def _ability(card: Card) -> list[Path]:
    if card.ability == "none":
        return []
    x = MAIN_LEFT + 11.0
    words = ABILITIES[card.ability]
    return [
        *icon(card.ability, (x, 28.0), 12.0),
        *(centred_text(word, (x, 36.4 + 3.4 * n), 2.7, INK) for n, word in enumerate(words)),
    ]


def _chef(card: Card, cards: CardSet, colour: Rgb) -> list[Path]:
    number = cards.colours.index(card.border) + 1
    item = cards.chef_set(card.border).index(card.card_id)
    glow = [
        disc((MIDDLE, -6.0), 20.0, mix(colour, PAPER, 0.72)),
        ring((MIDDLE, -6.0), 20.0, 19.3, mix(colour, PAPER, 0.3)),
    ]
    # The portrait is set in a disc: what would hang over its lower edge is cut off by the line of the table.
    return [
        *glow,
        *shifted((MIDDLE, 11.0)).drawing(turned(0.0, scale=1.05).drawing(chef(number, colour, item))),
    ]


def _label(kind: Kind, name: str, dictionary: str) -> list[Path]:
    """The marker, and the card's name below the time for whoever looks it up."""
    words = text(name, (MAIN_RIGHT - 1.0, 20.6), 2.6, mix(INK, PAPER, 0.3), "right")
    if kind.marker == NO_MARKER:
        return [words]
    (x, y), half = kind.marker_at_mm, kind.marker_mm / 2
    marker = Marker(kind.marker, corners_of(x - half, y - half, 2 * half, 2 * half))
    return [*marker_drawing(marker, dictionary), words]


def back() -> list[Path]:
    """Draw the back, the same for all cards: a checked cloth, and the star that everybody is after."""
    dark: Rgb = (142, 34, 46)
    parts = [
        rounded(LEFT, TOP, WIDTH, HEIGHT, 3.2, mix(dark, INK, 0.35)),
        rounded(LEFT + 0.5, TOP + 0.5, WIDTH - 1, HEIGHT - 1, 2.9, dark),
    ]
    parts.append(rounded(LEFT + 3, TOP + 3, WIDTH - 6, HEIGHT - 6, 1.8, (250, 236, 222)))
    parts += _check(mix(dark, (250, 236, 222), 0.62))
    parts += [disc((0, 0), 20.5, dark), disc((0, 0), 19.3, PAPER), ring((0, 0), 18.2, 17.6, dark)]
    parts += [
        polygon([(x, y - 3.0) for x, y in star(5, 12.6, 5.6)], mix(GOLD, INK, 0.35)),
        polygon([(x, y - 3.0) for x, y in star(5, 11.2, 4.9)], GOLD),
    ]
    parts += shifted((0, 0.6)).drawing(
        turned(0.0, scale=0.42).drawing(pastry(("chocolate", "strawberry", "vanilla")))
    )
    return [*parts, centred_text("STAR BAKER", (0, 11.6), 3.4, dark)]


def _check(tone: Rgb) -> list[Path]:
    """The squares of the cloth."""
    side = (WIDTH - 6) / 9
    rows = int((HEIGHT - 6) / side)
    left, top = LEFT + 3, -rows * side / 2
    squares = ((row, column) for row in range(rows) for column in range(9) if (row + column) % 2 == 0)
    return [rectangle(left + column * side, top + row * side, side, side, tone) for row, column in squares]
