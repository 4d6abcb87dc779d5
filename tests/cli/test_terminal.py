"""The terminal as a chat, over a conversation that answers whatever a test wants."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from tests.chat.memory import MemoryStore
from tests.cli.running import shown
from ukachat.chat.messages import (
    Button,
    Edit,
    Incoming,
    Press,
    Reply,
    Say,
    Send,
    Text,
    Tone,
    Upload,
)
from ukachat.chat.service import Busy, Service
from ukachat.chat.store import Change, StoreError
from ukachat.cli.screen import Screen
from ukachat.cli.talking import _listen
from ukachat.cli.terminal import LARGEST_FILE, Terminal, now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ukachat.chat.messages import Outgoing, Said

MERE = "terminal:mere/"
CHOICES = (
    (Button("Pick it up", "up"), Button("Pick it up, alone", "alone")),
    (Button("Away", "no"),),
)


@dataclass
class _Fake:
    """A conversation that remembers what was said and answers with what a test laid out."""

    store: MemoryStore
    answers: list[Outgoing] = field(default_factory=list)
    heard: list[Said] = field(default_factory=list)
    fails: Exception | None = None
    clock_fails: Exception | None = None

    async def handle(self, incoming: Incoming, at: float) -> None:
        self.heard.append(incoming.said)
        if self.fails is not None:
            raise self.fails
        posts, self.answers = self.answers, []
        await self.store.keep(Change(at, posts=posts))

    async def tick(self, at: float) -> None:
        del at
        if self.clock_fails is not None:
            raise self.clock_fails

    async def waiting(self, account: str, name: str) -> str:
        return f"{account} {name}"


@pytest.fixture(autouse=True)
def _lines_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def fake() -> _Fake:
    return _Fake(MemoryStore())


@pytest.fixture
def terminal(fake: _Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Mere's terminal, in a folder of its own; whatever is shown goes to standard output."""
    monkeypatch.chdir(tmp_path)
    return _terminal(fake, plain=False)


def _terminal(fake: _Fake, *, plain: bool) -> Terminal:
    screen = Screen(plain=plain, ascii_only=False)
    return Terminal(fake.store, cast("Service", fake), "Mere", screen, Path("beside"))


def _take(terminal: Terminal, *lines: str) -> None:
    for line in lines:
        assert asyncio.run(terminal.take(line))


@pytest.mark.parametrize(
    "line", ["hi ~nobody-of-that-name", "/replay " + "x" * 300, "/replay ~nobody-there"]
)
def test_what_only_looks_like_a_file_is_said(fake: _Fake, terminal: Terminal, line: str) -> None:
    _take(terminal, line)
    assert fake.heard == [Text(line)]


