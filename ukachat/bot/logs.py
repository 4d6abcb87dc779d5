"""What the bot writes about itself: lines for people, or one JSON object a line.

Lines of this program (structlog) and of the libraries (logging) take the same way: through one
handler of the root logger, whose formatter has the last word. No secret leaves it, whether it stood
in a message, an argument or a traceback.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Final, TextIO

import structlog
from structlog.stdlib import ProcessorFormatter

from ukachat.bot.scrubbing import Scrubber

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from structlog.typing import EventDict, Processor, WrappedLogger

# They tell every request at INFO.
_CHATTY: Final = ("httpx", "httpcore", "apscheduler")
# They tell every statement with its values: the hands of a deal and what it is shuffled from.
_INDISCREET: Final = ("aiosqlite", "sqlalchemy")


def set_up(level: str, style: str, secrets: Iterable[str], *, stream: TextIO | None = None) -> None:
    """Let everything that is logged from now on take the one way. May be called again.

    That holds for warnings too, and for exceptions that nobody caught.

    Args:
        level: What is worth a line: debug, info, warning or error.
        style: ``console`` or ``json``.
        secrets: What no line may show.
        stream: Where to write; else standard error.
    """
    out: TextIO = stream or sys.stderr
    scrub = Scrubber(secrets)
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _Scrubbing(scrub),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *before,
            ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(_LastWord(scrub, before, _renderer(style, out)))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    is_debugging = level == "debug"
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.NOTSET if is_debugging else logging.WARNING)
    for name in _INDISCREET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _renderer(style: str, stream: TextIO) -> Processor:
    if style == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(
        colors=_has_colours(stream),
        exception_formatter=structlog.dev.plain_traceback,
        repr_native_str=True,  # what people write can neither break a line nor steer a terminal
        pad_event_to=0,
    )


def _has_colours(stream: TextIO) -> bool:
    plain = os.environ.get("UKACHAT_PLAIN", "").lower() not in ("", "0", "false", "no", "off")
    is_dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return stream.isatty() and not plain and not is_dumb


class _Scrubbing:
    """Takes out of an event the secrets, and what breaks a line or steers a terminal."""

    def __init__(self, scrub: Scrubber) -> None:
        self._scrub = scrub

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        for key, value in event.items():
            if isinstance(value, str):
                event[key] = self._scrub(value)
        event["event"] = _harmless(str(event.get("event", "")))
        if "exception" in event:
            lines = str(event["exception"]).split("\n")
            event["exception"] = "\n".join(map(_harmless, lines))
        return event


class _LastWord(ProcessorFormatter):
    """Makes the text of a record, and takes the secrets out of all of it."""

    def __init__(self, scrub: Scrubber, before: list[Processor], renderer: Processor) -> None:
        super().__init__(
            foreign_pre_chain=before,
            processors=[ProcessorFormatter.remove_processors_meta, renderer],
        )
        self._scrub = scrub

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; with an exception in lines for people, its traceback below."""
        return self._scrub(super().format(record))


def _harmless(text: str) -> str:
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("ukachat").critical("Ended by a mistake", exc_info=(kind, error, trace))


def _log_uncaught_in_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None:
        _log_uncaught(ended.exc_type, ended.exc_value, ended.exc_traceback)
