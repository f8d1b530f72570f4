"""One evening of bots, followed from pictures of the table alone, and compared with what was played.

A game is followed when the record made from the pictures equals the bots' own: the same position
after every view. Of two ways to the same position the record holds the one that the rules list
first. What no picture shows is tapped, as at a table: who begins, a turn's end before another
player's wasp, a worm that is paid. A question is *needless* when a picture could have answered it.
`companion.rules.habits` says what is tapped.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cv2

from companion.boxes.layout_of import layout_of_box
from companion.cli.assembly.demo_box import DemoBox, demo_box
from companion.cli.assembly.parts import table_reader
from companion.cli.assembly.taught import taught_reader
from companion.layouts import load_layout
from companion.live.follow import Followed, Follower
from companion.live.photos import with_photo
from companion.referee.addressee import NONE
from companion.referee.verdict import Accept, Ask, Choice, HalfDone, NoChange, TakenBack, Unclear
from companion.rules.abilities import KnowsAlike, only_begins
from companion.rules.catalogue import load_game
from companion.rules.game import Action, State
from companion.rules.habits import habits_of
from companion.sessions.dealing import following, settled
from companion.sighting import Sighting
from companion.simulation.evening import Evening, Moment
from companion.simulation.table import SimulatedTable

CANNOT_BE_SEEN = (
    "Which piece",
    "The die has hardly moved",
    "Has the turn been passed on",
    "The table does not show this",
)
"""Questions that no picture could have answered."""

MISBEHAVED_EVERY = 5
"""Under a switch, of so many views one is spoiled."""

SHOWS_GREY = 40
"""What a switch does to a picture is more than that somewhere; the sensor's noise by itself is less."""

WHOLE = 100_000
"""Actions; no game has so many."""


class Job(NamedTuple):
    """One game to be followed: its number is its seed, and settles seats and options.

    With a ``style`` it is played with an unmarked set, which was taught from photographs.
    """

    slug: str
    number: int
    most_actions: int = WHOLE
    switch: str = ""
    half_done: bool = False
    style: str = ""


@dataclass
class Tally:
    """What came of one or more games.

    ``needless`` of the ``questions`` a picture could have answered. Those in the middle of actions and under
    a switch are ``early``. Views are ``spoiled`` where a switch changed the picture.
    """

    games: int = 0
    equal: int = 0
    actions: int = 0
    views: int = 0
    tapped: int = 0
    questions: int = 0
    needless: int = 0
    early: int = 0
    spoiled: int = 0
    wrong: int = 0
    missed: int = 0
    premature: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    read_ms: list[float] = field(default_factory=list)
    judge_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another tally."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)

    def figures(self) -> dict[str, Any]:
        """What is printed."""
        numbers = {name: value for name, value in vars(self).items() if isinstance(value, int)}
        times = {
            "ms per reading, median": statistics.median(self.read_ms or [0.0]),
            "ms per judgement, median": statistics.median(self.judge_ms or [0.0]),
            "ms per judgement, 95 of 100": sorted(self.judge_ms or [0.0])[int(0.95 * len(self.judge_ms))],
        }
        return {**numbers, "verdicts": dict(self.verdicts), **times, "notes": "; ".join(self.notes[:12])}


