"""Finds the sentences in Python code: the templates handed to the calls that make messages or say something.

It follows a template through conditional expressions, sums, local names, a module's constants, and functions
that pass a template of theirs on. What is put together otherwise cannot be translated, and is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from companion.language.catalogue import TERM
from companion.rules.kit.deed import deed

_DEED: Final = re.compile(r"\[[a-z]+\]|^\{who\}'s ")
"""A template that tells a deed: its verbs are in brackets."""


class Found(NamedTuple):
    """A sentence or term in the code."""

    context: str
    text: str
    many: str
    file: Path
    line: int


class Unclear(NamedTuple):
    """A template that is put together in a way that no translator can follow."""

    file: Path
    line: int
    code: str


class Slot(NamedTuple):
    """Where a call takes a text: its place, its name, and whether it is a term or tells a deed."""

    place: int
    name: str
    kind: str = ""


SENTENCE_FIRST: Final = (
    "BadAnswer",
    "BadDraw",
    "BadNames",
    "BadOption",
    "BadRecord",
    "CannotUndo",
    "NotScored",
    "NotYourSeat",
    "PlayersMet",
    "StaleAction",
    "UnknownGame",
    "UnreadableAction",
)
"""Errors that players meet and that have one code."""

CODE_FIRST: Final = (
    "BadPhotograph",
    "BoxError",
    "CameraError",
    "FilmError",
    "HubError",
    "ImageError",
    "InputError",
    "NotPaired",
    "PanelError",
    "StoreError",
)
"""Errors that people meet and whose code stands before the sentence."""

SLOTS: Final[Mapping[str, tuple[Slot, ...]]] = {
    "Message": (Slot(0, "text"), Slot(3, "to_doer")),
    "within": (Slot(0, "text"),),
    "deed": (Slot(0, "text", "deed"), Slot(9, "to_doer")),
    "reason": (Slot(1, "text"),),
    "awaited": (Slot(1, "sentences"),),
    "say": (Slot(0, "text"),),
    "marked": (Slot(0, "text"),),
    "refuse": (Slot(2, "sentence"),),
    "PageError": (Slot(2, "sentence"),),
    "HostOnly": (Slot(0, "deed"),),
    "Option": (
        Slot(1, "label"),
        Slot(3, "help"),
        Slot(5, "choice_labels"),
        Slot(7, "choice_helps"),
        Slot(10, "each"),
    ),
    "host_only": (Slot(0, "deed"),),
    "switch": (Slot(1, "label"), Slot(3, "help_"), Slot(4, "labels")),
    "box_switch": (Slot(1, "label"), Slot(3, "help_"), Slot(4, "printed")),
    "Advice": (Slot(0, "topic"),),
    "ViewProblem": (Slot(1, "text"), Slot(4, "remedy")),
    "Counted": (Slot(99, "unseen"),),
    "BadCorrection": (Slot(0, "sentence"),),
    "Saying": (Slot(0, "text"),),
    "CameraEnded": (Slot(0, "sentence"),),
    "Finding": (Slot(0, "check"), Slot(2, "said"), Slot(3, "advice")),
    "Trouble": (Slot(1, "said"), Slot(2, "advice")),
    "option": (Slot(99, "help"),),
    "password_option": (Slot(99, "help"),),
    **dict.fromkeys(SENTENCE_FIRST, (Slot(0, "sentence"),)),
    **dict.fromkeys(CODE_FIRST, (Slot(1, "sentence"),)),
    "Term": (Slot(0, "word", TERM),),
    "Count": (Slot(1, "one", TERM),),
}
"""Calls whose texts are translated. Functions that pass their own argument on to one are found."""

MANY: Final = {"Message": (4, "many"), "say": (1, "many"), "Saying": (1, "many")}


class Module(NamedTuple):
    """A file of code, and the strings of its constants."""

    path: Path
    tree: ast.Module
    constants: dict[str, list[str]]


def sentences_in(paths: Iterable[Path]) -> tuple[list[Found], list[Unclear]]:
    """Find all sentences and terms of these files, and the templates that nobody can follow."""
    modules = [_module(path) for path in sorted(paths)]
    slots = _with_wrappers(modules, dict(SLOTS))
    found: list[Found] = []
    unclear: list[Unclear] = []
    for module in modules:
        for function, call in _calls(module.tree):
            for slot in slots.get(_known_as(_name_of(call), module), ()):
                node = _argument(call, slot)
                if node is None:
                    continue
                texts: list[str] = []
                try:
                    texts.extend(_texts(node, function, module))
                except _Unclear:
                    unclear.append(Unclear(module.path, call.lineno, ast.unparse(node)))
                many = _many_of(call, function, module)
                found += [
                    Found(TERM if slot.kind == TERM else "", text, many, module.path, call.lineno)
                    for template in texts
                    for text in (_deeds(template) if slot.kind == "deed" else [template])
                    if text
                ]
        found += _returned(module)
        found += _helped(module)
    return found, unclear


def _returned(module: Module) -> Iterator[Found]:
    """Find templates that a function returns together with their values, as ``return text, {...}``."""
    for function in ast.walk(module.tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Return(value=ast.Tuple(elts=[template, ast.Dict() | ast.Name(id="values")])):
                    with suppress(_Unclear):
                        for text in filter(_is_sentence, _texts(template, function, module)):
                            for each in _deeds(text) if _DEED.search(text) else [text]:
                                yield Found("", each, "", module.path, node.lineno)


def _helped(module: Module) -> Iterator[Found]:
    """Find what commands of the terminal say of themselves: the paragraphs of their docstrings."""
    for function in ast.walk(module.tree):
        if isinstance(function, ast.FunctionDef) and any(map(_makes_a_command, function.decorator_list)):
            for each in (ast.get_docstring(function) or "").split("\n\n"):
                yield Found("", " ".join(each.split()), "", module.path, function.lineno)


def _makes_a_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _name_of(decorator) in ("command", "group")


def _is_sentence(text: str) -> bool:
    return "{" in text or text.endswith(".")


class _Unclear(Exception):
    """A template is put together."""


def _module(path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            constants |= {name: list(_strings(node.value)) for name in names}
    return Module(path, tree, constants)


def _strings(node: ast.AST) -> Iterator[str]:
    """Give the texts of a constant; of a dict its values."""
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from _strings(value)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from _strings(child)


Scope = ast.FunctionDef | ast.AsyncFunctionDef | None


def _calls(tree: ast.AST, scope: Scope = None) -> Iterator[tuple[Scope, ast.Call]]:
    for node in ast.iter_child_nodes(tree):
        inner = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else scope
        if isinstance(node, ast.Call):
            yield scope, node
        yield from _calls(node, inner)


def _with_wrappers(modules: list[Module], slots: dict[str, tuple[Slot, ...]]) -> dict[str, tuple[Slot, ...]]:
    """Add the functions that hand a text of theirs on to one of these calls."""
    grown = True
    while grown:
        grown = False
        for module in modules:
            for function, call in _calls(module.tree):
                for slot in slots.get(_known_as(_name_of(call), module), ()):
                    own = _parameter(_argument(call, slot), function)
                    if own is None or function is None:
                        continue
                    wrapper = _known_as(function.name, module)
                    known = slots.get(wrapper, ())
                    if all(each.name != own[1] for each in known):
                        slots[wrapper] = (*known, Slot(own[0], own[1], slot.kind))
                        grown = True
    return slots


def _known_as(name: str, module: Module) -> str:
    """Tell functions of one name apart where each is its module's own, as ``_told`` is."""
    return f"{module.path}:{name}" if name.startswith("_") else name


