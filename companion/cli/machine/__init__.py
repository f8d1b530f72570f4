"""The machine under the table: addresses, memory, power, restarts, backups by the day."""