class Watcher:
    """Follows one evening of bots and compares.

    ``table`` is seen in another way than the simulated one, ``demo`` is a box that was taught in another way.
    """

    def __init__(self, job: Job, table: SimulatedTable | None = None, demo: DemoBox | None = None) -> None:
        cv2.setNumThreads(1)
        game, self.habits, self.job = load_game(job.slug), habits_of(job.slug), job
        seats = game.info.seats[job.number % len(game.info.seats)]
        layout = load_layout(job.slug).for_seats(seats)
        state = game.new(seats, self.habits.options(job.number))
        demo = demo or (demo_box(layout, job.style) if job.style else None)
        if demo is not None:
            layout = layout_of_box(demo.box, layout)
            table = table or SimulatedTable(demo.layout, seed=job.number, artwork=demo.artwork)
        self.evening = Evening(
            layout if demo is None else demo.layout,
            state,
            job.number,
            half_done=job.half_done,
            most_actions=job.most_actions,
            table=table,
        )
        self.reader = table_reader(layout) if demo is None else taught_reader(layout, demo.box)
        self.follower = Follower(layout, state)
        self.tally = Tally(games=1)
        self.untold: list[Any] = []
        self._needless = False
        self._sighting: Sighting | None = None
        self._in_sight = {zone.id for _, zone in layout.zones()}
        if layout.mosaic is not None:
            shown = (layout.mosaic.zone, layout.mosaic.waiting)
            self._in_sight |= {f"{zone}-{seat}" for zone in shown for seat in range(1, seats + 1)}

    def run(self) -> Tally:
        """Play and follow; with a switch, some views are spoiled before they are shown again as they are."""
        state, clean = self.follower.state, 0
        for moment in self.evening.play():
            before, state = state, moment.state
            if moment.photo:
                self._tap(self.untold)
                self.untold = list(moment.actions)
                self._view(moment)
                continue
            # What can only come now a running table has taken down by itself.
            new = [action for action in moment.actions if action != following(before)]
            self.untold += new
            if moment.half_done:
                if any(action.secret for action in self.untold):  # never inferred: it was tapped at once
                    self._tap(self.untold)
                self._half_done(moment)
            elif any(only_begins(before, action) for action in moment.told):
                # A tap says that it is all; the camera sees what was moved.
                self._tap(self.untold)
                self._view(moment)
            elif not moment.told:
                self._tell(moment, shows=bool(new))
                clean += 1
                if self.job.switch and clean % MISBEHAVED_EVERY == 0:
                    self._spoiled(self.job.switch, moment)
                self._view(moment)
        if not same(self.follower.state, settled(state)):
            self._tap(self.untold)
        self.tally.actions = len(self.evening.truth)
        ended = same(self.follower.state, settled(state))
        self.tally.equal = int(ended and not self.tally.wrong and not self.tally.missed)
        return self.tally

    def _tell(self, moment: Moment, *, shows: bool) -> None:
        """Tap what the next views cannot show and the record has not; the last action ``shows``, or not."""
        if same(self.follower.state, settled(moment.state)):
            self.untold = []
            return
        shown = str(self.untold[-1]) if shows else ""
        hidden = self.untold if not shows or self.habits.tapped(shown) else self.untold[:-1]
        if hidden and not self.habits.follows([str(action) for action in hidden], shown):
            left = self.untold[len(hidden) :]
            self._tap(hidden)
            self.untold = left

    def _tap(self, actions: Sequence[Action]) -> None:
        self.follower.tell(*actions)
        self.tally.tapped += len(actions)
        self.untold = []

    def _look(self, moment: Moment) -> Followed:
        start_s = time.perf_counter()
        sighting = self._read(moment)
        middle_s = time.perf_counter()
        followed = self.follower.see(sighting, lambda question: self._answer(question, moment))
        self.tally.read_ms.append(1000 * (middle_s - start_s))
        self.tally.judge_ms.append(1000 * (time.perf_counter() - middle_s))
        self.tally.views += 1
        self.tally.verdicts[followed.name] += 1
        if not moment.photo:
            self._sighting = sighting
        return followed

    def _read(self, moment: Moment) -> Sighting:
        """Read a view; a phone's photograph adds to what the camera saw last."""
        if not moment.photo:
            return self.reader.read(moment.picture, frame=self.tally.views)
        photo = table_reader(self.follower.layout).read(moment.picture, frame=self.tally.views)
        joined = with_photo(self.follower.layout, photo, self._sighting)
        return joined if isinstance(joined, Sighting) else photo

    def _view(self, moment: Moment) -> None:
        """Show the table at rest."""
        followed = self._look(moment)
        if isinstance(followed.verdict, Ask):
            self.tally.questions += 1
            if self._needless:
                self.tally.needless += 1
                self._note("asked", followed)
        if not same(self.follower.state, settled(moment.state)):
            self._compare(moment, followed)
        self.untold = []

    def _compare(self, moment: Moment, followed: Followed) -> None:
        """The record is not what was played: something wrong was accepted, or nothing at all."""
        if isinstance(followed.verdict, (Accept, TakenBack)):
            self.tally.wrong += 1
            self._note("WRONG", followed)
        else:
            self.tally.missed += 1
            self._note("missed", followed)
        self.follower.states, self.follower.unseen = [settled(moment.state)], 0
        if self._sighting is not None:
            self.follower.referee.remember_dice(self._sighting)

    def _half_done(self, moment: Moment) -> None:
        """Show the middle of an action. What it looks like may be taken for done, if that is mended."""
        before = self.follower.state
        followed = self._look(moment)
        self.tally.early += isinstance(followed.verdict, Ask)
        if self.follower.state != before:
            self.tally.premature += 1
            self._note("premature", followed)

    def _spoiled(self, switch: str, moment: Moment) -> None:
        """Show the same table with a fault: what is accepted then must be true all the same."""
        table = self.evening.table
        table.set_switch(switch, on=True)
        spoiled = moment._replace(picture=table.picture())
        table.set_switch(switch, on=False)
        self.tally.spoiled += int(cv2.absdiff(moment.picture, spoiled.picture).max()) > SHOWS_GREY
        follower = self.follower
        before = list(follower.states), list(follower.actions), follower.unseen
        dice = follower.referee.dice
        followed = self._look(spoiled)
        self.tally.early += isinstance(followed.verdict, Ask)
        accepted = isinstance(followed.verdict, (Accept, TakenBack))
        if accepted and not same(follower.state, settled(moment.state)):
            self.tally.wrong += 1
            self._note(f"WRONG under {switch}", followed)
            follower.states, follower.actions, follower.unseen = before
            follower.referee.dice = dice
        elif not isinstance(followed.verdict, (Accept, NoChange, HalfDone, Unclear)):
            self.tally.verdicts[f"{followed.name} under {switch}"] += 1

    def _answer(self, question: Ask, moment: Moment) -> Choice | None:
        """Answer with the truth, if it is among the answers."""
        self._needless = self._could_be_seen(question)
        for choice in question.choices:
            state = self.follower.states[-1 - choice.undone]
            for action in choice.actions:
                state = state.after(action)
            if same(settled(state), settled(moment.state)):
                return choice
        return None

    def _could_be_seen(self, question: Ask) -> bool:
        """Whether a picture could have answered: what may have been looks different on the table."""
        if question.question.text.startswith(CANNOT_BE_SEEN):
            return False
        looks = []
        for choice in (each for each in question.choices if each != NONE):
            state = self.follower.states[-1 - choice.undone]
            for action in choice.actions:
                state = state.after(action)
            lying = state.lying()
            looks.append({zone: cells for zone, cells in lying.items() if zone in self._in_sight})
        return any(look != looks[0] for look in looks)

    def _note(self, what: str, followed: Followed) -> None:
        happened = ", ".join(map(str, self.untold))
        said = followed.text.render({})
        self.tally.notes.append(f"game {self.job.number} view {self.tally.views} {what}: [{happened}] {said}")


def same(one: State, other: State) -> bool:
    """Whether two positions are the same to everybody at the table."""
    return one == other or (isinstance(one, KnowsAlike) and one.alike(other))
