"""Whole random games, followed from made-up views: perfect, dim, partly covered, and corrupted."""

from __future__ import annotations

import random

import pytest
from gardens import GAME, LAYOUT
from sweeps import slow
from views import Table, cell

from companion.live.follow import Follower
from companion.referee.verdict import Accept, Ask, NoChange, Unclear
from companion.rules.game import CHANCE
from companion.sighting import EMPTY

UNSEEN = ("end", "wait", "keep", "first")
"""Actions that change nothing on the table."""


def choose(state, rng):
    """Choose an action; wasps are rarer and meals more frequent than in a blind choice."""
    seats = [actor for actor in state.actors if actor != CHANCE]
    if CHANCE in state.actors and (not seats or rng.random() < 0.7):
        actions, weights = zip(*state.odds(), strict=True)
        return rng.choices(actions, weights)[0]
    actions = list(state.legal(seats[0]))
    tokens = [action for action in actions if str(action).startswith(("wasp", "shift"))]
    others = [action for action in actions if action not in tokens]
    if tokens and (not others or rng.random() < 0.3):
        return rng.choice(tokens)
    meals = [action for action in others if "*" in str(action) or "x" in str(action)]
    return rng.choice(meals) if meals and rng.random() < 0.8 else rng.choice(others)


def first_word(action):
    return str(action).partition(" ")[0]


class Evening:
    """A game that is played on a table and followed from it."""

    def __init__(self, seats, seed, **options):
        self.rng = random.Random(seed)
        self.table = Table(LAYOUT, seed)
        self.state = GAME.new(seats, options)
        self.follower = Follower(LAYOUT, self.state)
        self.questions = []
        self.untold = []
        while any(first_word(action) in ("first", "wild") for action, _ in self.state.odds()):
            self.play()
        self.tell()
        self.table.lay(self.state.lying())
        self.table.roll(self.rng.randint(1, 6))
        assert self.follower.see(self.table.look()).verdict == NoChange()

    def play(self):
        """Carry out one action on the table, and give it."""
        action = choose(self.state, self.rng)
        if not (first_word(action) == "roll" or action.by == CHANCE or str(action).startswith("join")):
            self.tell_of_other_players(action)
        self.state = self.state.after(action)
        self.untold.append(action)
        self.table.lay(self.state.lying())
        if first_word(action) == "roll":
            self.table.roll(*(int(value) for value in str(action).split()[1:]))
        return action

    def tell_of_other_players(self, action):
        """Only a tap can say that the turn was passed on, when a wasp is put before the roll."""
        if any(str(earlier) in UNSEEN and earlier.by != action.by for earlier in self.untold):
            self.tell()

    def tell(self):
        self.follower.tell(*self.untold)
        self.untold = []

    def look(self, **how):
        """Let the table be seen; a question is answered with the truth."""
        followed = self.follower.see(self.table.look(**how), self.answer)
        if isinstance(followed.verdict, (Accept, Ask)):
            self.untold = []
        return followed

    def answer(self, question):
        self.questions.append(question)
        for choice in question.choices:
            state = self.follower.state
            for action in choice.actions:
                state = state.after(action)
            if state == self.state and not choice.undone:
                return choice
        raise AssertionError(f"the truth is not among the answers: {question}")

    def run(self, **how):
        """Play to the end, looking after every action that leaves a trace."""
        while self.state.actors and len(self.follower.actions) < 150:
            before, action = self.state, self.play()
            if first_word(action) in UNSEEN:
                continue
            if before.lying() == self.state.lying():
                self.tell()  # a way round that ends as it began
                continue
            followed = self.look(**{key: make(self) for key, make in how.items()})
            if isinstance(followed.verdict, Unclear):  # what was covered might have been telling
                followed = self.look()
            assert self.follower.state == self.state, (str(action), followed)
        return self


SLOW = pytest.mark.slow

OPTIONS = [
    {},
    {"setup": "S01"},
    {"setup": "S12", "rules": "R05"},
    {"rules": "R01+R04+R05+R06", "several_rule_tiles": "on"},
    {"rules": "R03+R09+R10", "several_rule_tiles": "on"},
    {"rules": "R07+R08+R11+R12", "several_rule_tiles": "on"},
]


QUICK = {2: 4}
"""Which options the quick tests take with so many seats."""

