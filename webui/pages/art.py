"""Printed artwork and icons as SVG, drawn on the screen as they are printed; and how the pages look."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from companion.layout import Layout
from companion.layouts import load_layout
from companion.printing.rendering.svg import piece_files, piece_svg, pieces_svg, sheet_svg
from companion.printing.result_card import app_icon
from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import load_game
from webui.http.joined import joined_digest, joined_text
from webui.http.squeezed import FOR_EVER
from webui.request.refusal import refuse
from webui.views.artwork import artwork_digest

pages = Blueprint("art", __name__)

DAY_S = 86_400

ICON_SIDES_PX: Final = (180, 192, 512)
"""What iOS asks for, and what Android does."""

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="#2c6138"/>
<g fill="#f7e7a6"><circle cx="15" cy="42" r="8"/><circle cx="26" cy="37" r="8.5"/></g>
<circle cx="37" cy="40" r="8.5" fill="#f7e7a6"/><circle cx="48" cy="31" r="10.5" fill="#facf3a"/>
<circle cx="45" cy="29" r="1.8" fill="#22301f"/><circle cx="52" cy="29" r="1.8" fill="#22301f"/>
<path d="M45 35q3.5 3 7 0M44 21l-3-7M52 21l3-7" stroke="#22301f" stroke-width="1.8" fill="none"
stroke-linecap="round"/></svg>"""


def _svg(text: str) -> Response:
    response = Response(text, mimetype="image/svg+xml")
    game = (request.view_args or {}).get("game")
    known = game is not None and request.args.get("v") == artwork_digest(game)
    response.headers["Cache-Control"] = FOR_EVER if known else f"public, max-age={DAY_S}"
    # A picture that is opened by itself may style itself and do nothing else.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    response.add_etag()
    response.make_conditional(request)
    return response


def _layout(slug: str) -> Layout:
    """Give the layout of which something is drawn; ``box`` says whose pieces, as `Layout.box` does.

    A box that was changed since has another edition, so that no picture is kept for the other.
    """
    box = request.args.get("box", "")
    game = load_game(slug)
    options = {game.box_option: box.partition("@")[0]} if isinstance(game, TakesBoxes) else {}
    layout = load_layout(slug, options)
    if layout.box != box:
        refuse(404, "no-picture", "There is no such box here, or it holds something else by now.")
    return layout


@pages.get("/art/<game>/sheet/<sheet>.svg")
def sheet(game: str, sheet: str) -> ResponseReturnValue:
    """A sheet as it is printed."""
    layout = _layout(game)
    if all(each.id != sheet for each in layout.sheets):
        refuse(404, "no-picture", "There is no such sheet.")
    return _svg(sheet_svg(layout, sheet))


@pages.get("/art/<game>/piece/<kind>.svg")
def piece(game: str, kind: str) -> ResponseReturnValue:
    """A piece as it is printed."""
    layout = _layout(game)
    if not layout.knows(kind):
        refuse(404, "no-picture", "There is no such piece.")
    return _svg(piece_svg(layout, kind))


@pages.get("/art/<game>/pieces-<int:file>.svg")
def pieces(game: str, file: int) -> ResponseReturnValue:
    """Pieces of a game, each by the name of its kind: a page asks once for many that lie there."""
    layout = _layout(game)
    if file >= len(piece_files(layout)):
        refuse(404, "no-picture", "There is no such piece.")
    return _svg(pieces_svg(layout, file))


@pages.get("/favicon.svg")
def favicon() -> ResponseReturnValue:
    """The table's sign."""
    return _svg(ICON)


@pages.get("/icon-<int:side_px>.png")
def icon(side_px: int) -> ResponseReturnValue:
    """The sign for the home screen of a phone, in one of the sizes that phones ask for."""
    if side_px not in ICON_SIDES_PX:
        refuse(404, "no-picture", "There is no sign of that size.")
    response = Response(app_icon(side_px), mimetype="image/png")
    response.headers["Cache-Control"] = f"public, max-age={DAY_S}"
    return response


@pages.get("/favicon.ico")
def old_favicon() -> ResponseReturnValue:
    """For browsers that ask for it unasked."""
    return _svg(ICON)


@pages.get("/look.css")
def look() -> ResponseReturnValue:
    """All stylesheets as one: a phone asks once."""
    return _joined("css", "text/css")


@pages.get("/scripts.js")
def scripts() -> ResponseReturnValue:
    """All scripts of a page as one, too."""
    return _joined("js", "text/javascript")


def _joined(ending: str, mimetype: str) -> Response:
    response = Response(joined_text(ending), mimetype=mimetype)
    known = request.args.get("v") == joined_digest(ending)
    response.headers["Cache-Control"] = FOR_EVER if known else "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Lets a phone keep the table among its apps."""
    icon = {"src": url_for("art.favicon"), "sizes": "any", "type": "image/svg+xml"}
    drawn = [
        {
            "src": url_for("art.icon", side_px=side_px),
            "sizes": f"{side_px}x{side_px}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for side_px in ICON_SIDES_PX
    ]
    body = {
        "name": "Tabletop Companion",
        "short_name": "Tabletop",
        "start_url": url_for("play.page"),
        "scope": url_for("home.page"),
        "display": "standalone",
        "background_color": "#f4efe2",
        "theme_color": "#2c6138",
        "icons": [icon, *drawn],
    }
    return body, {"Content-Type": "application/manifest+json"}
