"""The whole chain offline: sightings in a row, and real pictures of the simulated table."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import pytest
from gardens import GAME, LAYOUT, after, start
from views import Table
from watched import notations

from companion.layouts import load_layout
from companion.live.follow import Follower, follow
from companion.referee.verdict import Accept, NoChange
from companion.rules.catalogue import load_game
from companion.rules.record import history
from companion.rules.testing import random_record
from companion.sessions.dealing import following
from companion.sighting import Stillness


class Frame(NamedTuple):
    image: object
    t_s: float
    number: int
    small: object = None


class Shown:
    """A reader that is shown prepared sightings instead of pictures."""

    def read(self, image, *, stillness=None, frame=0):
        return image


class Resting:
    """A watch that finds the table at rest except where the picture says so."""

    def __init__(self):
        self.since_s = 0.0

    def update(self, image, t_s):
        if image.stillness.hand:
            self.since_s = t_s
        return Stillness(t_s > self.since_s, t_s - self.since_s, image.stillness.hand)


def views_of(moves):
    """The table after each move, as sightings."""
    table, state = Table(LAYOUT), start()
    table.lay(state.lying())
    table.roll(6)
    yield table.look()
    for move in moves:
        state = after(state, move)
        if move.startswith("0 roll"):
            table.roll(int(move[-1]))
        table.lay(state.lying())
        if not move.endswith("end"):
            yield table.look()


MOVES = ["0 roll 4", "1 A14-B14-C14-D14-E14", "1 wasp D4", "1 end", "0 roll 2", "2 P3-O3-N3"]


def test_a_folder_of_pictures_is_followed_one_by_one():
    follower = Follower(LAYOUT, start())
    frames = [Frame(view, float(n), n) for n, view in enumerate(views_of(MOVES), 1)]
    steps = list(follow(frames, Shown(), follower))
    assert [step.what for step in steps] == ["other"] + ["accepted"] * 5
    assert notations(follower.actions) == MOVES
    assert [step.length for step in steps] == [0, 1, 2, 3, 5, 6]
    assert steps[0].name == "no-change"
    assert steps[4].text.render({1: "Anna"}) == "Anna end, roll 2"


def test_a_film_is_read_when_the_table_is_at_rest():
    table = Table(LAYOUT)
    table.lay(start().lying())
    still, hand = table.look(), table.look(hand=True)
    film = [still] * 30 + [hand] * 30 + [still] * 30
    frames = [Frame(view, 0.1 * n, n) for n, view in enumerate(film)]
    steps = list(follow(frames, Shown(), Follower(LAYOUT, start()), Resting()))
    assert len(steps) == 2
    assert all(step.verdict == NoChange() for step in steps)


def test_questions_are_answered_or_left_open():
    views = list(views_of(MOVES[:1]))
    soft = [
        type(die)(**{**_fields(die), "odds": {4: 0.6, 6: 0.4}, "accepted": False}) for die in views[1].dice
    ]
    views[1] = type(views[1])(**{**_fields(views[1]), "dice": tuple(soft)})
    open_one = Follower(LAYOUT, start())
    answered = Follower(LAYOUT, start())
    for view in views:
        open_one.see(view)
        answered.see(view, lambda question: question.choices[0])
    assert open_one.actions == []
    assert notations(answered.actions) == ["0 roll 4"]


def _fields(struct):
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seed", "rules", "most_actions"),
    [(4, "", 14), pytest.param(2, "R05", 60, marks=pytest.mark.slow)],
)
def test_a_game_on_the_simulated_table_is_followed_from_its_pictures(seed, rules, most_actions):
    """Everything is real here: the printed artwork, lens and light, the reader, the dice reader."""
    from companion.printing import artwork
    from companion.simulation.evening import Evening
    from vision.dice import DiceReader
    from vision.view.reader import TableReader

    cv2.setNumThreads(1)
    options = {"rules": rules} if rules else {}
    evening = Evening(LAYOUT, GAME.new(2 + seed % 3, options), seed, most_actions=most_actions)
    reader, follower = TableReader(LAYOUT, artwork, DiceReader()), Follower(LAYOUT, evening.state)
    truth, untold = Truth(follower), []
    for moment in evening.play():
        untold += moment.actions
        if moment.told:
            continue
        if not shows_the_turn(untold):
            follower.tell(*untold[:-1])
        truth.state = moment.state
        followed = follower.see(reader.read(moment.picture), truth)
        assert follower.state == moment.state, (untold, followed)
        untold = []
    assert truth.asked <= 2
    assert len(follower.actions) >= most_actions - 1


def shows_the_turn(actions):
    """Whether the last action shows by itself that the turn was passed on before it."""
    last = str(actions[-1]) if actions else ""
    return last.startswith(("roll", "join")) and all(str(each) in ("end", "wait") for each in actions[:-1])


class Truth:
    """Answers with what was played."""

    def __init__(self, follower):
        self.follower, self.state, self.asked = follower, None, 0

    def __call__(self, question):
        self.asked += 1
        for choice in question.choices:
            state = self.follower.state
            for action in choice.actions:
                state = state.after(action)
            if state == self.state:
                return choice
        return None


def test_what_was_followed_makes_a_record():
    follower = Follower(LAYOUT, start())
    for view in views_of(MOVES):
        assert isinstance(follower.see(view).verdict, (Accept, NoChange))
    assert len(follower.states) == len(follower.actions) + 1
    assert follower.states[-1] == after(start(), *MOVES)


def test_a_record_that_holds_what_could_only_come_is_told_as_it_is():
    game = load_game("star-baker")
    record = random_record(game, 2, {"advanced": "on"}, seed=1)
    follower = Follower(load_layout("star-baker").for_seats(2), game.new(2, {"advanced": "on"}))
    follower.tell(*record.actions)
    assert follower.actions == list(record.actions)
    states = history(record)
    assert follower.states == states
    assert any(action == following(state) for state, action in zip(states, record.actions, strict=False))
