"""The referee's words: cells, pieces and actions as players speak of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.layout import TABLE, Layout, Sheet
from companion.referee.articles import name_piece, the
from companion.referee.likelihood import alike
from companion.referee.verdict import (
    Accept,
    Ask,
    Choice,
    Difference,
    Disagree,
    HalfDone,
    Illegal,
    TakenBack,
    Unclear,
    Verdict,
)
from companion.rules.abilities import tell_to
from companion.rules.game import Action, Game
from companion.rules.labels import Label
from companion.rules.message import Message, together, within
from companion.rules.phrases import Value
from companion.sighting import EMPTY

NAMED = 3
"""A sentence names at most so many cells."""


class Wording:
    """Speaks of the cells and pieces of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._zones = {zone.id: zone for _, zone in layout.zones()}

    def cell(self, zone: str, cell: str) -> Message:
        """Name a cell: by its own name, a square of a grid by its coordinates, any other with its zone."""
        return _word(Label(self._printed(zone, cell))) if zone in self._zones else self._unprinted(zone)

    def _printed(self, zone: str, cell: str) -> str:
        found = self._zones[zone]
        if len(found.cells) < 2 or any(len(group) > 1 and cell in group for group in alike(found)):
            return found.label
        label = next((each.label for each in found.cells if each.id == cell), "")
        return label or (cell if found.form == "grid" else f"{found.label}, {cell}")

    def _unprinted(self, zone: str) -> Message:
        """Name the bare table; tiles joined on it have only their player's name."""
        if zone == TABLE:
            return Message("the table")
        mosaic, (name, _, seat) = self._layout.mosaic, zone.rpartition("-")
        if mosaic is None or name not in (mosaic.zone, mosaic.waiting):
            return _word(zone)
        text = "the tiles of {who}" if name == mosaic.zone else "the hand of {who}"
        return Message(text, seats={"who": int(seat)})

    def not_in_view(self, sheet: Sheet) -> Message:
        """Say that a sheet cannot be seen."""
        seats = {"who": sheet.seat} if sheet.seat else {}
        text = "{sheet} ({who}) is not in view." if sheet.seat else "{sheet} is not in view."
        return Message(text, {"sheet": Label(sheet.title)}, seats)

    def covered(self, zone: str, cell: str) -> Message:
        """Say that a cell cannot be seen."""
        return within("Something covers {where}.", where=self.cell(zone, cell))

    def piece(self, kind: str) -> str:
        """Name a kind of piece, or say that nothing is there."""
        if kind == EMPTY:
            return "nothing"
        if self._layout.knows(kind):
            return self._layout.kind(kind)[0].label
        return next((sheet.title for sheet in self._layout.sheets if sheet.id == kind), kind)

    def to_do(self, missing: Sequence[Difference]) -> Message:
        """Say what is still to be done to the cells."""
        if not missing:
            return Message("Something is under way. Carry on.")
        return _listed("Still to do: {what}.", [self._deed(each) for each in missing])

    def drawn(self, differences: Sequence[Difference]) -> Message:
        """Say what to lay because it was drawn."""
        return _listed("Drawn, to lay out: {what}.", [self._deed(each) for each in differences])

    def only_begun(self, differences: Sequence[Difference]) -> Message:
        """Say what to do where a complete action may only begin another."""
        carry_on = Message("Something is under way. Carry on, or tap what was done if that was all.")
        if not differences:
            return carry_on
        return together(carry_on, _listed("Otherwise put back: {what}.", self._ways_back(differences)))

    def to_put_back(self, differences: Sequence[Difference]) -> Message:
        """Say how to put the table right where somebody said that it is wrong."""
        return _listed("Put the table right: {what}.", self._ways_back(differences))

    def _ways_back(self, differences: Sequence[Difference]) -> list[Message]:
        """Say how to mend the cells; a stray piece goes to where one like it is missing."""
        gaps = [each for each in differences if each.expected != EMPTY]
        ways = []
        for stray in (each for each in differences if each.expected == EMPTY):
            home = next((gap for gap in gaps if (gap.expected, gap.seen) == (stray.seen, EMPTY)), None)
            if home is None:
                ways.append(self._deed(stray))
            else:
                gaps.remove(home)
                ways.append(self._way(stray, home))
        return [*ways, *map(self._deed, gaps)]

    def _way(self, stray: Difference, home: Difference) -> Message:
        return within(
            "{piece} from {origin} to {target}",
            piece=self._the(stray.seen),
            origin=self._where(stray),
            target=self._where(home),
        )

    def disagreement(self, differences: Sequence[Difference]) -> Message:
        """Say where table and game differ."""
        return _listed("Table and game disagree: {what}.", [self._contrast(each) for each in differences])

    def _contrast(self, each: Difference) -> Message:
        where, seen, expected = self._where(each), self._one(each.seen), self._one(each.expected)
        if each.seen == EMPTY:
            return within("{what} should lie on {where} and is not there", what=expected, where=where)
        if each.expected == EMPTY:
            return within("{what} lies on {where}, where nothing should", what=seen, where=where)
        return within("{what} lies on {where} instead of {other}", what=seen, where=where, other=expected)

    def _one(self, kind: str) -> Message:
        """Name any piece of a kind within a sentence."""
        return _word(name_piece(self.piece(kind)))

    def _deed(self, each: Difference) -> Message:
        if each.expected == EMPTY:
            return within("{piece} away from {where}", piece=self._the(each.seen), where=self._where(each))
        return within("{piece} on {where}", piece=self._one(each.expected), where=self._where(each))

    def _where(self, each: Difference) -> Message:
        return self.cell(each.zone, each.cell)

    def _the(self, kind: str) -> Message:
        """Name the piece that lies there within a sentence."""
        return _word(the(self.piece(kind)))


