"""What the tests of the bot share: its parts, and logs as plain lines with short traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import structlog

from tests.bot.office import Office

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def office() -> Office:
    """The parts of a bot."""
    return Office()


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
