"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec

from companion.games.star_baker.rules.actions import NOTATION
from companion.games.star_baker.rules.checks import document, properties, views
from companion.games.star_baker.rules.data.card_file import SHIPPED, SHIPPED_FILE, owners_cards
from companion.games.star_baker.rules.data.cards import CardSet
from companion.games.star_baker.rules.position import Did
from companion.games.star_baker.rules.results import final, photographed
from companion.games.star_baker.rules.results.scoring import most_points
from companion.games.star_baker.rules.sentences.telling import AUTOMATIC, tell, tell_others
from companion.games.star_baker.rules.sentences.words import DEEDS
from companion.games.star_baker.rules.state import State
from companion.games.star_baker.rules.table import (
    BOX_OPTION,
    SEATS,
    USUAL_CHEF,
    chef_called,
    make_table,
    options_for,
)
from companion.rules import boxes
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo, Seat
from companion.rules.kit.boxed import GameWithBoxes
from companion.rules.kit.states import recast
from companion.rules.message import Message
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Sheet

INFO: Final = GameInfo(
    slug="star-baker",
    name="Star Baker",
    seats=SEATS,
    rules_version="1",
    max_actions=20_000,
    score_range=(0, 0),
    minutes=(20, 30),
    hidden=True,
    options=(),
)


class StarBaker(GameWithBoxes[CardSet]):
    """The rules of Star Baker with the sets of cards that are known here; it tells of one (SB-G28)."""

    score_scale = ("advanced",)
    box_option = BOX_OPTION
    box_holds = Term("cards")
    box_suffix = ".csv"
    needs_markers = True
    example_box = SHIPPED_FILE

    def __init__(
        self, known: tuple[CardSet, ...] = (SHIPPED,), cards: CardSet = SHIPPED, chef: Value = AUTOMATIC
    ) -> None:
        super().__init__(known, cards)
        self.chef = chef
        most = max(map(most_points, known))
        self.info = msgspec.structs.replace(INFO, options=options_for(known), score_range=(0, most))

    def with_box(self, data: bytes, name: str) -> StarBaker:
        """The same game with the cards of one box more. Raises `BadData`."""
        return self.knowing(boxes.with_one_more(self.known, owners_cards(data, name)))

    def names_in(self, box: CardSet) -> Iterable[str]:
        """Give what the cards of a set are called."""
        return map(box.called, box.cards)

    def at_table(self, options: Mapping[str, str]) -> StarBaker:
        """The same game with the cards that a table plays with."""
        cards = boxes.find_box(self.known, options.get(BOX_OPTION))
        chef = chef_called(options.get("automatic_chef", USUAL_CHEF))
        same = cards is self.box and chef == self.chef
        return self if same else type(self)(self.known, cards, chef)

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """Give nothing: no option is ever drawn."""
        return ()

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4), ready for the chef cards. Raises `BadOption`."""
        table = make_table(seats, options or {}, self.known)
        empty: tuple[tuple[str, ...], ...] = ((),) * table.players
        nothing: Did = ""
        return State(
            table=table,
            phase="CHEFS",
            deck=table.deck_size,
            hand=empty,
            discard=empty,
            time_pick=empty,
            chefs=("",) * table.players,
            actions_today=(nothing,) * table.players,
        )

    def sources(self, options: Mapping[str, str]) -> dict[str, Literal["camera", "tap", "software"]]:  # noqa: ARG002
        """What follows from the cards the software works out: order, reset, and what the chef does."""
        return {"order": "software", "reset": "software", "chef": "software"}

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Value:
        """What players call what a word of the notation stands for: a card by the name printed on it."""
        return DEEDS.get(word) or self.box.said(word)

    def tell(self, action: Action) -> Message:
        """What somebody did, in one sentence."""
        return tell(action, self.box, self.chef)

    def tell_others(self, action: Action) -> Message:
        """What the others see of a time card that is put face down."""
        return tell_others(action)

    def encode(self, state: State) -> bytes:
        """The state as JSON, with the names of section 5."""
        return document.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`. Raises `BadPosition`."""
        return recast(document.decode(data, self.known), State)

    def action_from_json(self, data: bytes) -> Action:
        """Read an action from JSON. Raises `UnreadableAction`."""
        return NOTATION.from_json(data)

    def score(self, position: bytes) -> Sheet:
        """Score a final table that was not followed.

        ``hand`` and ``discard`` are enough. Raises `BadPosition` with all problems.
        """
        return final.score(position, self.known)

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:
        """What photographs of a finished table must show."""
        return photographed.counted(self.new(seats, options).table)

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """What no photograph shows."""
        return tuple(photographed.questions(self.new(table.seats, table.options).table))

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, self.new(table.seats, table.options).table)

    def secrets(self, state: State, seat: Seat | None) -> Iterator[str]:
        """Give texts that the JSON of that seat's view may not contain."""
        return views.secrets(state, seat)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks (SB-P01..P12) that this step breaks."""
        return properties.broken(before, action, after)
