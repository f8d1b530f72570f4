"""Who is the host of the table."""

from __future__ import annotations

from companion.cli.checks.finding import Finding, Place
from companion.cli.toml.settings import STORE_FILE
from companion.rules.message import Message
from webui.access.host_role import ENDING, kept_code


def code(place: Place) -> Finding:
    """Show the code by which a phone becomes the host: whoever runs this is somebody at the machine."""
    store = place.data / STORE_FILE
    found = kept_code(store)
    if found:
        said = Message("a phone becomes the host by the code {code}, on its Host page", {"code": found})
        return Finding("host", "ok", said)
    try:
        missing = not store.with_suffix(ENDING).exists()
    except OSError:
        missing = False
    if missing:
        return Finding("host", "ok", "the host's code is made when the table is started first")
    remedy = "sudo companion doctor; if that says the same, delete the file and start the table again"
    return Finding(
        "host", "warning", Message("{file} cannot be read", {"file": str(store.with_suffix(ENDING))}), remedy
    )
