"""The pages, one module for each subject."""

from companion.hub.web.pages import care, room, sign_in

PAGES = (room.pages, sign_in.pages, care.pages)

WAYS = (("room.page", "Room", "screen"),)
"""The pages that every page leads to: endpoint, label, and the role that it needs."""
