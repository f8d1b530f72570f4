"""The referee's words: cells, pieces and actions as players speak of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.layout import TABLE, Layout
from companion.play.verdict import (
    Accept,
    Ask,
    Difference,
    Disagree,
    HalfDone,
    Illegal,
    TakenBack,
    Unclear,
    Verdict,
)
from companion.rules.abilities import tell_to
from companion.rules.game import CHANCE, Action, Game
from companion.rules.message import Message
from companion.sighting import EMPTY

NAMED = 3
"""More cells than this in one sentence nobody reads."""


class Wording:
    """Speaks of the cells and pieces of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._forms = {zone.id: (zone.form, zone.label) for _, zone in layout.zones()}

    def cell(self, zone: str, cell: str) -> str:
        """A cell: squares of a grid go by their name, all others with their zone."""
        if zone == TABLE:
            return "the table"
        form, label = self._forms.get(zone, ("cells", zone))
        return cell if form == "grid" else label if form == "tray" else f"{label}, {cell}"

    def piece(self, kind: str) -> str:
        """A kind of piece, or that nothing is there."""
        if kind == EMPTY:
            return "nothing"
        if self._layout.knows(kind):
            return self._layout.kind(kind)[0].label
        return next((sheet.title for sheet in self._layout.sheets if sheet.id == kind), kind)

    def to_do(self, missing: Sequence[Difference]) -> Message:
        """What is still to be done to the cells."""
        if not missing:
            return Message("Something is under way. Carry on.")
        return _listed("Still to do: {what}.", [self._deed(each) for each in missing])

    def disagreement(self, differences: Sequence[Difference]) -> Message:
        """Where table and game differ."""
        return _listed("Table and game disagree: {what}.", [self._contrast(each) for each in differences])

    def _contrast(self, each: Difference) -> str:
        where = self.cell(each.zone, each.cell)
        return f"{where} shows {self.piece(each.seen)}, not {self.piece(each.expected)}"

    def _deed(self, each: Difference) -> str:
        where = self.cell(each.zone, each.cell)
        if each.expected == EMPTY:
            return f"{self.piece(each.seen)} away from {where}"
        return f"{self.piece(each.expected)} on {where}"


def actions_label(actions: Iterable[Action], undone: int = 0) -> Message:
    """Label an answer with what it stands for, each seat's actions under its name; of secrets the verb."""
    parts: list[str] = [f"the last {undone} taken back" if undone > 1 else "taken back"] if undone else []
    seats: dict[str, int] = {}
    values: dict[str, str | int] = {}
    for number, action in enumerate(actions):
        values[f"action{number}"] = str(action).partition(" ")[0] if action.secret else str(action)
        if action.by == CHANCE:
            parts.append(f"{{action{number}}}")
        else:
            seats[f"seat{action.by}"] = action.by
            parts.append(f"{{seat{action.by}}} {{action{number}}}")
    return Message(", ".join(parts), values, seats)


def told(verdict: Verdict, game: Game) -> Message:
    """Say what the referee makes of a view, in one sentence or a few."""
    match verdict:
        case Accept() | TakenBack():
            said = [tell_to(game, action, None) for action in verdict.actions]
            taken = [_taken_back(verdict.steps)] if isinstance(verdict, TakenBack) else []
            return together([*taken, *said])
        case Ask():
            return verdict.question
        case HalfDone() | Disagree():
            return verdict.message
        case Illegal():
            said_, rule = verdict.reason.message, verdict.reason.rule
            text = f"{said_.text.rstrip('.')} ({rule})." if rule else said_.text
            return Message(text, said_.values, said_.seats)
        case Unclear():
            return Message("{what}", {"what": " ".join(problem.sentence for problem in verdict.problems)})
    return Message("All lies as the game says.")


def _taken_back(steps: int) -> Message:
    if steps == 1:
        return Message("The last action was taken back.")
    return Message("The last {n} actions were taken back.", {"n": steps})


def together(messages: Sequence[Message]) -> Message:
    """Say several sentences one after the other; their keys are numbered to keep them apart."""
    text: list[str] = []
    values: dict[str, str | int] = {}
    seats: dict[str, int] = {}
    for number, message in enumerate(messages):
        keys = {key: f"{{{key}{number}}}" for key in (*message.values, *message.seats)}
        text.append(message.text.format(**keys))
        values |= {f"{key}{number}": value for key, value in message.values.items()}
        seats |= {f"{key}{number}": seat for key, seat in message.seats.items()}
    return Message(" ".join(text), values, seats)


def _listed(text: str, said: list[str]) -> Message:
    more = len(said) - NAMED
    shown = "; ".join(said[:NAMED]) + (f"; and {more} more" if more > 0 else "")
    return Message(text, {"what": shown})
