"""Everything before the main phase: stones, the drawn opening, seeds and the pie (FT-05..07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.filler_tiles.rules.actions import Draw, Pie, Seed, Stones, Take
from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.flow import main_phase
from companion.games.filler_tiles.rules.position import P, Phase, Position, Tile, other
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def opening_phase(p: Position) -> Phase:
    """What comes after the stones."""
    match p.table.opening:
        case "alternate":
            return "SEED"
        case "pie":
            return "PIE"
        case "drawn":
            return "DRAW"


def why_not_open(p: Position, square: Square) -> Reason | None:
    """Why nothing may be placed on a square."""
    if not p.board.has(square):
        return reason("FT-01", "{square} is not on this board.", square=square)
    if square in p.stones:
        return reason("FT-03", "{square} has a stone.", square=square)
    if square in p.tile:
        return reason("FT-03", "{square} is taken.", square=square)
    return None


def _why_not_with_image(p: Position, square: Square) -> Reason | None:
    """Why a square cannot be drawn together with its half-turn image (FT-06, FT-07)."""
    refused = why_not_open(p, square)
    if refused is None and p.board.image(square) == square:
        return reason("FT-06", "{square} is its own half-turn image and is never drawn.", square=square)
    return refused or why_not_open(p, p.board.image(square))


def _drawable(p: Position) -> Iterator[Square]:
    return (square for square in p.open_squares if _why_not_with_image(p, square) is None)


def legal_stones(p: Position) -> Iterator[Stones]:
    """Every pair of open squares that face each other, each once."""
    squares = p.board.squares
    for square in _drawable(p):
        image = p.board.image(square)
        if squares.index(square) < squares.index(image):
            yield Stones(CHANCE, square, image)


def why_not_stones(p: Position, action: Stones) -> Reason | None:
    """Why no stones may lie there."""
    refused = _why_not_with_image(p, action.square)
    if refused is None and action not in legal_stones(p):
        text = "Stones lie in pairs: {square} faces {image}. The square nearer to A1 is named first."
        return reason("FT-06", text, square=action.square, image=p.board.image(action.square))
    return refused


def apply_stones(p: P, action: Stones) -> P:
    """Lay a pair; after the last the opening begins."""
    stones = (*p.stones, action.square, action.image)
    return replace(p, stones=stones, phase=opening_phase(p) if len(stones) == p.table.stones else "STONES")


def legal_draws(p: Position) -> Iterator[Draw]:
    """Every open square with another open square as its image."""
    return (Draw(CHANCE, square) for square in _drawable(p))


def why_not_draw(p: Position, action: Draw) -> Reason | None:
    """Why the opening cannot be drawn so."""
    return _why_not_with_image(p, action.square)


def apply_draw(p: P, action: Draw) -> P:
    """Colour 1 on the square, colour 2 on its image."""
    return main_phase(_laid(p, action.square, p.board.image(action.square)))


def legal_seeds(p: Position) -> Iterator[Seed]:
    """Every open square (FT-07)."""
    return (Seed(p.to_move, square) for square in p.open_squares)


def why_not_seed(p: Position, action: Seed) -> Reason | None:
    """Why no seed may be put there."""
    return why_not_open(p, action.square)


def apply_seed(p: P, action: Seed) -> P:
    """Put down a seed; the other player follows until all have put down theirs."""
    tile = Tile(action.square, p.colour_of_seat[p.to_move - 1], "seed")
    p = replace(p, tiles=(*p.tiles, tile), to_move=other(p.to_move))
    return p if any(p.seeds_left) and p.open_squares else main_phase(p)


def legal_pies(p: Position) -> Iterator[Pie]:
    """Every two different open squares, in either order, until one tile of each colour lies."""
    if not p.tiles:
        squares = p.open_squares
        for first in squares:
            yield from (Pie(p.to_move, first, second) for second in squares if second != first)


def why_not_pie(p: Position, action: Pie) -> Reason | None:
    """Why the pie cannot be cut so."""
    if p.tiles:
        return reason("FT-07", "One tile of each colour lies there: now a colour is taken.")
    if action.first == action.second:
        return reason("FT-07", "The two tiles go on different squares.")
    return why_not_open(p, action.first) or why_not_open(p, action.second)


def apply_pie(p: P, action: Pie) -> P:
    """Lay one tile of each colour; the other player chooses."""
    return replace(_laid(p, action.first, action.second), to_move=other(p.to_move))


def legal_takes(p: Position) -> Iterator[Take]:
    """Either colour, once the pie is cut."""
    if p.tiles:
        yield from (Take(p.to_move, colour) for colour in (1, 2))


def why_not_take(p: Position, _: Take) -> Reason | None:
    """Why no colour is taken yet."""
    return None if p.tiles else reason("FT-07", "First one tile of each colour is placed.")


def apply_take(p: P, action: Take) -> P:
    """Assign the colours; colour 1 moves first."""
    mine, yours = action.colour, 3 - action.colour
    colours = (mine, yours) if p.to_move == 1 else (yours, mine)
    return main_phase(replace(p, colour_of_seat=colours))


def _laid(p: P, first: Square, second: Square) -> P:
    return replace(p, tiles=(Tile(first, 1, "seed"), Tile(second, 2, "seed")))
