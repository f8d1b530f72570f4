"""A mound card: towers of clay against the evening sky, with a chamber for every die."""

from __future__ import annotations

from companion.games.it_happens.art.icons import LEAF, icon
from companion.games.it_happens.layout import COLUMN_MM, EARTH, HOLE, INK, LEVEL_MM, SAND, SPACE_MM
from companion.games.it_happens.rules.data.mounds import Mound
from companion.layout import Point, Rgb, Sheet, Zone
from companion.printing.drawing import Path, disc, drop, mix, polygon, rectangle, rounded, shifted, turned
from companion.printing.glyphs import centred_text, text_width
from companion.printing.tags import fiducials

DUSK: tuple[Rgb, Rgb] = ((253, 230, 186), (242, 172, 116))
BANDS = 9
SUN: Rgb = (254, 240, 200)
GROUND: Rgb = (170, 108, 62)
CLAY_LIGHT: Rgb = (220, 160, 106)
CLAY_DARK: Rgb = (160, 98, 56)
PICTURE_MM = 15.0
SPIRE_MM = 5.5
BADGE_MM = 17.0


def mound_card(mound: Mound, sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw a card."""
    width, height = sheet.size_mm
    zone = sheet.zones[0]
    bottom = max(y for _, y in zone.outline_mm)
    parts = [*_sky(width, height), *_sun((0.64 * width, 0.42 * height), 30.0)]
    parts += _distant(width, bottom)
    parts.append(rectangle(0.0, bottom - 1.0, width, height - bottom + 1.0, GROUND))
    parts += _grass(width, bottom)
    for column in range(1, len(mound.columns) + 1):
        parts += _tower(zone, column, bottom)
    parts += _chambers(mound, zone)
    parts += _badges(mound, width)
    parts += _name(mound, width, height)
    return [*parts, *fiducials(sheet, dictionary)]


def _sky(width: float, height: float) -> list[Path]:
    """Bands of dusk, palest at the top."""
    step = height / BANDS
    tones = (mix(*DUSK, n / (BANDS - 1)) for n in range(BANDS))
    return [rectangle(0.0, n * step, width, height - n * step, tone) for n, tone in enumerate(tones)]


def _sun(centre: Point, radius: float) -> list[Path]:
    return [
        disc(centre, radius, mix(SUN, DUSK[1], 0.4)),
        disc(centre, 0.72 * radius, mix(SUN, DUSK[1], 0.12)),
    ]


def _distant(width: float, bottom: float) -> list[Path]:
    """Far mounds on the horizon."""
    tone = mix(DUSK[1], GROUND, 0.35)
    peaks = ((0.05, 16.0), (0.3, 11.0), (0.52, 19.0), (0.78, 12.0), (0.97, 17.0))
    return [
        polygon(
            [
                (x * width - 1.1 * h, bottom),
                (x * width - 0.25 * h, bottom - h),
                (x * width + 0.2 * h, bottom - 0.9 * h),
                (x * width + h, bottom),
            ],
            tone,
        )
        for x, h in peaks
    ]


def _grass(width: float, bottom: float) -> list[Path]:
    """Tufts along the foot of the mound, where no die comes to lie."""
    blades = []
    count = int(width // 4)
    for n in range(count):
        x, lean = (n + 0.5) * width / count, (n * 37 % 50) - 25
        blade = turned(-90 + lean).path(Path(drop(5.0 + n * 29 % 4, 2.0), mix(LEAF, GROUND, 0.2 * (n % 3))))
        blades.append(shifted((x, bottom + 4.4)).path(blade))
    return blades


def _tower(zone: Zone, column: int, bottom: float) -> list[Path]:
    """One column: a tower of clay with a rounded spire, its left side in the light."""
    cells = [cell.centre_mm for cell in zone.cells if cell.id.startswith(f"C{column}.")]
    x, top = cells[0][0], min(y for _, y in cells) - LEVEL_MM / 2
    half = COLUMN_MM / 2 - 0.7

    def body(grow: float) -> Path:
        w, lip = half + grow, SPIRE_MM + grow
        return Path(
            (
                ("M", ((x - w - 0.8, bottom),)),
                ("L", ((x - w, top + 2.0),)),
                ("C", ((x - w, top - 0.55 * lip), (x - 0.45 * w, top - 0.5 * lip), (x - 0.2 * w, top - lip))),
                ("C", ((x + 0.1 * w, top - 1.05 * lip), (x + w, top - 0.7 * lip), (x + w, top + 2.0))),
                ("L", ((x + w + 0.8, bottom),)),
                ("Z", ()),
            ),
            CLAY_DARK if grow else EARTH,
        )

    light = [
        (x - half + 0.3, bottom),
        (x - half + 0.5, top + 2.0),
        (x - half + 1.9, top + 1.0),
        (x - half + 1.6, bottom),
    ]
    window = disc((x + 0.1 * half, top - 1.9), 1.2, CLAY_DARK)
    return [body(0.6), body(0.0), polygon(light, CLAY_LIGHT), window]


def _chambers(mound: Mound, zone: Zone) -> list[Path]:
    """The spaces for dice, plain in the middle or with what lies there to be found."""
    parts: list[Path] = []
    half = SPACE_MM / 2
    pictures = {
        f"C{c}.{level}": picture
        for c, spaces in enumerate(mound.columns, 1)
        for level, picture in enumerate(spaces, 1)
    }
    for cell in zone.cells:
        x, y = cell.centre_mm
        parts.append(rounded(x - half, y - half, 2 * half, 2 * half, 5.0, CLAY_DARK))
        parts.append(rounded(x - half + 0.6, y - half + 0.6, 2 * half - 1.2, 2 * half - 1.2, 4.5, HOLE))
        picture = pictures[cell.id]
        if picture is not None:
            parts += icon(picture, (x, y), PICTURE_MM)
    return parts


def _badges(mound: Mound, width: float) -> list[Path]:
    """Worm number, Queen and General between the upper markers."""
    parts: list[Path] = []
    places = (width / 2 - 27.0, width / 2, width / 2 + 27.0)
    for x, (name, number) in zip(
        places,
        (("queen", mound.queen_vp), ("general", mound.general_vp), ("worm", mound.worm_number)),
        strict=True,
    ):
        parts.append(rounded(x - 12.6, 5.0, 25.2, BADGE_MM, 4.0, CLAY_DARK))
        parts.append(
            rounded(x - 12.0, 5.6, 24.0, BADGE_MM - 1.2, 3.5, SAND if name != "worm" else (255, 226, 216))
        )
        parts += icon(name, (x - 5.6, 5.0 + BADGE_MM / 2), 10.0)
        parts.append(
            centred_text(str(number), (x + 5.6, 5.0 + BADGE_MM / 2), 9.0 if number < 10 else 7.4, INK)
        )
    return parts


def _name(mound: Mound, width: float, height: float) -> list[Path]:
    """The card's name on a board of clay between the patches."""
    y = height - 11.5
    words = mound.name or mound.id
    size = min(5.2, 5.2 * 44.0 / max(1.0, text_width(words, 5.2)))
    parts = [centred_text(words, (width / 2, y - 2.4), size, (255, 240, 208))]
    if mound.name:
        parts.append(centred_text(mound.id, (width / 2, y + 4.4), 3.8, (246, 212, 160)))
    return parts
