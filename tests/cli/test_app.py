"""The commands as a whole."""

import re
import subprocess

import pytest
import typer

import ukachat as package
from tests.cli.running import ENVIRONMENT, ROOT, UKACHAT, shown, ukachat
from ukachat.cli.app import app

COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_version() -> None:
    assert shown("--version") == f"ukachat {package.__version__}\n"


def test_help_names_every_command() -> None:
    text = shown("--help")
    assert set(COMMANDS) >= {"convert", "print", "replay", "rules"}
    assert all(re.search(rf"^  {command} ", text, re.MULTILINE) for command in COMMANDS)


def test_no_command_shows_the_help() -> None:
    assert "Commands:" in ukachat().output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    text = shown(command, "--help")
    assert f"ukachat {command} " in text.partition("Usage: ")[2].partition("\n")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_help(command: str) -> None:
    group = typer.main.get_command(app)
    for option in group.commands[command].params:  # type: ignore[attr-defined]
        assert getattr(option, "help", ""), f"{command} {option.name}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_docs(command: str) -> None:
    assert any(f"ukachat {command} " in doc.read_text(encoding="utf-8") for doc in DOCS)


def test_run_as_module() -> None:
    ended = subprocess.run(  # noqa: S603
        [*UKACHAT, "--help"], env=ENVIRONMENT, check=True, capture_output=True, text=True
    )
    assert ended.stdout.startswith("Usage: ukachat [OPTIONS] COMMAND")


def test_shell_completion() -> None:
    asked = {"_UKACHAT_COMPLETE": "complete_bash", "COMP_WORDS": "ukachat re", "COMP_CWORD": "1"}
    ended = subprocess.run(  # noqa: S603
        UKACHAT, env={**ENVIRONMENT, **asked}, check=False, capture_output=True, text=True
    )
    assert ended.stdout.split() == ["replay"]
