"""From a view to the record: the verdict, its effects decided, and the effects applied."""
