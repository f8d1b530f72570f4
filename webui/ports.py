"""What the pages want handed in: a running table, and perhaps a simulated one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from companion.boxes.teach_file import Corners, Photograph, TaughtSheet, TeachFile
from companion.boxes.trial import Trial
from companion.layout import Layout
from companion.rules.phrases import Phrase, Words


class Address(NamedTuple):
    """Where phones find this table, as ``http://host:port``, and in which network: Wi-Fi, cable, VPN."""

    url: str
    network: str

    @property
    def host(self) -> str:
        """What tells this address from the others: its host and port."""
        return urlsplit(self.url).netloc


class WrongLine(NamedTuple):
    """A mistake in the settings: its line from 1 (0: none can be named), what stands there, what is wrong."""

    line: int
    text: str
    what: str


class SafeMode(NamedTuple):
    """The table was started without its camera: wished so, or because of mistakes in the settings."""

    path: str
    code: str = ""
    wrong: tuple[WrongLine, ...] = ()


class CameraFound(Protocol):
    """A camera that is there, or might be."""

    @property
    def spec(self) -> str:
        """The words that choose it."""
        ...

    @property
    def shown(self) -> str:
        """The words that choose it, for people: without a password."""
        ...

    @property
    def name(self) -> Words:
        """What people call it."""
        ...

    @property
    def about(self) -> Words:
        """More of it."""
        ...

    @property
    def why_not(self) -> Words:
        """Why it cannot be used; empty where it can."""
        ...


class CameraTurn(Protocol):
    """How pictures are put upright: mirrored left to right first, then turned clockwise."""

    @property
    def degrees(self) -> int:
        """0, 90, 180 or 270."""
        ...

    @property
    def mirrored(self) -> bool:
        """Whether they are mirrored."""
        ...


class Cameras(Protocol):
    """The choice of camera."""

    @property
    def chosen(self) -> str:
        """The words that were chosen; ``auto`` is among them."""
        ...

    @property
    def used(self) -> str:
        """The words that choose the one in use, also where ``auto`` has found it; empty before."""
        ...

    @property
    def taken(self) -> Phrase | None:
        """Which one ``auto`` has taken, in sentences; None before, and where one was chosen."""
        ...

    @property
    def turn(self) -> CameraTurn | None:
        """How the pictures of the one in use are put upright; None where they cannot be turned."""
        ...

    def put_upright(self, how: str) -> None:
        """Turn its pictures: ``right``, ``mirror`` or ``none``. Raises as `choose`."""
        ...

    def found(self) -> Sequence[CameraFound]:
        """The cameras that are there, and those that are not and why."""
        ...

    def choose(self, spec: str) -> None:
        """Use another from now on. Raises an error with a ``code`` and a ``sentence``."""
        ...


class HubMember(Protocol):
    """The table's place at a hub where many tables come together. Its errors have a code and a sentence."""

    @property
    def by_settings(self) -> bool:
        """Whether the settings name the hub: then no page changes it."""
        ...

    @property
    def table(self) -> str:
        """What the table is called at the hub; empty where it has joined none."""
        ...

    @property
    def place(self) -> str:
        """Where the broker of the hub is, as ``host:port``."""
        ...

    @property
    def waiting(self) -> int:
        """Events that the hub has not stored yet."""
        ...

    @property
    def said(self) -> Words:
        """The sentence of `health`, for readers of any language."""
        ...

    def health(self) -> tuple[str, str]:
        """Give how the line is, ``off``, ``ok``, ``connecting`` or a code, and a sentence."""
        ...

    def join(self, link: str) -> None:
        """Join the hub of a link."""
        ...

    def join_by_photograph(self, data: bytes) -> None:
        """Join the hub whose code is in a photograph."""
        ...

    def leave(self) -> None:
        """Leave the hub."""
        ...


class Piece(NamedTuple):
    """A piece on the simulated table: its centre in mm of the sheet it lies on, and its turn."""

    id: str
    kind: str
    sheet: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


