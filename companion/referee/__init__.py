"""The referee: which legal actions explain a sighting, and how to say so. Pure."""
