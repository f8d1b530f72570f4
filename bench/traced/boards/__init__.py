"""Whole tables, path-traced: drawn, read and followed."""
