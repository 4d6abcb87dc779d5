"""``ukachat bot``: the settings it takes, and how it ends."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
import typer

from tests.cli.running import ENVIRONMENT, UKACHAT, refusal, shown, ukachat
from tests.logs import logging_of_its_own
from ukachat.bot.errors import HostError
from ukachat.bot.settings import OPTIONS, Settings
from ukachat.chat.store import StoreError
from ukachat.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"


@pytest.fixture(autouse=True)
def _bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of the test's own, no variable of ours but the token, and logging as before."""
    for name in os.environ:
        if name.upper().startswith("UKACHAT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("UKACHAT_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    with logging_of_its_own():
        yield


class _Running:
    """Stands for the bot itself: keeps what it was asked, and fails as it is told."""

    def __init__(self) -> None:
        self.ran: list[Settings] = []
        self.checked: list[Settings] = []
        self.error: Exception | None = None

    def run(self, settings: Settings) -> None:
        self.ran.append(settings)
        logging.getLogger("telegram").warning("asks bot%s", TOKEN)
        if self.error:
            raise self.error

    def check(self, settings: Settings) -> list[str]:
        self.checked.append(settings)
        if self.error:
            raise self.error
        return ["The settings are good.", "The database is good."]


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> _Running:
    fake = _Running()
    module = SimpleNamespace(run=fake.run, check=fake.check)
    monkeypatch.setitem(sys.modules, "ukachat.bot.running", module)
    return fake


def test_it_runs_with_its_settings(running: _Running) -> None:
    result = ukachat("bot")
    assert result.exit_code == 0, result.output
    (settings,) = running.ran
    assert settings.token.get_secret_value() == TOKEN
    assert not running.checked
    assert TOKEN not in result.output
    assert "asks bot[secret]" in result.stderr


def test_every_option_reaches_the_settings(
    running: _Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {
        "db": "uka.db",
        "api_url": "http://127.0.0.1:8081",
        "webhook_url": "https://uka.example.org",
        "webhook_listen": "10.0.0.1",
        "webhook_port": "8080",
        "log_level": "error",
        "log_format": "json",
        "rulesets": str(tmp_path),
    }
    monkeypatch.setenv("UKACHAT_WEBHOOK_SECRET", "s")
    assert given.keys() == OPTIONS.keys()
    options = [text for name, value in given.items() for text in (OPTIONS[name], value)]
    result = ukachat("bot", *options)
    assert result.exit_code == 0, result.output
    (settings,) = running.ran
    found = settings.model_dump()
    assert {name: found[name] for name in given} == given | {
        "webhook_port": 8080,
        "rulesets": (tmp_path,),
    }


def test_what_is_secret_has_no_option() -> None:
    group = typer.main.get_command(app)
    command = group.commands["bot"]  # type: ignore[attr-defined]
    options = {name for each in command.params for name in each.opts}
    assert options == {*OPTIONS.values(), "--check"}
    names = {name.upper() for name in Settings.model_fields if name not in OPTIONS}
    assert names == {"TOKEN", "WEBHOOK_SECRET", "HOSTS"}


def test_the_help_names_every_variable_and_why_some_have_no_option() -> None:
    text = " ".join(shown("bot", "--help").split())
    for name in Settings.model_fields:
        assert f"UKACHAT_{name.upper()}" in text
    assert "can be read by everybody who lists the processes" in text


def test_checking_says_what_it_found_and_runs_nothing(running: _Running) -> None:
    assert shown("bot", "--check") == "The settings are good.\nThe database is good.\n"
    assert len(running.checked) == 1
    assert not running.ran


@pytest.mark.parametrize("error", [HostError("The token was refused."), StoreError("No room.")])
@pytest.mark.parametrize("options", [[], ["--check"]], ids=["running", "checking"])
def test_what_keeps_it_from_running_is_one_sentence(
    running: _Running, error: Exception, options: list[str]
) -> None:
    running.error = error
    result = ukachat("bot", "--log-level", "error", *options)
    assert (result.exit_code, result.stderr) == (2, f"{error}\n")


@pytest.mark.parametrize("options", [[], ["--check"]], ids=["running", "checking"])
def test_wrong_settings_are_all_told(options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UKACHAT_TOKEN")
    monkeypatch.setenv("UKACHAT_TOKN", TOKEN)
    lines = refusal("bot", "--port", "80", "--log-level", "loud", *options).splitlines()
    assert [line.partition(" ")[0] for line in lines] == [
        "UKACHAT_TOKN",
        "UKACHAT_TOKEN",
        "--port",
        "--log-level:",
    ]


def test_a_file_of_settings_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"UKACHAT_DB=\xff\n")
    assert refusal("bot") == ".env: expected UTF-8 text; save it as that."


def test_a_slip_alone_keeps_nothing_from_running(
    running: _Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UKACHAT_HOST", "1")
    result = ukachat("bot", "--log-level", "error")
    assert result.exit_code == 0
    assert result.stderr == "UKACHAT_HOST is no setting; did you mean UKACHAT_HOSTS?\n"
    assert len(running.ran) == 1


def test_other_commands_do_not_load_the_bot() -> None:
    program = (
        "import sys; from ukachat.cli.app import app; app(['rules'], standalone_mode=False);"
        "slow = ('telegram', 'httpx', 'tornado', 'structlog', 'pydantic_settings', 'ukachat.bot');"
        "sys.exit(str([name for name in sys.modules if name in slow]))"
    )
    ended = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", program],
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.stderr == "[]\n"


def test_wrong_settings_are_told_before_the_slow_imports(tmp_path: Path) -> None:
    ended = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-X", "importtime", *UKACHAT[1:], "bot"],
        env={name: value for name, value in ENVIRONMENT.items() if "UKACHAT" not in name},
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert "UKACHAT_TOKEN is missing" in ended.stderr
    assert " telegram\n" not in ended.stderr
    assert " pydantic_settings\n" in ended.stderr
