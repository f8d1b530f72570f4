"""Training of the dice network: ``python -m vision.training`` (needs PyTorch)."""
