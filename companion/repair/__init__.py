"""A damaged game store: how damage is found, and how all that can be read becomes a store again."""
