"""The actions and their notation (specification section 6).

===========================  ==============  ==================================================
notation                     actor           action
===========================  ==============  ==================================================
``chefs 2 red``              chance or seat  `Chefs`: seat 2 has the red chef cards (SB-01)
``refill R33``               chance          `Refill`: the next card of the book (SB-04, SB-23)
``time C1c``                 every seat      `Time`: the time card, face down (SB-06)
``time C1c +R51 +R52``       every seat      the same, with Arrive early cards (SB-07)
``order 2 1 3``              chance          `Order`: the cards are turned over (SB-08)
``fill R02 < C1b``           seat in turn    `Fill`: R02 is won with C1b (SB-12)
``fill R13 < C1b; bonus R12``  seat in turn  the same, with a bonus fill; several may follow (SB-18)
``restock``                  seat in turn    `Restock` (SB-15)
``restock reserve R31``      seat in turn    the same, and R31 goes onto the deck (SB-16)
``toss C1a``                 seat in turn    `Toss`: Something's wrong (SB-20)
``reset``                    chance          `Reset`: the book is shuffled into the deck (SB-22)
``chef time C2b``            chance          `ChefTime`: the automatic chef's next card (solo)
``chef take R16``            chance          `ChefTake`: what the automatic chef wins (solo)
``chef restock R31``         chance          `ChefRestock`: it restocks; R31 goes onto the deck (solo)
===========================  ==============  ==================================================

Cards after ``<`` and after ``+`` stand in the order of their ids.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from companion.games.star_baker.rules.data.cards import CARD, CardId
from companion.rules.game import Action, Actor
from companion.rules.kit.notation import Notation

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=6)]
CardOrNone = Annotated[str, msgspec.Meta(pattern=rf"^({CARD})?\Z")]
Colour = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+\Z")]


class Chefs(Action, frozen=True, tag="chefs"):
    """A seat gets the chef cards of one border colour."""

    seat: SeatNumber
    colour: Colour


class Refill(Action, frozen=True, tag="refill"):
    """The top card of the deck is turned up into the book."""

    follows = True

    card: CardId


class Time(Action, frozen=True, tag="time"):
    """A time card is put face down, with any number of Arrive early cards."""

    secret = True

    card: CardId
    early: tuple[CardId, ...] = ()

    def __str__(self) -> str:
        return " ".join([f"time {self.card}", *(f"+{card}" for card in self.early)])


class Order(Action, frozen=True, tag="order"):
    """The time cards are turned face up; this is today's order. In a solo game 2 is the automatic chef."""

    follows = True

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1)]

    def __str__(self) -> str:
        return " ".join(["order", *map(str, self.seats)])


class Fill(Action, frozen=True, tag="fill"):
    """A recipe is won with cards from the hand, and further ones as bonus fills."""

    from_hand = True

    recipe: CardId
    cards: Annotated[tuple[CardId, ...], msgspec.Meta(min_length=1)]
    bonus: tuple[CardId, ...] = ()

    @property
    def won(self) -> tuple[CardId, ...]:
        """Every recipe that is won, in order."""
        return (self.recipe, *self.bonus)

    def __str__(self) -> str:
        played = f"fill {self.recipe} < {' '.join(self.cards)}"
        return "; ".join([played, *(f"bonus {card}" for card in self.bonus)])


class Restock(Action, frozen=True, tag="restock"):
    """The discard pile is taken back; ``reserve`` is the card put on the deck, or empty."""

    spoken = True
    from_hand = True

    reserve: CardOrNone = ""

    def __str__(self) -> str:
        return f"restock reserve {self.reserve}" if self.reserve else "restock"


class Toss(Action, frozen=True, tag="toss"):
    """Something's wrong: a card goes to the box."""

    spoken = True
    from_hand = True

    card: CardId


class Reset(Action, frozen=True, tag="reset"):
    """The cards of the book are shuffled back into the deck."""

    follows = True


class ChefTime(Action, frozen=True, tag="chef-time"):
    """The top card of the automatic chef's deck is its time card."""

    card: CardId

    def __str__(self) -> str:
        return f"chef time {self.card}"


class ChefTake(Action, frozen=True, tag="chef-take"):
    """The automatic chef wins a recipe."""

    follows = True

    card: CardId

    def __str__(self) -> str:
        return f"chef take {self.card}"


class ChefRestock(Action, frozen=True, tag="chef-restock"):
    """The automatic chef restocks; ``reserve`` is the card it puts on the deck, or empty."""

    follows = True

    reserve: CardOrNone = ""

    def __str__(self) -> str:
        return f"chef restock {self.reserve}" if self.reserve else "chef restock"


ByItself = Refill | Reset | Order | ChefTake | ChefRestock
"""What may come by itself and is done at the table all the same."""

AnyAction = Chefs | Refill | Time | Order | Fill | Restock | Toss | Reset | ChefTime | ChefTake | ChefRestock


def _time(by: Actor, card: str, early: str) -> Time:
    return Time(by, card, tuple(early.replace("+", "").split()))


def _fill(by: Actor, recipe: str, cards: str, bonus: str) -> Fill:
    return Fill(by, recipe, tuple(cards.split()), tuple(bonus.replace("; bonus", "").split()))


NOTATION: Final = Notation(
    "Star Baker",
    {
        f"time ({CARD})((?: \\+{CARD})*)": _time,
        f"fill ({CARD}) < ({CARD}(?: {CARD})*)((?:; bonus {CARD})*)": _fill,
        "restock": Restock,
        f"restock reserve ({CARD})": Restock,
        f"refill ({CARD})": Refill,
        "order ([1-6](?: [1-6])*)": lambda by, seats: Order(by, tuple(map(int, seats.split()))),
        f"toss ({CARD})": Toss,
        "reset": Reset,
        "chefs ([1-6]) ([a-z]+)": lambda by, seat, colour: Chefs(by, int(seat), colour),
        f"chef time ({CARD})": ChefTime,
        f"chef take ({CARD})": ChefTake,
        "chef restock": ChefRestock,
        f"chef restock ({CARD})": ChefRestock,
    },
    AnyAction,
)
