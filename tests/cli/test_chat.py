"""``ukachat chat``: lines in, lines out, and a table that is still there afterwards."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.running import ENVIRONMENT, UKACHAT, refusal, shown

ESCAPE = "\x1b"
# Whatever is asked, one of these answers it; the others are answered with a sentence.
A_WHILE = ["/deal", "I deal", "away", "with my partner", "lowest"]
A_WHILE += ["lowest club", "lowest diamond", "lowest heart", "lowest spade"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database and a folder of the test's own."""
    monkeypatch.setenv("UKACHAT_DB", str(tmp_path / "ukachat.db"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def _say(*lines: str, name: str = "Mere", plain: bool = True) -> str:
    """What is shown when somebody says some lines through a pipe."""
    options = ["--as", name, *(["--plain"] if plain else [])]
    return shown("chat", *options, given="".join(f"{line}\n" for line in lines))


def _cards(told: str) -> str:
    """The last cards that somebody was told they hold."""
    return told.rpartition("Your cards:")[2].partition("\n")[0]


def _in_a_trick() -> str:
    """Mere's cards at a table where a card is asked of her."""
    _say("/play", "/start")
    for _ in range(20):
        told = _say("/table")
        if "Your cards:" in told and "Tricks:" in told:
            return _cards(told)
        _say(*A_WHILE)
    raise AssertionError("no trick in twenty goes")


def _environment(tmp_path: Path) -> dict[str, str]:
    return {
        **ENVIRONMENT,
        "UKACHAT_DB": str(tmp_path / "ukachat.db"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }


def test_a_newcomer_is_greeted_and_told_what_to_write() -> None:
    told = _say()
    assert "Kia ora, Mere." in told
    assert "/play" in told
    assert told.endswith("The table keeps your seat; ukachat chat brings you back.\n")


def test_a_whole_game_through_a_pipe_is_saved_and_replays() -> None:
    told = _say("/play nz target=3", "/start", *A_WHILE * 40, "/save", "/verify")
    assert re.search(r"(Red|White) \(.+\) wins the game", told)
    assert "Traceback" not in told
    (saved,) = Path().glob("nz-*.yaml")
    assert f"Saved as {saved}." in told
    assert "wins the game" in shown("replay", saved)
    assert "Proved" in told
    assert shown("verify", saved)


def test_a_number_presses_the_button_that_was_numbered_so() -> None:
    told = _say("/play", "1")
    assert "Choices: Start (1), Rules (2), Invite friends (3)." in told
    assert "is the first dealer" in told or "Who of your side deals first?" in told
    assert "I do not know" not in told


def test_the_number_of_a_card_is_its_slot_for_the_whole_deal() -> None:
    _in_a_trick()
    lines = _say("/hand").splitlines()
    choices = next(line for line in lines if line.startswith("Choices:"))
    cards = re.findall(r"([A-Z][\w ]+ of \w+) \((\d)\)", choices)
    assert cards
    slots = next(line for line in lines if line.startswith(("1 ", "My cards")))
    for card, number in cards:
        assert f"{number} {card[0].lower()}{card[1:]}" in slots


def test_a_newcomer_is_greeted_first() -> None:
    assert _say().startswith("Kia ora, Mere.")


def test_words_stay_for_whoever_was_forgotten_in_a_plain_terminal() -> None:
    told = _say("/forget me", "/settings")
    assert "You see cards in words" in told.rpartition("/settings\n")[2]


def test_the_buttons_of_a_replay_can_be_typed() -> None:
    example = Path(__file__).parents[2] / "examples" / "first-game.yaml"
    told = _say(f"/send {example}", "step through", "next", "Back")
    assert re.findall(r"Step (\d+) of", told) == ["1", "2", "1"]


def test_choices_are_not_broken_in_a_narrow_window() -> None:
    told = shown("chat", "--as", "Mere", given="/play\n/pace\n", width=30)
    assert "\n1 Live   2 Relaxed   3 Slow\n4 Off\n" in told


def test_send_without_a_file_asks_for_one() -> None:
    assert "Which file? /send FILE sends a saved game." in _say("/send")


def test_rules_are_switched_with_a_command() -> None:
    told = _say("/play", "/rules na", "/start")
    assert "North American" in told


def test_leaving_in_the_middle_of_a_trick_and_coming_back_to_the_same_card() -> None:
    cards = _in_a_trick()
    after = _say()
    assert _cards(after) == cards
    assert "Kia ora" not in after


def test_two_people_on_one_database_sit_at_one_table() -> None:
    _say("/play")
    told = _say("/join", name="Ana")
    assert "Ana sits North." in told
    told = _say("/table")
    assert "Ana sits North." in told
    assert "North: Ana." in told
    assert "South: Mere." in told


def test_a_name_that_another_begins_with_hears_nothing_of_it() -> None:
    _say("/play", name="Ana")
    _say("/join", name="Anabel")
    told = _say(name="Ana")
    assert "Anabel sits North." in told


def test_plain_has_no_escape_sequence_and_no_sign() -> None:
    told = _say("/play", "/start", *A_WHILE * 8)
    assert ESCAPE not in told
    assert not set("♣♦♥♠") & set(told)


def test_what_cannot_be_said_is_answered_in_a_sentence() -> None:
    told = _say("x" * 10_000, "/ruels", "   ", "/send nowhere.yaml", "/send .", "\x00\x07 ")
    assert "That line is too long" in told
    assert "I do not know /ruels. Did you mean /rules?" in told
    assert "nowhere.yaml: there is no such file." in told
    assert "Traceback" not in told
    assert "Something went wrong" not in told


def test_bytes_that_are_no_text_are_answered_too(tmp_path: Path) -> None:
    ended = subprocess.run(  # noqa: S603 - our own interpreter
        [*UKACHAT, "chat", "--as", "Mere"],
        input=b"/play\n\xff\xfe\x80\n/quit\nnever read\n",
        capture_output=True,
        env=_environment(tmp_path),
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0
    assert ended.stderr == b""
    assert b"never read" not in ended.stdout


def test_a_saved_game_is_sent_and_stepped_through() -> None:
    example = Path(__file__).parents[2] / "examples" / "first-game.yaml"
    told = _say(f"/send {example}", "1", "1")
    assert "Step through (1)" in told
    assert "Something went wrong" not in told


def test_saving_twice_overwrites_nothing() -> None:
    told = _say("/play", "/start", *A_WHILE, "/save", "/save")
    first, second = sorted(Path().glob("nz-*.yaml"), key=lambda path: len(path.name))
    assert second.stem == f"{first.stem}-2"
    assert f"Saved as {second}." in told


@pytest.mark.parametrize("name", ["a/b", "x" * 41, " "])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert refusal("chat", "--as", name).startswith("--as: expected a name of 1 to 40")


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("this is no database, and it is long enough to be sure of that\n" * 20)
    told = refusal("chat", "--as", "Mere", "--db", other)
    assert "other.db" in told
    assert len(told.splitlines()) == 1
    assert refusal("chat", "--as", "Mere", "--db", tmp_path)


def test_a_script_that_presses_the_first_choice_or_deals_ends_a_game(tmp_path: Path) -> None:
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        [*UKACHAT, "chat", "--as", "Mere", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=_environment(tmp_path),
        cwd=tmp_path,
    ) as process:
        assert process.stdin
        assert process.stdout
        told = ""
        line = "/play nz target=3"
        while "wins the game" not in told and told.count("> ") < 1000:
            process.stdin.write(f"{line}\n/ruels\n")  # the answer to the second ends the first's
            process.stdin.flush()
            heard = ""
            while "Did you mean /rules?" not in heard:
                some = process.stdout.readline()
                assert some, f"ended after {line!r}: {told}{heard}"
                heard += some
            told += heard
            choice = re.search(r"Choices: [^(]*\((\d)\)(?!.*Choices:)", heard, re.DOTALL)
            line = choice[1] if choice else "/deal"
        rest, _ = process.communicate("/save\n", timeout=60)
        assert process.returncode == 0
    assert "wins the game" in told, told[-3000:]
    assert "Saved as nz-" in rest
    (saved,) = tmp_path.glob("nz-*.yaml")
    assert "wins the game" in shown("replay", saved)


def test_a_reader_who_leaves_is_told_nothing_and_misses_nothing(tmp_path: Path) -> None:
    _say("/play")
    lines = b"/table\n" * 50
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        [*UKACHAT, "chat", "--as", "Mere"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(tmp_path),
        cwd=tmp_path,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        process.stdout.close()
        _, errors = process.communicate(lines, timeout=60)
        assert errors == b""
        assert process.returncode == 0
    assert "South: Mere." in _say("/score").partition("> /score")[0]
    assert "The game has not begun yet." in _say("/score")


def test_control_c_ends_the_waiting_for_a_pipe(tmp_path: Path) -> None:
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        [*UKACHAT, "chat", "--as", "Mere", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(tmp_path),
        cwd=tmp_path,
    ) as process:
        assert process.stdout
        assert any(line.startswith("Choices:") for line in iter(process.stdout.readline, ""))
        time.sleep(1)  # by now it waits for a line
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=10)  # the pipe is still open
        finally:
            process.kill()
        told, errors = process.communicate()
    assert process.returncode == 0
    assert "The table keeps your seat" in told
    assert errors == ""


class _Terminal:
    """`ukachat chat` in a terminal of its own."""

    def __init__(self, tmp_path: Path, *options: str, columns: int = 80) -> None:
        self.master, slave = pty.openpty()
        environment = {**_environment(tmp_path), "COLUMNS": str(columns), "LINES": "30"}
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [*UKACHAT, "chat", *options],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            cwd=tmp_path,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def expect(self, text: str) -> None:
        """Wait until a text has been shown since the last one that was waited for."""
        deadline = time.monotonic() + 30
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], deadline - time.monotonic())
            assert ready, f"never saw {text!r} in {self.seen!r}"
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"ended without {text!r}: {self.seen!r}") from None
        self.seen = self.seen.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        try:
            return self.process.wait(timeout=30)
        finally:
            os.close(self.master)


@pytest.mark.parametrize("options", [(), ("--plain",)], ids=["editing", "plain"])
def test_in_a_terminal_one_leaves_with_control_c(tmp_path: Path, options: tuple[str, ...]) -> None:
    terminal = _Terminal(tmp_path, "--as", "Mere", *options)
    terminal.expect("Kia ora")
    terminal.type("/play\r" if not options else "/play\n")
    terminal.expect("South: Mere.")
    terminal.expect("Start?>")
    if options:
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.type("half a word\x03")
        terminal.type("/score\r")
        terminal.expect("The game has not begun yet.")
        terminal.expect("Start?>")
        terminal.type("\x03")
    terminal.expect("The table keeps your seat")
    assert terminal.close() == 0


def test_in_a_plain_terminal_news_begin_a_line_and_the_prompt_follows(tmp_path: Path) -> None:
    terminal = _Terminal(tmp_path, "--as", "Mere", "--plain")
    terminal.expect("Kia ora")
    terminal.type("/play\n")
    terminal.expect("Start?> ")
    _say("/join", name="Ana")
    terminal.expect("\r\nAna sits North.")
    terminal.expect("Start?> ")
    _say("/start", "/stop", name="Ana")
    terminal.expect("Agree?> ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 0


def test_what_others_do_appears_while_one_waits(tmp_path: Path) -> None:
    terminal = _Terminal(tmp_path, "--as", "Mere", columns=40)
    terminal.expect("Kia ora")
    terminal.type("/play\r")
    terminal.expect("Start?>")
    _say("/join", name="Ana")
    terminal.expect("Ana sits North.")
    terminal.expect("Start?>")
    terminal.type("\x04")
    terminal.expect("The table keeps your seat")
    assert terminal.close() == 0


def test_in_words_alone_news_begins_a_line_and_the_prompt_comes_back(tmp_path: Path) -> None:
    terminal = _Terminal(tmp_path, "--as", "Mere", "--plain")
    terminal.expect("> ")
    terminal.type("/play\n")
    terminal.expect("Start?> ")
    _say("/join", name="Ana")
    terminal.expect("\r\nAna sits North.")
    terminal.expect("\r\nStart?> ")
    terminal.type("\x04")
    terminal.expect("The table keeps your seat")
    assert terminal.close() == 0


def test_a_terminal_that_can_nothing_gets_no_escape_sequence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "TERM", "dumb")
    terminal = _Terminal(tmp_path, "--as", "Mere")
    terminal.type("/play\n/quit\n")
    while "The table keeps your seat" not in terminal.seen:
        terminal.seen += os.read(terminal.master, 65536).decode()
    assert "South: Mere." in terminal.seen
    assert ESCAPE not in terminal.seen
    assert terminal.close() == 0


def test_what_lies_beside_the_database_is_the_history(tmp_path: Path) -> None:
    database = tmp_path / "elsewhere" / "ukachat.db"
    terminal = _Terminal(tmp_path, "--as", "Mere", "--db", str(database))
    terminal.expect("Kia ora")
    terminal.type("/score\r")
    terminal.expect("You sit at no table.")
    terminal.expect("\x1b[?2004h")  # the next line may be typed
    terminal.type("\x04")
    terminal.expect("The table keeps your seat")
    assert terminal.close() == 0
    assert "+/score" in database.with_name("typed.history").read_text()
    assert not (tmp_path / "data").exists()


def test_killed_in_the_middle_of_a_trick_the_game_is_as_it_was(tmp_path: Path) -> None:
    cards = _in_a_trick()
    card = re.search(r"Choices: [^(]*\((\d)\)", _say("/hand"))
    assert card
    terminal = _Terminal(tmp_path, "--as", "Mere", "--plain", columns=200)
    terminal.expect(cards)
    terminal.expect("Your turn> ")
    terminal.type(f"{card[1]}\n")
    terminal.expect("Mere ")  # has played it
    terminal.process.kill()
    assert terminal.close() == -signal.SIGKILL
    table = _say("/table")
    assert cards not in table
    assert _say("/table").splitlines()[-20:] == table.splitlines()[-20:]
