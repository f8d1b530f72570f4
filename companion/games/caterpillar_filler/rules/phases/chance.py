"""What chance decides besides the tiles: the dice, the first player, the tokens of set-up S12."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import First, Keep, Roll, Wild
from companion.games.caterpillar_filler.rules.data.board import EDGE, INTERIOR, in_order
from companion.games.caterpillar_filler.rules.flow import begin_turn, proceed
from companion.games.caterpillar_filler.rules.position import P, Position
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def roll_odds(p: Position) -> Iterator[tuple[Roll, int]]:
    """Every result of the die, or of two dice (R02), with its weight."""
    number = 2 if p.table.switches.two_dice else 1
    results = Counter(tuple(sorted(faces)) for faces in product(p.table.die, repeat=number))
    for values in sorted(results):
        yield Roll(CHANCE, values), results[values]


def legal_rolls(p: Position) -> Iterator[Roll]:
    """Every result that the dice can show."""
    return (roll for roll, _ in roll_odds(p))


def why_not_roll(p: Position, action: Roll) -> Reason | None:
    """Why the dice cannot show this."""
    number = 2 if p.table.switches.two_dice else 1
    if len(action.values) != number:
        return reason("R02", "Two dice are rolled." if number == 2 else "One die is rolled.")
    if list(action.values) != sorted(action.values):
        return reason("R02", "Of two dice the smaller value is named first.")
    for value in action.values:
        if value not in p.table.die:
            return reason("CF-G03", "The die has no face {value}.", value=value)
    return None


def apply_roll(p: P, action: Roll) -> P:
    """Take a roll: it stands at once, or one die of two is kept first (R02)."""
    rolled = replace(p, dice=action.values)
    if len(action.values) == 2:
        return replace(rolled, phase="KEEP")
    return _stand(rolled, action.values[0])


def legal_keeps(p: Position) -> Iterator[Keep]:
    """Both dice; two equal ones are the same choice."""
    for value in sorted(set(p.dice)):
        yield Keep(p.seat_to_move, value)


def why_not_keep(p: Position, action: Keep) -> Reason | None:
    """Why that die cannot be kept."""
    if action.value not in p.dice:
        return reason("R02", "Neither die shows a {value}.", value=action.value)
    return None


def apply_keep(p: P, action: Keep) -> P:
    """Keep one die: only this one moves and blooms (R02)."""
    return _stand(p, action.value)


def _stand(p: P, value: int) -> P:
    """Let a roll stand; a 3 makes its flowers due before the first step, unless they come later."""
    blooms = value == 3 and not p.table.bloom_after_move
    due = ("rolled",) * p.table.switches.bloom3 if blooms else ()
    return proceed(replace(p, roll=value, steps_left=value, due=due))


def legal_firsts(p: Position) -> Iterator[First]:
    """Any seat may be the first player (CF-14)."""
    return (First(CHANCE, seat) for seat in range(1, p.seats + 1))


def why_not_first(p: Position, action: First) -> Reason | None:
    """Why that seat cannot be the first player."""
    if not 1 <= action.seat <= p.seats:
        return reason("CF-14", "There is no seat {seat}.", seat=action.seat)
    return None


def apply_first(p: P, action: First) -> P:
    """Begin the first turn."""
    return begin_turn(p, action.seat)


def legal_wilds(p: Position) -> Iterator[Wild]:
    """Every free interior space for the next token of S12: first the flowers, then the wasps."""
    occupied = p.occupied()
    return (Wild(CHANCE, p.to_lay[0], space) for space in INTERIOR if space not in occupied)


def why_not_wild(p: Position, action: Wild) -> Reason | None:
    """Why that token cannot come to lie there."""
    if action.token != p.to_lay[0]:
        return reason("CF-13", "The next token is a {token}.", token=p.to_lay[0])
    if action.space in EDGE:
        return reason("CF-13", "The wild garden grows on interior spaces only.")
    if action.space in p.occupied():
        return reason("CF-06", "{space} is taken.", space=action.space)
    return None


def apply_wild(p: P, action: Wild) -> P:
    """Lay one token of S12; after the last the first player is named."""
    left = p.to_lay[1:]
    laid = replace(p, to_lay=left, supply=p.supply - 1, phase="WILD" if left else "FIRST")
    match action.token:
        case "flower":
            return replace(laid, flowers=in_order((*p.flowers, action.space)))
        case "wasp":
            return replace(laid, wasp_spaces=in_order((*p.wasp_spaces, action.space)))
