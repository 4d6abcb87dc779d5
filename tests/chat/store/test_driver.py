"""Connections to SQLite, each of which has a thread of its own."""

import asyncio
import threading

import pytest

from ukachat.chat.store.driver import Connection, connect


def test_a_thread_that_stops_after_its_event_loop_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    complaints: list[object] = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    held = threading.Event()

    async def abandoned() -> Connection:
        connection = await connect(":memory:")
        connection._tx.put_nowait((None, held.wait))  # so that the loop is closed before it stops
        connection.stop()
        return connection

    connection = asyncio.run(abandoned())
    held.set()
    connection._thread.join()
    assert not complaints
