"""From frames to sightings. Knows layouts; knows no rule and no game by name."""
