"""What somebody may have meant, allowed or not: for a referee who looks at the pieces.

An attempt explains a table that no legal action explains: a wasp on the edge, a diagonal step, a
move that is too long, the wrong caterpillar. `why_not` then names the rule.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import Flower, Join, Roll, Route, Shift, Stuck, Wasp
from companion.games.caterpillar_filler.rules.checks.lying import garden, lying, pieces_of
from companion.games.caterpillar_filler.rules.data.board import (
    NEIGHBOURS,
    PLACE,
    ROUND_NEIGHBOURS,
    SIZE,
    SPACES,
    Space,
)
from companion.games.caterpillar_filler.rules.phases.eating import bite, eat_flower
from companion.games.caterpillar_filler.rules.phases.routes import legal_routes
from companion.games.caterpillar_filler.rules.position import Position, with_chain
from companion.rules.abilities import Attempt
from companion.rules.game import CHANCE, Lying, Seat
from companion.rules.message import Message

LONGEST = 12
"""Nobody means a longer way than two dice allow."""


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give everything that may have been meant, the plainest first."""
    table = lying(p)
    there = seen.get("garden", {})
    yield from _rolls(table, seen)
    yield from _tokens(p, table, there)
    for seat in range(1, p.seats + 1):
        yield from _ways(p, seat, there)


