"""Logs that programs read: one JSON value a line."""

from __future__ import annotations

import json
import logging
import sys
from typing import Final

from companion.hub.store.moments import now

OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; anything else was said for this one."""


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON: moment, level, logger, sentence, and what else was given."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        told = {
            "at": now(),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in OWN}
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def log_as_json() -> None:
    """Have everything that is logged written so, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
