"""One game in progress: what may be done with it, and the position that it leads to.

The state is always the replay of the log's actions in force. Undo takes back a choice; a
correction says that the record was wrong. Both add to the log and take nothing from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.record import corrections
from companion.record.errors import BadDraw, CannotUndo, StaleAction
from companion.record.events import (
    ActionTaken,
    Answered,
    AnyEvent,
    Asked,
    Corrected,
    Logged,
    Notation,
    Noted,
    Redone,
    Settings,
    SettingsChanged,
    Source,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)
from companion.record.names import as_said, unnamed
from companion.record.objections import announced
from companion.record.taking import events_of_actions, taken_up
from companion.rules.game import CHANCE, Action, Actor, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value
from companion.sessions.dealing import deal, deal_on, kind_to_leave, make_draws
from companion.sessions.standing import Standing


class Session(Standing):
    """A game in progress. Made by the `Store`; may be used from several threads.

    Methods that change the game take ``expect_seq``: the number of the last event that the caller has seen.
    If the game has moved on since, they raise `StaleAction`, so a tap on an old page never acts twice.
    Choices that others make at the same time, such as cards that all put face down, make no tap stale. The
    methods return the stored events. If the table leaves chance to the software, its draws follow, each in
    a commit of its own.
    """

    # Playing

    def act(
        self,
        action: Action,
        source: Source = "tap",
        confidence: float = 1.0,
        *,
        expect_seq: int | None = None,
    ) -> tuple[Logged, ...]:
        """Take one action.

        Raises
        ------
        IllegalAction
            With the rule, when it is not legal now.
        StaleAction, StoreError
            As for everything that changes the game.
        """
        with self._journal.lock:
            at_once = expect_seq is not None and self._at_once(action.by, expect_seq)
            return self.act_all((action,), source, confidence, expect_seq=None if at_once else expect_seq)

    def act_all(
        self,
        actions: Sequence[Action],
        source: Source = "tap",
        confidence: float = 1.0,
        *,
        expect_seq: int | None = None,
    ) -> tuple[Logged, ...]:
        """Take several actions in one commit: all of them, or none."""
        with self._journal.lock:
            self._journal.expect(expect_seq)
            events, states = events_of_actions(self.states, actions, self.names, source, confidence)
            return self._journal.write(events, states) + make_draws(self._journal)

    def draw(self, *, expect_seq: int | None = None, on: bool = False) -> tuple[Logged, ...]:
        """Let the software make the next draw, or ``on``: all draws until another kind is due.

        Raises
        ------
        BadDraw
            When chance is not to act.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            return (deal_on if on else deal)(self._journal) + make_draws(self._journal)

    def settle(self) -> tuple[Logged, ...]:
        """Make every draw that the table has left to the software, but for one that is `call`ed for.

        Every change of the game does this by itself. Callers need it for a game that was cut off in
        between, and for a draw that could not be saved (`held_up`).
        """
        with self._journal.lock:
            return make_draws(self._journal)

    def change_settings(self, settings: Settings, *, expect_seq: int | None = None) -> tuple[Logged, ...]:
        """Change the settings from now on: another resolver of chance, the camera on or off."""
        with self._journal.lock:
            self._journal.expect(expect_seq)
            return self._journal.write([SettingsChanged(settings)]) + make_draws(self._journal)

    def leave_to_program(self, *, expect_seq: int | None = None) -> tuple[Logged, ...]:
        """Let the software make the due draw and all others of its kind in this game.

        Raises
        ------
        BadDraw
            When chance is not to act, or players call for this draw.
        """
        with self._journal.lock:
            kind = kind_to_leave(self.state)
            if not kind:
                raise BadDraw("Nothing is to be drawn now.")
            chance = {**self.settings.chance, kind: "software"}
            return self.change_settings(replace(self.settings, chance=chance), expect_seq=expect_seq)

    def camera_settings(self, *, on: bool) -> Settings:
        """Give the settings with the camera used, or not."""
        return self.settings.with_camera(self.timeline.started.settings, on=on)

    def use_camera(self, *, on: bool) -> tuple[Logged, ...]:
        """Use the camera, or play by tapping; all other settings stay."""
        with self._journal.lock:
            return self.change_settings(self.camera_settings(on=on))

    def ask(
        self,
        question: str,
        choices: Sequence[str],
        where: str = "",
        to: tuple[Seat, ...] = (),
        *,
        expect_seq: int | None = None,
    ) -> int:
        """Record a question of the camera (``to``: these seats alone); give its number."""
        with self._journal.lock:
            self._journal.expect(expect_seq)
            return self._journal.write([Asked(question, tuple(choices), where, to)])[0].seq

    def answer(self, asked: int, answer: str) -> tuple[Logged, ...]:
        """Record an answer to a question.

        Raises
        ------
        StaleAction
            When that question is not open any more.
        """
        with self._journal.lock:
            question = self.timeline.question
            if question is None or question.seq != asked:
                raise StaleAction("That question has been settled already.")
            return self._journal.write([Answered(asked, answer, question.asked.to)])

    def note(self, text: str, by: Seat | None = None) -> tuple[Logged, ...]:
        """Record a note without an effect."""
        return self._journal.write([Noted(text, by)])

    # Taking back

    def undo(
        self, seat: Seat, agreed_by: Sequence[Seat] = (), *, expect_seq: int | None = None
    ) -> tuple[Logged, ...]:
        """Take back the last choice of a seat, or ask the others if they must agree.

        Raises
        ------
        CannotUndo
            When there is nothing to take back.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            offer = self.may_undo(seat)
            if offer is None:
                raise CannotUndo(Message("{name} has nothing to take back.", {"name": self._called(seat)}))
            agreed = tuple(other for other in offer.needs if other in agreed_by)
            if agreed == offer.needs:
                return self._take_back(seat, offer.count, agreed)
            asked: list[AnyEvent] = [UndoAsked(seat, offer.count), *map(UndoAgreed, agreed)]
            return self._journal.write(asked)

    def act_instead(
        self,
        seat: Seat,
        actions: Sequence[Action],
        source: Source = "tap",
        confidence: float = 1.0,
        *,
        expect_seq: int | None = None,
    ) -> tuple[Logged, ...]:
        """Replace the last choice of a seat by other actions, in one commit: all or nothing.

        Raises
        ------
        CannotUndo
            When there is nothing to take back, or the others must agree.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            offer = self.may_undo(seat)
            if offer is None or offer.needs:
                raise CannotUndo(Message("{name} cannot take that back alone.", {"name": self._called(seat)}))
            left = self.states[: len(self.states) - offer.count]
            events, states = events_of_actions(left, actions, self.names, source, confidence)
            return self._journal.write([Undone(seat, offer.count), *events], states) + make_draws(
                self._journal
            )

    def agree(self, seat: Seat, *, expect_seq: int | None = None) -> tuple[Logged, ...]:
        """Agree to the requested undo; it happens when the last player agrees."""
        with self._journal.lock:
            self._journal.expect(expect_seq)
            request = self.timeline.request
            if request is None or seat in request.agreed or seat not in self.names:
                raise CannotUndo("Nobody is waiting for that answer.")
            voices = {*request.agreed, seat}
            if len(voices) < self.state.seats:
                return self._journal.write([UndoAgreed(seat)])
            others = tuple(sorted(voices - {request.by}))
            return self._take_back(request.by, request.count, others, [UndoAgreed(seat)])

    def refuse(self, seat: Seat, *, expect_seq: int | None = None) -> tuple[Logged, ...]:
        """Refuse the requested undo."""
        with self._journal.lock:
            self._journal.expect(expect_seq)
            if self.timeline.request is None:
                raise CannotUndo("Nobody is waiting for that answer.")
            return self._journal.write([UndoRefused(seat)])

    def redo(self, *, expect_seq: int | None = None) -> tuple[Logged, ...]:
        """Redo what was undone last; only the player who undid it may (`Timeline.undone_by`).

        Raises
        ------
        CannotUndo
            When nothing was taken back, or the game has gone another way since.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            seat = self.timeline.undone_by
            if seat is None:
                raise CannotUndo("Nothing was taken back that could stand again.")
            states = list(self.states)
            corrections.replay(states, self.timeline.undone[0], self.game.parse)
            return self._journal.write([Redone(seat)], states) + make_draws(self._journal)

    # Putting right

    def preview_correction(
        self, index: int, actions: Sequence[Action], *, removed: int = 1
    ) -> corrections.Correction:
        """Work out what `correct` would do; nothing is changed."""
        now = self.moment
        return corrections.preview(now.timeline.line, now.states, self.game.parse, index, removed, actions)

    def correct(
        self,
        index: int,
        actions: Sequence[Action],
        *,
        removed: int = 1,
        by: Actor | None = None,
        expect_seq: int | None = None,
    ) -> corrections.Correction:
        """Put the record right: ``actions`` stand instead of ``removed`` ones from ``index`` (from 0).

        A correction is always allowed. Later actions stay up to the first that no longer fits; this and the
        rest are set aside (see `take_up`). ``by`` is as in `Corrected`.

        Raises
        ------
        BadCorrection
            When there is no such place, or the new actions are not allowed there.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            found = self.preview_correction(index, actions, removed=removed)
            notations = tuple(Notation(action.by, str(action)) for action in found.actions)
            waiting = self.line[index + removed + found.kept :]
            corrected = Corrected(index, removed, found.kept, notations, by)
            self._journal.write([corrected, *taken_up(0, waiting, found.anew)], found.states)
            make_draws(self._journal)
            return found

    def object_to(
        self, correction: int, by: Actor, *, expect_seq: int | None = None
    ) -> corrections.Correction:
        """Put the record back as it was before the correction of event ``correction``.

        Raises
        ------
        StaleAction
            When that correction is not announced to this seat any more.
        """
        with self._journal.lock:
            found = announced(self.events, by or None)
            if found is None or found.seq != correction:
                raise StaleAction("The record has changed since. Look at it again.")
            at, line = found.event.at, self.line
            removed = min(found.length, len(line)) - at
            actions = [self.game.parse(entry.by, entry.text) for entry in found.before[at:]]
            return self.correct(at, actions, removed=max(removed, 0), by=by, expect_seq=expect_seq)

    def take_up(self, skip: int = 0, *, expect_seq: int | None = None) -> corrections.Misfit | None:
        """Play again what a correction set aside, less the first ``skip`` actions.

        Returns
        -------
        Misfit | None
            The first action that still does not fit. This action and the rest stay set aside.
        """
        with self._journal.lock:
            self._journal.expect(expect_seq)
            skip = max(skip, 0)
            waiting = self.timeline.set_aside[skip:]
            states = list(self.states)
            done, reason = corrections.play_on(states, waiting, self.game.parse)
            place = len(self.line) + len(done)
            if events := [*taken_up(skip, waiting, done)]:
                self._journal.write(events, states)
                make_draws(self._journal)
            return corrections.Misfit(place, waiting[len(done)], reason) if reason else None

    # Inside

    def _called(self, seat: Seat) -> Value:
        return as_said(self.names.get(seat) or unnamed(seat))

    def _at_once(self, by: Actor, seq: int) -> bool:
        """Whether only simultaneous choices of others have happened since event ``seq``."""
        since = [each.event for each in self.events if each.seq > seq]
        then = self.states[-1 - len(since)] if len(since) < len(self.states) else self.states[0]
        together = set(then.actors) - {CHANCE} if by in then.actors else set()
        others = together - {by}
        return all(isinstance(event, ActionTaken) and event.by in others for event in since)

    def _take_back(
        self, seat: Seat, count: int, agreed: tuple[Seat, ...], before: Sequence[AnyEvent] = ()
    ) -> tuple[Logged, ...]:
        states = self.states[: len(self.states) - count]
        return self._journal.write([*before, Undone(seat, count, agreed)], states) + make_draws(self._journal)
