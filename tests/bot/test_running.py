"""The whole bot in process: how it begins, what ends it, and what it says to its host."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.office import Office, to
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.server import FakeServer
from tests.telegram.fake.transport import FakeTransport
from ukachat.bot import running
from ukachat.bot.errors import HostError
from ukachat.bot.polling import TOKEN_REFUSED
from ukachat.bot.settings import read_settings
from ukachat.chat.messages import Edit, Reply, Say, Send, Tone
from ukachat.chat.service import Service
from ukachat.chat.store import StoreError
from ukachat.chat.store.sql import open_store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from ukachat.bot.settings import Settings
    from ukachat.chat.messages import Outgoing


class Host(Office):
    """Runs the bot on its own database."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.db = str(folder / "uka.db")
        self.stopped = asyncio.Event()

    def settings(self, **more: Any) -> Settings:  # noqa: ANN401 - of any field
        given: dict[str, Any] = {"api_url": "http://fake.invalid", "db": self.db}
        return read_settings(**(given | {"token": self.world.token} | more))

    def serve(self, act: Callable[[], Awaitable[None]], **more: Any) -> None:  # noqa: ANN401
        """Runs the bot while something is done, and ends it."""

        async def run() -> None:
            with self.clock.watching_databases():
                serving = asyncio.create_task(
                    running.serve(
                        self.settings(**more),
                        self.stopped,
                        self.clock,
                        transport=FakeTransport(self.world),
                    )
                )
                try:
                    await self.clock.settle()
                    await act()
                finally:
                    self.stopped.set()
                    await asyncio.wait_for(serving, 10)

        asyncio.run(run())


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


async def nothing() -> None:
    pass


