"""Training of the dice network: ``python -m vision.training`` (PyTorch, a development extra)."""
