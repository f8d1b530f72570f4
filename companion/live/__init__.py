"""The running table: from a frame to an event of the session, a question, or a sentence."""
