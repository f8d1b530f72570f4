"""Notes to people are kept as templates: of boxes, of teaching, of backups and of repairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.machine.daily import DailyBackup
from companion.cli.toml.settings import STORE_FILE
from companion.errors import Saying
from companion.language.languages import LANGUAGES
from companion.language.pseudo import CLOSES, OPENS, TAG
from companion.record.errors import StoreError
from companion.repair.merging import SavedGame
from companion.repair.report import last_repair, note_repair, told
from companion.rules.catalogue import GameFault
from companion.rules.message import Message
from companion.rules.phrases import Audience, Words, spoken
from companion.sessions.box_shelf import load_boxes
from companion.sessions.store import Store
from companion.storage.failures import of_system
from companion.storage.rows import Row
from vision.taught.alike import HELP, AlikePair
from vision.taught.lessons.sheet_check import CUT_OFF, HAND

GERMAN = Audience({}, LANGUAGES.speech("de"))
PSEUDO = Audience({}, LANGUAGES.speech(TAG))


def german(said: Words) -> str:
    return spoken(said, GERMAN)


def test_a_box_that_cannot_be_used_is_told_in_the_readers_language(tmp_path: Path) -> None:
    (tmp_path / "mounds").mkdir()
    (tmp_path / "mounds" / "my.json").mkdir()
    (wrong,) = load_boxes(tmp_path)
    assert str(wrong).startswith("The mound cards in my.json cannot be used: ")
    assert german(wrong).startswith("Hügelkarten in my.json sind nicht zu gebrauchen: ")


def test_a_game_that_is_left_out_is_told_in_the_readers_language() -> None:
    fault = GameFault("bad-game", Message("There is no such page."))
    assert (str(fault.told), german(fault.told)) == (
        "There is no such page. [bad-game]",
        f"{german(fault.said)} [bad-game]",
    )
    assert german(fault.said) != str(fault.said)


def test_a_backup_that_fails_is_told_in_the_readers_language(tmp_path: Path) -> None:
    def full() -> None:
        raise StoreError("store-full", "The disk is full, so nothing more can be saved. Free some space.")

    with Store(tmp_path / STORE_FILE) as store:
        DailyBackup(store, [full]).look()
        (notice,) = store.notices
    assert str(notice).startswith("Today's backup failed. The disk is full")
    assert german(notice).startswith("Die Sicherung von heute hat nicht geklappt. ")
    assert "The disk" not in german(notice)


def test_what_the_system_says_of_the_store_stands_in_a_sentence_of_the_readers_language() -> None:
    error = of_system(PermissionError(13, "Permission denied"), Path("games.sqlite"))
    assert error.sentence == "The game store cannot be written: Permission denied. (games.sqlite)"
    assert german(error.said).endswith(": Permission denied. (games.sqlite)")
    assert "The game store" not in german(error.said)


BOARDS_GAME = "the game of Board and Player 2, begun on 2026-01-31"


def saved(
    *names: str, day: str = "", rows: int = 1, last: int = 3, doubtful: tuple[int, ...] = ()
) -> SavedGame:
    body = f'{{"names": {list(names)}}}'.replace("'", '"')
    return SavedGame(day, (Row(1, "now", "created", 1, body),) * rows, (), last, True, doubtful)


def test_a_repair_is_told_in_the_readers_language_also_by_its_note(tmp_path: Path) -> None:
    games = {
        "one": saved("Board", "Player 2", day="2026-01-31T10:00:00", doubtful=(2, 3)),
        "two": saved(rows=0),
        "three": saved("Ann"),
        "four": saved(rows=0, day="2026-01-31T10:00:00"),
    }
    sentences = told(games, Path("games.damaged.sqlite"))
    assert [str(each) for each in sentences] == [
        "The game store was damaged, perhaps by a power cut.",
        "Saved: 2 games with 2 events, 2 of the games from a backup or from the running table.",
        f"Gone: events 2 to 3 of {BOARDS_GAME}.",
        f"It is doubtful whether event 2, 3 of {BOARDS_GAME} is what it was.",
        "Gone: all 3 events of game two.",
        "The same holds for 2 more; `companion doctor` names them.",
        "The damaged file is kept as games.damaged.sqlite.",
    ]
    pseudo = [spoken(each, PSEUDO) for each in sentences]
    assert [each for each in pseudo if not (each.startswith(OPENS) and each.endswith(CLOSES))] == []
    assert "das Spiel von Board und Spieler 2" in german(sentences[2])
    note_repair(tmp_path / STORE_FILE, sentences, games)
    repair = last_repair(tmp_path / STORE_FILE)
    assert repair is not None
    assert str(repair.losses[0]) == str(sentences[2])
    assert german(repair.losses[0]) == german(sentences[2])


def test_the_note_of_an_older_repair_is_read_as_it_was_written(tmp_path: Path) -> None:
    note = tmp_path / f"{STORE_FILE}.repairs"
    note.write_text('{"at": "now", "told": "Gone.", "gone": ["Gone: all 3 events of game one."]}')
    repair = last_repair(tmp_path / STORE_FILE)
    assert repair is not None
    assert repair.losses == ("Gone: all 3 events of game one.",)


@pytest.mark.parametrize("said", [CUT_OFF, HAND, *HELP.values()], ids=str)
def test_a_note_from_teaching_is_told_in_the_readers_language(said: Saying) -> None:
    assert german(said) != str(said)


def test_kinds_that_look_alike_keep_their_names() -> None:
    said = AlikePair("Board", "Wasp", 0.5, "detail").said
    assert german(said).startswith("Board und Wasp sehen sich ähnlich. ")
    assert german(HELP["detail"]) in german(said)


@pytest.mark.parametrize(("number", "english"), [(1, "1 thing is"), (2, "2 things are")])
def test_a_saying_has_a_plural(number: int, english: str) -> None:
    said = Saying(
        "{n} thing at the edge of the picture is left out, as it is cut off.",
        "{n} things at the edge of the picture are left out, as they are cut off.",
        n=number,
    )
    assert str(said).replace(" at the edge of the picture", "").startswith(english)
    assert german(said).startswith("1 Teil " if number == 1 else "2 Teile ")
