"""The texts of games, compared with files that people have read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import EGN, EXAMPLES, ukachat

GAMES = sorted([*EXAMPLES.glob("*.yaml"), *EGN.glob("*.egn")])
# A golden file is there to be read: no long game is told event by event.
LONG = {"two-games", *(f"game-0{number}" for number in range(1, 10))}
SHORT = [game for game in GAMES if game.stem not in LONG]
WIDTH = 80


def ids(game: Path) -> str:
    return game.stem


def output(*arguments: str | Path, width: int | None = None) -> str:
    result = ukachat(*arguments, width=width)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("game", SHORT, ids=ids)
def test_replay(game: Path, golden: Callable[[str, str], None]) -> None:
    golden(f"{game.stem}.replay.txt", output("replay", game, "--lenient"))


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_print(game: Path, golden: Callable[[str, str], None]) -> None:
    golden(f"{game.stem}.print.txt", output("print", game, "--lenient", width=WIDTH))


def test_narrow_print(golden: Callable[[str, str], None]) -> None:
    text = output("print", EXAMPLES / "score-sheet.yaml", "--ascii", width=40)
    golden("score-sheet.narrow.txt", text)


def test_plain_print(golden: Callable[[str, str], None]) -> None:
    text = output("print", EXAMPLES / "score-sheet.yaml", "--plain", width=WIDTH)
    golden("score-sheet.plain.txt", text)


def test_markdown(golden: Callable[[str, str], None]) -> None:
    text = output("print", EXAMPLES / "score-sheet.yaml", "--format", "markdown")
    golden("score-sheet.md", text)


def test_one_seat(golden: Callable[[str, str], None]) -> None:
    text = output("replay", EXAMPLES / "first-game.yaml", "--hands", "tama")
    golden("first-game.tama.txt", text)


def test_json(golden: Callable[[str, str], None]) -> None:
    golden("game-11.json", output("print", EGN / "game-11.egn", "--lenient", "--format", "json"))
