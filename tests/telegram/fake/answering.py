"""From a request to its answer: checked, met by faults and limits, carried out, recorded."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from tornado.escape import parse_qs_bytes
from tornado.httputil import HTTPFile, HTTPInputError, parse_body_arguments

from tests.telegram.fake import asking, delivery, messages, profile
from tests.telegram.fake.checking import Upload, read_params
from tests.telegram.fake.faults import Dropped
from tests.telegram.fake.limits import is_counted
from tests.telegram.fake.reaching import find_chat
from tests.telegram.fake.refusals import Refused, bad, too_many
from tests.telegram.fake.world import Call

if TYPE_CHECKING:
    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.faults import Fault
    from tests.telegram.fake.world import World

IMITATED = messages.METHODS | asking.METHODS | profile.METHODS | delivery.METHODS
PATH = re.compile(r"/(?P<file>file/)?bot(?P<token>[^/]*)/(?P<rest>.+)")


class Request(NamedTuple):
    """A request as it came over HTTP."""

    path: str
    query: str
    content_type: str
    body: bytes


class Answer(NamedTuple):
    """An answer as it goes over HTTP."""

    status: int
    body: bytes
    content_type: str = "application/json"


class BotApi:
    """The Bot API of a world."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def answer(self, request: Request) -> Answer:
        """Carries out a request.

        Raises:
            Dropped: A fault closes the connection.
        """
        try:
            return await self._serve(request)
        except Refused as refusal:
            return Answer(refusal.code, json.dumps(refusal.json()).encode())

    async def _serve(self, request: Request) -> Answer:
        found = PATH.fullmatch(request.path)
        if found is None:
            raise Refused(404, "Not Found")
        if found["token"] != self._world.token:
            raise Refused(401, "Unauthorized")
        if found["file"]:
            return self._download(found["rest"])
        result = await self._call(found["rest"], _raw_params(request))
        return Answer(200, json.dumps({"ok": True, "result": result}).encode())

    def _download(self, path: str) -> Answer:
        for file in self._world.files.values():
            if file.path == path:
                return Answer(200, file.content, "application/octet-stream")
        raise Refused(404, "Not Found")

    async def _call(self, method: str, raw: Params) -> object:
        """Carries out and records one call."""
        call = Call(method, raw, self._world.clock.now())
        try:
            call.params = read_params(method, raw)
            call.chat = self._chat(call.params)
            fault = self._world.faults.meet(method, call.chat)
            call.fault = None if fault is None else fault.kind
            if fault is not None and not fault.after_effect:
                await _happen(fault)
            call.result = await self._carry_out(call)
        except Refused as refusal:
            call.refusal = refusal
            raise
        finally:
            with self._world.lock:
                self._world.calls.append(call)
            self._world.changed.fire()
        if fault is not None and fault.after_effect:
            await _happen(fault)
        return call.result

    def _chat(self, params: Params) -> int | None:
        if "chat_id" not in params:
            return None
        try:
            return find_chat(self._world, params["chat_id"]).id
        except Refused:
            return params["chat_id"] if isinstance(params["chat_id"], int) else None

    async def _carry_out(self, call: Call) -> object:
        if call.method == "getUpdates":
            return await delivery.get_updates(self._world, call.params)
        with self._world.lock:
            if is_counted(call.method) and call.chat is not None:
                self._world.flood.pass_through(call.chat)
            if call.method not in IMITATED:
                raise bad(f"not imitated: {call.method}")
            return IMITATED[call.method](self._world, call.params)


async def _happen(fault: Fault) -> None:
    match fault.kind:
        case "flood":
            raise too_many(int(fault.seconds))
        case "error":
            raise Refused(fault.code, "Internal Server Error")
        case "drop":
            raise Dropped(fault.after_effect)
        case "slow":
            await asyncio.sleep(fault.seconds)


def _raw_params(request: Request) -> Params:
    """The parameters as they were sent: in the address, a form, a form with files, or JSON."""
    raw: Params = _texts(parse_qs_bytes(request.query))
    if not request.body:
        return raw
    if request.content_type.startswith("application/json"):
        try:
            decoded = json.loads(request.body)
        except ValueError:
            raise bad("can't parse JSON object") from None
        if not isinstance(decoded, dict):
            raise bad("the body must be a JSON object")
        return raw | decoded
    arguments: dict[str, list[bytes]] = {}
    files: dict[str, list[HTTPFile]] = {}
    try:
        parse_body_arguments(request.content_type, request.body, arguments, files)
    except HTTPInputError as error:
        raise bad(f"can't parse the body: {error}") from None
    if not arguments and not files:
        raise bad(f"can't parse a body of type {request.content_type!r}")
    raw |= _texts(arguments)
    uploads = {name: Upload(parts[0].filename, parts[0].body) for name, parts in files.items()}
    attached = {name: value[9:] for name, value in raw.items() if str(value)[:9] == "attach://"}
    for name, part in attached.items():
        if part not in uploads:
            raise bad(f"no file {part} is attached for {name}")
        raw[name] = uploads.pop(part)
    return raw | uploads


def _texts(arguments: dict[str, list[bytes]]) -> Params:
    return {name: values[-1].decode() for name, values in arguments.items()}
