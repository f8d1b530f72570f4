"""The promises of the contract, one function each kind; `Broken` tells which does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from companion.rules.abilities import HidesActions, KnowsHands, KnowsWorth, TellsWhatFollowed, tell_to
from companion.rules.game import CHANCE, Action, Actor, Game, Seat, State, may_know


class Broken(Exception):
    """A promise that does not hold."""


@runtime_checkable
class KeepsSecrets(Protocol):
    """A game with hidden information says what a seat may not find in its view."""

    def secrets(self, state: State, seat: Actor | None) -> Iterator[str]:
        """Give texts that the JSON of ``state.seen_by(seat)`` may not contain."""
        ...


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)


def everybody(state: State) -> range:
    """All actors there are: chance and the seats."""
    return range(CHANCE, state.seats + 1)


def check_state(game: Game, state: State) -> dict[Actor, list[Action]]:
    """Check all that a position promises by itself; give the legal actions of each actor."""
    _check_hash(state)
    _check_json(game, state)
    _check_words(game, state)
    _check_views(game, state)
    _expect(not state.problems(), f"a reachable position has problems: {state.problems()}")
    _expect(set(state.actors) <= set(everybody(state)), f"there are no such actors: {state.actors}")
    _expect(bool(state.actors) == (state.outcome is None), "actors and outcome contradict each other")
    offered = {actor: list(state.legal(actor)) for actor in everybody(state)}
    for actor, actions in offered.items():
        _check_offer(state, actor, actions)
    _check_odds(state, offered[CHANCE])
    return offered


def check_told(game: Game, actions: Sequence[Action]) -> None:
    """Check that what an actor may choose from can be told apart by its words, each the deed of its seat."""
    told: dict[str, Action] = {}
    for action in actions:
        message = game.tell(action)
        words = message.render({})
        other = told.setdefault(words, action)
        _expect(other == action, f"{other} and {action} are told alike: {words}")
        named = [each.names(action.by) for each in (message, message.said_to(action.by))]
        _expect(action.by == CHANCE or named == [True, False], f"not told as a deed of its seat: {words}")


def _check_hash(value: State | Action) -> None:
    """Check that the value can be a key: the referee remembers the positions and actions it has looked at."""
    try:
        hash(value)
    except TypeError as error:
        raise Broken(f"{type(value).__name__} has a field that cannot be hashed: {error}") from error


def _check_json(game: Game, state: State) -> None:
    written = game.encode(state)
    again = game.decode(written)
    _expect(again == state, "the JSON of a state is read back as another state")
    _expect(game.encode(again) == written, "the JSON of a state is not the same when written again")


def _check_words(game: Game, state: State) -> None:
    """Check the score sheet and the prompts: complete, and every sentence can be rendered."""
    seats = set(range(1, state.seats + 1))
    sheet, prompts = state.sheet(), state.prompts()
    _expect(set(sheet.lines) == seats, "the score sheet has not one column a seat")
    _expect(set(prompts) == seats, "there is not one prompt a seat")
    _expect(set(state.seated()) == seats, "there are not the pieces of every seat")
    low, high = game.info.score_range
    for seat, total in sheet.totals().items():
        _expect(low <= total <= high, f"seat {seat} scores {total}, outside {low} to {high}")
    columns = (*sheet.lines.values(), *(other.lines for other in sheet.others))
    for line in (line for lines in columns for line in lines):
        _expect(bool(line.message.render({})), "a line of the sheet says nothing")
        _expect(all(where.count("/") == 1 for where in line.where), f"these are no cells: {line.where}")
    for prompt in prompts.values():
        said = [each.render({}) for each in (prompt.message, *prompt.told, *prompt.hands)]
        _expect(all(said), "a prompt says nothing")
        over = state.outcome is not None
        _expect((prompt.kind == "over") == over, f"the prompt {prompt} does not know whether it is over")
    for seat in state.actors:
        if seat != CHANCE:
            told = prompts[seat].kind in ("act", "may")
            _expect(told, f"seat {seat} may act but is told to wait")


def _check_views(game: Game, state: State) -> None:
    """Check that nobody sees another's secret, and that a view of a view is itself."""
    for seat in (None, *range(1, state.seats + 1)):
        view = state.seen_by(seat)
        _expect(view.seen_by(seat) == view, f"the view of seat {seat} is not the view of itself")
        if isinstance(state, KnowsHands) and isinstance(view, KnowsHands) and seat is not None:
            _expect(view.held(seat) == state.held(seat), f"seat {seat} does not see all of its own hand")
        if not game.info.hidden:
            _expect(view == state, "a game without secrets hides something")
            continue
        _expect(isinstance(game, KeepsSecrets), "a game with secrets does not say what they are")
        if isinstance(game, KeepsSecrets):
            text = game.encode(view).decode()
            for secret in game.secrets(state, seat):
                _expect(secret not in text, f"seat {seat} can see {secret}")


