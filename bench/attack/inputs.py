"""Inputs that no browser sends, drawn by chance: raw HTTP, addresses, forms, JSON and uploads."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final
from urllib.parse import quote_from_bytes, urlencode

from bench.attack.forms import Form, forms_of
from bench.attack.stranger import FORM

PAGES: Final = (
    *("/", "/again", "/board", "/camera", "/camera/picture.jpg", "/care/film.zip", "/games/x", "/hand"),
    *("/health", "/join", "/join/code.svg", "/log", "/log/correct/0", "/look.css", "/new/papillon", "/panel"),
    *("/new/star-baker/boxes", "/new/it-happens/mounds", "/past", "/past.csv", "/play", "/record", "/result"),
    *("/rules/papillon", "/art/papillon/piece/x.svg", "/art/papillon/sheet/x.svg", "/sim", "/j/x"),
)
TAPS: Final = (
    *("/play/act", "/play/draw", "/play/undo", "/play/redo", "/play/agree", "/play/holder", "/play/settings"),
    *("/log/correct/0", "/log/take-up", "/new/papillon", "/new/it-happens"),
    *("/table/answer", "/table/misread", "/table/put-right", "/table/retry", "/panel/press", "/sim/roll"),
    *(
        "/sim/move",
        "/sim/flip",
        "/camera/choose",
        "/camera/switch",
        "/open/x",
        "/j/x",
        "/new/papillon/draws/x",
    ),
)
UPLOADS: Final = (
    ("/camera/photo", "photo"),
    ("/hand", "photo"),
    ("/new/star-baker/boxes", "file"),
    ("/new/it-happens/mounds", "file"),
)
"""Pages that take a file, and the name under which they take it."""
KEYS: Final = (
    *("seq", "by", "text", "seat", "name-1", "seats", "chance", "button", "answer", "camera", "index", "x"),
    *("y", "close", "removed", "once", "settings", "began", "turns", "kind", "page", "instead", "file"),
)
WORDS: Final = (
    *("", "0", "-1", "1", "99999999999999999999", "1e400", "NaN", "roll 6", "first 1", "shut_down", "yes"),
    *(
        "\0",
        "\r\nX: y",
        "%00",
        "../../etc/passwd",
        "<script>",
        "{{7*7}}",
        "' OR 1=1",
        "\ud7ff",
        "é" * 40,
        "٣",
    ),
    *("a" * 5000, "[" * 500, "null", "true", "http://127.0.0.1:1/", "rtsp://x\r\n", "\u202e", "½"),
)
JPEG: Final = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffdb004300") + bytes(range(64)) * 4
PNG: Final = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x1b\x58\0\0\x1b\x58\x08\x02\0\0\0" + bytes(40)

NOT_SENT: Final = ("/camera/choose",)
"""Forms that are left as they are: a camera that was really chosen would be most of what the attack tries."""

LEARN_EVERY: Final = 60
"""Inputs until the forms of another page are learned: by then most of those that are known are stale."""

MOST_FORMS: Final = 60


class Inputs:
    """Inputs of every kind in turn; they follow from the seed and from the pages that were learned.

    Parameters
    ----------
    seed
        For the chance in them.
    page
        Gives a page of the table, whose forms are then sent damaged.
    """

    def __init__(self, seed: int, page: Callable[[str], str]) -> None:
        self._chooser, self._page = random.Random(seed), page
        self._forms: list[Form] = []
        self._kinds: tuple[Callable[[random.Random], bytes], ...] = (
            *(_raw, _address, _form, _raw, _json, _raw, _upload, _raw),
            *(_raw, _address, self._known, _raw, _json, _raw, _form, _raw),
        )

    def next(self, number: int) -> bytes:
        """Give the input with this number."""
        if number % LEARN_EVERY == 0:
            self._learn(self._chooser.choice(("/play", "/play", "/log", *PAGES)))
        return self._kinds[number % len(self._kinds)](self._chooser)

    def _learn(self, path: str) -> None:
        shown = [form for form in forms_of(self._page(path)) if form.action not in NOT_SENT]
        self._forms = (self._forms + shown)[-MOST_FORMS:]

    def _known(self, chooser: random.Random) -> bytes:
        """Send a form that a page has shown, with some of its fields odd, twice, or not there."""
        if not self._forms:
            return _form(chooser)
        form = chooser.choice(self._forms)
        sent: list[tuple[str, str | bytes]] = []
        for name, value in form.fields:
            how = chooser.randrange(8)
            if how == 0:
                sent.append((name, _word(chooser)))
            elif how == 1:
                sent += [(name, value), (name, _word(chooser))]
            elif how > 2:
                sent.append((name, value))
        return _post(form.action, FORM, urlencode(sent, errors="surrogatepass").encode())


def _raw(chooser: random.Random) -> bytes:
    """Give a request in which bytes are changed, cut out or repeated."""
    data = bytearray(_form(chooser) if chooser.random() < 0.5 else _address(chooser))
    for _ in range(chooser.randint(1, 6)):
        at = chooser.randrange(len(data))
        how = chooser.randrange(4)
        if how == 0:
            data[at] = chooser.randrange(256)
        elif how == 1:
            del data[at : at + chooser.randint(1, 9)]
        elif how == 2:
            data[at:at] = chooser.randbytes(chooser.randint(1, 9))
        else:
            data[at:at] = data[at : at + 40] * chooser.randint(1, 30)
        data = data or bytearray(b"G")
    return bytes(data)


def _address(chooser: random.Random) -> bytes:
    """Ask for a page with odd words in its address, and in a header."""
    path = chooser.choice(PAGES)
    if chooser.random() < 0.5:
        path = path.replace("x", quote_from_bytes(_word(chooser)), 1)
    query = urlencode({_key(chooser): _word(chooser) for _ in range(chooser.randint(0, 3))})
    host = chooser.choice(
        ["127.0.0.1", "127.0.0.1", ".local", "a" * 64 + ".local", "[::1", "x@127.0.0.1", "é"]
    )
    extra = chooser.choice(
        ["", "Range: bytes=0-", "Cookie: session=x", "Accept: application/json", "Expect: 1"]
    )
    return f"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\n{extra}\r\n\r\n".replace(
        "\r\n\r\n\r\n", "\r\n\r\n"
    ).encode()


def _form(chooser: random.Random) -> bytes:
    """Tap, with odd values under names that pages use."""
    form = urlencode([(_key(chooser), _word(chooser)) for _ in range(chooser.randint(0, 5))]).encode()
    return _post(chooser.choice(TAPS), FORM, form)


def _json(chooser: random.Random) -> bytes:
    """Tap as a script would, with JSON that may be none, asking for JSON."""
    body = chooser.choice(
        [b"{", b"[" * 3000, b'{"seq":1e999}', b'"\\ud800"', b"null", b"{}", b"\xff\xfe", b"1"]
    )
    return _post(chooser.choice(TAPS), "application/json", body, "Accept: application/json\r\n")


def _upload(chooser: random.Random) -> bytes:
    """Send a file that is damaged, empty, or not what its name says."""
    data = bytearray(
        chooser.choice([JPEG, PNG, b"a,b\n1,2\n", b'{"mounds":[]}', b"", b"RIFF\0\0\0\0WEBPVP8 "])
    )
    for _ in range(chooser.randint(0, 4)):
        if data:
            data[chooser.randrange(len(data))] = chooser.randrange(256)
    name = chooser.choice(["a.jpg", "../../x.csv", "", "x" * 300, "none.csv", "a.heic", "\\..\\a.json"])
    path, field = chooser.choice(UPLOADS)
    part = f'--b\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
    ending = chooser.choice([b"\r\n--b--\r\n", b"\r\n--b\r\n", b""])
    return _post(path, "multipart/form-data; boundary=b", part + bytes(data) + ending)


def _post(path: str, kind: str, body: bytes, extra: str = "") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{extra}Content-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _key(chooser: random.Random) -> str:
    return chooser.choice(KEYS)


def _word(chooser: random.Random) -> bytes:
    if chooser.random() < 0.2:
        return chooser.randbytes(chooser.randint(0, 20))
    return chooser.choice(WORDS).encode(errors="surrogatepass")
