"""The evening in pictures: what the camera saw of each step, kept small, and the film made of it."""
