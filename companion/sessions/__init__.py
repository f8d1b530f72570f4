"""Games in progress and finished ones: the session over its log, the store of all sessions, own boxes."""
