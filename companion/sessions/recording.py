"""From a session to the record that replays anywhere and proves its draws.

Every action that the software drew ends with ``# draw 7``. From this number and the seed anybody can repeat
the draw. A game that goes on after its seed was revealed needs a new seed: then the note is ``# draw 9 seed
2``, and the record has several commitments. A missing number was taken back.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.record.draws import draw
from companion.record.timeline import Entry, SeedSpan
from companion.rules.boxes import edition_at
from companion.rules.game import Game, State
from companion.rules.record import Record
from companion.sessions.journal import Moment


def record_of(moment: Moment, game: Game, secrets: Mapping[str, str]) -> Record:
    """Write a game down as it stands.

    Parameters
    ----------
    moment
        Where the game stands.
    game
        Its rules.
    secrets
        Seeds by commitment. Only revealed seeds get into the record.
    """
    timeline = moment.timeline
    started = timeline.started
    notes = {
        index: note
        for index, entry in enumerate(timeline.line)
        if entry.draw and (note := _note(entry, moment.states[index], timeline.seeds, secrets))
    }
    return Record(
        game=started.game,
        rules=started.rules_version,
        seats=started.seats,
        actions=tuple(game.parse(entry.by, entry.text) for entry in timeline.line),
        options=started.options,
        names=dict(enumerate(started.names, 1)),
        commitment=" ".join(span.commitment for span in timeline.seeds),
        seed=" ".join(span.seed for span in timeline.seeds if span.seed),
        drawn=started.draws,
        notes=notes,
        box=edition_at(game, started.options),
    )


def _note(entry: Entry, state: State, seeds: tuple[SeedSpan, ...], secrets: Mapping[str, str]) -> str:
    """Write the note behind a drawn action.

    An earlier action may have been corrected since. If the number now gives another outcome, the draw
    proves nothing, and the note says why.
    """
    place, span = max((place, span) for place, span in enumerate(seeds, 1) if span.first <= entry.draw)
    if entry.moved:
        secret = secrets.get(span.commitment)
        if secret is None or str(draw(state, secret, entry.draw)) != entry.text:
            return f"drawn before a correction, as number {entry.draw}"
    return draw_note(entry.draw, place)


def draw_note(number: int, seed: int) -> str:
    """The note that claims a draw; seeds count from 1."""
    return f"draw {number}" if seed == 1 else f"draw {number} seed {seed}"
