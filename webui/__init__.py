"""The pages: shows what stands, passes on what people tap. Decides nothing about rules."""

from webui.app import create_app
from webui.hub import Hub, Photo, Piece, Simulation, Table

__all__ = ["Hub", "Photo", "Piece", "Simulation", "Table", "create_app"]
