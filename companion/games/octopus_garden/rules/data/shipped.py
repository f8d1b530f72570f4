"""The files of the garden and of the tokens that come with the program."""

from __future__ import annotations

from importlib import resources
from typing import Final

_ROOM: Final = resources.files("companion.games.octopus_garden.rules.data")

BOARD_FILE: Final = _ROOM.joinpath("board.json").read_bytes()
"""The print-and-play garden: 24 empty spaces and two printed oysters in a hexagon (section 3.1)."""

BOX_FILE: Final = _ROOM.joinpath("tokens.json").read_bytes()
"""The counts of the rulebook of 2022; the parrot fish's cost by OG-M27."""
