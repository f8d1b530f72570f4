"""The pages and the API of a hub."""
