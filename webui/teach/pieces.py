"""Teaching pieces: photographs on which they lie apart, and a name for each of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.boxes.edits import with_name, with_photo, with_piece_at, without_photo, without_piece
from companion.boxes.showing import examples_of, kinds_to_show, sheets_to_show
from companion.boxes.teach_file import UNNAMED, Photograph
from webui.request.host import host_only
from webui.request.language import say, say_label
from webui.request.on_table import hub
from webui.request.refusal import refuse
from webui.teach.drafts import TEACHES, Lesson, Told, back, lesson, photograph, teaching, told
from webui.teach.numbers import number_in
from webui.teach.views import box_of, close_up, part_with

pages = Blueprint("teach_pieces", __name__)

MOST_GROUNDS: Final = 4


class KindTodo(NamedTuple):
    """A kind of piece on the list: how many examples of it are shown, and how many are wanted."""

    name: str
    label: str
    shown: int
    wanted: int

    @property
    def done(self) -> bool:
        """Whether it was shown as often as it needs to be."""
        return self.shown >= self.wanted


class PhotoTodo(NamedTuple):
    """A photograph of pieces on the list: its picture, how many pieces it shows, how many have no name."""

    image: str
    pieces: int
    unnamed: int


def kinds_todo(found: Lesson) -> list[KindTodo]:
    """Give the kinds of a box and how often each was shown."""
    shown = examples_of(found.file)
    return [
        KindTodo(name, say_label(found.layout.kinds[name].label), shown.get(name, 0), wanted)
        for name, wanted in kinds_to_show(found.layout).items()
    ]


def grounds_of(found: Lesson) -> list[tuple[str, str]]:
    """Give the sheets on which pieces may be shown, the largest first: those that were taught."""
    taught = {sheet.id for sheet in found.file.sheets}
    sheets = [sheet for sheet in sheets_to_show(found.layout) if sheet.id in taught]
    sheets.sort(key=lambda sheet: -sheet.size_mm[0] * sheet.size_mm[1])
    return [(sheet.id, say_label(sheet.title)) for sheet in sheets[:MOST_GROUNDS]]


def photos_todo(found: Lesson) -> list[PhotoTodo]:
    """Give the photographs of pieces, those with pieces without a name first."""
    photos = [
        PhotoTodo(photo.image, len(photo.items), sum(item.kind == UNNAMED for item in photo.items))
        for photo in found.file.pieces
    ]
    return sorted(photos, key=lambda photo: not photo.unnamed)


@pages.get("/teach/<name>/pieces")
def page(name: str) -> ResponseReturnValue:
    """What is still to be shown, and a form for a photograph."""
    found = lesson(name)
    kinds = kinds_todo(found)
    return render_template(
        "teach_pieces.html",
        file=found.file,
        kinds=kinds,
        left=[kind for kind in kinds if not kind.done],
        photos=photos_todo(found),
        grounds=grounds_of(found),
        has_camera=hub().lay_has_camera,
    )


@pages.post("/teach/<name>/pieces")
@host_only(TEACHES)
def take(name: str) -> ResponseReturnValue:
    """Take a photograph of pieces: they are cut out, and names are proposed."""
    found = lesson(name)
    ground = request.form.get("on", "")
    on = ground if found.taught(ground) is not None else None
    try:
        with told():
            data, _ = photograph()
            image = found.drafts.add_picture(name, "pieces", data)
            try:
                photo, said = teaching().find_pieces(
                    found.file, found.layout, found.load, Photograph(image, (), on)
                )
            except Exception:
                found.drafts.drop_picture(name, image)
                raise
            found.drafts.save(with_photo(found.file, photo))
    except Told as error:
        return back(url_for("teach_pieces.page", name=name), error)
    for sentence in said:
        flash(say(sentence))
    return redirect(url_for("teach_pieces.names", name=name, image=image), 303)


@pages.get("/teach/<name>/pieces/<image>")
def names(name: str, image: str) -> ResponseReturnValue:
    """A photograph with its pieces; one of them is asked about."""
    found = lesson(name)
    photo = _photo(found, image)
    unnamed = [n for n, item in enumerate(photo.items) if item.kind == UNNAMED]
    picked = request.args.get("pick", "")
    now = int(picked) if picked.isdigit() and int(picked) < len(photo.items) else next(iter(unnamed), None)
    kinds = kinds_todo(found)
    labels = {kind.name: kind.label for kind in kinds}
    size_px = teaching().size_px(found.load(image))
    item = photo.items[now] if now is not None else None
    alike = sum(item is not None and one.kind == item.kind != UNNAMED for one in photo.items)
    return render_template(
        "teach_names.html",
        file=found.file,
        image=image,
        size_px=size_px,
        part=part_with(photo.items, size_px),
        pieces=[(n, one, labels.get(one.kind, ""), box_of(one)) for n, one in enumerate(photo.items)],
        named=_by_name(photo, labels),
        now=now,
        close=close_up(item) if item is not None else "",
        item=item,
        alike=alike,
        unnamed=len(unnamed),
        kinds=sorted(kinds, key=lambda kind: kind.done),
        labels=labels,
        game=found.layout.game,
    )


@pages.post("/teach/<name>/pieces/<image>")
@host_only(TEACHES)
def name_piece(name: str, image: str) -> ResponseReturnValue:
    """Name a piece, and those that look like it; or say that it is none, or where one more lies."""
    found = lesson(name)
    photo = _photo(found, image)
    form = request.form
    if form.get("forget"):
        found.drafts.save(without_photo(found.file, image))
        return redirect(url_for("teach_pieces.page", name=name), 303)
    try:
        with told():
            changed = _changed(found, photo)
            found.drafts.save(with_photo(found.file, changed))
    except Told as error:
        return back(url_for("teach_pieces.names", name=name, image=image), error)
    pick = len(changed.items) - 1 if form.get("x") else None  # the new one is asked about next
    return redirect(url_for("teach_pieces.names", name=name, image=image, pick=pick), 303)


def _changed(found: Lesson, photo: Photograph) -> Photograph:
    form = request.form
    if form.get("x"):
        return with_piece_at(photo, (number_in("x"), number_in("y")))
    number = int(number_in("piece"))
    if form.get("none"):
        return without_piece(photo, number)
    kind = form.get("kind", "")
    if kind not in kinds_to_show(found.layout):
        refuse(400, "no-such-piece", "The game has no such piece.")
    changed = with_name(photo, number, kind, all_alike=form.get("also") == "on")
    return teaching().name_alike(found.file, found.layout, found.load, changed)


def _photo(found: Lesson, image: str) -> Photograph:
    photo = next((one for one in found.file.pieces if one.image == image), None)
    return photo or refuse(404, "draft-missing", "There is no such photograph of pieces.")


def _by_name(photo: Photograph, labels: dict[str, str]) -> list[tuple[str, list[tuple[int, str]]]]:
    """Give the pieces of each name, by number and close-up, those without a name first."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for n, item in enumerate(photo.items):
        groups.setdefault(labels.get(item.kind, ""), []).append((n, close_up(item)))
    return sorted(groups.items())
