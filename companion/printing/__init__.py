"""Mats, tokens and tiles as SVG, PDF and PNG, drawn from the layouts."""