def _check_offer(state: State, actor: Actor, actions: Sequence[Action]) -> None:
    may_act = actor in state.actors
    _expect(bool(actions) == may_act, f"actor {actor} has {len(actions)} actions, acting: {may_act}")
    _expect(len(set(map(str, actions))) == len(actions), f"actor {actor} is offered an action twice")
    _expect(all(action.by == actor for action in actions), f"actor {actor} is offered another's action")
    _expect(list(state.legal(actor)) == actions, "the legal actions come in another order when asked again")


def _check_odds(state: State, actions: Sequence[Action]) -> None:
    outcomes = list(state.odds())
    _expect([action for action, _ in outcomes] == list(actions), "the odds are not of chance's actions")
    _expect(all(weight > 0 for _, weight in outcomes), "an outcome of chance has no weight")


def check_action(game: Game, state: State, action: Action) -> None:
    """Check a legal action: it is allowed, and its notation and JSON give it back."""
    _check_hash(action)
    reason = state.why_not(action)
    _expect(reason is None, f"{action} is offered, but not allowed: {reason and reason.sentence()}")
    _expect(game.parse(action.by, str(action)) == action, f"the notation {action} is read as another action")
    written = msgspec.json.encode(action)
    _expect(game.action_from_json(written) == action, f"the JSON of {action} is read as another action")


def check_step(game: Game, before: State, action: Action, after: State, written: bytes) -> None:
    """Check a step: the old state is unchanged, the new one sound, the same again if taken again."""
    _expect(game.encode(before) == written, f"{action} changed the state that it was taken in")
    _expect(before.after(action) == after, f"{action} leads to another state when taken again")
    _check_json(game, after)
    if isinstance(before, KnowsWorth) and (told := before.worth(action)) is not None:
        earned = after.sheet().totals()[action.by] - before.sheet().totals()[action.by]
        _expect(told == earned, f"{action} is said to earn {told}, and earned {earned}")
    _check_followed(game, before, action, after)
    for sentence in game.properties(before, action, after):
        raise Broken(sentence)


def _check_followed(game: Game, before: State, action: Action, after: State) -> None:
    """Check that what came of an action can be told to everybody who may know of it."""
    for seat in (None, *range(1, after.seats + 1)) if game.info.hidden else (None,):
        view = after.seen_by(seat)
        if isinstance(view, TellsWhatFollowed) and may_know(action, seat):
            for message in view.followed(before.seen_by(seat), action):
                _expect(bool(message.render({})), f"what followed {action} says nothing")


COMPARED = 40
"""So many actions of an actor are compared with each other."""


def check_secrecy(game: Game, state: State, offered: dict[Actor, list[Action]]) -> None:
    """Check that of two actions which look alike to a seat the log, too, tells it the same.

    Raises
    ------
    Broken
        Where it could tell from the log what `State.seen_by` hides from it.
    """
    actions = [action for each in offered.values() for action in each[:COMPARED]]
    secret = [action for action in actions if action.secret]
    _expect(not secret or game.info.hidden, "a game without secrets has secret actions")
    _expect(not secret or isinstance(game, HidesActions), "nobody says what others notice of a secret action")
    if not game.info.hidden:
        return
    afters = [(action, state.after(action)) for action in actions]
    for seat in (None, *range(1, state.seats + 1)):
        told: dict[tuple[Actor, State], tuple[str, State]] = {}
        for action, after in afters:
            if action.by != seat:
                words = _told(game, action, seat)
                before, other = told.setdefault((action.by, after.seen_by(seat)), (words, after))
                alike = before == words or after == other
                _expect(alike, f"seat {seat} cannot see, but is told: {before!r} or {words!r}")


def _told(game: Game, action: Action, seat: Seat | None) -> str:
    """Give what the log says of an action; its notation stands in the record for all who may know it."""
    words = tell_to(game, action, seat).render({})
    return words if action.secret else f"{words} {action}"


def check_strangers(state: State, offered: dict[Actor, list[Action]], strangers: Sequence[Action]) -> None:
    """Check that actions of other positions are allowed here exactly if they are offered here."""
    for stranger in strangers:
        for actor in everybody(state):
            action = msgspec.structs.replace(stranger, by=actor)
            allowed = state.why_not(action) is None
            listed = action in offered[actor]
            _expect(allowed == listed, f"{action} by {actor}: allowed {allowed}, but offered {listed}")


def check_end(game: Game, state: State, strangers: Sequence[Action]) -> None:
    """Check a finished game: an outcome, sensible winners, and nothing more to do."""
    check_state(game, state)
    outcome = state.outcome
    _expect(outcome is not None, "the game is over without an outcome")
    if outcome is not None:
        winners = set(outcome.winners)
        _expect(winners <= set(range(1, state.seats + 1)), f"there are no such winners: {winners}")
        _expect(bool(outcome.message.render({})), "the outcome says nothing")
    for action in strangers:
        _expect(state.why_not(action) is not None, f"{action} is allowed after the end")