def _parameter(node: ast.expr | None, function: Scope) -> tuple[int, str] | None:
    """Give place and name of the parameter that an argument is, if it is one."""
    if function is None or not isinstance(node, ast.Name):
        return None
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if names[:1] == ["self"]:
        names = names[1:]
    if node.id in names:
        return names.index(node.id), node.id
    return (99, node.id) if node.id in [each.arg for each in function.args.kwonlyargs] else None


def _name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _argument(call: ast.Call, slot: Slot) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == slot.name:
            return keyword.value
    if slot.place < len(call.args) and not any(isinstance(arg, ast.Starred) for arg in call.args):
        return call.args[slot.place]
    return None


def _many_of(call: ast.Call, function: Scope, module: Module) -> str:
    place, name = MANY.get(_name_of(call), (99, ""))
    node = _argument(call, Slot(place, name)) if name else None
    if node is None:
        return ""
    try:
        return next(_texts(node, function, module), "")
    except _Unclear:
        return ""


def _texts(node: ast.expr, function: Scope, module: Module) -> Iterator[str]:
    """Give every text that an expression can be. Raises _Unclear where that cannot be told."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Constant():
            return
        case ast.IfExp(body=first, orelse=second) | ast.BoolOp(values=[first, second]):
            yield from _texts(first, function, module)
            yield from _texts(second, function, module)
        case ast.BinOp(op=ast.Add()):
            left, right = (list(_texts(side, function, module)) for side in (node.left, node.right))
            yield from map("".join, product(left, right))
        case ast.Dict() | ast.Tuple():
            yield from _strings(node)
        case ast.Name():
            yield from _named(node.id, function, module)
        case (
            ast.Subscript(value=ast.Name(id=name))
            | ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"))
        ):
            yield from _named(name, function, module)
        case ast.JoinedStr() | ast.BinOp():
            raise _Unclear
        case _:
            return  # a phrase, or a text that is found where it is made


def _named(name: str, function: Scope, module: Module) -> Iterator[str]:
    if function is not None:
        if _parameter(ast.Name(id=name), function):
            return  # whoever calls the function says it
        values, unclear = list(_assigned(function, name)), False
        for value in values:
            if any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(value)):
                unclear = True
                continue
            try:
                yield from _texts(value, function, module)
            except _Unclear:
                unclear = True
        if unclear:
            raise _Unclear
        if values:
            return
    yield from module.constants.get(name, ())


def _assigned(function: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            raise _Unclear
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _value_for(name, target, node.value)
        elif (isinstance(node, ast.AnnAssign) and node.value is not None) or isinstance(node, ast.NamedExpr):
            yield from _value_for(name, node.target, node.value)


def _value_for(name: str, target: ast.expr, value: ast.expr | None) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == name and value is not None:
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, part in zip(target.elts, value.elts, strict=False):
            yield from _value_for(name, each, part)


def _deeds(template: str) -> list[str]:
    """Give both sentences of a deed: as everybody reads it, and as its doer does."""
    told = deed(template, 1)
    return [told.text, told.to_doer]
