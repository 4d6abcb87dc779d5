"""The bot as its host runs it: a process of its own, a database on disk, the fake over loopback."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from tests.telegram.fake.clocks import RunningClock
from tests.telegram.fake.people import Person
from tests.telegram.fake.server import FakeServer
from tests.telegram.fake.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from tests.telegram.fake.chats import Chat

FACTOR = 10
"""How many of the bot's seconds pass in one."""
SECRET = "s3cret-of-the-webhook_0123456789"
HOME = Path(__file__).parents[2]
LONGEST = 30.0
_LOOK = 0.02


class Decided(NamedTuple):
    """A decision that the database holds.

    Attributes:
        table: The number of its table.
        kind: The name of its class.
        fields: What it says.
    """

    table: int
    kind: str
    fields: dict[str, Any]


class Running:
    """A process of the bot.

    Attributes:
        lines: What it has written to its standard error.
    """

    def __init__(self, command: list[str], variables: dict[str, str], world: World) -> None:
        self.lines: list[str] = []
        self._world = world
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            command,
            env=variables,
            cwd=variables["HOME"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr:
            for line in self._process.stderr:
                self.lines.append(line.rstrip("\n"))
                self._world.changed.fire()

    @property
    def log(self) -> str:
        """All that it has written."""
        return "\n".join(self.lines)

    @property
    def status(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.poll()

    def signals(self, kind: signal.Signals) -> None:
        """Sends it a signal."""
        self._process.send_signal(kind)

    def kills(self) -> None:
        """Ends it where it stands."""
        self._process.kill()
        assert self.ends() == -signal.SIGKILL, self.log

    def ends(self, seconds: float = LONGEST) -> int:
        """Waits for its end.

        Returns:
            The exit status.
        """
        status = self._process.wait(seconds)
        self._reader.join()
        return status

    def stops(self) -> int:
        """Asks it to end, and waits for that.

        Returns:
            The exit status.
        """
        self.signals(signal.SIGTERM)
        return self.ends()


class Host:
    """Somebody who runs the bot, one process after the other, on one database.

    A context manager; at its end whatever still runs is killed, and what all processes have written
    is looked through: no secret, and no exception that nobody had thought of.

    Attributes:
        world: Telegram; its flood limits and those of the bot go by the same clock.
        url: The Bot API.
        database: The database.
        ran: Every process there was.
        is_calm: Whether no traceback may stand in the logs.
    """

    def __init__(self, folder: Path, factor: float = FACTOR) -> None:
        self._factor = factor
        self.clock = RunningClock(factor)
        self.world = World(self.clock)
        self.world.answer_within *= factor  # however slowly a process starts here
        self.database = folder / "uka.db"
        self.ran: list[Running] = []
        self.is_calm = True
        self._folder = folder
        self._token = self.world.token
        self._server = FakeServer(self.world)
        self.url = self._server.url

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self.ran:
            if each.status is None:
                each.kills()
        if error is not None:
            for each in self.ran:
                print(each.log, "---", sep="\n")  # noqa: T201 - shown where the test fails
        self._server.__exit__(kind, error, trace)
        if error is None:
            self._check_logs()

    def _check_logs(self) -> None:
        secrets = {SECRET, *(token.partition(":")[2] for token in (self._token, self.world.token))}
        for each in self.ran:
            assert not [secret for secret in secrets if secret in each.log]
            assert not (self.is_calm and "Traceback" in each.log), each.log

    def variables(self, **settings: object) -> dict[str, str]:
        """The environment of a process: nothing but what it needs.

        Args:
            settings: Of the bot, such as ``log_level``, besides those that it cannot do without.
        """
        needed = {"token": self.world.token, "api_url": self.url, "db": self.database}
        given = {f"UKACHAT_{name.upper()}": str(each) for name, each in (needed | settings).items()}
        own = {"HOME": str(self._folder), "PYTHONPATH": str(HOME), "PATH": os.environ["PATH"]}
        return own | given

    def launches(self, *options: str, **settings: object) -> Running:
        """Starts a process; see `variables`."""
        clock = map(str, (self._factor, self.clock.start, self.clock.began))
        launcher = (
            ["-m", "tests.telegram.hasty", *clock] if self._factor != 1 else ["-m", "ukachat"]
        )
        command = [sys.executable, *launcher, "bot", *options]
        process = Running(command, self.variables(**settings), self.world)
        self.ran.append(process)
        return process

    def starts(self, **settings: object) -> Running:
        """Starts a process, and waits until it is ready."""
        process = self.launches(**settings)
        self.until(lambda: "Ready" in process.log or process.status is not None)
        assert "Ready" in process.log, process.log
        return process

    def checks(self, **settings: object) -> subprocess.CompletedProcess[str]:
        """Runs ``ukachat bot --check``."""
        return subprocess.run(
            [sys.executable, "-m", "ukachat", "bot", "--check"],
            env=self.variables(**settings),
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )

    def until(self, done: Callable[[], object], seconds: float = LONGEST) -> None:
        """Waits until something is so, whether or not the fake has a hand in it.

        Raises:
            AssertionError: It is not so after that many real seconds.
        """
        deadline = time.monotonic() + seconds
        while not self.world.changed.wait_here(lambda: self.holds(done), _LOOK):
            if time.monotonic() > deadline:
                last = [call.method for call in self.world.calls[-5:]]
                raise AssertionError(f"still not so after {seconds} s; the last calls: {last}")

    def holds(self, done: Callable[[], object]) -> bool:
        """Whether something is so, while nothing in the world changes."""
        with self.world.lock:
            return bool(done())

    def settles(self) -> None:
        """Waits until every update was taken in and whatever there was to say was said."""
        self.until(lambda: not len(self.world.updates) and not self.waiting())

    # --- what is kept ---

    def asks(self, query: str) -> list[tuple[Any, ...]]:
        """Reads the database."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()

    def writes(self, statement: str) -> None:
        """Changes the database behind the bot's back."""
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute(statement)

    @contextmanager
    def busy_database(self) -> Iterator[None]:
        """Somebody else writes to the database, in the meantime."""
        with closing(sqlite3.connect(self.database, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield

    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return int(self.asks("SELECT count(*) FROM outbox")[0][0])

    def decided(self) -> list[Decided]:
        """All decisions of all tables, in order."""
        rows = self.asks('SELECT "table", text FROM decisions ORDER BY "table", number')
        return [Decided(table, *json.loads(text)) for table, text in rows]

    # --- people ---

    def person(self, name: str, *, started: bool = True) -> Person:
        """Somebody new, who has started the bot already by default."""
        return Person(self.world, name, started=started)

    def says(self, who: Person, text: str, chat: Chat | None = None) -> str:
        """Somebody says something, and waits for the bot to answer by a message there.

        Returns:
            The answer.
        """
        place = chat or who.private
        known = {message.id for message in place.said_by_bot()}
        who.says(text, place)

        def answers() -> list[str]:
            return [each.text or "" for each in place.said_by_bot() if each.id not in known]

        self.until(answers)
        return answers()[-1]
