"""Boxes that are being taught: a folder each, with a teach file and its pictures.

``companion teach`` reads the same folder, so the pages and the command continue each other's work.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from companion.boxes.errors import BoxError, unwritable
from companion.boxes.teach_file import VERSION, TeachFile
from companion.boxes.trial import Trial
from companion.storage.files import files_like, is_there, sync_folder, unused, write_atomically

FOLDER: Final = "teaching"
FILE: Final = "TEACH.json"
TRIAL: Final = "TRIAL.json"
LARGEST_BYTES: Final = 4_000_000
"""Of a teach file: one with the most pieces and cells that a file may have takes less."""

NAME: Final = re.compile(r"[^\W_][\w-]{0,30}[^\W_]|[^\W_]")
"""What a box may be called: its name is also that of a folder and of a file."""

REMOVED: Final = ".removed"


class Drafts:
    """The boxes that are being taught here.

    Parameters
    ----------
    data
        The folder of the games; the drafts lie in a folder of their own within it.
    """

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    @property
    def names(self) -> tuple[str, ...]:
        """The boxes that are being taught, by name."""
        return tuple(
            path.parent.name
            for path in files_like(self._folder, "*")
            for path in [path / FILE]
            if NAME.fullmatch(path.parent.name) and is_there(path)
        )

    def begin(self, name: str, game: str | None) -> TeachFile:
        """Begin to teach a box.

        Raises
        ------
        BoxError
            ``box-name``, ``box-name-taken`` or ``drafts-unwritable``.
        """
        if not NAME.fullmatch(name):
            raise BoxError(
                "box-name",
                "A name has 1 to 32 letters and digits, with hyphens between them. Choose another name.",
            )
        if is_there(self._folder / name / FILE):
            raise BoxError(
                "box-name-taken", "A box called {name} is being taught already. Go on with it.", name=name
            )
        file = TeachFile(VERSION, name, game)
        self.save(file)
        return file

    def load(self, name: str) -> TeachFile:
        """Give what was taught of a box so far; it may lack much of what a whole box needs.

        Raises
        ------
        BoxError
            ``draft-missing`` or ``draft-damaged``.
        """
        data = self._read(name, FILE, LARGEST_BYTES)
        try:
            return msgspec.json.decode(data, type=TeachFile)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BoxError(
                "draft-damaged",
                "What was taught of {name} cannot be read: {error}. Mend {file}, or begin under "
                "another name.",
                name=name,
                error=error,
                file=self._folder / name / FILE,
            ) from error

    def save(self, file: TeachFile) -> None:
        """Write down what was taught of a box; a power cut leaves what stood there before, or this."""
        self._write(file.name, FILE, msgspec.json.format(msgspec.json.encode(file), indent=1))

    def trial(self, name: str) -> Trial | None:
        """Give the test round of a box, None before it or where it cannot be read."""
        self._check(name)
        if not is_there(self._folder / name / TRIAL):
            return None
        try:
            return msgspec.json.decode(self._read(name, TRIAL, LARGEST_BYTES), type=Trial)
        except msgspec.DecodeError:
            return None  # another test round takes a minute

    def save_trial(self, name: str, trial: Trial) -> None:
        """Write down how the test round stands."""
        self._write(name, TRIAL, msgspec.json.encode(trial))

    def add_picture(self, name: str, stem: str, jpeg: bytes) -> str:
        """Keep a picture of a box beside its teach file, under a name that none has; give that name."""
        picture = unused(self._folder / name / f"{stem}.jpg").name
        self._write(name, picture, jpeg)
        return picture

    def picture(self, name: str, picture: str) -> bytes:
        """Give a picture of a box. Raises `BoxError` ``draft-missing``."""
        if Path(picture).name != picture or picture.startswith("."):
            raise BoxError("draft-missing", "There is no picture {picture} of this box.", picture=picture)
        return self._read(name, picture)

    def drop_picture(self, name: str, picture: str) -> None:
        """Forget a picture that no teach file names any more."""
        if Path(picture).name == picture:
            (self._folder / name / picture).unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Teach a box no longer; its folder is put aside under another name."""
        self._check(name)
        aside = unused(self._folder / f"{name}{REMOVED}")
        try:
            (self._folder / name).rename(aside)
        except OSError as error:
            raise unwritable(error) from error

    def _check(self, name: str) -> None:
        if not NAME.fullmatch(name) or not is_there(self._folder / name / FILE):
            raise BoxError("draft-missing", "No box called {name} is being taught here.", name=name)

    def _read(self, name: str, file: str, most: int = -1) -> bytes:
        self._check(name)
        try:
            with (self._folder / name / file).open("rb") as opened:
                return opened.read(most)
        except OSError as error:
            raise BoxError(
                "draft-missing", "{file} of the box {name} cannot be read.", file=file, name=name
            ) from error

    def _write(self, name: str, file: str, data: bytes) -> None:
        folder = self._folder / name
        try:
            if not is_there(folder):
                folder.mkdir(parents=True)
                sync_folder(folder.parent)
            write_atomically(folder / file, data)
        except OSError as error:
            raise unwritable(error) from error
