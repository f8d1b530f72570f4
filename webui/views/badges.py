"""Seats as the pages show them: a colour, a shape and a name, never a colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.layout import Layout, Rgb
from companion.rules.game import Seat
from companion.rules.phrases import marked
from companion.sessions.session import Session
from webui.request.laid_out import layout_of
from webui.request.language import named

SHAPES: Final = (
    "M12 2a10 10 0 1 0 .001 0z",
    "M3.5 3.5h17v17h-17z",
    "M12 1.5 22.8 21H1.2z",
    "M12 1 23 12 12 23 1 12z",
    "M7 2h10l6 10-6 10H7L1 12z",
    "M12 1l3.2 7.2 7.8.8-5.9 5.2 1.8 7.7L12 17.9 5.1 21.9l1.8-7.7L1 9l7.8-.8z",
)
"""One outline for each seat, in a box of 24: disc, square, triangle, diamond, hexagon, star."""

NAMES: Final = (
    marked("disc"),
    marked("square"),
    marked("triangle"),
    marked("diamond"),
    marked("hexagon"),
    marked("star"),
)


class Badge(NamedTuple):
    """A seat: its number, who sits there, its outline, and its pieces' colours as CSS."""

    seat: Seat
    name: str
    outline: str
    shape: str
    fill: str
    rim: str


def seat_badges(session: Session) -> dict[Seat, Badge]:
    """Give every seat's badge; the fill is the colour of the kind named last, the rim of the first."""
    return badges_of(layout_of(session), session.names, session.state.seated())


def badges_of(
    layout: Layout, names: Mapping[Seat, str], seated: Mapping[Seat, Sequence[str]]
) -> dict[Seat, Badge]:
    """Give the badges of seats whose pieces are those kinds."""
    kinds = layout.kinds
    badges: dict[Seat, Badge] = {}
    for seat, name in names.items():
        colours = [kinds[kind].colours[0] for kind in seated.get(seat, ()) if kind in kinds]
        fill, rim = (colours[-1], colours[0]) if colours else ((128, 128, 128), (128, 128, 128))
        place = (seat - 1) % len(SHAPES)
        badges[seat] = Badge(seat, named(name), SHAPES[place], NAMES[place], css(fill), css(rim))
    return badges


def css(rgb: Rgb) -> str:
    """Give a colour in CSS."""
    return "#" + "".join(f"{channel:02x}" for channel in rgb)
