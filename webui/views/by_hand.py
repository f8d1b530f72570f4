"""What players do by hand although the program rolls and draws. This module knows no game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.record.events import Resolver
from companion.rules.abilities import NamesSources
from companion.rules.game import Game, Option
from companion.sessions.session import Session
from webui.request.language import in_sentence, say
from webui.views.options import asked_fields, option_fields, sources_of


class ByHand(NamedTuple):
    """A thing that players may do by hand; the form sends its ``key``."""

    key: str
    label: str


def by_hand(game: Game) -> tuple[ByHand, ...]:
    """Give what the form lets players do by hand while the program does the rest."""
    found: list[ByHand] = []
    for field in asked_fields(game):
        option, labels = field.option, dict(field.choices)
        for choice in _drawn_by(game, option):
            hands = "" if option.several else say(labels[option.default])
            label = f"{say(option.label)}: {in_sentence(hands)}" if hands else say(labels[choice])
            found.append(ByHand(_key(option, choice), label))
    return tuple(found)


def drawn_options(game: Game, options: Mapping[str, str], kept: Collection[str]) -> dict[str, str]:
    """Give the options for a table where the program rolls and draws all but ``kept``."""
    changed = dict(options)
    for option in (field.option for field in option_fields(game) if field.draws):
        choices = [choice for choice in _drawn_by(game, option) if _key(option, choice) not in kept]
        changed.pop(option.key, None)
        if choices:
            changed[option.key] = "+".join(choices if option.several else choices[:1])
    return changed


def hand_sources(game: Game, options: Mapping[str, str]) -> dict[str, Resolver]:
    """Say who finds out what options leave to the table, while the program does the rest."""
    if not isinstance(game, NamesSources):
        return {}
    usual, now = game.sources({}), game.sources(options)
    drawn = {
        kind for option in game.info.options for kinds in _drawn_by(game, option).values() for kind in kinds
    }
    return {kind: usual.get(kind, "camera") for kind in sorted(drawn) if now.get(kind) != "software"}


def answered_anew(session: Session, otherwise: Resolver) -> dict[str, Resolver]:
    """Say who finds out each kind of chance after a new answer about who rolls and draws."""
    started = session.timeline.started
    if otherwise == started.settings.otherwise:
        return dict(started.settings.chance)
    found = sources_of(session.game, started.options, otherwise)
    if started.settings.otherwise != "software":
        return found
    # The program was to draw all, and the options say so; now it draws what it does at every table.
    usual = sources_of(session.game, {}, otherwise)
    return {kind: who for kind, who in found.items() if who != "software" or usual.get(kind) == who}


def _key(option: Option, choice: str) -> str:
    return f"{option.key}.{choice}"


def _drawn_by(game: Game, option: Option) -> dict[str, list[str]]:
    """Give the choices of an option that leave chance to the program, and these kinds of chance."""
    if not isinstance(game, NamesSources):
        return {}
    usual = game.sources({})
    found = {
        choice: [
            kind
            for kind, source in game.sources({option.key: choice}).items()
            if source == "software" != usual.get(kind)
        ]
        for choice in option.choices
    }
    return {choice: kinds for choice, kinds in found.items() if kinds}
