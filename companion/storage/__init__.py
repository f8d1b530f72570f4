"""The files that games are kept in: one SQLite database with durable commits, and what lies beside it."""
