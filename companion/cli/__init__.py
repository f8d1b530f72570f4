"""The `companion` command: the one place where the parts are put together."""
