"""Texts go over the wire compressed, and what never changes under its address is asked for once."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, request

TEXTS: Final = (
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)

WORTH: Final = 1000
"""Bytes; smaller texts fit into one packet anyway."""

LARGEST: Final = 4_000_000
"""Bytes; what is larger is no page."""

LEVEL: Final = 5
"""Of gzip: 6 takes a third longer for one part in a hundred."""

BEST: Final = 9
"""For what a browser asks for once: a tenth fewer bytes of the pictures of pieces."""

FOR_EVER: Final = "public, max-age=31536000, immutable"


def register(app: Flask) -> None:
    """Compress answers, and put the digest of each static file into its address."""
    folder = Path(app.static_folder or "")
    digests = {path.name: digest(path.read_bytes()) for path in folder.iterdir() if path.is_file()}
    app.after_request(_squeeze)
    app.after_request(partial(_keep, digests))
    app.url_defaults(partial(_stamp, digests))


def _squeeze(response: Response) -> Response:
    """Compress a text for a browser that reads gzip. Streams go as they are: each line counts at once."""
    if response.mimetype not in TEXTS or "Content-Encoding" in response.headers:
        return response
    if response.is_streamed and not response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code != HTTPStatus.OK
        or request.accept_encodings.find("gzip") < 0
        or request.method == "HEAD"
    ):
        return response
    if not WORTH <= (response.content_length or 0) <= LARGEST:
        return response
    response.direct_passthrough = False
    kept = response.headers.get("Cache-Control") == FOR_EVER
    response.set_data(squeezed(response.get_data(), BEST if kept else LEVEL))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)  # the same text, in other bytes
    return response


@lru_cache(maxsize=64)
def squeezed(text: bytes, level: int = LEVEL) -> bytes:
    """Give a text compressed; pages, styles and pictures of pieces are asked for again and again."""
    return gzip.compress(text, level, mtime=0)


def _stamp(digests: Mapping[str, str], endpoint: str, values: dict[str, Any]) -> None:
    """Give the address of a static file its digest: another file has another address."""
    if endpoint == "static" and values.get("filename") in digests:
        values["v"] = digests[values["filename"]]


def digest(data: bytes) -> str:
    """Give a short name of these bytes."""
    return blake2b(data, digest_size=6).hexdigest()


def _keep(digests: Mapping[str, str], response: Response) -> Response:
    """Let a browser keep a static file that was asked for by its digest."""
    if request.endpoint != "static" or response.status_code != HTTPStatus.OK:
        return response
    digest_now = digests.get((request.view_args or {})["filename"])
    if digest_now is not None and request.args.get("v") == digest_now:
        response.headers["Cache-Control"] = FOR_EVER
    return response
