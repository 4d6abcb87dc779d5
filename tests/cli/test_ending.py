"""How commands end that cannot go on."""

import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import EGN, ENVIRONMENT, EXAMPLES, UKACHAT, refusal, ukachat

FIRST = EXAMPLES / "first-game.yaml"
COMMANDS = ("replay", "print")


@pytest.mark.parametrize("command", COMMANDS)
class TestFiles:
    def test_missing(self, command: str) -> None:
        assert refusal(command, "none.yaml") == "none.yaml: there is no such file."

    def test_folder(self, command: str, tmp_path: Path) -> None:
        assert refusal(command, tmp_path) == f"{tmp_path}: this is a folder; expected a file."

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
    def test_unreadable(self, command: str, tmp_path: Path) -> None:
        secret = tmp_path / "secret.yaml"
        secret.write_text("x")
        secret.chmod(0)
        assert refusal(command, secret) == f"{secret}: you may not read or write this."

    def test_binary(self, command: str, tmp_path: Path) -> None:
        picture = tmp_path / "picture.yaml"
        picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        assert refusal(command, picture).startswith(f"{picture}:1:1: expected UTF-8 text")

    def test_empty(self, command: str) -> None:
        assert refusal(command, "-", given="") == (
            "standard input:1:1: expected a document, got an empty file"
        )

    def test_no_yaml(self, command: str) -> None:
        assert refusal(command, "-", given="deals: [").startswith("standard input:1:8: ")


def mutated(data: bytes, rng: Random) -> bytes:
    """Bytes with something wrong: flipped, left out, doubled or cut short."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(changed))
        match rng.randrange(4):
            case 0:
                changed[place] = rng.randrange(256)
            case 1:
                del changed[place : place + rng.randrange(1, 30)]
            case 2:
                changed[place:place] = changed[place : place + rng.randrange(1, 30)]
            case _:
                del changed[place + 1 :]
    return bytes(changed)


@pytest.mark.parametrize("seed", range(60))
def test_no_file_makes_a_traceback(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    source = rng.choice([*EXAMPLES.glob("*.yaml"), *EGN.glob("*.egn")])
    broken = tmp_path / source.name
    broken.write_bytes(mutated(source.read_bytes(), rng))
    for command in COMMANDS:
        for lenient in ([], ["--lenient"]):
            result = ukachat(command, broken, *lenient)
            assert isinstance(result.exception, SystemExit | None), result.exception
            assert (result.exit_code, bool(result.stderr)) in ((0, False), (2, True))


def test_a_name_that_no_file_can_have() -> None:
    assert refusal("replay", "x" * 5000) == f"{'x' * 40}...: File name too long."
    assert refusal("convert", FIRST, "x" * 5000).startswith(f"{'x' * 40}...: expected the suffix")
    assert refusal("replay", "x" * 200) == f"{'x' * 200}: there is no such file."


def test_options_are_explained() -> None:
    message = refusal("replay", FIRST, "--nothing")
    assert message.startswith("Usage: ")
    assert "--nothing" in message
    assert "replay" in refusal("nothing") or "No such command" in refusal("nothing")


def run(*arguments: str | Path, output: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(  # noqa: S603
        [*UKACHAT, *map(str, arguments)],
        env=ENVIRONMENT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.PIPE,
    )


def test_messages_steer_no_terminal() -> None:
    message = refusal("replay", "\x1b[2J\u202egame.yaml")
    assert message == "[2J game.yaml: there is no such file."


@pytest.mark.parametrize("options", [[], ["--summary"]], ids=["much", "little"])
def test_a_reader_who_has_seen_enough(options: list[str]) -> None:
    with run("print", EXAMPLES / "two-games.yaml", *options) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written() -> None:
    small = ("print", FIRST, "--summary")
    with Path("/dev/full").open("w") as full, run(*small, output=full.fileno()) as process:
        assert process.stderr is not None
        assert process.stderr.read() == ("standard input or output: No space left on device.\n")
    assert process.returncode == 2


def test_interrupt() -> None:
    with run("replay", FIRST, "--step") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()  # it waits for a key now
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == ""
    assert process.returncode == 130