IN_TURN = [
    pytest.param(seats, options, marks=() if QUICK.get(seats) == nth else SLOW)
    for nth, options in enumerate(OPTIONS)
    for seats in (2, 3, 4)
]
"""Every option with every number of seats."""


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "options"), IN_TURN, ids=str)
def test_random_games_are_followed_exactly(seats, options):
    evening = Evening(seats, seed=seats, **options).run()
    assert len(evening.follower.actions) > 20
    assert all(map(unanswerable, evening.questions))


def unanswerable(question):
    """Whether no picture could have answered: which piece is the tail, a wasp put or taken back."""
    shifts = any("shift" in str(action) for action in question.choices[0].actions)
    return question.question.text.startswith(("Which piece", "The die has hardly moved")) or shifts


@pytest.mark.whole
def test_two_dice_need_an_answer_only_where_nothing_shows_which_was_kept():
    evening = Evening(3, seed=1, rules="R02").run()
    for question in evening.questions:
        kept = [[action for action in choice.actions if "keep" in str(action)] for choice in question.choices]
        assert any(kept) or unanswerable(question), question
    assert len(evening.follower.actions) > 20


@pytest.mark.whole
@pytest.mark.parametrize("seats", [2, *slow(3, 4)])
def test_games_are_followed_through_a_dim_view(seats):
    Evening(seats, seed=10 + seats).run(p=lambda evening: evening.rng.uniform(0.87, 0.99))


def covers(evening):
    """Hide a few cells that have nothing to do with the last action."""
    before, after = evening.follower.state.lying(), evening.state.lying()
    changed = {
        (zone, name)
        for zone in after
        for name in before[zone].keys() | after[zone].keys()
        if before[zone].get(name) != after[zone].get(name)
    }
    cells = [(zone.id, spot.id) for _, zone in LAYOUT.zones() for spot in zone.cells]
    return {place for place in evening.rng.sample(cells, 30) if place not in changed}


@pytest.mark.whole
@pytest.mark.parametrize("seats", [2, *slow(4)])
def test_games_are_followed_with_covered_cells(seats):
    Evening(seats, seed=20 + seats).run(covered=covers)


def corrupted(evening, how_many, p):
    """Cells that look like something else: sure of it (p near 1), or in doubt."""
    wrong = {}
    zones = [zone for _, zone in LAYOUT.zones() if zone.cells]
    for _ in range(how_many):
        zone = evening.rng.choice(zones)
        name = evening.rng.choice(zone.cells).id
        kind = evening.rng.choice((EMPTY, *zone.kinds))
        true = evening.table.lying.get(zone.id, {}).get(name, EMPTY)
        if kind != true:
            seen = cell((kind, true), kind, p)
            rest = dict.fromkeys((EMPTY, *zone.kinds), -11.5)
            wrong[zone.id, name] = type(seen)({**rest, **_two(seen, kind, true)})
    return wrong


def _two(seen, kind, true):
    return {name: log_p for name, log_p in seen.log_p.items() if name in (kind, true)}


@pytest.mark.whole
@pytest.mark.parametrize("how_many", [1, *slow(3)])
def test_what_is_accepted_always_lies_there(how_many):
    """Sure but wrong cells: no position is ever taken for true that the view contradicts anywhere."""
    wrong = [verdict for verdict in judged_corrupted(how_many, 0.999, seats=3, actions=20) if verdict]
    assert all(evidence.differences(evidence.settle(state.lying())) == () for state, evidence in wrong)


@pytest.mark.whole
def test_cells_in_doubt_never_lead_to_a_wrong_action():
    assert not any(judged_corrupted(4, 0.9, seats=4, actions=15))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_many_corrupted_games(seats, seed):
    assert not any(judged_corrupted(4, 0.9, seats=seats, actions=150, seed=seed))
    for found in judged_corrupted(2, 0.999, seats=seats, actions=150, seed=seed):
        assert not found or found[1].differences(found[1].settle(found[0].lying())) == ()


def judged_corrupted(how_many, p, *, seats, actions, seed=30):
    """Give, for every view, the position and the evidence where something wrong was accepted."""
    evening = Evening(seats, seed=seed)
    referee = evening.follower.referee
    while evening.state.actors and len(evening.follower.actions) < actions:
        if first_word(evening.play()) in UNSEEN:
            continue
        sighting = evening.table.look(wrong=corrupted(evening, how_many, p))
        verdict = referee.judge(evening.follower.state, sighting)
        if isinstance(verdict, Accept):
            state = evening.follower.state
            for action in verdict.actions:
                state = state.after(action)
            yield None if state == evening.state else (state, referee.evidence(sighting))
        referee.taken(evening.follower.state, evening.untold, sighting)
        evening.tell()
