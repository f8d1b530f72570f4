"""The parts of the reading chain, put together: layout, artwork, reader, dice."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from ipaddress import ip_interface, ip_network
from typing import Any, Final

import cv2
from msgspec.structs import replace

from companion.cli.machine.interfaces import interfaces
from companion.cli.output import note
from companion.cli.spoken import told
from companion.layout import Layout
from companion.layouts import games_with_layout, load_layout
from companion.live.photos import without_sheets
from companion.printing import artwork
from companion.sighting import Sighting, ViewProblem
from hw.camera import Camera, CameraEnded, CameraError, Frame
from hw.means import Means
from hw.net.reach import Reach
from vision.dice import DiceReader
from vision.images.files import ImageError
from vision.images.process import load_apart
from vision.ports import Image
from vision.sheets.lens import Lens
from vision.sheets.marker_search import MarkerSearch, SharedSearch
from vision.sheets.markers import MarkerFinder
from vision.sheets.mirrored import MIRRORED, is_mirrored, marker_ids
from vision.view.reader import TableReader

NONE_IN_VIEW: Final = ViewProblem("no-sheet", "None of our sheets is in view with its markers.")


def decoded_apart(data: bytes) -> Image | None:
    """Give the picture that these bytes are, decoded in a process of its own; None where they are none."""
    try:
        return load_apart(data)
    except ImageError:
        return None


MEANS: Final = Means(decode=decoded_apart)
"""What every camera of the program is given."""


def house_reach(allowed: Sequence[str] = ()) -> Reach:
    """Say where an address that is typed on a page may lead: to this machine's networks and those allowed."""
    return Reach(
        lambda: (ip_interface(f"{each.address}/{each.prefix}") for each in interfaces()),
        [ip_network(each, strict=False) for each in allowed],
    )


def table_reader(
    layout: Layout, *, lens: Lens | None = None, search: MarkerSearch | None = None
) -> TableReader:
    """Give a reader of that game's sheets, and of dice where the game has some.

    To search a whole picture for dice takes ten times as long as to read the sheets.
    """
    return TableReader(layout, artwork, DiceReader() if layout.has_dice else None, lens, search=search)


def all_readers(lens: Lens | None = None) -> list[tuple[Layout, TableReader]]:
    """Give a reader for every game's sheets, and dice of any kind, through a lens that was measured."""
    dice, layouts = DiceReader(), [load_layout(slug) for slug in games_with_layout()]
    searches = shared_searches(layouts)
    return [
        (layout, TableReader(layout, artwork, dice, lens, tells_mirrored=False, search=searches[layout.game]))
        for layout in layouts
    ]


def shared_searches(layouts: Iterable[Layout]) -> dict[str, MarkerSearch]:
    """Give each game's search for markers: games whose markers are of one dictionary share it."""
    by_dictionary: dict[str, MarkerSearch] = {}
    return {
        layout.game: by_dictionary.setdefault(
            layout.marker_dictionary, SharedSearch(layout.marker_dictionary)
        )
        for layout in layouts
    }


def read_any(image: Any, readers: Sequence[tuple[Layout, TableReader]]) -> tuple[Layout, Sighting]:
    """Read with the layout that finds most of its own in view; the dice take long, only with that."""
    results = [(layout, reader, reader.read_sheets(image)) for layout, reader in readers]
    layout, reader, sighting = max(results, key=lambda each: (len(each[2].sheets), len(each[2].mosaics)))
    return layout, _of_no_game(image, without_sheets(reader.add_dice(image, sighting)))


def _of_no_game(image: Any, sighting: Sighting) -> Sighting:
    """Name no game's sheets where none of any game is in view; tell that of all games at once."""
    if not any(each.code == "no-sheet" for each in sighting.view):
        return sighting
    why = MIRRORED if _is_mirrored(image) else NONE_IN_VIEW
    return replace(sighting, view=tuple(why if each.code == "no-sheet" else each for each in sighting.view))


def _is_mirrored(image: Any) -> bool:
    known = frozenset[int]().union(*(marker_ids(load_layout(game)) for game in games_with_layout()))
    grey: Any = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return is_mirrored(grey, MarkerFinder(), known)


def frames_of(camera: Camera) -> Generator[Frame]:
    """Open a camera and give its frames, until it ends or nobody wants more, and let it go.

    A picture of a recording that cannot be read is told of and passed over.
    """
    camera.open()
    try:
        while True:
            try:
                yield camera.read()
            except CameraEnded:
                return
            except CameraError as error:
                if error.code != "picture-unreadable":
                    raise
                note(f"{told(error)} [{error.code}]")
    finally:
        camera.close()
