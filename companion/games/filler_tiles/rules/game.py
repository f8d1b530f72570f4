"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.filler_tiles.rules.actions import NOTATION
from companion.games.filler_tiles.rules.board import LARGEST
from companion.games.filler_tiles.rules.checks import document, properties
from companion.games.filler_tiles.rules.phases.opening import opening_phase
from companion.games.filler_tiles.rules.results import final, photographed
from companion.games.filler_tiles.rules.sentences.telling import tell
from companion.games.filler_tiles.rules.sentences.words import DEEDS
from companion.games.filler_tiles.rules.state import State
from companion.games.filler_tiles.rules.table import OPTIONS, make_table
from companion.rules.errors import BadOption
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo
from companion.rules.kit.states import recast
from companion.rules.message import Message
from companion.rules.phrases import Value
from companion.rules.sheet import Sheet

INFO: Final = GameInfo(
    slug="filler-tiles",
    name="Filler (tiles)",
    seats=(2,),
    rules_version="1",
    max_actions=LARGEST * LARGEST,
    score_range=(0, LARGEST * LARGEST),
    minutes=(10, 20),
    hidden=False,
    options=OPTIONS,
)


class FillerTiles:
    """The rules of Filler (tiles)."""

    info = INFO
    score_scale = ("rows", "cols", "tiles_per_player", "stones")

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """Give the values that a draw chooses from: only who begins is ever drawn (FT-05)."""
        return ("1", "2") if key == "first" else ()

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4). Raises `BadOption`."""
        if seats not in INFO.seats:
            raise BadOption("Filler (tiles) is for 2 players, not {seats}.", seats=seats)
        table = make_table(options or {})
        colours = (1, 2) if table.first == 1 else (2, 1)
        state = State(table=table, phase="STONES", to_move=table.first, colour_of_seat=colours)
        return state if table.stones else recast(state, State, phase=opening_phase(state))

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Value:
        """What players call what a verb of the notation stands for."""
        return DEEDS.get(word, word)

    def tell(self, action: Action) -> Message:
        """What somebody did, in one sentence."""
        return tell(action)

    def encode(self, state: State) -> bytes:
        """The state as JSON, with the names of section 5."""
        return document.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`. Raises `BadPosition`."""
        return recast(document.decode(data), State)

    def action_from_json(self, data: bytes) -> Action:
        """Read an action from JSON. Raises `UnreadableAction`."""
        return NOTATION.from_json(data)

    def score(self, position: bytes) -> Sheet:
        """Score a final table that was not followed: ``tile`` is enough. Raises `BadPosition`."""
        return final.score(position)

    def unfinished(self, position: bytes) -> Message | None:
        """Say why such a table shows no winner."""
        return final.unfinished(self.decode(position))

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:
        """What photographs of a finished table must show."""
        return photographed.counted(self.new(seats, options).table)

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:  # noqa: ARG002
        """What no photograph shows."""
        return tuple(photographed.questions())

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, self.new(table.seats, table.options).table)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks (FT-P01..P10) that this step breaks."""
        return properties.broken(before, action, after)
