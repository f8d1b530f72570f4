"""The pages: shows what stands, passes on what people tap. Decides nothing about rules."""

from webui.app import create_app
from webui.hub import Hub
from webui.laid import Table
from webui.ports import Live, Piece, Simulation
from webui.remembered import Photo

__all__ = ["Hub", "Live", "Photo", "Piece", "Simulation", "Table", "create_app"]
