"""What the tests of the fake share."""

from __future__ import annotations

import pytest

from tests.telegram.meeting import Place


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    """A world with some people and groups."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it the library warns of each 429
    return Place()
