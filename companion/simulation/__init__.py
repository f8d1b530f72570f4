"""The simulated table: renders what lies there as a camera would see it."""
