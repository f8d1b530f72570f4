"""The camera's picture of the simulated table: lens, light, solids, dice, noise."""
