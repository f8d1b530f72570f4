"""What one table plays with: a garden board and a box of tokens, printed with the program or an owner's."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.rules.boxes import edition_of
from companion.rules.errors import BadData
from companion.rules.games.octopus_garden.board import Board, load_board
from companion.rules.games.octopus_garden.box import Box, load_box
from companion.rules.games.octopus_garden.shipped import BOARD_FILE, BOX_FILE

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


class _Both(msgspec.Struct):
    board: msgspec.Raw = msgspec.Raw()
    tokens: msgspec.Raw = msgspec.Raw()
    garden: msgspec.Raw = msgspec.Raw()
    """That this is the file of a board."""
    base: msgspec.Raw = msgspec.Raw()
    """That it is one of tokens."""


def owners_set(data: bytes, name: str) -> PieceSet:
    """Read an owner's file (OG-R01): of a garden, of tokens, or of both; the rest is as printed.

    Raises
    ------
    BadData
        With what is wrong.
    """
    try:
        file = msgspec.json.decode(data, type=_Both)
    except RecursionError as error:
        raise BadData("The pieces cannot be read: the file is nested too deeply.") from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"The pieces cannot be read: {error}.") from error
    board, tokens = bytes(file.board), bytes(file.tokens)
    if bytes(file.garden):
        board = data
    if bytes(file.base):
        tokens = data
    if not board and not tokens:
        raise BadData("The file holds neither a garden nor tokens.")
    board_file = board or BOARD_FILE
    return PieceSet(
        name, load_board(board_file), load_box(tokens or BOX_FILE), board_file, edition_of(name, data)
    )