@pytest.mark.parametrize(
    "name", ["nowhere", ".", "/dev/zero", "a\0b", "~nobody-there/x", "x" * 300]
)
def test_what_cannot_be_sent_gets_a_sentence(
    fake: _Fake, terminal: Terminal, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _take(terminal, f"/send {name}")
    assert fake.heard == []
    assert "there is no such file. /send FILE sends a saved game." in capsys.readouterr().out


def test_a_file_is_sent_up_to_a_limit(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("game.yaml").write_bytes(b"x" * LARGEST_FILE)
    Path("huge.yaml").write_bytes(b"x" * (LARGEST_FILE + 1))
    _take(terminal, "/send game.yaml", "/send huge.yaml")
    assert fake.heard == [Upload("game.yaml", b"x" * LARGEST_FILE)]
    assert capsys.readouterr().out == "huge.yaml: this is too large for a saved game.\n"


def test_a_number_presses_a_choice_of_the_newest_message_alone(
    fake: _Fake, terminal: Terminal
) -> None:
    _take(terminal, "1")
    fake.answers = [Say(MERE, "Old.", buttons=((Button("A", "a"), Button("B", "b")),))]
    _take(terminal, "ask")
    fake.answers = [Say(MERE, "New.", buttons=((Button("C", "c"),),))]
    _take(terminal, "ask", "1", "2")
    said = [Text("1"), Text("ask"), Text("ask"), Press("c"), Text("2")]
    assert fake.heard == said


def test_what_is_shown_of_each_message(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.answers = [
        Reply(MERE, "1", ""),
        Reply(MERE, "1", "For you."),
        Edit(MERE, "k", "The table."),
        Edit(MERE, "k", "The page.", tone=Tone.ANSWER),
        Send(MERE, "../a game.yaml", b"deals", "Here it is."),
    ]
    _take(terminal, "go")
    told = capsys.readouterr().out
    assert told == "For you.\nThe page.\nHere it is.\nSaved as a-game.yaml.\n"
    assert Path("a-game.yaml").read_bytes() == b"deals"


def test_choices_stand_side_by_side_and_are_never_broken(
    fake: _Fake, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for columns, lines in {
        "80": ["1 Pick it up   2 Pick it up, alone   3 Away"],
        "30": ["1 Pick it up", "2 Pick it up, alone   3 Away"],
        "20": ["1 Pick it up", "2 Pick it up, alone", "3 Away"],
    }.items():
        monkeypatch.setenv("COLUMNS", columns)
        fake.answers = [Say(MERE, "Well?", buttons=CHOICES)]
        _take(_terminal(fake, plain=False), "ask")
        assert capsys.readouterr().out.splitlines() == ["Well?", *lines]


def test_plain_choices_are_words_first(fake: _Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.answers = [Say(MERE, "Well?", buttons=CHOICES)]
    _take(_terminal(fake, plain=True), "ask")
    assert "Choices: Pick it up (1), Pick it up, alone (2), Away (3)." in capsys.readouterr().out


def test_nothing_is_wider_than_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = "/play\n/start\n/deal\nlowest\n/table\n/help\n"
    told = shown("chat", "--as", "Mere", "--db", tmp_path / "u.db", given=given, width=30)
    assert "/play" in told
    assert [line for line in told.splitlines() if len(line) > 30] == []


def test_what_goes_wrong_is_a_sentence_and_a_trace_beside_the_database(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.fails = ZeroDivisionError("by a test")
    _take(terminal, "go")
    log = Path("beside", "errors.log")
    told = capsys.readouterr().out
    assert told == (
        f"Something went wrong; the table is as it was. What went wrong is written in {log}.\n"
    )
    assert "ZeroDivisionError: by a test" in log.read_text()


def test_a_busy_table_asks_for_patience(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.fails = Busy()
    _take(terminal, "go")
    assert capsys.readouterr().out == "The table is busy just now. Please say it again.\n"


def test_a_clock_that_fails_is_told_of_once(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.clock_fails = ZeroDivisionError()
    for _ in range(3):
        asyncio.run(terminal.tick())
    assert capsys.readouterr().out.count("The clock of a table has stopped.") == 1


def test_what_a_killed_terminal_took_is_shown_by_the_next_at_once_and_once(
    fake: _Fake, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    async def die() -> None:
        posts: list[Outgoing] = [Say(MERE, f"News {number}.") for number in range(3)]
        await fake.store.keep(Change(now(), posts=posts))
        assert await fake.store.claim(MERE, now(), limit=2)  # and nothing more was heard of it

    asyncio.run(die())
    fake.answers = [Say(MERE, "Your turn.")]
    asyncio.run(terminal.begin())
    assert capsys.readouterr().out == "News 0.\nNews 1.\nNews 2.\nYour turn.\n"
    asyncio.run(_terminal(fake, plain=False).begin())
    assert capsys.readouterr().out == ""


def test_a_database_that_is_lost_ends_the_waiting_for_a_line(
    fake: _Fake, terminal: Terminal
) -> None:
    async def nobody_types() -> AsyncIterator[str]:
        await asyncio.sleep(60)
        yield "never"

    fake.clock_fails = StoreError("the disk is gone")
    with pytest.raises(StoreError, match="the disk is gone"):
        asyncio.run(asyncio.wait_for(_listen(terminal, nobody_types()), 20))


def test_leaving_says_nothing_to_the_conversation(fake: _Fake, terminal: Terminal) -> None:
    for line in ("/quit", "quit", " EXIT "):
        assert not asyncio.run(terminal.take(line))
    assert fake.heard == []
    assert not re.search("[A-Z]", terminal.account)
