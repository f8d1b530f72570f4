"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec

from companion.games.octopus_garden.rules.checks import document, properties, written
from companion.games.octopus_garden.rules.checks.places import places
from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.data.box import BONUSES
from companion.games.octopus_garden.rules.data.garden import bare
from companion.games.octopus_garden.rules.data.piece_set import SHIPPED, SHIPPED_FILE, PieceSet, owners_set
from companion.games.octopus_garden.rules.notation import NOTATION
from companion.games.octopus_garden.rules.results import final_table, photographed
from companion.games.octopus_garden.rules.results.scoring import sheet
from companion.games.octopus_garden.rules.sentences.telling import tell
from companion.games.octopus_garden.rules.sentences.words import DEEDS
from companion.games.octopus_garden.rules.state import State
from companion.games.octopus_garden.rules.table import (
    BOX_OPTION,
    OLDER_RULES,
    RULES_VERSION,
    make_table,
    options_for,
)
from companion.rules import boxes
from companion.rules.errors import BadOption
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo
from companion.rules.kit.boxed import GameWithBoxes
from companion.rules.kit.states import recast
from companion.rules.message import Message
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Sheet

INFO: Final = GameInfo(
    slug="octopus-garden",
    name="Octopus's Garden",
    seats=(2, 3, 4),
    rules_version=RULES_VERSION,
    # No rule bounds a game, since passing is free (OG-R37): 3,000 turns of a score of actions each.
    max_actions=60_000,
    score_range=(-150, 300),
    minutes=(30, 45),
    hidden=False,
    options=(),
)


class OctopusGarden(GameWithBoxes[PieceSet]):
    """The rules of Octopus's Garden with the sets of pieces that are known here; it tells of one (OG-R01)."""

    score_scale = ("modules",)
    box_option = BOX_OPTION
    box_holds = Term("pieces")
    box_suffix = ".json"
    needs_markers = True
    example_box = SHIPPED_FILE

    older_versions = OLDER_RULES

    def __init__(
        self,
        known: tuple[PieceSet, ...] = (SHIPPED,),
        pieces: PieceSet = SHIPPED,
        rules: str = RULES_VERSION,
    ) -> None:
        super().__init__(known, pieces)
        self.info = msgspec.structs.replace(INFO, options=options_for(known), rules_version=rules)

    def with_box(self, data: bytes, name: str) -> OctopusGarden:
        """The same game with one set of pieces more. Raises `BadData`."""
        return self.knowing(boxes.with_one_more(self.known, owners_set(data, name)))

    def knowing(self, known: tuple[PieceSet, ...], box: PieceSet | None = None) -> OctopusGarden:
        """The same game, by the same version of its rules, with these sets."""
        return OctopusGarden(known, box or known[0], self.info.rules_version)

    def under(self, version: str) -> OctopusGarden:
        """The same game by another version of its rules."""
        return OctopusGarden(self.known, self.box, version)

    def sources(self, options: Mapping[str, str]) -> Mapping[str, Literal["camera", "tap", "software"]]:
        """Who draws from the bag (option ``draw_source``); a real bag is for the table to say."""
        return {"draw": "software"} if options.get("draw_source") == "software" else {}

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """Nothing is settled by a draw before the game."""
        return ()

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4), ready for the market's first token. Raises `BadOption`."""
        if seats not in INFO.seats:
            raise BadOption("Octopus's Garden is for 2, 3 or 4 players, not {seats}.", seats=seats)
        table = make_table(seats, options or {}, self.known, self.info.rules_version)
        return State(
            table=table,
            phase="SETUP",
            active=0,
            turn_no=0,
            bag=table.garden_tokens(),
            market=(None,) * len(CELLS),
            claim=(0,) * len(CELLS),
            gone=(),
            bed=table.box.counts["OY"],
            stack=tuple(table.box.fish(bonus, seats) for bonus in BONUSES.values()),
            pearls=(table.box.start_pearls,) * seats,
            garden=(bare(table.board, passable=table.printed_oysters_passable),) * seats,
            won=((),) * seats,
            entitled=((0, 0),) * seats,
            shark_used=(False,) * seats,
        )

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Value:
        """What players call what a verb of the notation stands for."""
        return DEEDS.get(word, word)

    def tell(self, action: Action) -> Message:
        """What somebody did, in one sentence."""
        return tell(action)

    def places(self, action: Action) -> tuple[str, ...]:
        """Where an action takes place."""
        return places(action)

    def encode(self, state: State) -> bytes:
        """The state as JSON, with the names of section 5."""
        return document.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`. Raises `BadPosition`."""
        return recast(written.position(document.read(data), self.known), State)

    def action_from_json(self, data: bytes) -> Action:
        """Read an action from JSON. Raises `UnreadableAction`."""
        return NOTATION.from_json(data)

    def score(self, position: bytes) -> Sheet:
        """Score a final table that was not followed.

        `final_table` asks for what must be named, `written.position` fills in the rest. Raises `BadPosition`
        with all problems.
        """
        final = document.parse(position)
        p = written.position(document.whole(final), self.known)
        final_table.check(final, p)
        return sheet(p)

    def unfinished(self, position: bytes) -> Message | None:
        """Say why a table that was not followed shows no winner: one garden can be scored by itself."""
        alone = len(document.parse(position).garden) == 1
        return Message("One garden alone shows no winner.") if alone else None

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:
        """What photographs of a finished table must show."""
        return photographed.counted(self.new(seats, options).table, seats)

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """What no photograph shows."""
        return tuple(photographed.questions(table, self.new(table.seats, table.options).table))

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, table.seats)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks of section 15 that this step breaks."""
        return properties.broken(before, action, after)
