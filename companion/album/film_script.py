"""What a film shows: for each picture who did what, and the points after it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from companion.album.album import Shot
from companion.layout import Layout, Rgb
from companion.record.clock import local_time
from companion.record.timeline import Entry
from companion.rules.game import Seat
from companion.sessions.session import Session

GREY: Final[Rgb] = (128, 128, 128)
MOST_SAID = 2
"""Actions that one picture tells of; of more the last ones."""


class Standing(msgspec.Struct, frozen=True):
    """One line of the score: a name, its points, its colour."""

    name: str
    points: int
    colour: Rgb


class FilmStep(msgspec.Struct, frozen=True):
    """One picture of the film."""

    picture: str
    said: str
    time: str
    standings: tuple[Standing, ...]


class FilmScript(msgspec.Struct, frozen=True):
    """A whole film: its title, its steps, and what is said at its end."""

    title: str
    steps: tuple[FilmStep, ...]
    ending: str


def script_of(
    session: Session, shots: Sequence[Shot], layout: Layout, retold: Callable[[Sequence[Entry]], list[str]]
) -> FilmScript:
    """Write the film of a game.

    Parameters
    ----------
    session
        The game, which is over: all of it is public.
    shots
        Its pictures.
    layout
        For the colours of the pieces.
    retold
        Says what actions were.
    """
    line, times = session.line, {each.seq: each.at for each in session.events}
    steps: list[FilmStep] = []
    done = 0
    for shot in shots:
        upto = sum(entry.seq <= shot.last for entry in line)
        if upto <= done or not any(shot.first <= entry.seq <= shot.last for entry in line):
            continue  # what was read then was taken back or put right
        said = retold(line[done:upto])[-MOST_SAID:]
        totals = session.states[upto].sheet().totals()
        standings = _standings(totals, session.names, _colours(session, layout))
        clock = local_time(times.get(shot.last, session.events[-1].at), "%H:%M")
        steps.append(FilmStep(str(shot.path), " ".join(said), clock, standings))
        done = upto
    if steps and done < len(line):
        last = steps[-1]
        totals = session.states[-1].sheet().totals()
        standings = _standings(totals, session.names, _colours(session, layout))
        said = retold(line[done:])[-MOST_SAID:]
        steps.append(
            FilmStep(last.picture, " ".join(said), local_time(session.events[-1].at, "%H:%M"), standings)
        )
    outcome = session.state.outcome
    ending = outcome.message.render(session.names) if outcome else ""
    return FilmScript(session.game.info.name, tuple(steps), ending)


def _standings(
    totals: Mapping[Seat, int], names: Mapping[Seat, str], colours: Mapping[Seat, Rgb]
) -> tuple[Standing, ...]:
    return tuple(Standing(names[seat], points, colours.get(seat, GREY)) for seat, points in totals.items())


def _colours(session: Session, layout: Layout) -> dict[Seat, Rgb]:
    """Give the colour of each seat's pieces."""
    found = {}
    for seat, kinds in session.state.seated().items():
        known = [layout.kinds[kind].colours[0] for kind in kinds if kind in layout.kinds]
        if known:
            found[seat] = known[-1]
    return found
