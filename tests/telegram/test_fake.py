"""The ways into the fake, and what it does to the bot: updates, files, webhooks, faults."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TimedOut

from tests.telegram.fake.clocks import RunningClock
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.server import FakeServer
from tests.telegram.fake.transport import FakeTransport
from tests.telegram.meeting import (
    Place,
    buttons,
    document_in,
    in_process,
    message_in,
    over_http,
    query_in,
    refuses,
    through,
)

if TYPE_CHECKING:
    from telegram import Bot

    from tests.telegram.meeting import Way


@pytest.mark.parametrize("way", [in_process, over_http])
def test_a_conversation_goes_both_ways(place: Place, way: Way) -> None:
    async def talk() -> None:
        async with way(place.world) as bot:
            assert bot.username == "uka_test_bot"
            place.mere.says("hello")
            (update,) = await bot.get_updates(timeout=5)
            assert message_in(update).text == "hello"
            assert place.world.updates.past[0].payload["from"]["language_code"] == "mi"
            sent = await bot.send_message(
                place.mere.id, "Pick it <b>up</b>?", parse_mode="HTML", reply_markup=buttons("Yes")
            )
            assert sent.text == "Pick it up?"
            press = place.mere.presses("Yes")
            (update,) = await bot.get_updates(offset=update.update_id + 1, timeout=5)
            assert query_in(update).data == "yes"
            assert not press.answered
            await query_in(update).answer("done", show_alert=True)
            assert (press.answered, press.text, press.alert) == (True, "done", True)
            await query_in(update).edit_message_text("Picked up")
            assert place.mere.private.said_by_bot()[-1].text == "Picked up"

    asyncio.run(talk())
    assert place.world.refused() == []
    assert [call.method for call in place.world.sent()] == ["sendMessage", "editMessageText"]


@pytest.mark.parametrize("way", [in_process, over_http])
def test_files_go_both_ways(place: Place, way: Way) -> None:
    content = "rank: Hēmi \x00\r\n--".encode()

    async def swap() -> None:
        async with way(place.world) as bot:
            place.mere.sends_document("game.yaml", content, caption="look")
            (update,) = await bot.get_updates()
            assert message_in(update).caption == "look"
            file = await document_in(message_in(update)).get_file()
            assert bytes(await file.download_as_bytearray()) == content
            sent = await bot.send_document(
                place.mere.id, content, filename="saved.yaml", caption="Yours"
            )
            kept = document_in(sent)
            assert (kept.file_name, kept.file_size) == ("saved.yaml", 17)
            again = await bot.send_document(place.mere.id, kept.file_id)
            assert document_in(again).file_size == len(content)

    asyncio.run(swap())
    assert [file.content for file in place.world.files.values()] == [content] * 3


def test_updates_come_until_they_are_confirmed(place: Place) -> None:
    async def act(bot: Bot) -> None:
        for word in ("one", "two", "three"):
            place.mere.says(word)
        first = await bot.get_updates(limit=2)
        assert [message_in(update).text for update in first] == ["one", "two"]
        assert await bot.get_updates(limit=2) == first
        rest = await bot.get_updates(offset=first[-1].update_id + 1)
        assert [message_in(update).text for update in rest] == ["three"]
        place.world.updates.repeat(place.world.updates.past[0])
        again = await bot.get_updates(offset=rest[-1].update_id + 1)
        assert again == first[:1]
        assert await bot.get_updates(offset=again[-1].update_id + 1) == ()
        place.world.updates.twice = True
        place.mere.says("four")
        (four,) = await bot.get_updates()
        assert await bot.get_updates(offset=four.update_id + 1) == (four,)
        assert await bot.get_updates(offset=four.update_id + 1) == ()
        place.world.updates.dropping = 1
        place.mere.says("five")
        place.mere.says("six")
        (six,) = await bot.get_updates()
        assert message_in(six).text == "six"
        await bot.get_updates(offset=six.update_id + 1, allowed_updates=["callback_query"])
        place.mere.says("seven")
        assert await bot.get_updates() == ()

    through(place.world, act)


@pytest.mark.parametrize("way", [in_process, over_http])
def test_long_polling_wakes_and_gives_way(place: Place, way: Way) -> None:
    async def poll() -> None:
        async with way(place.world) as bot, way(place.world) as other:
            waiting = asyncio.create_task(bot.get_updates(timeout=30))
            await asyncio.sleep(0.05)
            assert not waiting.done()
            place.mere.says("wake up")
            assert len(await waiting) == 1
            offset = place.world.updates.past[-1].id + 1
            earlier = asyncio.create_task(bot.get_updates(offset=offset, timeout=30))
            await asyncio.sleep(0.05)
            later = asyncio.create_task(other.get_updates(offset=offset, timeout=30))
            await refuses(Conflict, "terminated by other getUpdates request", earlier)
            await bot.set_webhook("https://uka.example/hook")
            await refuses(Conflict, "while webhook is active", later)
            await refuses(Conflict, "while webhook is active", bot.get_updates())
            assert (await bot.get_webhook_info()).url == "https://uka.example/hook"
            await bot.delete_webhook()
            assert await bot.get_updates(offset=offset) == ()

    asyncio.run(poll())


def test_a_caller_that_went_away_takes_no_update(place: Place) -> None:
    async def poll() -> None:
        async with over_http(place.world) as bot:
            waiting = asyncio.create_task(bot.get_updates(timeout=30))
            await asyncio.sleep(0.05)
            waiting.cancel()
            await asyncio.wait([waiting])
            await place.world.soon(lambda: place.world.calls[-1].method == "getUpdates")
            place.mere.says("anybody?")
            assert len(await bot.get_updates()) == 1

    asyncio.run(poll())


def test_a_webhook_is_called_until_it_answers(place: Place) -> None:
    got: list[tuple[str, str, int]] = []
    statuses = [500, 200, 200]

    async def hook(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:-2])
        body = json.loads(await reader.readexactly(int(headers["Content-Length"])))
        secret = headers["X-Telegram-Bot-Api-Secret-Token"]
        got.append((secret, head.split()[1], body["update_id"]))
        writer.write(f"HTTP/1.1 {statuses[len(got) - 1]} -\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def act() -> None:
        listener = await asyncio.start_server(hook, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        place.world.roads["https://uka.example"] = f"http://127.0.0.1:{port}"
        async with listener, over_http(place.world) as bot:
            wrong = bot.set_webhook("http://uka.example/hook")
            await refuses(BadRequest, "An HTTPS URL must be provided for webhook", wrong)
            await bot.set_webhook("https://uka.example/hook", secret_token="s3_cret")
            place.mere.says("one")
            place.mere.says("two")
            await place.world.soon(lambda: not place.world.updates or len(got) > 3)
            assert not place.world.updates

    asyncio.run(act())
    ids = [update.id for update in place.world.updates.past]
    assert got == [("s3_cret", "/hook", number) for number in (ids[0], *ids)]


@pytest.mark.parametrize("way", [in_process, over_http])
def test_faults(place: Place, way: Way) -> None:
    faults, chat = place.world.faults, place.mere.id

    async def act() -> None:
        async with way(place.world) as bot:
            faults.add(Fault("flood", "sendMessage", chat, seconds=7))
            await refuses(RetryAfter, "", bot.send_message(chat, "a"))
            faults.add(Fault("error", code=502))
            await refuses(NetworkError, "Internal Server Error", bot.send_message(chat, "b"))
            faults.add(Fault("drop"))
            await refuses(NetworkError, "httpx", bot.send_message(chat, "c"))
            assert place.mere.private.said_by_bot() == []
            faults.add(Fault("drop", after_effect=True))
            await refuses(NetworkError, "httpx", bot.send_message(chat, "d"))
            faults.add(Fault("slow", seconds=5, after_effect=True))
            await refuses(TimedOut, "", bot.send_message(chat, "e", read_timeout=0.05))
            faults.add(Fault("slow", seconds=5))
            await refuses(TimedOut, "", bot.send_message(chat, "f", read_timeout=0.05))
            faults.add(Fault("drop", "deleteMessage"))
            await bot.send_message(chat, "g")

    asyncio.run(act())
    assert [message.text for message in place.mere.private.said_by_bot()] == ["d", "e", "g"]
    met = [call.fault for call in place.world.calls if call.method == "sendMessage"]
    assert met == ["flood", "error", "drop", "drop", "slow", "slow", None]


@pytest.mark.parametrize("way", [FakeTransport, FakeServer])
@pytest.mark.parametrize("form", ["address", "form", "json", "parts", "attached"])
def test_every_form_of_a_body_is_read(place: Place, way: type, form: str) -> None:
    chat = str(place.mere.id)
    kinds: dict[str, dict[str, Any]] = {
        "address": {"params": {"chat_id": chat, "text": "a&b"}},
        "form": {"data": {"chat_id": chat, "text": "a&b"}},
        "json": {"json": {"chat_id": int(chat), "text": "a&b"}},
        "parts": {"files": {"chat_id": (None, chat), "text": (None, "a&b")}},
        "attached": {
            "data": {"chat_id": chat, "document": "attach://x"},
            "files": {"x": ("a.yaml", b"a&b")},
        },
    }
    method = "sendDocument" if form == "attached" else "sendMessage"

    async def post(client: httpx.AsyncClient, root: str) -> None:
        verb = "GET" if form == "address" else "POST"
        url = f"{root}/bot{place.world.token}/{method}"
        answer = await client.request(verb, url, **kinds[form])
        assert answer.json()["ok"], answer.text
        broken = {"Content-Type": "multipart/form-data"}
        answer = await client.post(url, headers=broken, content=b"--")
        assert answer.status_code == 400

    async def act() -> None:
        if way is FakeTransport:
            async with httpx.AsyncClient(transport=FakeTransport(place.world)) as client:
                await post(client, "https://fake.invalid")
        else:
            with FakeServer(place.world) as server:
                async with httpx.AsyncClient() as client:
                    await post(client, server.url)

    asyncio.run(act())
    (message,) = place.mere.private.said_by_bot()
    assert message.text == (None if form == "attached" else "a&b")
    assert [file.content for file in place.world.files.values()] == [b"a&b"] * (form == "attached")


def test_a_mistake_of_the_fake_itself_does_not_stay_hidden(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(place.world, "files", None)

    async def act() -> None:
        async with over_http(place.world) as bot:
            with pytest.raises(NetworkError):
                await bot.get_file("x")

    with pytest.raises(AttributeError, match="NoneType"):
        asyncio.run(act())
    assert "Uncaught exception" in caplog.text


def test_a_clock_can_run_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 50.0)
    clock = RunningClock(factor=10)
    before = clock.now()
    monkeypatch.setattr("time.monotonic", lambda: 53.0)
    assert clock.now() - before == 30


def test_waiting_for_what_does_not_come_fails(place: Place) -> None:
    with pytest.raises(AssertionError, match="still not so"):
        place.world.until(lambda: place.world.calls, seconds=0.01)
    with pytest.raises(AssertionError, match="still not so"):
        asyncio.run(place.world.soon(lambda: place.world.calls, seconds=0.01))
