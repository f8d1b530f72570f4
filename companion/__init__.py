"""The domain and the program: rules, layouts, games in progress, printing and the command."""

__version__ = "0.1.0"
