"""How a piece in a patch is compared with the examples that were taught."""
