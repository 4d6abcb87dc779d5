"""Logging in tests."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def logging_of_its_own() -> Iterator[None]:
    """Whatever is set up in the meantime, afterwards logging is as it was."""
    root = logging.getLogger()
    before = root.level, root.handlers[:], sys.excepthook, threading.excepthook
    root.handlers.clear()  # pytest's own stay as they are
    try:
        yield
    finally:
        root.handlers[:] = before[1]
        root.setLevel(before[0])
        sys.excepthook, threading.excepthook = before[2:]
        logging.captureWarnings(False)
        structlog.reset_defaults()
        for name in ("httpx", "httpcore", "apscheduler", "aiosqlite", "sqlalchemy"):
            logging.getLogger(name).setLevel(logging.NOTSET)
