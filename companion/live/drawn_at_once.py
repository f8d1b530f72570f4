"""What players must still do and lay after the program has drawn at once.

Nobody has seen the positions in which it drew. With a camera, the table itself says what to lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from companion.layout import TABLE, Layout, Zone
from companion.record.events import Corrected, Redone, TakenUp, Undone
from companion.record.timeline import Entry
from companion.referee.likelihood import HEAPS, alike
from companion.referee.verdict import Difference
from companion.referee.wording import NAMED, Wording
from companion.rules.game import CHANCE, Seat, State
from companion.rules.message import Message
from companion.sessions.dealing import drawn_at_once
from companion.sessions.journal import Moment
from companion.sighting import EMPTY

NOT_LAID: Final = (*HEAPS, "slots")
"""Forms of zone whose pieces the program rolls or turns up itself: dice, tiles beside the board."""


def unseen_positions(now: Moment) -> tuple[State, ...]:
    """Give the positions since the last action or call for a draw that nobody has seen, in order."""
    if _gone_back_to(now):
        return ()
    before = now.states[-1 - len(_taken_down(now)) : -1]
    found = takewhile(lambda state: drawn_at_once(state, now.timeline.settings), reversed(before))
    return tuple(found)[::-1]


def drawn_to_lay(now: Moment, layout: Layout, me: Seat | None) -> Message | None:
    """Say which drawn pieces to lay since somebody acted, as far as ``me`` may know.

    Returns
    -------
    Message | None
        None where there is nothing to lay, or so much that the board shows it better.
    """
    differences = list(_differences(now, layout, me))
    if len(differences) > NAMED:
        return Message("Lay out what the program has drawn, as shown.")
    return Wording(layout).drawn(differences) if differences else None


def _taken_down(now: Moment) -> tuple[Entry, ...]:
    """Give what the program has recorded since anybody else did, the last first."""
    line = reversed(now.timeline.line)
    return tuple(takewhile(lambda each: each.by == CHANCE and each.source == "software", line))


def _gone_back_to(now: Moment) -> bool:
    """Whether an undo or a correction has led back to this point of the record.

    Draws that were taken back and redone do not lie on the table.
    """
    last = now.timeline.line[-1].seq if now.timeline.line else 0
    since = (each.event for each in takewhile(lambda logged: logged.seq > last, reversed(now.log)))
    back = next((each for each in since if isinstance(each, (Undone, Redone, Corrected, TakenUp))), None)
    return back is not None and not isinstance(back, Redone)


def _differences(now: Moment, layout: Layout, me: Seat | None) -> Iterator[Difference]:
    """Give the cells to which these draws have brought something.

    A piece may have left and come back, such as a card of a row that was shuffled and turned up anew. Steps
    that follow by themselves are no draws. After an undo of later actions, these pieces lie there already.
    """
    taken_down = _taken_down(now)
    if not any(each.draw for each in taken_down) or _gone_back_to(now):
        return
    lying = [state.seen_by(me).lying() for state in now.states[-1 - len(taken_down) :]]
    for sheet in layout.sheets:
        if sheet.loose and any(zone.id in lying[-1] and zone.id not in lying[0] for zone in sheet.zones):
            yield Difference(TABLE, sheet.id, EMPTY, sheet.id)
    joined = _joined(layout)
    for zone in (zone for _, zone in layout.zones() if zone.form not in NOT_LAID and zone.id not in joined):
        course = [each.get(zone.id, {}) for each in lying]
        if any(each != course[0] for each in course):
            for cells in _places(zone):
                yield from _brought(
                    zone.id, [{c: kind for c, kind in each.items() if c in cells} for each in course]
                )


def _places(zone: Zone) -> Iterator[Collection[str]]:
    """Group the cells of a zone: cells of one group serve equally."""
    groups = alike(zone)
    yield from groups
    yield from ({cell.id} for cell in zone.cells if not any(cell.id in group for group in groups))


def _brought(zone: str, course: Sequence[Mapping[str, str]]) -> Iterator[Difference]:
    """Give the pieces that came into these cells on the way and are there at the end."""
    came: Counter[str] = Counter()
    for was, then in pairwise(course):
        came += Counter(then.values()) - Counter(was.values())
    for cell, kind in course[-1].items():
        if came[kind] > 0:
            came[kind] -= 1
            yield Difference(zone, cell, EMPTY, kind)


def _joined(layout: Layout) -> set[str]:
    """Name the zones of joined or waiting tiles on the bare table; the game says who takes which."""
    if layout.mosaic is None:
        return set()
    names = layout.mosaic.zone, layout.mosaic.waiting
    return {zone.id for _, zone in layout.zones() if zone.id.rpartition("-")[0] in names}
