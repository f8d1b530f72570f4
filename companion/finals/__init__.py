"""Finished tables that nobody followed: scored from photographs, and from what people say besides."""
