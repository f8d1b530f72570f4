"""Every kind of action: who takes it, in which phase, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.games.filler_tiles.rules import actions
from companion.games.filler_tiles.rules.flow import turn_of
from companion.games.filler_tiles.rules.phases import opening, placing
from companion.games.filler_tiles.rules.phases.opening import why_not_open
from companion.games.filler_tiles.rules.position import P, Position, other
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.verbs import Verb, Verbs, awaited, for_chance, others_turn
from companion.rules.message import Message


def _expand(p: P, action: actions.Expand) -> P:
    return turn_of(placing.with_tile(p, action, "expand"), other(p.to_move))


def _new(p: P, action: actions.New) -> P:
    return turn_of(placing.with_tile(p, action, "new"), other(p.to_move))


def _on_open_square(why_not: Callable[[Position, Any], Reason | None]) -> Callable[..., Reason | None]:
    return lambda p, action: why_not_open(p, action.square) or why_not(p, action)


_TABLE: Final[dict[type[Action], Verb]] = {
    actions.Stones: Verb(
        "chance", ("STONES",), opening.legal_stones, opening.why_not_stones, opening.apply_stones
    ),
    actions.Draw: Verb("chance", ("DRAW",), opening.legal_draws, opening.why_not_draw, opening.apply_draw),
    actions.Seed: Verb("turn", ("SEED",), opening.legal_seeds, opening.why_not_seed, opening.apply_seed),
    actions.Pie: Verb("turn", ("PIE",), opening.legal_pies, opening.why_not_pie, opening.apply_pie),
    actions.Take: Verb("turn", ("PIE",), opening.legal_takes, opening.why_not_take, opening.apply_take),
    actions.Expand: Verb(
        "turn", ("MAIN",), placing.legal_expands, _on_open_square(placing.why_not_expand), _expand
    ),
    actions.New: Verb("turn", ("MAIN",), placing.legal_news, _on_open_square(placing.why_not_new), _new),
}

_AWAITED: Final = awaited(
    "section 6",
    {
        "STONES": "First the stones are laid out.",
        "DRAW": "First the opening is drawn.",
        "SEED": "First everybody puts down the first tiles.",
        "PIE": "First the colours are settled.",
        "MAIN": "The opening is over.",
        "OVER": "The game is over.",
    },
    OVER="FT-18",
)


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance before the opening, then the player to move."""
    if p.over:
        return ()
    return (CHANCE,) if p.phase in ("STONES", "DRAW") else (p.to_move,)


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if actor in actors(p):
        return None
    if verb.who == "chance":
        return for_chance()
    if p.phase == "PIE":
        return others_turn(p.to_move, "FT-14")
    text = "It is {who}'s turn: {colour} is to be placed."
    return Reason("FT-14", Message(text, {"colour": p.colour_name(p.to_move)}, {"who": p.to_move}))


VERBS: Final = Verbs[Position]("Filler (tiles)", _TABLE, _AWAITED, _not_theirs)
