"""``ukachat convert``."""

import json
from pathlib import Path
from shutil import copy

import pytest
from typer.testing import CliRunner, Result

from tests.records.egn_files import DATA, game, tree_of
from ukachat.cli.app import app
from ukachat.records import read_game, read_games, write_game, write_games

EGN = DATA / "game-08.egn"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a game in it."""
    monkeypatch.chdir(tmp_path)
    copy(EGN, tmp_path)
    return tmp_path


def convert(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(app, ["convert", *arguments], input=given)


def refusal(*arguments: str, given: str = "") -> str:
    """The message of a command that is refused."""
    result = convert(*arguments, given=given)
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr.strip()


def test_there_and_back(folder: Path) -> None:
    assert convert("game-08.egn", "game.yaml").exit_code == 0
    assert (folder / "game.yaml").read_text() == write_game(game("game-08.egn"))
    assert convert("game.yaml", "again.egn").exit_code == 0
    assert read_game("again.egn") == read_game("game-08.egn")


@pytest.mark.parametrize("name", ["game.yaml", "game.yml", "GAME.YAML"])
def test_the_suffix_says_yaml(name: str) -> None:
    result = convert("game-08.egn", name)
    assert result.exit_code == 0
    assert result.output == ""
    assert Path(name).read_text().startswith("ukachat: 1\n")


def test_standard_input_and_output() -> None:
    yaml = convert("-", "-", "--to", "yaml", given=EGN.read_text())
    assert yaml.exit_code == 0
    assert yaml.stdout == write_game(game("game-08.egn"))
    egn = convert("--to", "egn", "-", "-", given=yaml.stdout)
    assert json.loads(egn.stdout)["fileType"] == "Euchre Game Notation"


def test_the_option_goes_before_the_suffix(folder: Path) -> None:
    assert convert("game-08.egn", "game.txt", "--to", "yaml").exit_code == 0
    assert (folder / "game.txt").read_text() == write_game(game("game-08.egn"))


@pytest.mark.parametrize("name", ["game.txt", "game", "-"])
def test_the_format_must_be_known(folder: Path, name: str) -> None:
    assert refusal("game-08.egn", name) == (
        f"{name}: expected the suffix .yaml, .yml or .egn, or --to yaml or egn."
    )
    assert [path.name for path in folder.iterdir()] == ["game-08.egn"]


def test_nothing_is_written_over_without_force(folder: Path) -> None:
    there = folder / "game.yaml"
    there.write_text("mine")
    message = "game.yaml: there is such a file already; --force writes over it."
    assert refusal("game-08.egn", "game.yaml") == message
    assert there.read_text() == "mine"
    assert convert("game-08.egn", "game.yaml", "--force").exit_code == 0
    assert there.read_text() == write_game(game("game-08.egn"))


def test_one_game_of_several(folder: Path) -> None:
    games = [game("game-08.egn"), game("game-09.egn")]
    (folder / "evening.yaml").write_text(write_games(games))
    assert refusal("evening.yaml", "one.egn") == (
        "evening.yaml: an EGN file holds one game, not 2; choose one with --game."
    )
    assert refusal("evening.yaml", "one.egn", "--game", "3") == (
        "evening.yaml: there is no game 3; the games are 1 to 2."
    )
    assert convert("evening.yaml", "one.egn", "--game", "2").exit_code == 0
    assert read_game("one.egn") == games[1]
    assert convert("evening.yaml", "all.yaml").exit_code == 0
    assert list(read_games("all.yaml")) == games


def test_what_egn_cannot_say_is_refused_by_name(folder: Path) -> None:
    assert convert("game-08.egn", "game.yaml").exit_code == 0
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace("pick_up: forced", "pick_up: optional"))
    assert refusal("game.yaml", "game.egn") == (
        "game.yaml: EGN cannot say that round1.pick_up is optional (nearest in EGN: forced)."
    )
    assert not (folder / "game.egn").exists()


def test_what_reading_left_out_is_told(folder: Path) -> None:
    tree = tree_of("game-11.egn")
    tree["deals"][0]["phases"][1]["tricks"].append(["Xs"])
    (folder / "unseen.egn").write_text(json.dumps(tree))
    result = convert("unseen.egn", "game.yaml")
    assert result.exit_code == 0
    assert result.stderr == "unseen.egn: Deal 1 is read up to its first unknown card.\n"


def test_bad_files_are_refused_with_their_place(folder: Path) -> None:
    (folder / "bad.egn").write_text('{"fileType": 3}')
    assert refusal("bad.egn", "game.yaml").startswith("bad.egn:1:14: fileType: expected ")
    assert refusal("none.egn", "game.yaml").startswith("none.egn: ")
    assert refusal("game-08.egn", "none/game.yaml").startswith("none/game.yaml: ")
