"""Forms as a page shows them: what a browser would send, before it is damaged."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Form(NamedTuple):
    """Where a form is sent, and the names and values of its fields."""

    action: str
    fields: tuple[tuple[str, str], ...]


def forms_of(page: str) -> list[Form]:
    """Give the forms of a page that are sent to the table, each with all its buttons and choices."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class _Reader(HTMLParser):
    """Collects forms; a select has the values of all its options, as only one of them is wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._action: str | None = None
        self._fields: list[tuple[str, str]] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, or a field of the form that is open."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._action = given.get("action", "") if given.get("method") == "post" else None
            self._fields = []
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and self._select:
            self._fields.append((self._select, given.get("value", "")))
        elif tag in ("input", "button", "textarea") and given.get("name"):
            self._fields.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Keep the form that ends."""
        if tag == "select":
            self._select = ""
        if tag == "form" and self._action is not None:
            if self._action.startswith("/"):
                self.forms.append(Form(self._action, tuple(self._fields)))
            self._action = None
