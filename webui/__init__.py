"""The pages: shows what stands, passes on what people tap. Decides nothing about rules."""

from webui.app import create_app
from webui.hub import Hub, Photo, Table
from webui.ports import Live, Piece, Simulation

__all__ = ["Hub", "Live", "Photo", "Piece", "Simulation", "Table", "create_app"]
