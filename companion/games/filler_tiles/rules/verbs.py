"""Every kind of action: who takes it, in which phase, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from companion.games.filler_tiles.rules import actions, opening, placing
from companion.games.filler_tiles.rules.flow import turn_of
from companion.games.filler_tiles.rules.opening import why_not_open
from companion.games.filler_tiles.rules.position import P, Phase, Position, other
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.words import reason
from companion.rules.message import Message


class Verb(NamedTuple):
    """One kind of action. The functions are only asked in its phase."""

    phase: Phase
    legal: Callable[[Position], Iterator[Action]]
    why_not: Callable[[Position, Any], Reason | None]
    apply: Callable[[Any, Any], Any]


def _expand(p: P, action: actions.Expand) -> P:
    return turn_of(placing.with_tile(p, action, "expand"), other(p.to_move))


def _new(p: P, action: actions.New) -> P:
    return turn_of(placing.with_tile(p, action, "new"), other(p.to_move))


def _on_open_square(why_not: Callable[[Position, Any], Reason | None]) -> Callable[..., Reason | None]:
    return lambda p, action: why_not_open(p, action.square) or why_not(p, action)


VERBS: Final[dict[type[Action], Verb]] = {
    actions.Stones: Verb("STONES", opening.legal_stones, opening.why_not_stones, opening.apply_stones),
    actions.Draw: Verb("DRAW", opening.legal_draws, opening.why_not_draw, opening.apply_draw),
    actions.Seed: Verb("SEED", opening.legal_seeds, opening.why_not_seed, opening.apply_seed),
    actions.Pie: Verb("PIE", opening.legal_pies, opening.why_not_pie, opening.apply_pie),
    actions.Take: Verb("PIE", opening.legal_takes, opening.why_not_take, opening.apply_take),
    actions.Expand: Verb("MAIN", placing.legal_expands, _on_open_square(placing.why_not_expand), _expand),
    actions.New: Verb("MAIN", placing.legal_news, _on_open_square(placing.why_not_new), _new),
}

_FIRST: Final[dict[Phase, str]] = {
    "STONES": "First the stones are laid out.",
    "DRAW": "First the opening is drawn.",
    "SEED": "First everybody puts down the first tiles.",
    "PIE": "First the colours are settled.",
    "MAIN": "The opening is over.",
    "OVER": "The game is over.",
}


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance before the opening, then the player to move."""
    if p.over:
        return ()
    return (CHANCE,) if p.phase in ("STONES", "DRAW") else (p.to_move,)


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor."""
    if actor in actors(p):
        for verb in VERBS.values():
            if verb.phase == p.phase:
                yield from verb.legal(p)


def why_not(p: Position, action: Action) -> Reason | None:
    """Why an action is not legal now."""
    verb = VERBS.get(type(action))
    if verb is None:
        return reason("section 6", "That is not an action of Filler (tiles).")
    if p.phase != verb.phase:
        return reason("FT-18" if p.over else "section 6", _FIRST[p.phase])
    if action.by not in actors(p):
        if CHANCE in actors(p):
            return reason("section 7", "That is for chance to decide.")
        text = "It is {who}'s turn: {colour} is to be placed."
        if p.phase == "PIE":
            text = "It is {who}'s turn."
        return Reason("FT-14", Message(text, {"colour": p.colour_name(p.to_move)}, {"who": p.to_move}))
    return verb.why_not(p, action)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    after: P = VERBS[type(action)].apply(p, action)
    return after
