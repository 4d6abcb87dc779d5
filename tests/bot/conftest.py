"""What the tests of the bot share: logs as plain lines, with short traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import structlog

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Logs without the values of variables, which take seconds to write."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
        ]
    )
    yield
    structlog.reset_defaults()