def answers(game: Game, choices: Sequence[Choice]) -> tuple[Message, ...]:
    """Say what the answers to one question stand for, in the words of the game.

    A beginning that all answers share does not help to choose, so `told` says it before the question.
    """
    stories = _stories(game, choices)
    shared = _shared_beginning(stories)
    told = iter([_answer(story[shared:]) for story in stories])
    return tuple(next(told) if choice.label is None else choice.label for choice in choices)


def deeds(game: Game, actions: Iterable[Action]) -> Message:
    """Say what was done in words that everybody at the table may hear."""
    return together(*(tell_to(game, action, None) for action in actions))


def _story(game: Game, choice: Choice) -> list[Message]:
    taken_back = [_taken_back(choice.undone)] if choice.undone else []
    return [*taken_back, *(tell_to(game, action, None) for action in choice.actions)]


def _stories(game: Game, choices: Iterable[Choice]) -> list[list[Message]]:
    return [_story(game, choice) for choice in choices if choice.label is None]


def _shared_beginning(stories: Sequence[Sequence[Message]]) -> int:
    """How many sentences all stories begin with, if there is more to each of them."""
    shared = 0
    for sentences in zip(*(story[:-1] for story in stories), strict=False):
        if len(stories) == 1 or any(sentence != sentences[0] for sentence in sentences):
            break
        shared += 1
    return shared


def _answer(story: Sequence[Message]) -> Message:
    """Give a story as the text of a button: a single sentence loses its full stop."""
    said = together(*story) if story else Message("Nothing has changed.")
    return said.without_stop() if len(story) < 2 else said


def told(verdict: Verdict, game: Game) -> Message:
    """Say what the referee makes of a view, in one sentence or a few."""
    match verdict:
        case Accept():
            return deeds(game, verdict.actions)
        case TakenBack():
            return together(*_story(game, Choice(verdict.actions, verdict.steps)))
        case Ask():
            stories = _stories(game, verdict.choices)
            beginning = stories[0][: _shared_beginning(stories)] if stories else ()
            return together(*beginning, verdict.question)
        case HalfDone() | Disagree():
            return verdict.message
        case Illegal():
            return refused(verdict)
        case Unclear():
            return verdict.said
    return Message("All lies as the game says.")


def refused(verdict: Illegal) -> Message:
    """Say which rule forbids what lies there, and what to put back."""
    reason = verdict.reason.numbered
    return together(reason, verdict.remedy) if verdict.remedy is not None else reason


def _taken_back(steps: int) -> Message:
    if steps == 1:
        return Message("The last action was taken back.")
    return Message("The last {n} actions were taken back.", {"n": steps})


def _listed(text: str, said: Sequence[Message]) -> Message:
    more = len(said) - NAMED
    rest = [Message("and {n} more", {"n": more})] if more > 0 else []
    return within(text, what=together(*said[:NAMED], *rest, between="; "))


def _word(word: Value) -> Message:
    return Message("{word:*}", {"word": word})
