"""Every line goes one way, and no secret comes out at its end."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
import pytest
import structlog

from tests.logs import logging_of_its_own
from ukachat.bot.logs import set_up
from ukachat.bot.scrubbing import SCRUBBED, Scrubber

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
SECRET = "Sesame-open_1"
ADDRESS = f"https://api.telegram.org/bot{TOKEN}/getMe"
TEXTS = [TOKEN, ADDRESS, quote(TOKEN), quote(quote(TOKEN)), TOKEN.partition(":")[2], SECRET]
STYLES = pytest.mark.parametrize("style", ["console", "json"])


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Leaves logging as it was found."""
    with logging_of_its_own():
        yield


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def logging_to(
    style: str, level: str = "debug", stream: io.StringIO | None = None
) -> Callable[[], str]:
    """Sets logging up; gives what shows what was written since."""
    written = stream or io.StringIO()
    set_up(level, style, [TOKEN, SECRET], stream=written)
    return written.getvalue


def assert_clean(text: str) -> None:
    assert SCRUBBED in text
    for secret in TEXTS:
        assert secret.removeprefix("https://api.telegram.org/bot") not in text


def raise_chain(text: str) -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            return f"odd {text}"

    try:
        raise KeyError({text: [text.encode()]}) from ValueError(text)  # noqa: TRY301
    except KeyError as error:
        raise Odd(text) from ExceptionGroup(text, [OSError(text), error])


@STYLES
@pytest.mark.parametrize("text", TEXTS)
class TestNoSecret:
    def test_in_messages_and_arguments(self, style: str, text: str) -> None:
        shown = logging_to(style)
        log = logging.getLogger("telegram.ext")
        log.debug("asks %s", text)
        log.info(f"asks {text}")  # noqa: G004 - as a library may do
        log.warning("asks %(whom)r", {"whom": [text.encode()]})
        log.error({text: text})
        log.info("asks", extra={"whom": text, "more": {text: [text]}})
        log.info(httpx.URL(f"https://x.org/{text}"))
        assert len(shown().splitlines()) == 6
        assert_clean(shown())

    def test_in_our_events(self, style: str, text: str) -> None:
        shown = logging_to(style)
        log = structlog.stdlib.get_logger("ukachat.bot")
        log.info(f"asks {text}")  # noqa: G004 - as somebody may do
        log.info("asks %s", text)
        log.info("asks", whom=text, more={text: [text.encode()]}, **{text: 1})
        log.bind(whom=text).debug("asks")
        structlog.contextvars.bind_contextvars(chat=text)
        log.info("asks")
        structlog.contextvars.clear_contextvars()
        assert len(shown().splitlines()) == 5
        assert_clean(shown())

    def test_in_our_events_where_another_handler_listens_too(self, style: str, text: str) -> None:
        logging_to(style)
        other = io.StringIO()
        logging.getLogger().addHandler(logging.StreamHandler(other))
        structlog.stdlib.get_logger("ukachat.bot").info(f"asks {text}", whom=text)
        assert_clean(other.getvalue())

    def test_in_exceptions(self, style: str, text: str) -> None:
        shown = logging_to(style)
        try:
            raise_chain(text)
        except Exception:
            logging.getLogger("tornado").exception("failed")
            structlog.stdlib.get_logger("ukachat.bot").exception("failed")
        assert_clean(shown())
        for name in ("ValueError", "KeyError", "Odd", "ExceptionGroup", "OSError"):
            assert shown().count(name) >= 2

    def test_in_exceptions_that_nobody_caught(self, style: str, text: str) -> None:
        shown = logging_to(style)
        thread = threading.Thread(target=raise_chain, args=(text,))
        thread.start()
        thread.join()
        try:
            raise_chain(text)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
        assert shown().count("Ended by a mistake") == 2
        assert_clean(shown())

    def test_in_warnings(self, style: str, text: str) -> None:
        shown = logging_to(style)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            set_up("info", style, [TOKEN, SECRET], stream=(again := io.StringIO()))
            warnings.warn(text, stacklevel=1)
        assert shown() == ""
        assert_clean(again.getvalue())


def _ask() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"ok": True, "url": str(request.url)})

    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        client.post(ADDRESS, headers={"X-Telegram-Bot-Api-Secret-Token": SECRET})


