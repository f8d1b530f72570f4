"""The settings file: read with every mistake told, written with comments."""