def test_it_says_when_it_is_ready_and_answers(
    host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    async def act() -> None:
        host.mere.says("/start")
        await host.clock.wind(1)
        assert host.mere.private.said_by_bot()

    host.serve(act)
    lines = capsys.readouterr().out.splitlines()
    (ready,) = [line for line in lines if "Ready" in line]
    assert "@uka_test_bot" in ready
    assert "long polling" in ready
    assert "open_tables=0" in ready
    assert "Stopped" in lines[-1]


def test_it_waits_for_a_network(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    async def act() -> None:
        assert len(host.calls("getMe")) == 1
        await host.clock.wind(8)
        host.mere.says("/start")
        await host.clock.wind(1)
        assert host.mere.private.said_by_bot()

    host.world.faults.add(Fault("drop", method="getMe", times=3))
    host.serve(act)
    assert capsys.readouterr().out.count("Telegram cannot be reached") == 3


@pytest.mark.parametrize("way", [{}, {"webhook_url": "https://uka.example/hook"}])
def test_it_can_be_stopped_while_it_waits_for_a_network(
    host: Host, way: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where it got as far as to be greeted, and then has to set its webhook."""
    host.world.faults.add(Fault("drop", method="setWebhook" if way else "getMe", times=9999))
    more = way | ({"webhook_port": free_port(), "webhook_secret": "s3cret"} if way else {})
    host.serve(lambda: host.clock.wind(30), **more)
    assert host.world.calls[-1].fault == "drop"
    assert ("The webhook cannot be set yet" in capsys.readouterr().out) is bool(way)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def test_a_token_that_telegram_refuses_ends_it_with_a_sentence(host: Host) -> None:
    host.world.token = "4243:another-token_for-tests-0123456789a"
    with pytest.raises(HostError) as caught:
        host.serve(nothing, token="4242:fake-token_for-tests-0123456789abcd")
    assert str(caught.value) == TOKEN_REFUSED


@pytest.mark.parametrize("way", [{}, {"webhook_url": "https://uka.example/hook"}])
def test_so_does_one_that_is_taken_back_while_it_runs(host: Host, way: dict[str, Any]) -> None:
    async def act() -> None:
        old = host.world.token
        host.world.token = "4243:another-token_for-tests-0123456789a"
        store = await open_store(host.db)
        await store.keep(change(host, Say(to(host.mere.private), "Hello")))
        await store.close()
        await host.clock.wind(10)
        host.world.token = old

    more = way | ({"webhook_port": free_port(), "webhook_secret": "s3cret"} if way else {})
    with pytest.raises(HostError) as caught:
        host.serve(act, **more)
    assert str(caught.value) == TOKEN_REFUSED


def change(host: Host, *posts: Outgoing) -> Any:  # noqa: ANN401 - a Change
    from ukachat.chat.store import Change

    return Change(host.clock.now(), posts=list(posts))


def test_a_table_that_cannot_be_taken_up_keeps_the_bot_from_nothing(
    host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def mistake(*_: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(Service, "resume", mistake)
    host.serve(nothing)
    assert "Ready" in capsys.readouterr().out


def test_a_database_that_fails_at_the_beginning_ends_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("The database is full.")

    monkeypatch.setattr(Service, "resume", full)
    with pytest.raises(StoreError, match="full"):
        host.serve(nothing)


def test_what_was_kept_before_it_was_killed_is_sent_when_it_begins(host: Host) -> None:
    async def prepare() -> None:
        store = await open_store(host.db)
        await store.keep(change(host, Say(to(host.mere.private), "Your turn")))
        assert await store.claim_next("telegram:", host.clock.now())
        await store.close()

    asyncio.run(prepare())
    host.serve(lambda: host.clock.wind(1))
    assert host.texts(host.mere.private) == ["Your turn"]


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(
    host: Host, name: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop() -> None:
        try:
            host.world.until(lambda: host.world.poller is not None, 60)
        finally:
            os.kill(os.getpid(), name)

    before = signal.signal(name, signal.SIG_IGN)  # so that a late one ends no other test
    try:
        with FakeServer(host.world) as server:
            stopping = threading.Thread(target=stop)
            stopping.start()
            running.run(host.settings(api_url=server.url))
            stopping.join()
    finally:
        signal.signal(name, before)
    assert "Stopped" in capsys.readouterr().out


# --- a chat that is closed ---


@pytest.mark.parametrize(
    ("message", "is_awaited"),
    [
        (Say("telegram:7", "Your turn", Tone.TURN), False),
        (Say("telegram:7", "Your hand", Tone.ANSWER), True),
        (Edit("telegram:7", "table:abc", "Trick 1"), False),
        (Send("telegram:7", "game.yaml", b"uka", "Your game."), True),
        (Reply("telegram:7", "press:1", "Yes"), True),
    ],
)
def test_who_cannot_be_reached_is_told_where_they_can_be(
    host: Host, message: Outgoing, is_awaited: bool
) -> None:
    told: list[object] = []

    async def lost(account: str, now: float, *, is_awaited: bool) -> None:
        told.extend([account, now, is_awaited])

    host.service.lost = lost  # type: ignore[method-assign,assignment]
    asyncio.run(running._Closing(host.service, host.clock)(message))
    assert told == ["telegram:7", host.clock.now(), is_awaited]


def test_a_group_or_topic_that_cannot_be_written_to_rests(host: Host) -> None:
    told: list[object] = []

    async def removed(address: str, now: float) -> None:
        told.extend([address, now])

    host.service.removed = removed  # type: ignore[method-assign]
    closing = running._Closing(host.service, host.clock)
    asyncio.run(closing(Say("telegram:-5/7", "Trick 1")))
    assert told == ["telegram:-5/7", host.clock.now()]


# --- check ---


def test_a_check_says_what_it_found(host: Host) -> None:
    with FakeServer(host.world) as server:
        polling = running.check(host.settings(api_url=server.url))
        hook = {"webhook_url": "https://uka.example/hook", "webhook_secret": "s3cret"}
        hook["webhook_port"] = "8080"
        listening = running.check(host.settings(api_url=server.url, **hook))
    assert polling == [
        "The settings are good: updates come by long polling.",
        f"The database is good: {host.db}, 0 open tables.",
        "The token is good: it is that of @uka_test_bot.",
    ]
    assert listening[0] == "The settings are good: updates come by webhook."
    assert {call.method for call in host.world.calls} == {"getMe"}, "and changes nothing"


def test_a_check_says_what_is_wrong(host: Host) -> None:
    with FakeServer(host.world) as server:
        host.world.token = "4243:another-token_for-tests-0123456789a"
        with pytest.raises(HostError) as caught:
            running.check(
                host.settings(api_url=server.url, token="4242:fake-token_for-tests-0123456789abcd")
            )
    assert str(caught.value) == TOKEN_REFUSED
    nobody = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(HostError, match=r"UKACHAT_API_URL: .* cannot be reached"):
        running.check(host.settings(api_url=nobody))


def test_what_is_loaded_is_searched_for_garbage_no_more() -> None:
    gc.unfreeze()
    try:
        running.pass_over_what_is_loaded()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
