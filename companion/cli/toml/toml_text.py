"""Settings as TOML: those in force with secrets masked, and a commented example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

from companion.cli.toml.toml_file import table_of

MASK: Final = "********"
SECRET: Final = ("password", "secret", "token")
"""A key with such a name is shown masked."""

CREDENTIALS: Final = re.compile(r"(?<=://)([^/@\s:]*):[^/@\s]*(?=@)")
"""Name and password within an address, as cameras in the network want them."""


def masked(settings: msgspec.Struct) -> dict[str, Any]:
    """Give the settings as plain values, without secrets."""
    return {key: _masked(key, value) for key, value in msgspec.to_builtins(settings).items()}


def _masked(key: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _masked(name, each) for name, each in value.items()}
    if not isinstance(value, str) or not value:
        return value
    if any(word in key for word in SECRET):
        return MASK
    return CREDENTIALS.sub(rf"\1:{MASK}", value)


def as_toml(settings: msgspec.Struct) -> str:
    """Give the settings in force as TOML, without secrets; what has no value is left out."""
    return "\n".join(_lines(masked(settings), ())) + "\n"


def _lines(table: dict[str, Any], trail: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if value is not None and not isinstance(value, dict):
            yield f"{key} = {literal(value)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield f"\n[{'.'.join((*trail, key))}]"
            yield from _lines(value, (*trail, key))


def literal(value: Any) -> str:
    """Write a value as TOML does; JSON writes text, numbers, truth and lists of them alike."""
    return json.dumps(value, ensure_ascii=False)


def example(shape: type[msgspec.Struct], trail: tuple[str, ...] = ()) -> str:
    """Give a settings file with every key, what it is for and its default, all commented out."""
    return "\n".join(_example(shape, trail)) + "\n"


def _example(shape: type[msgspec.Struct], trail: tuple[str, ...]) -> Iterator[str]:
    kinds = get_type_hints(shape, include_extras=True)
    defaults = shape()
    tables: list[tuple[str, type[msgspec.Struct]]] = []
    for name, key in zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True):
        inner = table_of(_bare(kinds[name]))
        if inner is not None:
            tables.append((key, inner))
            continue
        yield f"# {_description(kinds[name])}"
        value = msgspec.to_builtins(getattr(defaults, name))
        yield f"# {key} = {'...' if value is None else literal(value)}"
    for key, inner in tables:
        yield f"\n# [{'.'.join((*trail, key))}]"
        if (inner.__doc__ or "").strip():
            yield f"# {(inner.__doc__ or '').strip().splitlines()[0]}"
        yield from _example(inner, (*trail, key))


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _description(kind: Any) -> str:
    metas = [each for each in get_args(kind)[1:] if isinstance(each, msgspec.Meta)]
    return next((meta.description for meta in metas if meta.description), "")
