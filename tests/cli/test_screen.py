"""Where the text goes: terminals that can show colours, and everything else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ENVIRONMENT, EXAMPLES, UKACHAT, shown

FIRST = EXAMPLES / "first-game.yaml"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
DEAL = ("replay", str(FIRST), "--deal", "1")


def on_terminal(
    *arguments: str, keys: bytes = b"", environment: dict[str, str] | None = None
) -> str:
    """What a terminal of 60 columns is sent."""
    pty = pytest.importorskip("pty", reason="needs the terminals of Unix")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603
        [*UKACHAT, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRONMENT, "COLUMNS": "60", **(environment or {})},
    )
    os.close(theirs)
    os.write(ours, keys)
    sent = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end was closed
            break
        if not more:
            break
        sent += more
    process.wait()
    os.close(ours)
    return sent.decode().replace("\r\n", "\n")


def piped(*arguments: str, **environment: str) -> str:
    """What a pipe is sent."""
    return subprocess.run(  # noqa: S603
        [*UKACHAT, *arguments],
        env={**ENVIRONMENT, **environment},
        check=True,
        stdout=subprocess.PIPE,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
    ).stdout


def test_terminal_shows_headings_and_red_suits_in_colour() -> None:
    text = on_terminal(*DEAL)
    assert "\x1b[1mDeal 1. Red 0, White 0.\x1b[0m" in text
    assert "\x1b[31mJ♦\x1b[0m" in text
    assert "J♣" in text
    assert "\x1b[31mJ♣" not in text


def test_colours_only_add_to_the_text() -> None:
    letters = COLOUR.sub("", on_terminal(*DEAL, "--ascii"))
    assert letters == shown(*DEAL, "--ascii", width=60)


@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
    ids=["plain", "no-color", "dumb"],
)
def test_plain_terminal(options: list[str], environment: dict[str, str]) -> None:
    text = on_terminal(*DEAL, *options, environment=environment)
    assert "\x1b" not in text
    assert text == shown(*DEAL, width=60)


def test_delay_is_kept_on_a_terminal() -> None:
    from time import monotonic

    began = monotonic()
    on_terminal(*DEAL, "--to", "3", "--delay", "0.4")
    assert monotonic() - began > 0.8  # two pauses between three events


def test_stepping_on_a_terminal() -> None:
    text = on_terminal(*DEAL, "--step", "--plain", keys=b"\nq\n")
    assert "Hemi says away." in text
    assert "Ana says away." not in text


def test_letters_where_signs_cannot_be_encoded() -> None:
    text = piped("print", str(FIRST), PYTHONIOENCODING="ascii", COLUMNS="80")
    assert text == shown("print", FIRST, "--ascii", width=80)


def test_names_that_cannot_be_encoded_are_replaced(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(FIRST.read_text().replace("Mere", "Mārama"), encoding="utf-8")
    text = piped("replay", str(game), "--deal", "1", PYTHONIOENCODING="latin-1")
    assert "M?rama deals." in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("command", [["show"], ["check"], ["diff", "nz"], ["--rulesets"]])
def test_rulesets_that_cannot_be_encoded(command: list[str], encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text("extends: nz\ntitle: Māori\n", encoding="utf-8")
    asked = tmp_path if command == ["--rulesets"] else file
    assert "M?ori" in piped("rules", *command, str(asked), PYTHONIOENCODING=encoding)


def test_a_ruleset_in_yaml_is_a_file_on_every_terminal(tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text("extends: nz\ntitle: Māori\n", encoding="utf-8")
    ended = subprocess.run(  # noqa: S603
        [*UKACHAT, "rules", "show", "--yaml", str(file)],
        env={**ENVIRONMENT, "PYTHONIOENCODING": "latin-1"},
        check=True,
        capture_output=True,
    )
    assert b"title: " + "Māori\n".encode() in ended.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_messages_that_cannot_be_encoded(encoding: str) -> None:
    ended = subprocess.run(  # noqa: S603
        [*UKACHAT, "rules", "show", "Māori"],
        env={**ENVIRONMENT, "PYTHONIOENCODING": f"{encoding}:strict"},
        check=False,
        capture_output=True,
    )
    assert ended.returncode == 2
    assert b"M?ori" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_rich_and_pydantic_are_not_loaded_for_plain_text() -> None:
    program = (
        "import sys; from ukachat.cli.replay import replay_file;"
        f"replay_file({str(FIRST)!r}, folders=[]);"
        "sys.exit(str([name for name in sys.modules if name in ('rich', 'pydantic')]))"
    )
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.stderr == "[]\n"
    assert "wins the game" in ended.stdout
