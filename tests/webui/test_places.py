"""Places that are shared: nobody is turned away, and whoever holds the most gives up the oldest."""

from __future__ import annotations

from webui.http.places import Places


def test_while_there_is_room_nobody_gives_up_anything() -> None:
    places: Places[str] = Places(3)
    assert [places.take(name, "a") for name in "xyz"] == [[], [], []]
    assert len(places) == 3


def test_the_address_with_the_most_gives_up_its_oldest() -> None:
    places: Places[str] = Places(4)
    for name, address in (("1", "few"), ("2", "many"), ("3", "many"), ("4", "many")):
        places.take(name, address)
    assert places.take("5", "new") == ["2"]


def test_alone_at_its_address_a_newcomer_displaces_the_oldest_there() -> None:
    places: Places[int] = Places(2)
    assert [places.take(number, "a") for number in range(5)] == [[], [], [0], [1], [2]]


def test_an_owner_has_a_share_of_its_own() -> None:
    places: Places[str] = Places(99, 2)
    for name in "xy":
        places.take(name, "a", "one")
    assert places.take("other", "a", "two") == []
    assert places.take("elsewhere", "b", "one") == [], "the same name at another address is another owner"
    assert places.take("z", "a", "one") == ["x"]


def test_large_items_take_as_much_room_as_they_have() -> None:
    places: Places[str] = Places(10)
    for name, size in (("3", 3), ("4", 4), ("2", 2)):
        places.take(name, "a", size=size)
    assert places.take("6", "b", size=6) == ["3", "4"]
    assert len(places) == 2


def test_whoever_is_too_large_for_all_the_room_still_gets_it_alone() -> None:
    places: Places[str] = Places(10)
    places.take("small", "a")
    assert places.take("huge", "b", size=99) == ["small"]
    assert places.take("next", "c") == ["huge"]


def test_who_leaves_frees_the_place_once() -> None:
    places: Places[str] = Places(1)
    places.take("x", "a")
    places.leave("x")
    places.leave("x")
    assert places.take("y", "a") == []
