"""One player's garden: the stacks of tokens on its spaces (sections 5 and 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import msgspec
from msgspec.structs import replace

from companion.games.octopus_garden.rules.data.board import Board, Space
from companion.games.octopus_garden.rules.data.tokens import ANIMALS, GROWING, HOMES, Code, Stack, Token


class Garden(msgspec.Struct, frozen=True):
    """What lies in a garden.

    Attributes
    ----------
    board : Board
        The spaces and how they touch.
    passable : bool
        Animals may enter the printed oysters (table option of OG-R02).
    stacks : tuple of Stack
        The tokens of every space, in the board's order.
    fresh : tuple of str
        The names of the plants and mimics that no bonus has used up (OG-R08), in the order in which they
        came into the garden.
    """

    board: Board
    passable: bool
    stacks: tuple[Stack, ...]
    fresh: tuple[str, ...] = ()

    def at(self, space: Space) -> Stack:
        """The tokens on a space, from the board up; none on a space that there is not."""
        place = self.board.place.get(space)
        return () if place is None else self.stacks[place]

    def holds(self, space: Space, code: Code) -> bool:
        """Whether a token of that code lies there, covered or not."""
        return code in [token.code for token in self.at(space)]

    def tokens(self) -> Iterator[tuple[Space, Token]]:
        """Every token with its space."""
        for space, stack in zip(self.board.spaces, self.stacks, strict=True):
            for token in stack:
                yield space, token

    def having(self, code: Code) -> list[tuple[Space, Token]]:
        """Every token of one code with its space."""
        stacks = zip(self.board.spaces, self.stacks, strict=True)
        return [(space, token) for space, stack in stacks if stack for token in stack if token.code == code]

    def find(self, name: str) -> tuple[Space, Token] | None:
        """Find the token of that name."""
        return next(((space, token) for space, token in self.tokens() if token.name == name), None)

    @property
    def empty(self) -> tuple[Space, ...]:
        """The spaces without any token; a printed oyster is never empty (OG-R02)."""
        return tuple(space for space in self.board.plantable if not self.at(space))

    @property
    def oysters(self) -> int:
        """How many oysters bring pearls: the printed ones and the tokens, covered or not."""
        return len(self.board.printed) + len(self.having("OY"))

    def blocked(self, space: Space) -> bool:
        """Whether no animal may enter: printed oyster, coral, boxer crab (OG-R26, OG-M30)."""
        if space in self.board.printed and not self.passable:
            return True
        return self.holds(space, "CO") or self.holds(space, "BX")

    def open_neighbours(self, space: Space) -> tuple[Space, ...]:
        """The adjacent spaces that an animal may enter."""
        return tuple(near for near in self.board.neighbours[space] if not self.blocked(near))

    def loose_homes(self, space: Space) -> list[Token]:
        """The shells and trash on a space that are nobody's home."""
        stack = self.at(space)
        taken = {token.home for token in stack}
        return [token for token in stack if token.code in HOMES and token.name not in taken]

    def free_anemones(self) -> tuple[Space, ...]:
        """The spaces of real anemones that carry no animal (OG-M28)."""
        return tuple(
            space for space, _ in self.having("AN") if not any(t.code in ANIMALS for t in self.at(space))
        )

    def with_stack(self, space: Space, stack: Stack) -> Garden:
        """Put another stack on a space."""
        place = self.board.place[space]
        return replace(self, stacks=(*self.stacks[:place], stack, *self.stacks[place + 1 :]))

    def planted(self, code: Code, space: Space) -> Garden:
        """Lay a new token on top of a space, under the first number that is free."""
        taken = {token.id for _, token in self.having(code)}
        number = next(number for number in count(1) if number not in taken)
        token = Token(code, number)
        garden = self.with_stack(space, (*self.at(space), token))
        return replace(garden, fresh=(*self.fresh, token.name)) if code in GROWING else garden

    def without(self, *names: str) -> Garden:
        """Take tokens off; a crab whose home is among them is homeless."""
        stacks = (
            tuple(
                replace(token, home="") if token.home in names else token
                for token in stack
                if token.name not in names
            )
            for stack in self.stacks
        )
        return replace(self, stacks=tuple(stacks))

    def swapped(self, token: Token) -> Garden:
        """Put a token in the place of the one of its name."""
        stacks = (tuple(token if old.name == token.name else old for old in stack) for stack in self.stacks)
        return replace(self, stacks=tuple(stacks))

    def linked(self) -> Garden:
        """Let every homeless crab move into a loose home on its space (section 8.4).

        Of several crabs the lowest, which lies nearest to the home, is first. Of several homes it takes the
        nearest below it: a crab that carries its home lies right on top of it.
        """
        garden = self
        for space, crab in self.having("HC"):
            homes = garden.loose_homes(space)
            if homes and not crab.home:
                stack = garden.at(space)
                below = [home for home in homes if stack.index(home) < stack.index(crab)]
                garden = garden.swapped(replace(crab, home=(below[-1] if below else homes[0]).name))
        return garden

    def used_up(self, *names: str) -> Garden:
        """Let a bonus use up plants and mimics (OG-R08)."""
        return replace(self, fresh=tuple(name for name in self.fresh if name not in names))

    def rested(self) -> Garden:
        """Let all animals be ready for their next move."""
        if not any(token.moved for _, token in self.tokens()):
            return self
        return replace(self, stacks=tuple(tuple(replace(t, moved=False) for t in s) for s in self.stacks))


def bare(board: Board, *, passable: bool) -> Garden:
    """Give a garden without tokens."""
    return Garden(board, passable, ((),) * len(board.spaces))
