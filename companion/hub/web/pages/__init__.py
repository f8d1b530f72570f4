"""The pages, one module for each subject."""

from companion.hub.web import api
from companion.hub.web.pages import care, league, players, room, sign_in, tables, tournament

PAGES = (
    room.pages,
    players.pages,
    league.pages,
    tournament.pages,
    tables.pages,
    sign_in.pages,
    care.pages,
    api.pages,
)
WAYS = (
    ("room.page", "Room", "screen"),
    ("league.page", "League", "screen"),
    ("tournament.page", "Tournaments", "screen"),
    ("players.page", "Players", "screen"),
    ("tables.page", "Tables", "host"),
)
"""The pages that every page leads to: endpoint, label, and the role that it needs."""
