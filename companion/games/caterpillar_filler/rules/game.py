"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.games.caterpillar_filler.rules.actions import NOTATION
from companion.games.caterpillar_filler.rules.checks import document, properties
from companion.games.caterpillar_filler.rules.data.board import in_order
from companion.games.caterpillar_filler.rules.data.expansion import NO_SETUP, SHIPPED, Expansion
from companion.games.caterpillar_filler.rules.data.own_tiles import EXAMPLE_FILE, clashes, with_owner_entries
from companion.games.caterpillar_filler.rules.results import final, photographed
from companion.games.caterpillar_filler.rules.sentences.telling import tell
from companion.games.caterpillar_filler.rules.sentences.words import DEEDS
from companion.games.caterpillar_filler.rules.start import RESERVE, SEATS, START_CHAINS, TOKENS
from companion.games.caterpillar_filler.rules.state import State
from companion.games.caterpillar_filler.rules.table import (
    BOX_OPTION,
    Expansions,
    make_table,
    options_for,
    refuse_equal_colours,
)
from companion.rules import boxes
from companion.rules.errors import BadData, BadOption
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo
from companion.rules.kit.boxed import GameWithBoxes
from companion.rules.kit.states import recast
from companion.rules.message import Message, together
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Sheet

INFO: Final = GameInfo(
    slug="caterpillar-filler",
    name="Caterpillar Filler",
    seats=SEATS,
    rules_version="1",
    max_actions=16_000,
    score_range=(1, 10),
    minutes=(15, 30),
    hidden=False,
    options=(),
)


class CaterpillarFiller(GameWithBoxes[Expansion]):
    """The rules of Caterpillar Filler with the printed expansion tiles, and with owners' besides."""

    box_option = BOX_OPTION
    box_holds = Term("expansion tiles")
    box_suffix = ".json"
    needs_markers = False
    example_box = EXAMPLE_FILE

    def __init__(self, known: Expansions = (SHIPPED,), expansion: Expansion = SHIPPED) -> None:
        super().__init__(known, expansion)
        self.info = msgspec.structs.replace(INFO, options=options_for(known))

    def with_box(self, data: bytes, name: str) -> CaterpillarFiller:
        """The same game with an owner's tiles, besides the printed ones. Raises `BadData`."""
        added = with_owner_entries(SHIPPED, data, name)
        known = boxes.with_one_more(self.known, added)
        wrong = list(clashes(self.known, added))
        if wrong:
            raise BadData(together(*wrong))
        return self.knowing(known)

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """The values that a random draw of an option chooses from, all equally likely.

        Only ``setup`` and ``rules`` are ever drawn. They come from different tiles (CF-G32), and
        a box of five tiles has only those (CF-G05); ``options`` are the choices made so far. A set-up
        that wants a space of a start flower that was moved is not drawn.
        """
        if key not in ("setup", "rules"):
            return ()
        expansion = self._expansion(options)
        tiles = expansion.enabled_tiles(five_tile_box=options.get("five_tile_box") == "on")
        rules = [rule for rule in options.get("rules", "").split("+") if rule]
        if key == "setup":
            sides = (t.setup_side for t in tiles if t.setup_side and t.rule_side not in rules)
            moved = set(options.get("start_flowers", "").split(","))
            return tuple(side for side in sides if moved.isdisjoint(_spaces_of(expansion, side)))
        if rules and options.get("several_rule_tiles") != "on":
            return ()
        taken = {options.get("setup", NO_SETUP), *rules}
        return tuple(t.rule_side for t in tiles if t.rule_side and not {t.rule_side, t.setup_side} & taken)

    def _expansion(self, options: Mapping[str, str]) -> Expansion:
        """Give the tiles that a table plays with."""
        return boxes.find_box(self.known, options.get(BOX_OPTION))

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4), ready for the first player to be named. Raises `BadOption`."""
        if seats not in SEATS:
            raise BadOption("Caterpillar Filler is for 2, 3 or 4 players, not {seats}.", seats=seats)
        table = make_table(seats, options or {}, self.known)
        refuse_equal_colours(table)
        setup = self._expansion(options or {}).setup(table.setup)
        flowers = in_order((*table.start_flowers, *(setup.flowers if setup else ())))
        wasps = in_order(setup.wasps if setup else ())
        to_lay = setup.random.order if setup and setup.random else ()
        chains = START_CHAINS[seats]
        zeros = (0,) * seats
        return State(
            table=table,
            phase="WILD" if to_lay else "FIRST",
            seat_to_move=0,
            turn_no=0,
            head=tuple(chain[0] for chain in chains),
            body=tuple(chain[1:] for chain in chains),
            in_hand=zeros,
            reserve=(RESERVE,) * seats,
            wasps=(1,) * seats,
            flowers=flowers,
            wasp_spaces=wasps,
            supply=TOKENS - seats - len(flowers) - len(wasps),
            to_lay=to_lay,
            flowers_eaten=zeros,
            bites_given=zeros,
            bites_suffered=zeros,
            wasps_placed=zeros,
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

        ``head`` and ``body`` are enough, with ``in_hand`` where a caterpillar is away; see
        `document.position` for what is filled in. Raises `BadPosition` with all problems.
        """
        return final.score(position, self.known)

    def unfinished(self, position: bytes) -> Message | None:
        """Say why such a table shows no winner."""
        return final.unfinished(self.decode(position))

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:  # noqa: ARG002
        """What photographs of a finished table must show."""
        return photographed.COUNTED

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """What no photograph shows."""
        return tuple(photographed.questions(table, self.new(table.seats, table.options).table))

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, self.new(table.seats, table.options).table)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks (CF-P01..P12) that this step breaks."""
        return properties.broken(before, action, after)


def _spaces_of(expansion: Expansion, side: str) -> tuple[str, ...]:
    setup = expansion.setup(side)
    return setup.flowers + setup.wasps if setup else ()
