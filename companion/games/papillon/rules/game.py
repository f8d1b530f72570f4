"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec

from companion.games.papillon.rules.actions import NOTATION, Fill, Reserve
from companion.games.papillon.rules.checks import document, properties
from companion.games.papillon.rules.data.board import (
    BUTTERFLIES,
    CATERPILLARS,
    FLOWERS,
    HIGHEST_BID,
    SEATS,
    SPACES,
    flowers_for,
)
from companion.games.papillon.rules.data.box import SHIPPED, Box, owners_box
from companion.games.papillon.rules.data.tileset import EXAMPLE_FILE
from companion.games.papillon.rules.position import Flower
from companion.games.papillon.rules.results import final_table, photographed
from companion.games.papillon.rules.results.score_sheet import sheet
from companion.games.papillon.rules.sentences.telling import tell
from companion.games.papillon.rules.sentences.words import sides_of, word_called
from companion.games.papillon.rules.state import State
from companion.games.papillon.rules.table import BOX_OPTION, DRAWN_AS, make_table, options_for
from companion.rules import boxes
from companion.rules.abilities import Trait
from companion.rules.errors import BadOption
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo
from companion.rules.kit.boxed import GameWithBoxes
from companion.rules.kit.states import recast
from companion.rules.message import Message
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Sheet

INFO: Final = GameInfo(
    slug="papillon",
    name="Papillon",
    seats=SEATS,
    rules_version="1",
    # About 450; more only with tiles that are lifted and laid again without end (I19).
    max_actions=5_000,
    score_range=(0, 1_000),
    minutes=(30, 45),
    hidden=False,
    options=(),
)


class Papillon(GameWithBoxes[Box]):
    """The rules of Papillon with the boxes of tiles that are known here, of which it tells of one (O12)."""

    box_option = BOX_OPTION
    box_holds = Term("tiles")
    box_suffix = ".json"
    needs_markers = True
    example_box = EXAMPLE_FILE

    def __init__(self, known: tuple[Box, ...] = (SHIPPED,), box: Box = SHIPPED) -> None:
        super().__init__(known, box)
        self.info = msgspec.structs.replace(INFO, options=options_for(known))

    def with_box(self, data: bytes, name: str) -> Papillon:
        """The same game with the tiles of one box more. Raises `BadData`."""
        return self.knowing(boxes.with_one_more(self.known, owners_box(data, name)))

    def sources(self, options: Mapping[str, str]) -> Mapping[str, Literal["camera", "tap", "software"]]:
        """What the software draws at such a table (O13); how the rest is found out the table says itself."""
        drawn = options.get("draws", "").split("+")
        return {verb: "software" for event, verbs in DRAWN_AS.items() if event in drawn for verb in verbs}

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """No option of Papillon is ever drawn; all chance comes as actions."""
        return ()

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4), ready for the planters to be drawn. Raises `BadOption`."""
        if seats not in SEATS:
            raise BadOption("Papillon is for 2, 3 or 4 players, not {seats}.", seats=seats)
        table = make_table(seats, options or {}, self.known)
        zeros = (0,) * seats
        nothing: tuple[tuple[str, ...], ...] = ((),) * seats
        return State(
            table=table,
            phase="SETUP",
            round=0,
            turn=0,
            order=(),
            draft_order=(),
            bid_num=(0,) * HIGHEST_BID,
            bid_zero=(),
            bag=tuple(table.box.tiles),
            removed=(),
            board=("",) * len(SPACES),
            board_tokens=(),
            gnome_track=(),
            shed=None,
            cat=zeros,
            supply=CATERPILLARS,
            hand=nothing,
            garden=((),) * seats,
            closed_seen=nothing,
            bf=(BUTTERFLIES,) * seats,
            on_patch=((),) * seats,
            flower=tuple(Flower(name, FLOWERS[name], "", False, zeros) for name in flowers_for(seats)),
            gnomes=zeros,
            gnome_to_place=zeros,
            gnome_at=nothing,
            done=(False,) * seats,
            due=nothing,
        )

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Value:
        """What players call what a word of the notation stands for."""
        return word_called(word)

    def traits(self, action: Action) -> tuple[Trait, ...]:
        """What lies at each side of the tile that was drawn."""
        return sides_of(action.tile, self.box) if isinstance(action, Fill | Reserve) else ()

    def tell(self, action: Action) -> Message:
        """What somebody did, in one sentence."""
        return tell(action, self.box)

    def encode(self, state: State) -> bytes:
        """The state as JSON, with the names of section 5."""
        return document.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`. Raises `BadPosition`."""
        return recast(document.position(document.read(data), self.known), State)

    def action_from_json(self, data: bytes) -> Action:
        """Read an action from JSON. Raises `UnreadableAction`."""
        return NOTATION.from_json(data)

    def score(self, position: bytes) -> Sheet:
        """Score a final table that was not followed.

        `final_table` asks for what must be named, `document.position` fills in the rest. Raises `BadPosition`
        with all problems.
        """
        final = document.read(position)
        p = document.position(final, self.known)
        final_table.check(final, p)
        return sheet(p)

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:  # noqa: ARG002
        """What photographs of a finished table must show."""
        return photographed.counted(seats)

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """What no photograph shows."""
        return tuple(photographed.questions(table, self.new(table.seats, table.options).table))

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, self.new(table.seats, table.options).table)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks (section 15) that this step breaks."""
        return properties.broken(before, action, after)
