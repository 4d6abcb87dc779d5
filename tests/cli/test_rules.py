"""``ukachat rules``, as people call it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ukachat.cli import rules as command
from ukachat.cli.app import app
from ukachat.rulebook import bundled_folder, load_ruleset, read_ruleset, ruleset_names

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a good ruleset and a bad one."""
    (tmp_path / "house.yaml").write_text("extends: nz\ntitle: Our house\ngame: {target: 5}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls ``ukachat rules`` in a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("UKACHAT_RULESETS", raising=False)

    def call(*arguments: str, given: str | bytes = "", **environment: str) -> Result:
        return CliRunner().invoke(app, ["rules", *arguments], input=given, env=environment)

    return call


# --- the list ---


def test_list(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == ruleset_names()
    at = lines.index("nz: Uka (NZ clubs / Tainui Games)")
    assert lines[at + 1 : at + 3] == [
        "  32 cards, to 10 points, if all pass, the dealer takes the turn-up, the caller",
        "    may go alone.",
    ]


def test_list_with_a_folder(run: Run, folder: Path) -> None:
    assert "house: Our house\n" in run("--rulesets", str(folder)).output
    assert "house: Our house\n" in run(UKACHAT_RULESETS=str(folder)).output
    assert "house" not in run().output


def test_list_goes_on_after_a_bad_file(run: Run, folder: Path) -> None:
    (folder / "bad.yaml").write_text("seats: 3\n")
    result = run("--rulesets", ".")
    assert result.exit_code == 2
    assert result.stderr == "bad.yaml:1:1: title: expected text, got nothing\n"
    assert "house: Our house\n" in result.stdout


def test_missing_folder(run: Run) -> None:
    result = run("--rulesets", "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


# --- show ---


@pytest.mark.parametrize("name", ruleset_names())
def test_show(name: str, run: Run) -> None:
    result = run("show", name)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == load_ruleset(name).title
    assert "First round of calls" in lines
    assert "  The first side with 10 points or more wins." in lines


@pytest.mark.parametrize("name", ruleset_names())
def test_shown_in_full_can_be_read_back(name: str, run: Run) -> None:
    result = run("show", name, "--yaml")
    assert result.exit_code == 0
    again = read_ruleset(result.output, source="again.yaml", allow_extends=False)
    assert again == load_ruleset(name)


def test_show_without_origin(run: Run, folder: Path) -> None:
    (folder / "plain.yaml").write_text("title: Plain\n")
    assert run("show", "plain.yaml").output.startswith("Plain\n\nPlayers and cards\n")


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_width(columns: str, run: Run) -> None:
    for arguments in (["show", "na"], ["diff", "nz", "na"], []):
        result = run(*arguments, COLUMNS=columns)
        longest = max(len(line) for line in result.output.splitlines())
        assert longest <= min(int(columns), 100)
        assert longest > int(columns) / 2 or columns == "200"


def test_unknown_name(run: Run) -> None:
    result = run("show", "nzz")
    assert result.exit_code == 2
    assert result.stderr == "there is no ruleset 'nzz'; did you mean nz?\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "house", "--rulesets", "."],
        ["--rulesets", ".", "show", "house"],
        ["--rulesets", "other", "show", "house", "--rulesets", "."],
    ],
)
def test_folder_before_or_behind_the_command(arguments: list[str], run: Run, folder: Path) -> None:
    (folder / "other").mkdir()
    assert run(*arguments).output.startswith("Our house\n")


def test_folders_in_the_variable(run: Run, folder: Path) -> None:
    (folder / "other").mkdir()
    both = f"other{':' if sys.platform != 'win32' else ';'}."
    assert run("show", "house", UKACHAT_RULESETS=both).output.startswith("Our house\n")


# --- check ---


def test_check(run: Run, folder: Path) -> None:
    result = run("check", "house.yaml")
    assert (result.exit_code, result.output) == (0, "house.yaml is good: Our house\n")
    (folder / "bad.yaml").write_text("title: x\nseats: 3\n")
    result = run("check", "bad.yaml", "house.yaml", "missing.yaml")
    assert result.exit_code == 2
    assert result.stdout == "house.yaml is good: Our house\n"
    assert result.stderr == (
        "bad.yaml:2:8: seats: expected 4, the only table size so far, got 3\n"
        "cannot read missing.yaml: No such file or directory\n"
    )


def test_check_of_standard_input(run: Run) -> None:
    assert run("check", "-", given="title: Typed\n").output == "- is good: Typed\n"
    result = run("check", "-", given=b"title: \xff\n")
    assert result.exit_code == 2
    assert result.stderr == "<stdin>:1:8: expected UTF-8 text, got the byte 0xff\n"


def test_check_takes_files_and_no_names(run: Run, folder: Path) -> None:
    assert run("check", "nz").exit_code == 2
    (folder / "nz").write_text("title: Mine\n")
    assert run("check", "nz").output == "nz is good: Mine\n"


@pytest.mark.usefixtures("folder")
def test_check_looks_for_parents_in_folders(run: Run) -> None:
    child = "extends: house\ntitle: Child\n"
    assert run("check", "-", given=child).exit_code == 2
    assert run("check", "-", "--rulesets", ".", given=child).exit_code == 0


# --- diff ---


def test_diff(run: Run) -> None:
    result = run("diff", "tournament", "canadian")
    assert result.exit_code == 0
    assert (
        result.output
        == """\
tournament: Tournament Euchre, stick the dealer
canadian: Canadian Euchre (Alberta 55+ / Ontario)

First dealer
  tournament: Cards are dealt face up until a jack falls; whoever gets it deals
    first.
  canadian: Each side cuts a card, the ace being low. The side with the lower
    card chooses which of its players deals first; equal cards cut again.

Dealer's partner in the first round
  tournament: The dealer's partner calls like everybody else.
  canadian: The dealer's partner may call only to play alone.

Dealer in the second round
  tournament: When it comes back to the dealer, the dealer has to name a suit
    (stick the dealer).
  canadian: The dealer may pass too.

Passing out
  tournament: This cannot come up.
  canadian: If all pass twice, nobody scores and the next player deals.

Forced dealer alone
  tournament: A dealer who had to make trumps may play alone.
  canadian: This cannot come up.

Words of the dealer's partner
  tournament: The dealer's partner, for the same, says "pick it up".
  canadian: The dealer's partner, for the same, says "alone".
"""
    )


def test_diff_of_the_same(run: Run) -> None:
    assert run("diff", "nz", "nz").output.endswith("\n\nThey play alike.\n")


@pytest.mark.usefixtures("folder")
def test_diff_with_a_file(run: Run) -> None:
    result = run("diff", "nz", "house.yaml")
    assert "house.yaml: The first side with 5 points or more wins." in result.output


# --- schema, help and completion ---


def test_schema(run: Run) -> None:
    result = run("schema")
    assert json.loads(result.output)["title"] == "A ruleset of ukachat"
    assert result.output == (bundled_folder() / "ruleset.schema.json").read_text()


@pytest.mark.parametrize("arguments", [[], ["show"], ["check"], ["diff"], ["schema"]])
def test_help_has_an_example(arguments: list[str], run: Run) -> None:
    result = run(*arguments, "--help")
    assert result.exit_code == 0
    assert f"    ukachat {' '.join(['rules', *arguments])}" in result.output


def test_completion_of_names() -> None:
    assert command.complete_name("na") == ["na", "na32"]
    assert command.complete_name("") == ruleset_names()


@pytest.mark.parametrize(
    "arguments", [["show", "nz"], ["diff", "nz", "na"], [], ["check", "house.yaml"]]
)
@pytest.mark.usefixtures("folder")
def test_output_is_plain(arguments: list[str], run: Run) -> None:
    output = run(*arguments).output
    assert output.isascii()
    assert "\x1b" not in output
