"""How a hub is looked after: figures, logs, backups."""
