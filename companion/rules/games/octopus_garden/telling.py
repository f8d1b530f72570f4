"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.game import Action
from companion.rules.games.octopus_garden import actions
from companion.rules.games.octopus_garden.actions import Step
from companion.rules.games.octopus_garden.tokens import CODES
from companion.rules.games.octopus_garden.words import a_token, called, market_line, market_space, pearls
from companion.rules.message import Message
from companion.rules.words import listed

_PLAIN: Final[dict[type[Action], str]] = {
    actions.Lion: "{who}'s lionfish removes the token in {cell} of the market.",
    actions.Skip: "{who} lets the lionfish rest.",
    actions.Buy: "{who} buys {line}.",
    actions.Oyster: "{who} attracts an oyster to {space}.",
    actions.Release: "{who} throws the shark back.",
    actions.Flip: "{who} turns the coconut octopus on {space} over.",
    actions.Done: "{who} has finished.",
    actions.Shark: "{who}'s shark claims the token in {cell} of the market.",
    actions.NoShark: "{who} leaves the shark in the garden.",
}
"""The actions whose own fields fill the sentence."""

_NAMED: Final[dict[str, Callable[..., str]]] = {"cell": market_space, "line": market_line, "space": str}
"""The fields of those actions, and how each is called."""


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    who = {"who": action.by} if action.by else {}
    text = _PLAIN.get(type(action))
    if text is not None:
        return Message(text, _fields(action), who)
    match action:
        case actions.First():
            return Message("{first} begins.", seats={"first": action.seat})
        case actions.Star() | actions.Crab() | actions.Boxer():
            what = f"{_ANIMALS[type(action)]}{_number(action.step)}"
            values: dict[str, str | int] = {"what": what, "way": _way(action.step)}
            return Message(f"{{who}} moves the {{what}} from {{way}}{_besides(action.step)}.", values, who)
        case actions.Coco():
            text = "{who}'s coconut octopus on {space} moves {steps}."
            steps = listed([f"{_moved(step)}{_way(step)}{_besides(step)}" for step in action.steps], "and")
            return Message(text, {"space": action.space, "steps": steps}, who)
    return _token(action, who)


def _fields(action: Action) -> dict[str, str | int]:
    fields = {name: getattr(action, name, "") for name in _NAMED}
    return {name: _NAMED[name](field) for name, field in fields.items() if field}


_ANIMALS: Final[dict[type[Action], str]] = {
    actions.Star: "sea star",
    actions.Crab: "hermit crab",
    actions.Boxer: "boxer crab",
}


def _way(step: Step) -> str:
    return f"{step.origin} to {step.target}"


def _besides(step: Step) -> str:
    """Say what a token does besides going its way; it is part of the sentence, whoever that is said to."""
    home = f", into the {called(step.home)}" if step.home else ""
    return " and eats the oyster" * step.eats + ", leaving its home" * step.drop + home


def _number(step: Step) -> str:
    """Tell one of several like tokens on a space from the others: by when it came into the garden."""
    return f" {step.token[2:]}" if step.token else ""


def _moved(step: Step) -> str:
    """Say which token of a space is moved, where it could be several."""
    code = next((code for code in CODES if step.token.startswith(code)), None)
    return f"the {called(code)}{_number(step)} on " if code else ""


_CHESTS: Final[dict[actions.ChestMode, str]] = {
    "": "{who} pays {pearls} into a treasure chest.",
    "keep": "{who} pays {pearls} into a treasure chest, to keep what is drawn.",
    "pearls": "{who} pays {pearls} into a treasure chest, to be paid for what is drawn.",
}


def _token(action: Action, who: dict[str, int]) -> Message:
    """Tell what concerns one token or some pearls."""
    match action:
        case actions.Draw():
            return Message("{what} is drawn.", {"what": a_token(action.code).capitalize()})
        case actions.Pass():
            text = "{who} passes and swaps the token in {cell} of the market."
            return Message(text if action.cell else "{who} passes.", _fields(action), who)
        case actions.Chest():
            text = _CHESTS[action.mode] if action.pearls else "{who} leaves a chest shut."
            return Message(text, {"pearls": pearls(action.pearls)}, who)
        case actions.Plant():
            return Message(
                "{who} plants {what} on {space}.", {"what": a_token(action.code), "space": action.space}, who
            )
        case actions.Fill():
            return Message(
                "{who} puts the {what} in {cell} of the market.",
                {"what": called(action.code), "cell": market_space(action.cell)},
                who,
            )
        case actions.Mimic():
            values: dict[str, str | int] = {"space": action.space, "what": a_token(action.kind)}
            return Message("{who} declares the mimic octopus on {space} to be {what}.", values, who)
    raise TypeError(f"{type(action).__name__} is no action of Octopus's Garden.")
