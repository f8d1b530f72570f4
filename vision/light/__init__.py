"""The light over a sheet, measured by its print."""
