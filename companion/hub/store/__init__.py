"""What a hub keeps: the tables of its database, and how they are written."""
