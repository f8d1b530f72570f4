"""What the coach shows: all possible deeds now, one good step, and the rule about it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.rules.booklet import Paragraph, booklet_of
from companion.rules.game import CHANCE, Action, Actor, Game, Seat, State
from companion.rules.message import Message
from companion.rules.phrases import Phrase
from companion.sessions.session import Session
from companion.simulation.bots import Bot
from companion.story.rule_in_play import rule_in_play
from webui.choices.choosing import groups_of
from webui.request.laid_out import layout_now

MOST_STEPS: Final = 60
"""A practice round ends after so many actions, whatever the game."""


class Possibility(NamedTuple):
    """A kind of deed that is possible now: for which seat, its name, its number of ways, and where."""

    by: Actor
    label: Phrase
    ways: int
    where: tuple[str, ...]


class CoachStep(NamedTuple):
    """One good action now: ``said`` is its sentence, and ``where`` are the spaces on its way."""

    action: Action
    said: Message
    where: tuple[str, ...]

    @property
    def by_chance(self) -> bool:
        """Whether this step is a roll or a draw."""
        return self.action.by == CHANCE


def possibilities(session: Session, state: State, actors: Sequence[Actor]) -> list[Possibility]:
    """Give everything that these actors can do now, by kind of deed."""
    layout = layout_now(session, state)
    return [
        Possibility(
            group.by,
            group.label,
            len(group.ways),
            tuple(dict.fromkeys(way.cells[-1] for way in group.ways if way.cells)),
        )
        for group in groups_of(state, session.game, layout, actors)
    ]


def coach_step(session: Session) -> CoachStep | None:
    """Choose a good action, the same one until something happens; None when the game is over."""
    state = session.state
    if not state.actors:
        return None
    rng = random.Random(f"{session.id}-{session.seq}")
    actor = next((each for each in state.actors if each != CHANCE), CHANCE)
    if actor == CHANCE:
        outcomes, weights = zip(*state.odds(), strict=True)
        action: Action = rng.choices(outcomes, weights)[0]
    else:
        action = Bot(actor, rng).choose(state)
    groups = groups_of(state, session.game, layout_now(session, state), (actor,), lambda each: each == action)
    where = tuple(cell for group in groups for way in group.ways for cell in way.cells)
    return CoachStep(action, session.game.tell(action), where)


def rule_now(
    game: Game, state: State, seats: Mapping[Seat, str], step: CoachStep | None, language: str = ""
) -> Paragraph | None:
    """Give the paragraph of the rules that this moment is about, in a language.

    The English sentences of the moment find it, in every language.
    """
    booklet = booklet_of(game)
    if booklet is None:
        return None
    asked = [prompt.message.render(seats) for prompt in state.prompts().values() if prompt.kind != "wait"]
    found = rule_in_play(booklet, [*asked, *([step.said.render(seats)] if step else [])])
    translated = booklet_of(game, language)
    return translated.telling(found.rules[0]) if found and found.rules and translated else found


def round_is_done(session: Session) -> bool:
    """Whether everybody has had a turn and the first player is on again, or the round is too long."""
    by = [entry.by for entry in session.line if entry.by != CHANCE]
    if not session.state.actors or len(session.line) >= MOST_STEPS:
        return True
    if not by:
        return False
    first = by[0]
    if session.state.actors[0] in (first, CHANCE) and by[-1] != first:
        by.append(first)
    everybody = next((k for k in range(len(by)) if {*by[:k]} == {*session.names}), len(by))
    return first in by[everybody:]
