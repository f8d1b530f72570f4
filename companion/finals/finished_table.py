"""A finished table that is being scored: photographs and answers in, questions and the score out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from companion.finals.photograph import Spot, TablePhotograph
from companion.layout import Layout
from companion.rules.abilities import JudgesFinalTable
from companion.rules.errors import GameError
from companion.rules.final_table import (
    BadAnswer,
    Counted,
    FinalTable,
    PlacedTile,
    ScoresPhotographs,
    TableQuestion,
)
from companion.rules.game import Game, Lying, Outcome, Seat
from companion.rules.labels import Label
from companion.rules.message import Message
from companion.rules.phrases import Series, Term
from companion.rules.sheet import Sheet
from companion.sighting import EMPTY

NOT_OVER: Final = Message("The game is not over.")
NOTHING: Final = "nothing"
"""The answer that a space is empty."""


class NotScored(GameError):
    """No photograph tells what scores in a game."""

    code = "game-not-photographed"


class FinalScore(msgspec.Struct, frozen=True):
    """The explained score of a finished table: its sheet, and who has won, or why nobody has."""

    sheet: Sheet
    outcome: Outcome | None
    result: Message


class FinishedTable(msgspec.Struct, frozen=True):
    """A table that is being scored; it never changes: more photographs and answers give another.

    Raises
    ------
    NotScored
        From `begin`, for a game without that ability.
    """

    game: Game
    layout: Layout
    names: dict[Seat, str]
    options: dict[str, str]
    counted: Counted
    photographs: tuple[TablePhotograph, ...] = ()
    answers: dict[str, str] = {}

    @property
    def missing(self) -> tuple[Message, ...]:
        """What no photograph shows yet, and should."""
        seen = {zone for photo in self.photographs for zone in photo.spots}
        sheets = {self.layout.find(zone)[0].title: zone for zone in self.counted.needed if zone not in seen}
        said = [Message("Photograph “{sheet}”.", {"sheet": Label(title)}) for title in sheets]
        if self.counted.gardens:
            have = set(self._gardens)
            said += [
                Message("Photograph the garden of {who}.", seats={"who": seat})
                for seat in self.names
                if seat not in have
            ]
        return tuple(said)

    @property
    def questions(self) -> tuple[TableQuestion, ...]:
        """What is in doubt, and what no camera sees; first what others depend on."""
        doubts = (*self._whose, *self._doubts)
        if self.missing or any(each.usual is None and each.key not in self.answers for each in doubts):
            return doubts
        return (*doubts, *self._scoring.final_questions(self._final))

    @property
    def open(self) -> tuple[TableQuestion, ...]:
        """The questions that must still be answered."""
        return tuple(each for each in self.questions if each.usual is None and each.key not in self.answers)

    @property
    def ready(self) -> bool:
        """Whether it can be scored: something was seen or said, and nothing more must be."""
        return bool(self.photographs or self.answers) and not self.missing and not self.open

    def with_photograph(self, photo: TablePhotograph) -> FinishedTable:
        """Add a photograph."""
        return msgspec.structs.replace(self, photographs=(*self.photographs, photo))

    def without_photograph(self, place: int) -> FinishedTable:
        """Take a photograph away, counted from 0."""
        kept = (*self.photographs[:place], *self.photographs[place + 1 :])
        return msgspec.structs.replace(self, photographs=kept)

    def answered(self, answers: Mapping[str, str]) -> FinishedTable:
        """Note answers. Raises `BadAnswer`, also for a question that is not asked."""
        table = self
        for key, text in answers.items():
            asked = {question.key: question for question in table.questions}
            if key not in asked:
                raise BadAnswer("Nothing is asked under “{key}”.", key=key)
            given = asked[key].check(text)
            table = msgspec.structs.replace(table, answers={**table.answers, key: given})
        return table

    def score(self) -> FinalScore:
        """Score the table. Raises `BadPosition` for what cannot be, `BadAnswer` too early."""
        if not self.ready:
            todo = [*self.missing, *(question.message for question in self.open)]
            first = Series(tuple(message.knowing(self.names) for message in todo[:4]), " ")
            raise BadAnswer("Something is still to be done: {todo}", todo=first)
        if twice := self.shared_tiles():
            raise BadAnswer(
                "Two gardens have tile {tile}: a photograph was taken for the wrong player's.", tile=twice[0]
            )
        position = self._scoring.final_position(self._final)
        sheet = self.game.score(position)
        why_not = self.game.unfinished(position) if isinstance(self.game, JudgesFinalTable) else None
        outcome = None if why_not else self.game.decode(position).outcome
        return FinalScore(sheet, outcome, why_not or (outcome.message if outcome else NOT_OVER))

    @property
    def _scoring(self) -> ScoresPhotographs:
        return scoring_of(self.game)

    @property
    def _final(self) -> FinalTable:
        usual = {
            question.key: question.usual
            for question in (*self._whose, *self._doubts)
            if question.usual is not None
        }
        answers = usual | self.answers
        cards: dict[Seat, tuple[str, ...]] = {}
        for place, photo in enumerate(self.photographs, 1):
            seat = photo.seat or int(answers.get(f"cards/{place}", "0"))
            cards[seat] = tuple(dict.fromkeys((*cards.get(seat, ()), *photo.cards)))
        return FinalTable(len(self.names), self.options, self._lying, self._gardens, cards, answers)

    @property
    def _best(self) -> dict[str, dict[str, Spot]]:
        """What the photographs show of each space, the clearest one of it."""
        best: dict[str, dict[str, Spot]] = {}
        for photo in self.photographs:
            for zone, cells in photo.spots.items():
                known = best.setdefault(zone, {})
                for cell, spot in cells.items():
                    if cell not in known or (bool(spot.kinds), spot.margin) > (
                        bool(known[cell].kinds),
                        known[cell].margin,
                    ):
                        known[cell] = spot
        return best

    @property
    def _lying(self) -> Lying:
        return {
            zone: {
                cell: kind
                for cell, spot in cells.items()
                if (kind := self.answers.get(f"{zone}/{cell}") or next(iter(spot.kinds), NOTHING))
                not in (NOTHING, EMPTY)
            }
            for zone, cells in self._best.items()
        }

    @property
    def _doubts(self) -> Iterator[TableQuestion]:
        for zone, cells in self._best.items():
            sheet, where = self.layout.find(zone)
            for cell, spot in cells.items():
                if spot.sure:
                    continue
                kinds = spot.kinds or (EMPTY, *where.kinds)
                choices = tuple((NOTHING if kind == EMPTY else kind, self._called(kind)) for kind in kinds)
                label = next((each.label for each in where.cells if each.id == cell), "") or cell
                text = Message(
                    "What lies on {space} of “{sheet}”?", {"space": Label(label), "sheet": Label(sheet.title)}
                )
                yield TableQuestion(f"{zone}/{cell}", text, "choice", choices)

    def _called(self, kind: str) -> Message:
        what = Term("nothing") if kind == EMPTY else Label(self.layout.kind(kind)[0].label)
        return Message("{what:Cap}", {"what": what})

    def _named(self, seat: Seat) -> Message:
        """Give the name of a seat; one without a name is called so in each language."""
        nameless = Message("Player {n}", {"n": seat})
        name = self.names.get(seat, "")
        return Message("{name}", {"name": name}) if name not in ("", str(nameless)) else nameless

    @property
    def _whose(self) -> Iterator[TableQuestion]:
        """Ask whose gardens and cards are that nobody was named for."""
        people = tuple((str(seat), self._named(seat)) for seat in self._owners)
        for place, photo in enumerate(self.photographs, 1):
            if photo.cards and not photo.seat:
                text = Message("Whose cards are in photograph {place}?", {"place": place})
                yield TableQuestion(f"cards/{place}", text, "choice", people)
            for garden in photo.gardens[bool(photo.seat) :]:
                if len(garden) > 1 and not self._is_known(garden):
                    text = Message("Whose garden has tile {tile}?", {"tile": garden[0].tile})
                    yield TableQuestion(f"garden/{garden[0].tile}", text, "choice", people)

    @property
    def _owners(self) -> range:
        return range(1, max(len(self.names), self.counted.hands) + 1)

    def _is_known(self, garden: tuple[PlacedTile, ...]) -> bool:
        """Whether most tiles of a garden are in one that belongs to somebody by its photograph."""
        tiles = {each.tile for each in garden}
        named = (each for photo in self.photographs if photo.seat for each in photo.gardens[:1])
        return any(len(tiles & {each.tile for each in known}) * 2 > len(tiles) for known in named)

    @property
    def _gardens(self) -> dict[Seat, tuple[PlacedTile, ...]]:
        """The garden of each seat: of several photographs the one with most tiles."""
        found: dict[Seat, tuple[PlacedTile, ...]] = {}
        for photo in self.photographs:
            for nth, garden in enumerate(photo.gardens):
                answer = self.answers.get(f"garden/{garden[0].tile}", "0")
                seat = photo.seat if photo.seat and nth == 0 else int(answer)
                if seat and len(garden) > len(found.get(seat, ())):
                    found[seat] = garden
        return found

    def shared_tiles(self) -> tuple[str, ...]:
        """Name the tiles that lie in two gardens at once: one photograph was given to the wrong player."""
        counts = Counter(each.tile for garden in self._gardens.values() for each in garden)
        return tuple(sorted(tile for tile, number in counts.items() if number > 1))


def scoring_of(game: Game) -> ScoresPhotographs:
    """Give what scores photographs of a game. Raises `NotScored`."""
    if not isinstance(game, ScoresPhotographs):
        raise NotScored("{game} cannot be scored from photographs.", game=game.info.name)
    return game


def begin(game: Game, layout: Layout, names: Mapping[Seat, str], options: Mapping[str, str]) -> FinishedTable:
    """Begin to score a table.

    Raises
    ------
    NotScored, BadOption
        When the game cannot be scored from photographs, or is not played like that.
    """
    counted = scoring_of(game).counted(len(names), options)
    game.new(len(names), options)
    return FinishedTable(game, layout.for_seats(len(names)), dict(names), dict(options), counted)
