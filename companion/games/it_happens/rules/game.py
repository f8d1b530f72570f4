"""The game: sets up, reads notation and positions, scores a final table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from companion.games.it_happens.rules.actions import NOTATION
from companion.games.it_happens.rules.checks import document, properties, views
from companion.games.it_happens.rules.data.mounds import EXAMPLE_FILE, SHIPPED, MoundSet, load_mounds
from companion.games.it_happens.rules.results import final, photographed
from companion.games.it_happens.rules.sentences.telling import tell
from companion.games.it_happens.rules.sentences.words import DEEDS
from companion.games.it_happens.rules.state import State
from companion.games.it_happens.rules.table import BOX_OPTION, SEATS, drawn_colours, make_table, options_for
from companion.rules import boxes
from companion.rules.errors import BadOption
from companion.rules.final_table import Counted, FinalTable, TableQuestion
from companion.rules.game import Action, Actor, GameInfo, Seat
from companion.rules.kit.boxed import GameWithBoxes
from companion.rules.kit.states import recast
from companion.rules.message import Message
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Sheet


def _info(sets: tuple[MoundSet, ...]) -> GameInfo:
    return GameInfo(
        slug="it-happens",
        name="It Happens",
        seats=SEATS,
        rules_version="1",
        max_actions=max(map(properties.most_actions, sets)),
        score_range=(0, max(map(properties.most_points, sets))),
        minutes=(30, 30),
        hidden=True,
        options=options_for(sets),
    )


class ItHappens(GameWithBoxes[MoundSet]):
    """The rules of It Happens with the sets of mound cards that are known here; it tells of one (IH-R29)."""

    box_option = BOX_OPTION
    box_holds = Term("mound cards")
    box_suffix = ".json"
    needs_markers = False
    example_box = EXAMPLE_FILE

    def __init__(self, known: tuple[MoundSet, ...] = (SHIPPED,), mounds: MoundSet = SHIPPED) -> None:
        super().__init__(known, mounds)
        self.info = _info(known)

    def with_mounds(self, data: bytes, *, shortened: bool = False) -> ItHappens:
        """The same game with an owner's own cards, chosen by the option ``mound_data``.

        Raises `BadData`; see `mounds.load_mounds`, also for ``shortened``.
        """
        return self.knowing(boxes.with_one_more(self.known, load_mounds(data, shortened=shortened)))

    def with_box(self, data: bytes, name: str) -> ItHappens:  # noqa: ARG002
        """The same game with one set more, under the name that stands in its file. Raises `BadData`."""
        return self.with_mounds(data)

    def names_in(self, box: MoundSet) -> Iterable[str]:
        """Give what the mounds of a set are called."""
        return (mound.name for mound in box.mounds if mound.name)

    def candidates(self, key: str, options: Mapping[str, str]) -> tuple[str, ...]:  # noqa: ARG002
        """The values that a random draw of an option chooses from: only colours are drawn (section 4)."""
        return drawn_colours() if key == "colours" else ()

    def sources(self, options: Mapping[str, str]) -> dict[str, Literal["camera", "tap", "software"]]:
        """Who finds out what chance decides (options ``dice_source``, ``mound_source``, ``start_player``).

        Who is the hungriest no camera sees: that is tapped.
        """
        found: dict[str, Literal["camera", "tap", "software"]] = {"first": "tap"}
        if options.get("start_player") == "random":
            found["first"] = "software"
        if options.get("mound_source") == "software":
            found["reveal"] = "software"
        match options.get("dice_source"):
            case "tap" | "software" as source:
                found["roll"] = source
        return found

    def new(self, seats: int, options: Mapping[str, str] | None = None) -> State:
        """Set up a game (section 4), ready for the first player to be named. Raises `BadOption`."""
        if seats not in SEATS:
            raise BadOption("It Happens is for 2, 3, 4 or 5 players, not {seats}.", seats=seats)
        table = make_table(seats, options or {}, self.known)
        mounds, colours = table.mounds, range(len(table.colours))
        worms = tuple(map(table.start_worms, colours))
        return State(
            table=table,
            phase="FIRST",
            round=0,
            start_seat=0,
            active_seat=0,
            turn_no=0,
            deck=mounds.ids,
            slots=(),
            board=(),
            hand=tuple(table.full_hand(seat) for seat in range(1, seats + 1)),
            worms=worms,
            items=((0,) * len(mounds.types),) * len(colours),
            queens=((),) * len(colours),
            generals=((),) * len(colours),
            unclaimed=(),
            worm_supply=mounds.worm_tiles - sum(worms),
            item_supply=tuple(each.count for each in mounds.item_types),
        )

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action's notation. Raises `UnreadableAction`."""
        return NOTATION.parse(by, text)

    def called(self, word: str) -> Value:
        """What players call what a word of the notation stands for: a mound, see `MoundSet.called`."""
        return DEEDS.get(word) or self.box.called(word)

    def tell(self, action: Action) -> Message:
        """What somebody did, in one sentence."""
        return tell(action, self.box.called)

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

        ``n`` and the tiles of each colour are enough; see `document.position` for what is filled
        in. Raises `BadPosition` with all problems.
        """
        return final.score(position, self.known)

    def counted(self, seats: int, options: Mapping[str, str]) -> Counted:  # noqa: ARG002
        """What photographs of a finished table must show."""
        return photographed.COUNTED

    def final_questions(self, table: FinalTable) -> Sequence[TableQuestion]:
        """What no photograph shows."""
        return tuple(photographed.questions(self.new(table.seats, table.options).table))

    def final_position(self, table: FinalTable) -> bytes:
        """The position of a finished table."""
        return photographed.position(table, self.new(table.seats, table.options).table)

    def properties(self, before: State, action: Action, after: State) -> Iterator[str]:
        """Give the property checks (IH-P01..P09) that this step breaks."""
        return properties.broken(before, action, after)

    def secrets(self, state: State, seat: Seat | None) -> Iterator[str]:
        """Give texts that the JSON of a seat's view may not contain: others' victory tiles."""
        return views.secrets(state, seat)
