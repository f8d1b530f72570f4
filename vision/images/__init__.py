"""Pictures from files of any kind, decoded with limits, or refused with a clear sentence."""
