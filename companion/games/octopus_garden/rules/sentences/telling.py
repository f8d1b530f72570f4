"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.octopus_garden.rules import actions
from companion.games.octopus_garden.rules.actions import Step
from companion.games.octopus_garden.rules.data.tokens import CODES
from companion.games.octopus_garden.rules.sentences.words import (
    a_token,
    called,
    market_line,
    market_space,
    pearls,
)
from companion.rules.game import Action
from companion.rules.kit.deed import deed
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Term, Value

_PLAIN: Final[dict[type[Action], str]] = {
    actions.Lion: "{who}'s lionfish removes the token in {cell} of the market.",
    actions.Skip: "{who} [let] the lionfish rest.",
    actions.Buy: "{who} [buy] {line}.",
    actions.Oyster: "{who} [attract] an oyster to {space}.",
    actions.Release: "{who} [throw] the shark back.",
    actions.Flip: "{who} [turn] the coconut octopus on {space} over.",
    actions.Shark: "{who}'s shark claims the token in {cell} of the market.",
    actions.NoShark: "{who} [leave] the shark in the garden.",
}
"""The actions whose own fields fill the sentence."""

_NAMED: Final[dict[str, Callable[..., Value]]] = {"cell": market_space, "line": market_line, "space": str}
"""The fields of those actions, and how each is called."""


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    text = _PLAIN.get(type(action))
    if text is not None:
        return deed(text, action.by, _fields(action))
    match action:
        case actions.First():
            return Message("{first} begins.", seats={"first": action.seat})
        case actions.Done():
            return deed("{who} [leave] it at that.", action.by, to_doer="I have finished.")
        case actions.Star() | actions.Crab() | actions.Boxer():
            text = (
                "{who} [move] {what} from {origin} to {target}"
                + (" and [eat] the oyster" if action.step.eats else "")
                + (", leaving its home" if action.step.drop else "")
                + (", into the {home}." if action.step.home else ".")
            )
            return deed(
                text, action.by, {**_way(action.step), "what": _numbered(_ANIMALS[type(action)], action.step)}
            )
        case actions.Coco():
            text = "{who}'s coconut octopus on {space} moves {steps}."
            steps = listed(list(map(_coconut_step, action.steps)), "and")
            return deed(text, action.by, {"space": action.space, "steps": steps})
    return _token(action)


def _fields(action: Action) -> dict[str, Value]:
    fields = {name: getattr(action, name, "") for name in _NAMED}
    return {name: _NAMED[name](field) for name, field in fields.items() if field}


_ANIMALS: Final[dict[type[Action], str]] = {
    actions.Star: "sea star",
    actions.Crab: "hermit crab",
    actions.Boxer: "boxer crab",
}


def _way(step: Step) -> dict[str, Value]:
    home: dict[str, Value] = {"home": called(step.home)} if step.home else {}
    return {"origin": step.origin, "target": step.target, **home}


def _coconut_step(step: Step) -> Message:
    """Tell a step of a coconut octopus, and which token of a space it moves where it could be several."""
    code = next((code for code in CODES if step.token.startswith(code)), None)
    values = _way(step)
    if code:
        values["what"] = _numbered(called(code).word, step)
    text = (
        ("{what} on {origin} to {target}" if code else "{origin} to {target}")
        + (" and eats the oyster" if step.eats else "")
        + (", leaving its home" if step.drop else "")
        + (", into the {home}" if step.home else "")
    )
    return Message(text, values)


def _numbered(animal: str, step: Step) -> Value:
    """Tell one of several like tokens on a space from the others: by when it came into the garden."""
    one = Term(animal, "the")
    return Message("{what:*} {number}", {"what": one, "number": step.token[2:]}) if step.token else one


_CHESTS: Final[dict[actions.ChestMode, str]] = {
    "": "{who} [pay] {pearls} into a treasure chest.",
    "keep": "{who} [pay] {pearls} into a treasure chest, to keep what is drawn.",
    "pearls": "{who} [pay] {pearls} into a treasure chest, to turn what is drawn into pearls.",
}


def _token(action: Action) -> Message:
    """Tell what concerns one token or some pearls."""
    match action:
        case actions.Draw():
            return Message("{what:Cap} is drawn.", {"what": a_token(action.code)})
        case actions.Pass():
            text = "{who} [pass] and [swap] the token in {cell} of the market."
            return deed(text if action.cell else "{who} [pass].", action.by, _fields(action))
        case actions.Chest():
            text = _CHESTS[action.mode] if action.pearls else "{who} [leave] a chest shut."
            return deed(text, action.by, {"pearls": pearls(action.pearls)})
        case actions.Plant():
            planted: dict[str, Value] = {"what": a_token(action.code), "space": action.space}
            return deed("{who} [plant] {what} on {space}.", action.by, planted)
        case actions.Fill():
            put: dict[str, Value] = {"what": called(action.code), "cell": market_space(action.cell)}
            return deed("{who} [put] the {what} in {cell} of the market.", action.by, put)
        case actions.Mimic():
            declared: dict[str, Value] = {
                "spaces": listed(action.spaces, "and"),
                "what": a_token(action.kind),
            }
            text = "{who} [declare] the mimic octopus on {spaces} to be {what}."
            if action.others:
                text = "{who} [declare] the mimic octopuses on {spaces} to be {what} each."
            return deed(text, action.by, declared)
    raise TypeError(f"{type(action).__name__} is no action of Octopus's Garden.")
