"""The sub-commands, one module each or a few that belong together."""
