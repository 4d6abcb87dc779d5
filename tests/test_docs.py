"""The examples of README and docs, run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ukachat.records import parse_games, replay
from ukachat.rulebook import ruleset_names

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What needs a person or a folder of the reader's own.
NOT_RUN = ("--step", "pipx")


def _blocks(page: Path, kind: str) -> list[str]:
    return [body for name, body in FENCE.findall(page.read_text(encoding="utf-8")) if name == kind]


def _commands() -> list[tuple[str, str]]:
    lines = [
        (page.name, line.partition("  #")[0].strip())
        for page in PAGES
        for kind in ("", "console", "sh")
        for body in _blocks(page, kind)
        for line in body.splitlines()
    ]
    return [
        (name, line)
        for name, line in lines
        if line.startswith("ukachat ") and not any(word in line for word in NOT_RUN)
    ]


def _run(arguments: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "UKACHAT_DB": str(cwd / "ukachat.db")},
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def reader(tmp_path: Path) -> Path:
    """A folder in which the commands of a page find what they name."""
    for name in ("examples", "rulesets"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "mine.yaml").write_text("extends: nz\ntitle: Uka at our house\n")
    (tmp_path / "game.yaml").symlink_to(ROOT / "examples" / "first-game.yaml")
    (tmp_path / "game.egn").symlink_to(ROOT / "tests" / "data" / "egn" / "game-01.egn")
    return tmp_path


@pytest.mark.parametrize(("page", "command"), _commands())
def test_a_command_of_a_page_runs(page: str, command: str, reader: Path) -> None:
    done = _run(["-m", "ukachat", *shlex.split(command)[1:]], reader)
    assert done.returncode == 0, f"{page}: {command}\n{done.stderr}"
    assert done.stdout or "convert" in command, f"{page}: {command} prints nothing"


def test_the_python_of_the_readme_runs() -> None:
    (example,) = _blocks(ROOT / "README.md", "python")
    done = _run(["-c", example], ROOT)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\(\d+, \d+\)\n", done.stdout)


def test_the_games_of_the_saved_games_page_play_back() -> None:
    examples = _blocks(ROOT / "docs" / "saved-games.md", "yaml")
    assert examples
    for text in examples:
        for game in parse_games(text, source="docs/saved-games.md"):
            assert replay(game).score == game.deals[-1].score


def test_the_readme_lists_every_ruleset() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)
    assert sorted(listed) == sorted(ruleset_names())


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_first_two_commands_of_the_readme_are_make_chat_and_make_test() -> None:
    first = _blocks(ROOT / "README.md", "")[0]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make chat", "make test"]
