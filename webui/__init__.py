"""The pages: shows what stands, passes on what people tap. Decides nothing about rules."""

from companion.live.running_table import RunningTable
from webui.app import create_app
from webui.hub import Hub
from webui.laid import Table
from webui.ports import Piece, Simulation
from webui.remembered import Photo

__all__ = ["Hub", "Photo", "Piece", "RunningTable", "Simulation", "Table", "create_app"]