def tell_apart(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask for the tail, or the neck, where caterpillars lie on the same spaces in another order."""
    for question, place in (("Which piece is the tail?", -1), ("Which piece is next to the head?", 1)):
        for seat in range(1, positions[0].seats + 1):
            chains = [p.chain(seat) for p in positions]
            alike = len({frozenset(chain) for chain in chains}) == 1 and len(chains[0]) > 1
            if alike and len({chain[place] for chain in chains}) == len(chains):
                answers = tuple(Message("The one on {space}", {"space": chain[place]}) for chain in chains)
                return Message(question), answers
    return None


def _rolls(table: Lying, seen: Lying) -> Iterator[Attempt]:
    dice = seen.get("tray", {})
    if dice:
        values = tuple(sorted(int(kind.rpartition("-")[2]) for kind in dice.values()))
        yield Attempt(Roll(CHANCE, values), {**table, "tray": dice})


def _tokens(p: Position, table: Lying, there: dict[Space, str]) -> Iterator[Attempt]:
    """Wasps and flowers where there were none."""
    mover, before = p.seat_to_move, table["garden"]
    for space, kind in there.items():
        if before.get(space) == kind or kind not in ("wasp", "flower"):
            continue
        laid = {**before, space: kind}
        if kind == "flower":
            yield Attempt(Flower(mover, p.displaced or space, space), {**table, "garden": laid})
            continue
        yield Attempt(Wasp(mover, space), {**table, "garden": laid})
        for origin in p.wasp_spaces:
            if origin not in there:
                moved = {at: piece for at, piece in laid.items() if at != origin}
                yield Attempt(Shift(mover, origin, space), {**table, "garden": moved})


def _ways(p: Position, seat: Seat, there: dict[Space, str]) -> Iterator[Attempt]:
    """Moves of one caterpillar: away, back again, or along a way."""
    head, body = pieces_of(p, seat)
    heads = [space for space, kind in there.items() if kind == head]
    bodies = {space for space, kind in there.items() if kind == body}
    chain = p.chain(seat)
    if chain and not heads and not bodies:
        yield Attempt(Stuck(seat), lying(with_chain(p, seat, ())))
    if len(heads) != 1 or heads[0] in chain[:1]:
        return
    if not chain:
        back = with_chain(p, seat, (heads[0], *bodies))
        yield Attempt(Join(seat, heads[0], "cw"), lying(back))
        return
    for path in _paths(chain, heads[0], bodies):
        yield _along(p, seat, path)
    if bodies == set(chain[1:]):
        yield from _head_alone(p, seat, heads[0])


def _head_alone(p: Position, seat: Seat, end: Space) -> Iterator[Attempt]:
    """Move the head while the body still lies where it lay: under way, or to where no move leads.

    Where a whole move may end there the referee sees by itself that the body is left to follow.
    """
    routes = list(legal_routes(p)) if p.phase == "MOVE" and seat == p.seat_to_move else []
    if any(route.end == end for route in routes):
        return
    chain = p.chain(seat)
    begun = next((route.path[: route.path.index(end) + 1] for route in routes if end in route.path), None)
    path = begun or _way_round(p, seat, end) or _straight(chain[0], end)
    table = lying(p)
    there = {space: kind for space, kind in table["garden"].items() if space != chain[0]}
    there[end] = table["garden"][chain[0]]
    yield Attempt(_route(p, seat, path), {**table, "garden": there}, begun is not None)


def _way_round(p: Position, seat: Seat, end: Space) -> tuple[Space, ...] | None:
    """Give the shortest way of the head to ``end`` round all that lies in the garden, if there is one."""
    around = ROUND_NEIGHBOURS if p.table.switches.wrap else NEIGHBOURS
    start, taken = p.chain(seat)[0], p.occupied() - {end}
    came_from: dict[Space, Space] = {start: start}
    queue = deque([start])
    while queue and end not in came_from:
        here = queue.popleft()
        for space in around[here]:
            if space not in came_from and space not in taken:
                came_from[space] = here
                queue.append(space)
    if end not in came_from:
        return None
    back = [end]
    while back[-1] != start:
        back.append(came_from[back[-1]])
    return tuple(reversed(back))


def _route(p: Position, seat: Seat, path: tuple[Space, ...]) -> Route:
    """The head's way along a path of any kind, eating what lies at its end."""
    eats = (len(path) - 1,) if path[-1] in p.flowers else ()
    return Route(seat, path, eats, _bitten(p, seat, path[-1]))


def _bitten(p: Position, seat: Seat, space: Space) -> Seat:
    """Whose caterpillar is bitten on that space; 0 for nobody's."""
    return next((s for s in range(1, p.seats + 1) if s != seat and space in p.chain(s)), 0)


def _along(p: Position, seat: Seat, path: tuple[Space, ...]) -> Attempt:
    """Move a caterpillar along a path of any kind, eating what lies at its end."""
    end, chain, route = path[-1], p.chain(seat), _route(p, seat, path)
    bitten, eats = route.bites, route.eats_at_end
    grows = bool(bitten or eats) and p.reserve[seat - 1] > 0
    moved = (*path[::-1][:-1], *chain)[: len(chain) + grows]
    after = with_chain(replace(p, seat_to_move=seat), seat, moved)
    if bitten:
        after = bite(after, bitten)
    elif eats:
        after = eat_flower(after, end, 0)
    begun = p.phase == "MOVE" and seat == p.seat_to_move and _begins(p, path)
    return Attempt(route, {**lying(p), "garden": garden(after), "reserve": lying(after)["reserve"]}, begun)


def _begins(p: Position, path: tuple[Space, ...]) -> bool:
    return any(route.steps >= len(path) and route.path[: len(path)] == path for route in legal_routes(p))


def _paths(chain: tuple[Space, ...], end: Space, bodies: set[Space]) -> Iterator[tuple[Space, ...]]:
    """Ways from the head to ``end`` that leave the body on those spaces; diagonal steps are tried too.

    The body lies along the last steps of the way. Where the way is longer than the body, its
    beginning is unknown: the shortest will do.
    """
    stack: list[tuple[Space, ...]] = [(end,)]
    while stack:
        back = stack.pop()
        if back[-1] == chain[0]:
            yield back[::-1]
        elif len(back) > len(bodies):
            yield (*_straight(chain[0], back[-1]), *back[::-1][1:])
        elif len(back) <= LONGEST:
            beside = (space for space in _around(back[-1]) if space in bodies and space not in back)
            stack.extend((*back, space) for space in beside)


def _around(space: Space) -> list[Space]:
    """The spaces around, those that share a side last (so that they are tried first)."""
    row, column = divmod(PLACE[space], SIZE)
    diagonal = [
        SPACES[(row + down) * SIZE + column + right]
        for down in (-1, 1)
        for right in (-1, 1)
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    ]
    return [*diagonal, *NEIGHBOURS[space]]


def _straight(start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces from start to end, first along the row, then along the column."""
    (row, column), (last_row, last_column) = divmod(PLACE[start], SIZE), divmod(PLACE[end], SIZE)
    spaces = [start]
    while (row, column) != (last_row, last_column):
        if column != last_column:
            column += 1 if column < last_column else -1
        else:
            row += 1 if row < last_row else -1
        spaces.append(SPACES[row * SIZE + column])
    return tuple(spaces)