@STYLES
def test_requests_are_told_at_debug_alone_and_without_the_token(style: str) -> None:
    quiet = logging_to(style, "info")
    _ask()
    assert quiet() == ""
    shown = logging_to(style, "debug")
    _ask()
    assert_clean(shown())
    assert "HTTP Request: POST https://api.telegram.org/bot[secret]/getMe" in shown()


def test_statements_with_hidden_cards_are_never_told() -> None:
    shown = logging_to("json", "debug")
    for name in ("aiosqlite", "sqlalchemy.engine.Engine"):
        logging.getLogger(name).debug("insert %s", "a hand")
        logging.getLogger(name).info("insert %s", "a hand")
        logging.getLogger(name).warning("slow")
    assert "a hand" not in shown()
    assert shown().count("slow") == 2


def test_json_is_an_object_a_line() -> None:
    shown = logging_to("json", "info")
    logging.getLogger("telegram").info("two\nlines")
    structlog.stdlib.get_logger("ukachat.bot").warning("ready", bot="uka", hosts={1}, name="Māori")
    try:
        raise_chain("x")
    except Exception:
        logging.getLogger().exception("failed")
    lines: list[dict[str, Any]] = [json.loads(line) for line in shown().splitlines()]
    assert [line["event"] for line in lines] == ["two\\nlines", "ready", "failed"]
    assert [line["level"] for line in lines] == ["info", "warning", "error"]
    assert [line["logger"] for line in lines] == ["telegram", "ukachat.bot", "root"]
    assert all(line["timestamp"].endswith("Z") for line in lines)
    assert (lines[1]["bot"], lines[1]["hosts"], lines[1]["name"]) == ("uka", "{1}", "Māori")
    assert "\nTraceback" in lines[2]["exception"]
    assert "exc_info" not in lines[2]


def test_lines_for_people() -> None:
    shown = logging_to("console", "info")
    log = structlog.stdlib.get_logger("ukachat.bot")
    log.debug("unseen")
    log.info("ready", bot="uka")
    assert shown().endswith("[info     ] ready [ukachat.bot] bot='uka'\n")
    assert shown().count("\n") == 1


@STYLES
def test_what_people_write_breaks_no_line_and_steers_no_terminal(style: str) -> None:
    shown = logging_to(style)
    evil = "\x1b[2J\r\n2026-01-01 [info] all is well\u202e"
    structlog.stdlib.get_logger("ukachat.bot").info("said", text=evil)
    structlog.stdlib.get_logger("ukachat.bot").info(evil)
    logging.getLogger("telegram").info("said %s", evil)
    assert len(shown().splitlines()) == 3
    try:
        raise_chain(evil)
    except Exception:
        logging.getLogger("telegram").exception("failed")
    assert not any(each in shown() for each in "\x1b\r\u202e")


def test_colours_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "UKACHAT_PLAIN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def has_colours(stream: io.StringIO) -> bool:
        shown = logging_to("console", stream=stream)
        logging.getLogger("telegram").info("ready")
        assert "ready" in shown()
        return "\x1b[" in shown()

    assert has_colours(_Terminal())
    assert not has_colours(io.StringIO())
    monkeypatch.setenv("UKACHAT_PLAIN", "0")
    assert has_colours(_Terminal())
    for name, value in (("UKACHAT_PLAIN", "1"), ("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert not has_colours(_Terminal())


def test_what_was_set_up_last_counts() -> None:
    first = logging_to("json")
    last = logging_to("json")
    logging.getLogger("telegram").warning("once")
    assert first() == ""
    assert last().count("once") == 1


class TestScrubber:
    def test_what_looks_like_a_token_is_replaced_unknown(self) -> None:
        scrub = Scrubber(())
        assert scrub(f"see {ADDRESS}.") == "see https://api.telegram.org/bot[secret]/getMe."
        assert scrub("at 12:30:45 on 127.0.0.1:8081") == "at 12:30:45 on 127.0.0.1:8081"
        assert scrub.finds(ADDRESS)
        assert not scrub.finds("http://127.0.0.1:8081")

    def test_encoded_in_either_case(self) -> None:
        scrub = Scrubber(["ab:" + "c" * 8])
        assert (
            scrub("x%61b%3Acccccccc ab%3acccc%63ccc AB:CCCCCCCC") == "x[secret] [secret] [secret]"
        )

    def test_a_short_secret_is_replaced_as_a_word(self) -> None:
        assert Scrubber(["a"])("a hand, secret=a") == "[secret] hand, secret=[secret]"

    def test_no_secret(self) -> None:
        assert Scrubber([""])("a hand") == "a hand"
