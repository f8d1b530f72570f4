"""What a player may want to know before acting: lines to draft, open ends, what closing would bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.papillon.rules.data.board import LINES, SPACES
from companion.games.papillon.rules.data.garden import neighbour
from companion.games.papillon.rules.data.regions import Region
from companion.games.papillon.rules.phases.drafting import legal_drafts
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.scoring import Worth
from companion.games.papillon.rules.sentences.advice import OpenPatch, open_fields, open_patches
from companion.games.papillon.rules.sentences.words import COLOUR_NAMES, counted
from companion.rules.abilities import Advice
from companion.rules.game import Seat
from companion.rules.kit.words import listed, signed
from companion.rules.message import Message, together
from companion.rules.phrases import Term, Value

PATCHES: Final = "What closing a patch brings"
FIELDS: Final = "What closing a field brings"
TO_DRAFT: Final = "To draft"


def hints(p: Position, seat: Seat) -> Iterator[Advice]:
    """Give everything that a seat may want to know now."""
    if p.over:
        return
    if p.phase == "DRAFT" and p.to_move == seat:
        yield from _lines(p)
    for patch in sorted(open_patches(p, seat), key=lambda each: len(each.region.open_ends)):
        yield _patch(p, seat, patch)
    for field in open_fields(p, seat):
        if field.region.icons:
            yield _field(seat, field)


def _lines(p: Position) -> Iterator[Advice]:
    """Tell what every row and column brings."""
    for action in legal_drafts(p):
        spaces = [space for space in LINES[action.line] if p.board[SPACES.index(space)]]
        gains: list[Value] = [counted(len(spaces), "tile")]
        caterpillars = sum(space in p.board_tokens for space in spaces)
        if action.line in p.table.gnome_lines and p.shed is not None:
            gains.append(Term("gnome", "the"))
            caterpillars += p.shed
        if caterpillars:
            gains.append(counted(caterpillars, "caterpillar"))
        if len(spaces) == 1 and p.pool:
            gains.append(Message("a tile from the bag"))
        text = "Row {line}: {gains}" if action.line.isdigit() else "Column {line}: {gains}"
        values: dict[str, Value] = {"line": action.line, "gains": listed(gains, "and")}
        where = tuple(f"staircase/{space}" for space in spaces)
        yield Advice(TO_DRAFT, Message(text, values), where)


def _patch(p: Position, seat: Seat, patch: OpenPatch) -> Advice:
    region = patch.region
    brings: list[Message] = []
    if patch.butterfly:
        brings.append(Message("butterfly {points}", {"points": _on_flowers(patch)}))
    if patch.bonus:
        brings.append(Message("bonus butterfly"))
    if patch.patch_nectar:
        brings.append(Message("patch {points}", {"points": signed(patch.patch_nectar)}))
    values: dict[str, Value] = {
        "colour": Term(COLOUR_NAMES[region.type]),
        "tile": region.tile,
        "ends": counted(len(region.open_ends), "open end"),
        "brings": together(*brings, between=", ") if brings else Term("nothing"),
    }
    text = "{colour:Cap} at {tile}, {ends}: {brings}"
    return Advice(PATCHES, Message(text, values), _where(seat, region), open=p.phase == "GARDEN")


def _on_flowers(patch: OpenPatch) -> Value:
    """Say what a butterfly would change, by the flower where there are two of that colour."""
    if len(patch.flowers) == 1:
        return signed(*patch.flowers.values())
    text = "{points} on flower {number}"
    changes = patch.flowers.items()
    return listed(Message(text, {"points": signed(change), "number": name[2]}) for name, change in changes)


def _field(seat: Seat, field: Worth) -> Advice:
    region = field.region
    values: dict[str, Value] = {
        "tile": region.tile,
        "ends": counted(len(region.open_ends), "open end"),
        "nectar": signed(region.icons * field.each),
    }
    text = "Field at {tile}, {ends}: {nectar}"
    return Advice(FIELDS, Message(text, values), _where(seat, region), open=False)


def _where(seat: Seat, region: Region) -> tuple[str, ...]:
    """Give the cells of a region and the free ones that its open ends face."""
    facing = dict.fromkeys(neighbour((x, y), side) for x, y, side in region.open_ends)
    return tuple(f"garden-{seat}/{x},{y}" for x, y in (*region.cells, *facing))
