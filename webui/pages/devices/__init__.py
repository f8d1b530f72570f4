"""The pages of the devices: camera, panel, simulated table."""
