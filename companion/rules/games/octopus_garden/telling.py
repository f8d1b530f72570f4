"""What somebody did, in a sentence for the log."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Action
from companion.rules.games.octopus_garden import actions
from companion.rules.games.octopus_garden.actions import Step
from companion.rules.games.octopus_garden.words import a_token, called, pearls
from companion.rules.message import Message
from companion.rules.words import listed

_PLAIN: Final[dict[type[Action], str]] = {
    actions.Lion: "{who}'s lionfish removes the token on {cell}.",
    actions.Skip: "{who} lets the lionfish rest.",
    actions.Buy: "{who} buys {line}.",
    actions.Oyster: "{who} attracts an oyster to {space}.",
    actions.Release: "{who} throws the shark back.",
    actions.Flip: "{who} turns the coconut octopus on {space} over.",
    actions.Done: "{who} has finished.",
    actions.Shark: "{who}'s shark claims the token on {cell}.",
    actions.NoShark: "{who} leaves the shark in the garden.",
}
"""The actions whose own fields fill the sentence."""


def tell(action: Action) -> Message:
    """Tell an action; ``{who}`` is its actor's name."""
    who = {"who": action.by} if action.by else {}
    text = _PLAIN.get(type(action))
    if text is not None:
        fields = {name: getattr(action, name) for name in ("cell", "line", "space") if hasattr(action, name)}
        return Message(text, fields, who)
    match action:
        case actions.First():
            return Message("{first} begins.", seats={"first": action.seat})
        case actions.Star() | actions.Crab() | actions.Boxer():
            return Message("{who} moves the {what} " + _STEP, _step(action, action.step), who)
        case actions.Coco():
            steps = listed([f"{step.origin} to {step.target}" for step in action.steps], "and")
            return Message(
                "{who}'s coconut octopus on {space} moves {steps}.",
                {"space": action.space, "steps": steps},
                who,
            )
    return _token(action, who)


_STEP: Final = "from {origin} to {target}{more}."


def _step(action: actions.Star | actions.Crab | actions.Boxer, step: Step) -> dict[str, str | int]:
    what = {actions.Star: "sea star", actions.Crab: "hermit crab", actions.Boxer: "boxer crab"}[type(action)]
    more = " and eats the oyster" * step.eats + ", leaving its home" * step.drop
    if step.home:
        more += f", into the {called(step.home)}"
    return {"what": what, "origin": step.origin, "target": step.target, "more": more}


def _token(action: Action, who: dict[str, int]) -> Message:
    """Tell what concerns one token or some pearls."""
    match action:
        case actions.Draw():
            return Message("{what} is drawn.", {"what": a_token(action.code).capitalize()})
        case actions.Pass():
            return Message(
                "{who} passes and swaps {cell}." if action.cell else "{who} passes.",
                {"cell": action.cell},
                who,
            )
        case actions.Chest():
            text = (
                "{who} pays {pearls} into a treasure chest."
                if action.pearls
                else "{who} leaves a chest shut."
            )
            return Message(text, {"pearls": pearls(action.pearls)}, who)
        case actions.Plant():
            return Message(
                "{who} plants {what} on {space}.", {"what": a_token(action.code), "space": action.space}, who
            )
        case actions.Fill():
            return Message(
                "{who} puts the {what} on {cell}.", {"what": called(action.code), "cell": action.cell}, who
            )
        case actions.Mimic():
            values: dict[str, str | int] = {"space": action.space, "what": a_token(action.kind)}
            return Message("{who} declares the mimic octopus on {space} to be {what}.", values, who)
    raise TypeError(f"{type(action).__name__} is no action of Octopus's Garden.")
