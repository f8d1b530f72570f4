"""The end of teaching: a test round, a report, and the box that is kept."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.boxes.edits import with_photo, without_photo
from companion.boxes.showing import kinds_to_show
from companion.boxes.taught_box import with_own
from companion.boxes.taught_shelf import keep_box
from companion.boxes.teach_file import UNNAMED, Photograph
from companion.boxes.trial import Trial
from companion.rules.phrases import Phrase
from webui.request.host import host_only
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import refuse
from webui.teach.drafts import TEACHES, Lesson, Told, back, lesson, photograph, teaching, told
from webui.teach.kept import own_of
from webui.teach.numbers import number_in
from webui.teach.pieces import grounds_of, kinds_todo
from webui.teach.start import sheets_todo
from webui.teach.views import close_up

pages = Blueprint("teach_trial", __name__)


@pages.get("/teach/<name>/try")
def page(name: str) -> ResponseReturnValue:
    """What was read in the test round, to be said right or wrong."""
    found = lesson(name)
    trial = found.drafts.trial(name)
    labels = {kind.name: kind.label for kind in kinds_todo(found)}
    picked = request.args.get("pick", "")
    items = trial.photo.items if trial is not None else ()
    return render_template(
        "teach_try.html",
        file=found.file,
        trial=trial,
        size_px=teaching().size_px(found.load(trial.photo.image)) if trial is not None else (1, 1),
        pieces=[(n, item, close_up(item)) for n, item in enumerate(items)],
        picked=int(picked) if picked.isdigit() and int(picked) < len(items) else None,
        labels=labels,
        grounds=grounds_of(found),
        has_camera=hub().lay_has_camera,
    )


@pages.post("/teach/<name>/try/photo")
@host_only(TEACHES)
def take(name: str) -> ResponseReturnValue:
    """Read a photograph of some pieces."""
    found = lesson(name)
    ground = request.form.get("on", "")
    on = ground if found.taught(ground) is not None else None
    try:
        with told():
            data, _ = photograph()
            image = found.drafts.add_picture(name, "test", data)
            try:
                trial = teaching().read_trial(found.file, found.layout, found.load, Photograph(image, (), on))
            except Exception:
                found.drafts.drop_picture(name, image)
                raise
            found.drafts.save_trial(name, trial)
    except Told as error:
        return back(url_for("teach_trial.page", name=name), error)
    return redirect(url_for("teach_trial.page", name=name), 303)


@pages.post("/teach/<name>/try")
@host_only(TEACHES)
def judge(name: str) -> ResponseReturnValue:
    """Say of a piece that it was read right, or what it is: then it is one more example."""
    found = lesson(name)
    trial = found.drafts.trial(name) or refuse(409, "no-photo", "Take a photograph of some pieces first.")
    here = url_for("teach_trial.page", name=name)
    try:
        with told():
            if request.form.get("all"):
                _learn(found, _all_right(found, trial))
                return redirect(here, 303)
            number = int(number_in("piece"))
            if not 0 <= number < len(trial.photo.items):
                refuse(400, "no-such-piece", "That piece is not in the picture any more.")
            kind = request.form.get("kind") or trial.photo.items[number].kind
            if kind not in kinds_to_show(found.layout):
                refuse(400, "no-such-piece", "The game has no such piece.")
            _learn(found, trial.with_word(number, kind))
    except Told as error:
        return back(here, error)
    return redirect(here, 303)


def _all_right(found: Lesson, trial: Trial) -> Trial:
    """Say of every piece of which nothing was said, and that was named, that it is right."""
    kinds = kinds_to_show(found.layout)
    for number, item in enumerate(trial.photo.items):
        if number not in trial.said and item.kind in kinds:
            trial = trial.with_word(number, item.kind)
    return trial


def _learn(found: Lesson, trial: Trial) -> None:
    """Write down what was said; pieces that were read wrong are examples from now on."""
    lesson_photo = trial.lesson
    changed = with_photo(found.file, lesson_photo) if lesson_photo.items else found.file
    if not lesson_photo.items:
        changed = without_photo(found.file, lesson_photo.image)
    found.drafts.save_trial(found.file.name, trial)
    if changed != found.file:
        found.drafts.save(changed)


@pages.get("/teach/<name>/keep")
def report(name: str) -> ResponseReturnValue:
    """What is still missing, which kinds look too much alike, and the button that keeps the box."""
    found = lesson(name)
    labels = {kind.name: kind.label for kind in kinds_todo(found)}
    alike: list[tuple[str, str, Phrase]] = []
    wrong = ""
    try:
        with told():
            _, alike = _made(found)
    except Told as error:
        wrong = say(error.said)
    return render_template(
        "teach_keep.html",
        file=found.file,
        wrong=wrong,
        alike=[(labels.get(one, one), labels.get(other, other), remedy) for one, other, remedy in alike],
        sheets=[sheet for sheet in sheets_todo(found) if not sheet.done],
        kinds=[kind for kind in kinds_todo(found) if not kind.shown],
        unnamed=sum(item.kind == UNNAMED for photo in found.file.pieces for item in photo.items),
        trial=found.drafts.trial(name),
        game=found.layout.game,
    )


@pages.post("/teach/<name>/keep")
@host_only(TEACHES)
def keep(name: str) -> ResponseReturnValue:
    """Keep the box: from now on it can be chosen for a new game."""
    found = lesson(name)
    try:
        with told():
            data, _ = _made(found)
            own = own_of(found.file.game, name)
            keep_box(name, with_own(data, own) if own is not None else data, hub().store.path.parent)
    except Told as error:
        return back(url_for("teach_trial.report", name=name), error)
    flash(say("{name} is kept. The camera reads it from the next game on.", name=name))
    return redirect(url_for("home.new", slug=found.file.game), 303)


def _made(found: Lesson) -> tuple[bytes, list[tuple[str, str, Phrase]]]:
    """Make the box of what was taught, its pieces measured first."""
    file = teaching().measured(found.file, found.layout, found.load)
    if file != found.file:
        found.drafts.save(file)
    data, alike = teaching().make_box(file, found.layout, found.load)
    return data, list(alike)
