"""What the tests against the fake share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.telegram.meeting import Place
from tests.telegram.process import Host

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    """A world with some people and groups."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it the library warns of each 429
    return Place()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Somebody who runs the bot in a process of its own."""
    with Host(tmp_path) as host:
        yield host
