"""What is cut out for Octopus's Garden (specification section 2)."""

from __future__ import annotations

from companion.layout import Layout
from companion.layouts.octopus_garden import SEATS
from companion.printing.parts import Part, PartList
from companion.rules.games.octopus_garden.box import BONUSES, MODULES
from companion.rules.games.octopus_garden.lying import KINDS, USED
from companion.rules.games.octopus_garden.shipped import BOX


def parts(layout: Layout, seats: int | None) -> PartList:  # noqa: ARG001
    """List the set; with a number of players, only their sharks and octopuses."""
    players = seats or max(SEATS)
    modules = []
    for module, code in MODULES.items():
        count = min(players, BOX.counts[code]) if module == "shark" else BOX.counts[code]
        modules.append(Part(KINDS[code], count, USED.get(code, "")))
    fish = [Part(f"{bonus}-{value}", 1) for bonus in BONUSES.values() for value in BOX.fish(bonus, players)]
    groups = {
        "tokens": tuple(Part(KINDS[code], BOX.counts[code]) for code in BOX.base),
        "oysters": (Part(KINDS["OY"], BOX.counts["OY"]),),
        "modules": tuple(modules),
        "fish": tuple(fish),
        "pearls": (Part("pearl", BOX.pearls),),
        "octopuses": tuple(Part(f"octopus-{seat}", 1) for seat in SEATS if seat <= players),
    }
    return PartList(groups)
