"""What one table plays with: a garden board and a box of tokens, printed with the program or an owner's."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.octopus_garden.rules.data.board import Board, load_board
from companion.games.octopus_garden.rules.data.box import Box, load_box
from companion.games.octopus_garden.rules.data.shipped import BOARD_FILE, BOX_FILE
from companion.rules.boxes import edition_of
from companion.rules.errors import BadData
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message

PRINTED: Final = "printed"

SHIPPED_FILE: Final = b'{"board":\n%s,"tokens":\n%s}\n' % (BOARD_FILE, BOX_FILE)
"""Both files in one."""


class PieceSet(msgspec.Struct, frozen=True, eq=False):
    """A garden and tokens.

    ``name`` is what the option ``pieces`` calls it; ``edition``, of an owner's, that and what tells one file
    of that name from another. ``board_file`` says where the spaces of the garden lie, too.
    """

    name: str
    board: Board
    box: Box
    board_file: bytes
    edition: str = ""


SHIPPED: Final = PieceSet(PRINTED, load_board(BOARD_FILE), load_box(BOX_FILE), BOARD_FILE)


BOTH: Final = {"board", "tokens"}


def owners_set(data: bytes, name: str) -> PieceSet:
    """Read an owner's file (OG-R01): of a garden, of tokens, or of both; the rest is as printed.

    Raises
    ------
    BadData
        With what is wrong.
    """
    file = read_json(data, dict[str, msgspec.Raw], Message("the pieces"))
    if file.keys() & BOTH:
        strange = sorted(file.keys() - BOTH)
        if strange:
            raise BadData(
                Message(
                    "The file holds {name}; a board and tokens are what there may be.",
                    {"name": repr(strange[0])},
                )
            )
        board, tokens = (bytes(file[key]) if key in file else b"" for key in ("board", "tokens"))
    else:
        board, tokens = data if "garden" in file else b"", data if "base" in file else b""
    if not board and not tokens:
        raise BadData(Message("The file holds neither a garden nor tokens."))
    board_file = board or BOARD_FILE
    return PieceSet(
        name, load_board(board_file), load_box(tokens or BOX_FILE), board_file, edition_of(name, data)
    )
