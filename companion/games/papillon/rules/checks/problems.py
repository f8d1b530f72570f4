"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.papillon.rules.checks.document import butterflies_out, tiles_about
from companion.games.papillon.rules.data.board import (
    BUTTERFLIES,
    CATERPILLARS,
    MOST_CATERPILLARS,
    ROUNDS,
    SPACES,
)
from companion.games.papillon.rules.data.garden import clashes, connected
from companion.games.papillon.rules.data.regions import closed_patches
from companion.games.papillon.rules.phases.drawing import gnomes_left
from companion.games.papillon.rules.position import Position
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach."""
    found = [*pieces(p), *_round(p)]
    for seat in range(1, p.seats + 1):
        found += [*garden(p, seat), *_patches(p, seat)]
    return tuple(found)


def _problem(rule: str, text: str, where: tuple[str, ...] = (), who: Seat = 0, **values: Value) -> Problem:
    return Problem(rule, Message(text, values, {"who": who} if who else {}), where)


def pieces(p: Position) -> Iterator[Problem]:
    """Give what is wrong with the numbers of pieces (I5 to I7, I14)."""
    yield from _tiles(p)
    yield from _caterpillars(p)
    yield from _butterflies(p)
    yield from _gnomes(p)
    for planter, number in Counter(flower.planter for flower in p.flower).items():
        if planter and number > 1:
            yield _problem("R1", "{planter} stands under {n} flowers.", planter=planter, n=number)


def _tiles(p: Position) -> Iterator[Problem]:
    found = sorted((*p.bag, *tiles_about(p)))
    if found == list(p.box.tiles):
        return
    number = Counter(found)
    for tile in p.box.tiles:
        if number[tile] != 1:
            yield _problem("I5", "{tile} is there {n} times instead of once.", tile=tile, n=number[tile])


def _caterpillars(p: Position) -> Iterator[Problem]:
    number = sum(p.cat) + len(p.board_tokens) + p.supply
    if number != CATERPILLARS:
        yield _problem("I6", "There are {n} caterpillars instead of {all}.", n=number, all=CATERPILLARS)
    if p.supply < 0 and not p.table.unlimited_caterpillars:
        yield _problem("I6", "The supply has less than no caterpillars.")
    for seat, purse in enumerate(p.cat, 1):
        if purse > MOST_CATERPILLARS and p.table.caps_bonus:
            text = "{who} has {n} caterpillars, and 12 is the most."
            yield _problem("R24", text, who=seat, n=purse)


def _butterflies(p: Position) -> Iterator[Problem]:
    for seat, (out, supply) in enumerate(zip(butterflies_out(p), p.bf, strict=True), 1):
        if out + supply != BUTTERFLIES:
            text = "{who} has {n} butterflies instead of {all}."
            yield _problem("I7", text, who=seat, n=out + supply, all=BUTTERFLIES)


def _gnomes(p: Position) -> Iterator[Problem]:
    if p.gnome_track and gnomes_left(p).total() != ROUNDS - len(p.gnome_track):
        yield _problem("R9", "There are no gnomes with those numbers.")
    if sum(p.gnomes) > p.round:
        yield _problem("I14", "More gnomes were collected than rounds were played.")
    for seat in range(1, p.seats + 1):
        i = seat - 1
        if p.table.expert and p.gnomes[i] != p.gnome_to_place[i] + len(p.gnome_at[i]):
            text = "{who} does not have all collected gnomes in the garden."
            yield _problem("I14", text, who=seat)


def garden(p: Position, seat: Seat) -> Iterator[Problem]:
    """Give what is wrong with how a garden is laid out (I8)."""
    laid_tiles = p.garden[seat - 1]
    zone = f"garden-{seat}"
    for (x, y), number in Counter(laid.cell for laid in laid_tiles).items():
        if number > 1:
            text = "{who} has {n} tiles on {cell}."
            yield _problem("R26", text, (f"{zone}/{x},{y}",), seat, n=number, cell=f"{x},{y}")
    if not connected(laid_tiles):
        yield _problem("R28", "{who}'s garden is not in one piece.", who=seat)
    for laid, other in clashes(p.box, laid_tiles):
        where = tuple(f"{zone}/{each.x},{each.y}" for each in (laid, other))
        text = "The sides of {one} and {two} do not match in {who}'s garden."
        yield _problem("R26", text, where, seat, one=laid.tile, two=other.tile)
    tiles = {laid.tile for laid in laid_tiles}
    for node in p.gnome_at[seat - 1]:
        if node[:3] not in tiles:
            yield _problem("R61", "{node} is not in {who}'s garden.", who=seat, node=node)


def _patches(p: Position, seat: Seat) -> Iterator[Problem]:
    i = seat - 1
    closed = {region.key: region for region in closed_patches(p.box, p.garden[i])}
    for key in (*p.closed_seen[i], *p.due[i]):
        if key not in closed:
            yield _problem("R31", "{key} is no closed patch in {who}'s garden.", who=seat, key=key)
    for patch in p.on_patch[i]:
        region = closed.get(patch.key)
        if region is None or (region.type, region.size) != (patch.colour, patch.size):
            yield _problem("R39", "No butterfly of {who} can wait on {key}.", who=seat, key=patch.key)


def _round(p: Position) -> Iterator[Problem]:
    """What contradicts itself within the round."""
    seats = set(range(1, p.seats + 1))
    turn_is_over = p.phase not in ("GARDEN", "FLY", "BONUS")
    bonus = p.flower_of(p.bonus_at)
    contradictions = (
        ("I10", not set(p.order) <= seats or len(set(p.order)) < len(p.order), "The order is not one."),
        ("I10", bool(p.draft_order) and set(p.draft_order) != seats, "The drafting order is not one."),
        ("R10", (p.phase == "BID" and p.seats == 2), "Two players do not bid."),
        ("I11", len(_bidders(p)) != len(set(_bidders(p))), "Somebody has bid twice."),
        ("I7", turn_is_over and any(p.on_patch), "Butterflies wait on patches outside their phase."),
        ("R36", p.phase == "FLY" and not p.on_patch[p.to_move - 1], "No butterfly waits to fly."),
        ("R38", (p.phase == "BONUS") != (bonus is not None), "There is no bonus token to use."),
        ("R7", p.phase == "FILL" and set(p.spaces) <= set(_filled(p)), "The staircase is full."),
        ("R17", p.phase == "DRAFT" and not any(p.board), "There is nothing to draft."),
        ("section 4", p.phase not in ("SETUP", "OVER") and not p.round, "No round has begun."),
        ("R55", any(_outside(p)), "Two players do not use D1 and A4."),
        ("R8", not set(p.board_tokens) <= set(_filled(p)), "A caterpillar lies on a space without a tile."),
    )
    for rule, wrong, text in contradictions:
        if wrong:
            yield _problem(rule, text)


def _bidders(p: Position) -> tuple[Seat, ...]:
    return (*filter(None, p.bid_num), *p.bid_zero)


def _filled(p: Position) -> Iterator[str]:
    return (space for space, tile in zip(SPACES, p.board, strict=True) if tile)


def _outside(p: Position) -> Iterator[str]:
    return (space for space in _filled(p) if space not in p.spaces)
