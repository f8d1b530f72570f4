"""A bounded number of places that are shared fairly: whoever holds the most gives up the oldest."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)


class _Place(NamedTuple):
    """Who holds a place: an owner at an address; and how much of the room the place takes."""

    owner: Hashable
    address: str
    size: int


class Places(Generic[Item]):
    """Places for a bounded number of items, or for items of a bounded size together.

    A newcomer is never turned away. It takes the place of the oldest item of the address that holds the
    most, so a flood from one address costs other addresses nothing. A phone behind the same address as a
    flood gets its place, too, and keeps it until the flood has come round once.

    Parameters
    ----------
    most
        The size of all items together; items count one each where nothing else is said.
    most_each
        The same for one owner; None: an owner may hold all places.
    """

    def __init__(self, most: int, most_each: int | None = None) -> None:
        self._most, self._most_each = most, most_each
        self._lock = threading.Lock()
        self._places: dict[Item, _Place] = {}  # the oldest first

    def __len__(self) -> int:
        """Number of items."""
        return len(self._places)

    def take(self, item: Item, address: str, owner: Hashable = None, size: int = 1) -> list[Item]:
        """Give an item its place; return the items that have lost theirs.

        Parameters
        ----------
        item
            The newcomer.
        address
            Where it comes from.
        owner
            Who at that address holds the place, where several may share the address; None: the address.
        size
            How much of the room the item takes.
        """
        place = _Place((address, owner), address, size)
        with self._lock:
            self._places.pop(item, None)
            self._places[item] = place
            return [*self._over_own_share(item, place.owner), *self._over_all(item)]

    def leave(self, item: Item) -> None:
        """Free the place of an item, if it still has one."""
        with self._lock:
            self._places.pop(item, None)

    def _over_own_share(self, newcomer: Item, owner: Hashable) -> list[Item]:
        if self._most_each is None:
            return []
        own = [item for item, place in self._places.items() if place.owner == owner and item != newcomer]
        excess = sum(self._places[item].size for item in (*own, newcomer)) - self._most_each
        return self._free(own, excess)

    def _over_all(self, newcomer: Item) -> list[Item]:
        gone: list[Item] = []
        while (excess := sum(place.size for place in self._places.values()) - self._most) > 0:
            held: Counter[str] = Counter()
            for item, place in self._places.items():
                held[place.address] += place.size if item != newcomer else 0
            (most, _), *_ = held.most_common(1)
            items = [item for item, place in self._places.items() if place.address == most]
            freed = self._free([item for item in items if item != newcomer][:1], excess)
            if not freed:
                break
            gone += freed
        return gone

    def _free(self, oldest_first: list[Item], excess: int) -> list[Item]:
        gone: list[Item] = []
        for item in oldest_first:
            if excess <= 0:
                break
            excess -= self._places.pop(item).size
            gone.append(item)
        return gone
