"""The real process by webhook, and what `ukachat bot --check` finds."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake.faults import Fault
from tests.telegram.pressing import begun, counted_once, play
from tests.telegram.process import SECRET

if TYPE_CHECKING:
    from tests.telegram.process import Host

PUBLIC = "https://uka.example.org"
PATH = "/telegram"


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
        return port


def webhook(host: Host, port: int) -> dict[str, object]:
    """Settings of a webhook, with a proxy in front of it that ends TLS."""
    host.world.roads[PUBLIC] = f"http://127.0.0.1:{port}"
    return {"webhook_url": PUBLIC + PATH, "webhook_port": port, "webhook_secret": SECRET}


def delivered(port: int, update: object, secret: str | None, path: str = PATH) -> int:
    """The status with which the bot answers whoever brings it an update."""
    headers = {"Content-Type": "application/json"}
    if secret is not None:
        headers["X-Telegram-Bot-Api-Secret-Token"] = secret
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("POST", path, json.dumps(update), headers)
        return connection.getresponse().status


def test_a_game_by_webhook(host: Host) -> None:
    port = free_port()
    bot = host.starts(**webhook(host, port))
    assert "updates='webhook'" in bot.lines[0]
    mere = begun(host)
    play(host, mere)
    counted_once(host, mere)
    assert not mere.objections
    assert "getUpdates" not in {call.method for call in host.world.calls}
    assert bot.stops() == 0
    assert len(bot.lines) == 2
    # What is said while nobody listens is delivered to the next process, in either way.
    words = mere.person.says("/score")
    bot = host.starts()
    host.until(lambda: mere.person.private.said_by_bot()[-1].id > words.id)
    assert not host.world.webhook.url


def test_whoever_does_not_know_the_secret_changes_nothing(host: Host) -> None:
    port = free_port()
    bot = host.starts(log_level="debug", **webhook(host, port))
    mere = host.person("Mere")
    host.says(mere, "/start")
    host.settles()
    said = len(mere.private.said_by_bot())
    update = json.loads(json.dumps(host.world.updates.past[0].json()))
    update["update_id"] += 1
    update["message"]["text"] = "/play nz now"
    assert delivered(port, update, None) == 403
    assert delivered(port, update, f"{SECRET}x") == 403
    assert delivered(port, update, SECRET, path="/") == 404
    assert not host.decided()
    assert len(mere.private.said_by_bot()) == said
    assert delivered(port, update, SECRET) == 200
    assert host.decided()
    assert host.world.token not in str(host.world.webhook)
    assert "sendMessage" in bot.log  # or else the level has no effect
    host.is_calm = False  # the library tells of each refusal with a traceback


@pytest.mark.parametrize(
    "by_webhook",
    [
        pytest.param(True, id="webhook"),
        pytest.param(False, id="long polling", marks=pytest.mark.long),
    ],
)
def test_an_update_has_arrived_only_once_it_is_kept(host: Host, by_webhook: bool) -> None:
    bot = host.starts(**(webhook(host, free_port()) if by_webhook else {}))
    mere = host.person("Mere")
    host.writes("ALTER TABLE seen RENAME TO hidden")
    mere.says("/play nz")
    if by_webhook:
        host.until(lambda: host.world.webhook.error)
        assert "500" in str(host.world.webhook.error)
    else:
        host.until(lambda: "Updates cannot be kept" in bot.log)
    assert len(host.world.updates) == 1
    host.writes("ALTER TABLE hidden RENAME TO seen")
    host.until(mere.private.said_by_bot)
    host.settles()
    assert len([each for each in host.decided() if each.kind == "Opened"]) == 1
    host.is_calm = not by_webhook  # the library tells of it with a traceback


@pytest.mark.long
def test_an_update_comes_again_where_somebody_keeps_the_database_busy(host: Host) -> None:
    host.starts(**webhook(host, free_port()))
    mere = host.person("Mere")
    with host.busy_database():
        mere.says("/play nz")
        host.until(lambda: host.world.webhook.error)
        assert len(host.world.updates) == 1
    host.until(mere.private.said_by_bot)
    host.settles()
    assert len([each for each in host.decided() if each.kind == "Opened"]) == 1
    host.is_calm = False


def test_a_port_that_is_taken_is_told(host: Host) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        bot = host.launches(**webhook(host, port))
        assert bot.ends() == 2
    (sentence,) = bot.lines
    assert sentence.startswith("UKACHAT_WEBHOOK_PORT: the bot cannot listen at 127.0.0.1 port")
    assert str(port) in sentence


@pytest.mark.long
def test_a_webhook_is_set_as_soon_as_it_can_be(host: Host) -> None:
    host.world.faults.add(Fault("error", "setWebhook", code=502, times=2))
    bot = host.starts(**webhook(host, free_port()))
    assert "The webhook cannot be set yet" in bot.log
    assert "Kia ora" in host.says(host.person("Mere"), "/start")
    host.is_calm = False  # the library tells of each failure with a traceback


# --- checking ---


def test_a_check_says_what_it_found_and_leaves_the_updates_alone(host: Host) -> None:
    host.person("Mere").says("/start")
    found = host.checks()
    assert (found.returncode, found.stderr) == (0, "")
    settings, database, token = found.stdout.splitlines()
    assert settings == "The settings are good: updates come by long polling."
    assert str(host.database) in database
    assert token == "The token is good: it is that of @uka_test_bot."
    assert [call.method for call in host.world.calls] == ["getMe"]
    assert len(host.world.updates) == 1


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param(
            {"token": f"4242:{'x' * 35}"},
            "UKACHAT_TOKEN: Telegram refuses the token",
            id="token",
        ),
        pytest.param(
            {"api_url": "http://127.0.0.1:9"},
            "UKACHAT_API_URL: http://127.0.0.1:9 cannot be reached",
            id="server",
            marks=pytest.mark.long,
        ),
        pytest.param({"db": "/proc/uka.db"}, "/proc/uka.db", id="database", marks=pytest.mark.long),
    ],
)
def test_a_check_says_in_a_sentence_what_is_wrong(
    host: Host, settings: dict[str, object], told: str
) -> None:
    found = host.checks(**settings)
    assert found.returncode == 2
    (sentence,) = found.stderr.splitlines()
    assert sentence.startswith(told)
    assert not found.stdout
    assert str(settings.get("token", host.world.token)).partition(":")[2] not in sentence


def test_a_database_that_is_none_keeps_the_bot_from_running(host: Host) -> None:
    host.database.write_text("These are no tables. " * 100, encoding="utf-8")
    bot = host.launches()
    assert bot.ends() == 2
    assert bot.lines == [f"{host.database} is no database; move it away or choose another path"]
    assert not host.world.calls
