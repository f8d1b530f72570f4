"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from companion.games.star_baker.rules.actions import ByItself
from companion.games.star_baker.rules.data.cards import CARD, CardId, CardSet
from companion.games.star_baker.rules.position import HIDDEN, Did, Phase, Pile, Position, in_order
from companion.games.star_baker.rules.table import Table, make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Player = Annotated[int, msgspec.Meta(ge=1, le=6)]
Cards = tuple[CardId, ...]
CardOrHidden = Annotated[str, msgspec.Meta(pattern=rf"^({CARD}|[{HIDDEN}])\Z")]
Hidden = tuple[CardOrHidden, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written. ``hand`` and ``discard`` are enough for a final table."""

    n: Count | None = None
    deck: Count | None = None
    reserved: Cards = ()
    returned: Cards = ()
    seen: Cards | None = None
    book: Cards = ()
    box_seen: Cards = ()
    chefs: tuple[str, ...] | None = None
    hand: tuple[Hidden, ...]
    discard: tuple[Cards, ...]
    time_pick: tuple[Hidden, ...] | None = None
    order: tuple[Player, ...] = ()
    turn_index: Count = 0
    day: Count = 0
    phase: Phase = "OVER"
    actions_today: tuple[Did, ...] | None = None
    all_restock_days: Count = 0
    resets: Count = 0
    since: tuple[ByItself, ...] | msgspec.UnsetType = msgspec.UNSET
    advanced: bool | None = None
    options: dict[str, str] = {}
    over: bool | None = None


_PLAIN: Final = tuple(name for name in Document.__struct_fields__ if name in Position.__struct_fields__)
"""What a document and a position hold under the same name."""

_BY_PLAYER: Final = ("chefs", "hand", "discard", "time_pick", "actions_today")
"""What has one entry a player."""


def encode(p: Position) -> bytes:
    """Write a position; what follows from the rest (``advanced``, ``over``) is added."""
    values = {name: getattr(p, name) for name in _PLAIN}
    values["since"] = p.since or msgspec.UNSET
    document = Document(**values, **_follows(p), options=dict(p.table.chosen))
    return msgspec.json.encode(document)


def _follows(p: Position) -> dict[str, Any]:
    return {"n": p.seats, "advanced": p.table.advanced, "over": p.over}


def decode(data: bytes, sets: Sequence[CardSet]) -> Position:
    """Read a position. Raises `BadPosition` when it is none, or contradicts itself."""
    document = read_position(data, Document)
    try:
        table = _table(document, sets)
    except BadOption as error:
        raise BadPosition(error.sentence) from error
    for name in _BY_PLAYER:
        value = getattr(document, name)
        if value is not None and len(value) != table.players:
            raise BadPosition(f"The position cannot be read: {name} does not have {table.players} entries.")
    p = Position(table=table, **_values(document, table))
    for name, value in _follows(p).items():
        if getattr(document, name) not in (None, value):
            text = f"{name} is {getattr(document, name)}, but {value} follows"
            raise BadPosition(f"The position contradicts itself: {text}.")
    return p


def _table(document: Document, sets: Sequence[CardSet]) -> Table:
    options = dict(document.options)
    if document.advanced is not None:
        options.setdefault("advanced", "on" if document.advanced else "off")
    table = make_table(document.n or len(document.hand), options, sets)
    # What the options did not say the position does not say either.
    return msgspec.structs.replace(table, chosen=tuple(document.options.items()))


def _values(document: Document, table: Table) -> dict[str, Any]:
    """Give the state variables, with what was left out filled in."""
    values: dict[str, Any] = {name: getattr(document, name) for name in _PLAIN}
    values["since"] = document.since or ()
    for name in ("book", "returned", "box_seen"):
        values[name] = in_order(values[name])
    values["hand"] = tuple(in_order(cards) for cards in document.hand)
    piles = (document.reserved, document.returned, document.book, document.box_seen)
    lists: tuple[Pile, ...] = (*piles, *document.hand, *document.discard, *(document.time_pick or ()))
    recipes = in_order({card for cards in lists for card in cards}.intersection(table.in_use))
    left_out = {
        "time_pick": ((),) * table.players,
        "actions_today": ("",) * table.players,
        "seen": recipes,
        "chefs": tuple(_colour(cards, table) for cards in _collections(document)),
        "deck": max(0, table.deck_size - len(recipes) + len(document.reserved) + len(document.returned)),
    }
    return {name: left_out[name] if value is None else value for name, value in values.items()}


def _collections(document: Document) -> list[Pile]:
    return [(*hand, *discard) for hand, discard in zip(document.hand, document.discard, strict=False)]


def _colour(cards: Pile, table: Table) -> str:
    """Whose chef cards these are, by the first of them."""
    chefs = (table.cards[card] for card in cards if card in table.cards)
    return next((card.border for card in chefs if card.kind == "chef"), "")
