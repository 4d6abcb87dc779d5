"""The fake in process: a transport for httpx, and so for a bot's requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx

from tests.telegram.fake.answering import BotApi, Request
from tests.telegram.fake.faults import Dropped

if TYPE_CHECKING:
    from tests.telegram.fake.world import World


class FakeTransport(httpx.AsyncBaseTransport):
    """Answers every request from a world, without a network.

    Use one for both requests of a bot: ``HTTPXRequest(httpx_kwargs={"transport": transport})``.
    """

    def __init__(self, world: World) -> None:
        self._api = BotApi(world)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        body = await request.aread()
        kind = request.headers.get("content-type", "")
        asked = Request(url.path, url.query.decode(), kind, body)
        patience = request.extensions.get("timeout", {}).get("read")
        try:
            answer = await asyncio.wait_for(self._api.answer(asked), patience)
        except TimeoutError as error:
            raise httpx.ReadTimeout("no answer in time", request=request) from error
        except Dropped as drop:
            if drop.after_effect:
                raise httpx.ReadError("the connection is closed", request=request) from drop
            raise httpx.ConnectError("the connection is refused", request=request) from drop
        headers = {"Content-Type": answer.content_type}
        return httpx.Response(answer.status, headers=headers, content=answer.body, request=request)
