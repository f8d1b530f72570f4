"""Damage to any page of the game store: the table starts, with all that can still be read or is backed up."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import orchard
import pytest
from sweeps import slow

from companion.record.errors import StoreError
from companion.record.events import Settings
from companion.repair.report import last_repair
from companion.repair.salvage import backups
from companion.sessions.care import StoreCare
from companion.sessions.store import Store
from companion.storage.kept_sums import forget_sums

PAGE = 4096
NAME = "games.sqlite"


def fill(folder: Path) -> dict[str, list[str]]:
    """Keep games, a backup in their middle; give the numbered notes of every game."""
    with Store(folder / NAME, orchard.find) as store:
        games = [store.new_session("orchard", ["Anna", "Ben"]) for _ in range(6)]
        for number in range(60):
            if number == 30:
                store.keep_backup()
            for place, game in enumerate(games[: 6 if number < 30 else 3]):
                filling = "x" * (40 if number % 7 else 2500)  # the long ones stand on several pages
                game.note(f"note {place}-{number}; {filling} end {place}-{number};")
        long_ago = orchard.play_out(store)
        return {game.id: [each.at for each in game.events] for game in (*games, long_ago)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    fill(folder)
    return folder


def noise(data: bytearray, page: int, chooser: random.Random) -> None:
    data[page * PAGE : (page + 1) * PAGE] = chooser.randbytes(PAGE)


def zeros(data: bytearray, page: int, _: random.Random) -> None:
    data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)


def another_page(data: bytearray, page: int, chooser: random.Random) -> None:
    other = chooser.randrange(len(data) // PAGE)
    data[page * PAGE : (page + 1) * PAGE] = data[other * PAGE : (other + 1) * PAGE]


def one_bit(data: bytearray, page: int, chooser: random.Random) -> None:
    data[page * PAGE + chooser.randrange(PAGE)] ^= 1 << chooser.randrange(8)


def sectors(data: bytearray, page: int, chooser: random.Random) -> None:
    size = 512 * chooser.randint(1, 7)
    data[page * PAGE : page * PAGE + size] = bytes(size)


DAMAGES: tuple[Callable[[bytearray, int, random.Random], None], ...] = (
    noise,
    zeros,
    another_page,
    one_bit,
    sectors,
)


def bodies(path: Path) -> dict[str, list[str]]:
    """What every game says, event by event."""
    with Store(path, orchard.find) as store:
        return {each.id: [row.body for row in store._database.events(each.id)] for each in store.sessions()}


@pytest.mark.whole
@pytest.mark.timeout(600)
@pytest.mark.parametrize("tries", [10, *slow(200)])
def test_any_damaged_page_costs_only_what_stood_on_it_alone(whole, tmp_path, tries):
    shutil.copytree(whole, tmp_path / "before")
    before = bodies(tmp_path / "before" / NAME)
    kept = bodies(backups(whole / NAME)[-1])
    clean = (whole / NAME).read_bytes()
    chooser = random.Random(tries)
    costs = []
    for number in range(tries):
        folder = tmp_path / str(number)
        shutil.copytree(whole, folder)
        data, page = bytearray(clean), chooser.randrange(len(clean) // PAGE)
        DAMAGES[number % len(DAMAGES)](data, page, chooser)
        (folder / NAME).write_bytes(data)
        if chooser.random() < 0.3:  # as after a power cut: nobody wrote down what was left
            forget_sums(folder / NAME)
        said = check_table(folder / NAME, before, kept, clean, bytes(data))
        costs.append(said)
        shutil.rmtree(folder)
    assert any("Gone" in each for each in costs) or tries < 50, "a page that costs events must occur"
    assert not all("Gone" in each for each in costs)


def check_table(
    path: Path, before: dict[str, list[str]], kept: dict[str, list[str]], clean: bytes, data: bytes
) -> str:
    """Start a table on a damaged store, and see that it has what it can have; give the notice."""
    with Store(path, orchard.find) as store:
        StoreCare(store).look()
        notice = store.notice
        found = {each.id: store.load(each.id) for each in store.sessions()}
        for ident, whole_game in before.items():
            rows = [row.body for row in store._database.events(ident)]
            told = [each for each in told_gone(path) if is_about(each, ident, found)]
            same = sum(1 for ours, theirs in zip(rows, whole_game, strict=False) if ours == theirs)
            assert same >= len(kept.get(ident, ())), "what is backed up is there"
            assert same == len(whole_game) or told, "what is gone is told"
            if len(rows) < len(whole_game):
                assert not is_readable(whole_game[len(rows)].encode(), clean, data), (
                    "what can be read is there"
                )
            if ident in found:
                found[ident].note("It goes on.")
    with Store(path, orchard.find) as store:
        assert store.notice == "", "it is repaired once"
    return notice


def is_readable(body: bytes, clean: bytes, data: bytes) -> bool:
    """Whether a row that lies in one piece in the file is still there: 54 bytes, and the event's body."""
    at = clean.find(body)
    return at >= 0 and clean[at - 54 : at + len(body)] in data


def told_gone(path: Path) -> list[str]:
    repair = last_repair(path)
    return list(map(str, repair.losses)) if repair else []


def is_about(sentence: str, ident: str, found: dict[str, object]) -> bool:
    return ident in sentence or "Anna and Ben" in sentence


