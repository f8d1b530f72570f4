"""The running service over an evening: readings, memory, films, kills and full disks."""