class Simulation(Protocol):
    """What the pages use of a simulated table."""

    def pieces(self) -> Sequence[Any]:
        """Everything that lies there, each with the fields of `Piece`, the undermost first."""
        ...

    def sheets(self) -> Sequence[str]:
        """The sheets on the table."""
        ...

    def bring_sheet(self, sheet: str) -> None:
        """Lay a loose sheet on the table. Raises KeyError."""
        ...

    def take_sheet(self, sheet: str) -> None:
        """Take a loose sheet off the table, with everything on it. Raises KeyError."""
        ...

    def move_mm(self, piece: str, sheet: str, x_mm: float, y_mm: float) -> None:
        """Put a piece somewhere. Raises KeyError for an unknown piece or sheet."""
        ...

    def bring(self, kind: str) -> None:
        """Bring a piece from the box. Raises KeyError for a kind that lies nowhere."""
        ...

    def remove(self, piece: str) -> None:
        """Take a piece off the table. Raises KeyError."""
        ...

    def flip(self, piece: str) -> None:
        """Turn a piece over, or on to the next face. Raises KeyError."""
        ...

    def roll(self) -> None:
        """Throw the dice that the game asks for."""
        ...

    def tidy(self) -> bool:
        """Lay everything as the game says; say whether anything was to be laid."""
        ...

    def switches(self) -> Mapping[str, bool]:
        """The ways in which the table can misbehave, and which do now; ``hand`` is one of them."""
        ...

    def set_switch(self, name: str, *, on: bool) -> None:
        """Misbehave, or behave again. Raises KeyError."""
        ...

    @property
    def bots(self) -> bool:
        """Whether bots play all seats."""
        ...

    def hold_bots(self) -> None:
        """Let bots wait while somebody corrects the record."""
        ...

    def release_bots(self) -> None:
        """Let bots go on at once."""
        ...

    def set_bots(self, *, on: bool) -> None:
        """Let bots play all seats, or leave the table to people."""
        ...


class Teaching(Protocol):
    """What looks at the photographs of a box that is being taught. Its errors have a code and a sentence."""

    def prepare(self, data: bytes) -> tuple[bytes, tuple[int, int]]:
        """Give a photograph that somebody sent as a JPEG of a useful size, with its width and height."""
        ...

    def through_camera(self) -> tuple[bytes, tuple[int, int]]:
        """Give a photograph by the table's camera, as `prepare` does."""
        ...

    def size_px(self, jpeg: bytes) -> tuple[int, int]:
        """Give the width and the height of a photograph."""
        ...

    def outline(self, jpeg: bytes) -> Corners | None:
        """Give the corners of the largest sheet in a photograph, clockwise from the top left."""
        ...

    def check_sheet(self, jpeg: bytes, sheet: TaughtSheet) -> Sequence[Phrase]:
        """Give warnings about the photograph of a sheet; raises where it cannot be used."""
        ...

    def find_pieces(
        self, file: TeachFile, layout: Layout, load: Callable[[str], bytes], photo: Photograph
    ) -> tuple[Photograph, Sequence[Phrase]]:
        """Give a photograph with the pieces in it and proposed names, and what to tell."""
        ...

    def name_alike(
        self, file: TeachFile, layout: Layout, load: Callable[[str], bytes], photo: Photograph
    ) -> Photograph:
        """Name pieces that have no name yet like those of the same photograph that have one."""
        ...

    def read_trial(
        self, file: TeachFile, layout: Layout, load: Callable[[str], bytes], photo: Photograph
    ) -> Trial:
        """Say what lies in a photograph of the test round."""
        ...

    def measured(self, file: TeachFile, layout: Layout, load: Callable[[str], bytes]) -> TeachFile:
        """Give the file with the sizes of pieces that differ from ours."""
        ...

    def make_box(
        self, file: TeachFile, layout: Layout, load: Callable[[str], bytes]
    ) -> tuple[bytes, Sequence[tuple[str, str, Phrase]]]:
        """Make the box; give the pairs of kinds that look alike, too, each with what would help."""
        ...
