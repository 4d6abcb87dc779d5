"""The fake over HTTP on this computer, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from tests.telegram.fake.answering import BotApi, Request
from tests.telegram.fake.delivery import Courier
from tests.telegram.fake.faults import Dropped

if TYPE_CHECKING:
    from types import TracebackType

    from tests.telegram.fake.world import World

LARGEST_BODY = 60_000_000


class Door(RequestHandler):
    """Takes every request, by GET or POST."""

    def initialize(self, api: BotApi, mistakes: list[Exception]) -> None:
        self._api = api
        self._mistakes = mistakes
        self._task: asyncio.Task[object] | None = None

    async def get(self) -> None:
        await self._take()

    async def post(self) -> None:
        await self._take()

    def on_connection_close(self) -> None:
        """A caller that goes away waits for nothing any more."""
        if self._task is not None:
            self._task.cancel()

    async def _take(self) -> None:
        asked = self.request
        kind = asked.headers.get("Content-Type", "")
        request = Request(unquote(asked.path), asked.query, kind, asked.body)
        self._task = asyncio.current_task()
        try:
            answer = await self._api.answer(request)
        except (Dropped, asyncio.CancelledError):
            self._finished = True  # there is nothing to write
            if asked.connection is not None:
                asked.connection.detach().close()  # type: ignore[attr-defined]
            return
        except Exception as mistake:
            self._mistakes.append(mistake)
            raise
        finally:
            self._task = None
        self.set_status(answer.status)
        self.set_header("Content-Type", answer.content_type)
        self.write(answer.body)


class FakeServer:
    """Serves a world at a free port of this computer, and delivers its webhook's updates.

    A context manager; ``with FakeServer(world) as server: ... server.url ...``. At its end it
    raises what went wrong in the fake itself, which the bot has only seen as an answer 500.

    Attributes:
        url: The root, to which ``/bot<token>`` and ``/file/bot<token>`` are added.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = asyncio.new_event_loop()
        self._sockets = bind_sockets(0, "127.0.0.1")
        self._thread = threading.Thread(target=self._run, name="fake Bot API", daemon=True)
        self._courier = Courier(world)
        self._mistakes: list[Exception] = []
        self.url = f"http://127.0.0.1:{self._sockets[0].getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._courier.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._courier.close()
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()
        if self._mistakes and error is None:
            raise self._mistakes[0]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        self._stopped = asyncio.Event()
        parts = {"api": BotApi(self._world), "mistakes": self._mistakes}
        app = Application([(".*", Door, parts)], log_function=lambda _handler: None)
        server = HTTPServer(app, max_buffer_size=LARGEST_BODY)
        server.add_sockets(self._sockets)
        await self._stopped.wait()
        server.stop()
        await server.close_all_connections()
        mine = asyncio.current_task()
        waiting = [task for task in asyncio.all_tasks() if task is not mine]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