@pytest.mark.parametrize("place", [60, 63, 68, 71])  # user version and application id
def test_a_bit_in_the_header_stops_no_start(whole, tmp_path, place):
    shutil.copytree(whole, tmp_path / "table")
    path = tmp_path / "table" / NAME
    before = bodies(path)
    for known in (True, False):
        data = bytearray(path.read_bytes())
        data[place] ^= 0x10
        path.write_bytes(data)
        if not known:
            forget_sums(path)
        with Store(path, orchard.find) as store:
            assert "Nothing that was known to be there is gone" in store.notice
        assert bodies(path) == before


@pytest.mark.parametrize("size", [None, 0])
def test_a_store_that_is_missing_or_empty_comes_back_from_its_backup(whole, tmp_path, size):
    shutil.copytree(whole, tmp_path / "table")
    path = tmp_path / "table" / NAME
    before, kept = bodies(path), bodies(backups(path)[-1])
    path.unlink()
    if size is not None:
        path.touch()
    with Store(path, orchard.find) as store:
        assert store.notice.startswith("The game store was missing or empty. Saved: 6 games")
        assert "Gone: " in store.notice
    assert bodies(path) == kept
    gone = " ".join(told_gone(path))
    assert sum(len(rows) for rows in before.values()) > sum(len(rows) for rows in kept.values())
    for ident in before.keys() - kept.keys():
        assert ident in gone


def test_a_new_folder_starts_empty_and_says_nothing(tmp_path):
    with Store(tmp_path / NAME, orchard.find) as store:
        assert store.notice == ""
    with Store(tmp_path / NAME, orchard.find) as store:
        assert store.notice == ""


def test_a_flipped_byte_in_a_key_hides_nothing(tmp_path):
    path = tmp_path / NAME
    with Store(path, orchard.find) as store:
        game = store.new_session("orchard", ["Anna"])
        for number in range(300):
            game.note(f"note {number}")
        before = [row.body for row in store._database.events(game.id)]
    clean = path.read_bytes()
    places = [place for place in range(len(clean)) if clean.startswith(game.id.encode(), place)]
    for place in places[:: len(places) // 4]:
        data = bytearray(clean)
        data[place] ^= 0x40
        path.write_bytes(data)
        with Store(path, orchard.find) as store:
            assert [row.body for row in store._database.events(game.id)] == before
            store.load(game.id).note("It goes on.")


def damage_while_open(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for page in range(3, len(data) // PAGE):
        noise(data, page, random.Random(page))
    with path.open("r+b") as file:
        file.write(data)
        os.fsync(file.fileno())


def test_damage_met_while_running_is_repaired_and_the_game_on_the_table_goes_on(tmp_path):
    path = tmp_path / NAME
    with Store(path, orchard.find) as store:
        game = store.new_session("orchard", ["Anna", "Ben"], settings=Settings(otherwise="software"))
        for number in range(200):
            game.note(f"note {number}")
        store._database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = game.events
        damage_while_open(path)
        assert StoreCare(store).look()
        assert "from the running table" in store.notice
        game.note("It goes on.")
        assert game.events[: len(before)] == before
        assert not StoreCare(store).look()
    with Store(path, orchard.find) as store:
        assert store.load(game.id).events[:-1] == before


def test_whoever_meets_damage_is_told_so_and_the_repair_is_asked_for(tmp_path):
    path = tmp_path / NAME
    with Store(path, orchard.find) as store:
        kept = [orchard.play_out(store).id for _ in range(12)]
        store._database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.keep_backup()
        damage_while_open(path)
        store._database._connection.execute("PRAGMA shrink_memory")
        with pytest.raises(StoreError) as caught:
            [store.load(ident) for ident in kept]
        assert caught.value.code == "store-damaged"
        assert store.suspected.is_set()
        StoreCare(store).look()
        assert not store.suspected.is_set()
        assert [store.load(ident).id for ident in kept] == kept


def test_a_damaged_store_is_not_backed_up(tmp_path):
    path = tmp_path / NAME
    with Store(path, orchard.find) as store:
        orchard.play_out(store)
        store._database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        damage_while_open(path)
        with pytest.raises(StoreError):
            store.keep_backup()
        assert backups(path) == []


def test_the_repair_does_not_wait_for_a_reader_that_waits_for_it(tmp_path):
    path = tmp_path / NAME
    with Store(path, orchard.find) as store:
        game = orchard.play_out(store)
        reader = threading.Thread(target=lambda: [store.sessions() for _ in range(50)], daemon=True)
        reader.start()
        store.mend()
        reader.join(30)
        assert not reader.is_alive()
        assert store.load(game.id).seq == game.seq


def test_an_older_copy_in_the_place_of_the_store_is_told_and_left(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "table")
    path = tmp_path / "table" / NAME
    shutil.copyfile(backups(path)[-1], path)
    kept = bodies(path.with_name(NAME))
    shutil.copyfile(backups(whole / NAME)[-1], path)
    shutil.copyfile(whole / f"{NAME}.sums", path.with_name(f"{NAME}.sums"))
    with Store(path, orchard.find) as store:
        assert store.notice.startswith("An older copy of the game store lies here")
    assert bodies(path) == kept
