"""A finished table that nobody followed: choose the game, photograph, answer, read the explained score."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.finals.finished_table import FinishedTable, begin
from companion.layouts import games_with_layout, layout_of, load_layout
from companion.rules.boxes import TakesBoxes, at_table, chosen_box
from companion.rules.catalogue import GAMES
from companion.rules.errors import BadOption, BadPosition
from companion.rules.final_table import BadAnswer, ScoresPhotographs, TableQuestion
from companion.rules.game import Game, Seat
from companion.sessions.history import recent_players
from webui.choices.board import cover_sheet
from webui.request.host import open_to_all
from webui.request.laid_out import playable
from webui.request.language import heard_by, say, say_label
from webui.request.on_table import hub
from webui.request.refusal import PageError, refuse
from webui.request.uploads import read_sent
from webui.views.badges import badges_of
from webui.views.options import asked_fields, form_values, in_words, read_options, read_seats
from webui.views.table import scores_of

pages = Blueprint("scoring", __name__)

ANSWER = "answer "
"""What the names of the answers' fields begin with."""

MOST_PHOTOGRAPHS = 12


@pages.get("/score")
def page() -> ResponseReturnValue:
    """The games that can be scored."""
    games = [playable(slug) for slug in GAMES if slug in games_with_layout()]
    able = [game for game in games if isinstance(game, ScoresPhotographs)]
    covers = {game.info.slug: cover_sheet(load_layout(game.info.slug)).id for game in able}
    return render_template("score_games.html", games=able, covers=covers)


@pages.get("/score/<slug>")
def new(slug: str) -> ResponseReturnValue:
    """Who played, and with what."""
    return _form(playable(slug), {}, "")


def _form(game: Game, values: dict[str, str], sentence: str) -> ResponseReturnValue:
    shown = render_template(
        "score_new.html",
        game=game,
        fields=[field for field in asked_fields(game) if not field.draws],
        values=values,
        sentence=sentence,
        people=recent_players(hub().known_games())[:12],
        box_option=game.box_option if isinstance(game, TakesBoxes) else "",
        brought="",
        asks_markers=False,
    )
    return shown, 400 if sentence else 200


@pages.post("/score/<slug>")
@open_to_all
def start(slug: str) -> ResponseReturnValue:
    """Go on to the photographs."""
    game = playable(slug)
    values = form_values()
    try:
        names = read_seats(game, values)
        options = read_options(game, values, len(names))
        table_game = at_table(game, options)
        table = begin(table_game, layout_of(table_game), dict(enumerate(names, 1)), options)
    except BadOption as error:
        return _form(game, values, in_words(game, say(error.said)))
    return redirect(url_for("scoring.table", name=hub().finals.keep(table)), 303)


@pages.get("/score/table/<name>")
def table(name: str) -> ResponseReturnValue:
    """What was seen, what is still to be done, and in the end the explained score."""
    return _shown(name, _table(name))


def _shown(name: str, table: FinishedTable, wrong: str = "") -> ResponseReturnValue:
    layout, names, state = table.layout, table.names, table.game.new(len(table.names), table.options)
    score, sentence = None, wrong
    if table.ready:
        try:
            score = table.score()
        except (BadPosition, BadAnswer) as error:
            sentence = say(error.said)
    questions, heard = table.questions, heard_by(names)
    return render_template(
        "score_table.html",
        name=name,
        table=table,
        session={"names": names},
        badges=badges_of(layout, names, state.seated()),
        box=chosen_box(table.game, table.options),
        owners=_owners(table),
        sentence=sentence,
        missing=[message.render(heard) for message in table.missing],
        questions=[(question, question.message.render(heard), _choices(question)) for question in questions],
        still=len(table.open),
        crops={where for photo in table.photographs for where in photo.crops},
        prefix=ANSWER,
        sheets=scores_of(score.sheet, score.outcome) if score else (),
        winners=[names[seat] for seat in score.outcome.winners] if score and score.outcome else [],
        result=score.result.render(heard) if score else "",
    ), 400 if wrong else 200


def _choices(question: TableQuestion) -> list[tuple[str, str]]:
    """Say the answers that a question offers."""
    return [
        (value, say_label(words) if isinstance(words, str) else say(words))
        for value, words in question.choices
    ]


def _owners(table: FinishedTable) -> list[tuple[Seat, str]]:
    """Give those of whom a photograph may show something: all players, also an automatic one."""
    if not table.counted.by_seat:
        return []
    most = max(len(table.names), table.counted.hands)
    return [(seat, table.names.get(seat) or say("The automatic player")) for seat in range(1, most + 1)]


def _table(name: str) -> FinishedTable:
    return hub().finals.get(name) or refuse(404, "no-draft", "That table was left too long. Begin it anew.")


def _change(name: str, was: FinishedTable, then: FinishedTable) -> ResponseReturnValue:
    hub().finals.change(name, was, then)
    return redirect(url_for("scoring.table", name=name), 303)


@pages.post("/score/table/<name>/photo")
@open_to_all
def photograph(name: str) -> ResponseReturnValue:
    """Read one photograph more."""
    table, read = _table(name), hub().read_final
    if len(table.photographs) >= MOST_PHOTOGRAPHS:
        return _shown(name, table, say("There are too many photographs. Take one away first."))
    seats = {str(seat): seat for seat, _ in _owners(table)}
    seat = seats.get(request.form.get("of", ""), 0)
    try:
        photo = read_sent((lambda data: read(data, table, seat)) if read else None)
    except PageError as error:
        if error.status != 400:
            raise
        return _shown(name, table, say(error.said))
    for remark in photo.remarks:
        flash(say(remark))
    return _change(name, table, table.with_photograph(photo))


@pages.post("/score/table/<name>/photo/<int:place>/remove")
@open_to_all
def remove(name: str, place: int) -> ResponseReturnValue:
    """Take a photograph away."""
    table = _table(name)
    return _change(name, table, table.without_photograph(place))


@pages.post("/score/table/<name>/answers")
@open_to_all
def answer(name: str) -> ResponseReturnValue:
    """Note what people say."""
    table = _table(name)
    asked = {question.key for question in table.questions}
    given: dict[str, str] = {
        key.removeprefix(ANSWER): text
        for key, text in request.form.items()
        if key.startswith(ANSWER) and (text.strip() or key.removeprefix(ANSWER) in table.answers)
    }
    try:
        return _change(name, table, table.answered({key: given[key] for key in given if key in asked}))
    except BadAnswer as error:
        return _shown(name, table, say(error.said))


@pages.get("/score/table/<name>/photo/<int:place>.jpg")
def picture(name: str, place: int) -> ResponseReturnValue:
    """A photograph with what was read."""
    photographs = _table(name).photographs
    if place >= len(photographs):
        refuse(404, "no-picture", "That photograph is no longer kept.")
    return _jpeg(photographs[place].picture)


@pages.get("/score/table/<name>/crop.jpg")
def crop(name: str) -> ResponseReturnValue:
    """A space in doubt, ``?where=zone/cell``, as it was photographed last."""
    where = request.args.get("where", "")
    found = [photo.crops[where] for photo in _table(name).photographs if where in photo.crops]
    return _jpeg(found[-1]) if found else refuse(404, "no-picture", "That place is not in the picture.")


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg")
