"""Reading actions back from their notation and from JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from companion.rules.errors import UnreadableAction
from companion.rules.game import Action, Actor

Reader = Callable[..., Action]
"""Makes an action of its actor and the groups of its pattern."""


class Notation:
    """The notation of one game: patterns of whole actions, each with its reader.

    Parameters
    ----------
    name : str
        The game, as it is called in sentences.
    forms : mapping of str to Reader
        Regular expression of a whole action -> what makes the action.
    union : type
        The union of all the game's action types, for JSON.
    """

    def __init__(self, name: str, forms: Mapping[str, Reader], union: Any) -> None:
        self._name: Final = name
        self._forms: Final = tuple((re.compile(pattern), reader) for pattern, reader in forms.items())
        self._decoder: Final = msgspec.json.Decoder(union)

    @property
    def verbs(self) -> frozenset[str]:
        """The words with which actions begin."""
        begun = (re.match(r"(?:\(\?:)?([a-z]+)", pattern.pattern) for pattern, _ in self._forms)
        return frozenset(found[1] for found in begun if found)

    def parse(self, by: Actor, text: str) -> Action:
        """Read one action; ``str(notation.parse(by, text)) == text``.

        Raises
        ------
        UnreadableAction
            When the text is the notation of no action of this game.
        """
        for pattern, reader in self._forms:
            match = pattern.fullmatch(text)
            if match:
                action = reader(by, *match.groups())
                if str(action) == text:
                    return action
        raise UnreadableAction("{text} is not an action of {game}.", text=repr(text[:80]), game=self._name)

    def from_json(self, data: bytes) -> Action:
        """Read an action from JSON. Raises `UnreadableAction`."""
        try:
            action: Action = self._decoder.decode(data)
            again = self.parse(action.by, str(action))
        except msgspec.MsgspecError as error:
            raise UnreadableAction(
                "That is not an action of {game}: {error}.", game=self._name, error=error
            ) from error
        if again != action:
            raise UnreadableAction("That action contradicts its own notation {action}.", action=action)
        return action
