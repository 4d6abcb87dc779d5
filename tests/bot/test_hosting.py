"""The page on hosting, the unit, the Dockerfile: what they name exists, what they do works."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from tests.cli.running import ENVIRONMENT
from ukachat.bot.settings import OPTIONS, Settings
from ukachat.chat.store.sql import open_store
from ukachat.cli.app import app

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "ukachat.service").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
DATABASE = "/var/lib/ukachat/ukachat.db"

# No setting, and nothing of this folder within reach.
BARE = {
    name: value
    for name, value in ENVIRONMENT.items()
    if name != "PYTHONPATH" and not name.startswith("UKACHAT_")
}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def commands(start: str) -> list[list[str]]:
    """The commands of the page that begin with a word, as lists of words."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    found = [shlex.split(line) for line in lines if line.startswith(start)]
    assert found, start
    return found


def instructions() -> list[tuple[str, str]]:
    """The steps of the Dockerfile: the word, and the rest of the line."""
    lines = [line for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def instruction(word: str) -> str:
    (found,) = (rest for name, rest in instructions() if name == word)
    return found


def unit_values(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


class TestPage:
    def test_the_table_of_settings_is_that_of_the_program(self) -> None:
        rows = re.findall(r"^\| `(UKACHAT_\w+)` \| (?:`(--[\w-]+)`)? ?\|", PAGE, re.MULTILINE)
        assert rows == [
            (f"UKACHAT_{name.upper()}", OPTIONS.get(name, "")) for name in Settings.model_fields
        ]

    def test_the_values_without_a_setting_are_those_of_the_program(self) -> None:
        for name, field in Settings.model_fields.items():
            row = re.search(rf"^\| `UKACHAT_{name.upper()}` .*\| (.*) \|$", PAGE, re.MULTILINE)
            assert row
            if isinstance(field.default, str) and field.default:
                assert row[1] == f"`{field.default}`"

    def test_every_variable_that_is_named_exists(self) -> None:
        known = {f"UKACHAT_{name.upper()}" for name in Settings.model_fields}
        named = set(re.findall(r"UKACHAT_[A-Z_]*[A-Z]", PAGE + UNIT + DOCKERFILE))
        assert named - known == {"UKACHAT_TOKN"}  # the example of a slip

    def test_every_option_that_is_named_exists(self) -> None:
        command = typer.main.get_command(app).commands["bot"]  # type: ignore[attr-defined]
        known = {name for each in command.params for name in each.opts}
        used = re.findall(r"ukachat bot((?: [\w/.-]+)*)", PAGE + UNIT)
        assert any("--check" in each for each in used)
        for each in used:
            assert {word for word in each.split() if word.startswith("-")} <= known

    def test_the_files_that_are_named_exist(self) -> None:
        named = re.findall(r"deploy/\S+", "\n".join(blocks("sh")))
        assert set(named) == {"deploy/ukachat.service", "deploy/Dockerfile"}
        assert all((ROOT / each).is_file() for each in named)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database in use: somebody has spoken, and the file is still open elsewhere."""
    path = tmp_path / "ukachat.db"

    async def fill() -> None:
        store = await open_store(path)
        await store.meet("telegram:123456789", "Mere")
        await store.close()

    asyncio.run(fill())
    return path


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="needs the command sqlite3")
class TestDatabase:
    """The lines of the page as they stand, but for the user and the folder."""

    def run(self, words: list[str], folder: Path) -> str:
        assert words[:3] == ["sudo", "-u", "ukachat"]
        told = [word.replace("/var/lib/ukachat", str(folder)) for word in words[3:]]
        done = subprocess.run(  # noqa: S603 - a line of our own page
            told, check=False, capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def test_user_ids_are_found(self, database: Path) -> None:
        select, *_ = commands("sudo -u ukachat sqlite3")
        assert self.run(select, database.parent) == "Mere|telegram:123456789\n"
        assert "`Mere|telegram:123456789`" in PAGE

    def test_backup_while_it_runs_and_restore(self, database: Path) -> None:
        _, vacuum, check = commands("sudo -u ukachat sqlite3")
        with sqlite3.connect(database) as running:  # with a decision that is in the WAL alone
            running.execute("UPDATE people SET name = 'Ana'")
            running.commit()
            assert database.with_name("ukachat.db-wal").stat().st_size
            assert self.run(vacuum, database.parent) == ""
        running.close()
        assert self.run(check, database.parent) == "ok\n"

        backup = database.with_name("backup.db")
        ((_, _, _, *left),) = commands("sudo rm -f")
        ((*_, restored),) = commands("sudo install -o ukachat")
        assert restored == DATABASE
        assert left == [f"{DATABASE}-wal", f"{DATABASE}-shm"]
        database.write_bytes(b"damaged")
        for name in left:
            database.with_name(Path(name).name).unlink(missing_ok=True)
        shutil.copy(backup, database)

        async def restored_name() -> str:
            store = await open_store(database)
            person = await store.meet("telegram:123456789", "Ana")
            await store.close()
            return person.name

        assert asyncio.run(restored_name()) == "Ana"


class TestUnit:
    @pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
    def test_systemd_finds_no_fault(self, tmp_path: Path) -> None:
        """The program is not installed where the unit expects it, so another stands for it."""
        unit = tmp_path / "ukachat.service"
        unit.write_text(UNIT.replace("/opt/ukachat/bin/ukachat ", f"{sys.executable} "))
        done = subprocess.run(  # noqa: S603 - a command of the system
            ["systemd-analyze", "verify", "--man=no", str(unit)],  # noqa: S607
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stdout + done.stderr) == (0, "")

    def test_wrong_settings_do_not_start_it_again_and_again(self) -> None:
        assert unit_values("Restart") == ["on-failure"]
        assert unit_values("RestartPreventExitStatus") == ["2"]
        assert unit_values("KillSignal") == ["SIGTERM"]

    def test_it_is_what_the_page_says(self) -> None:
        (command,) = unit_values("ExecStart")
        assert command == f"/opt/ukachat/bin/ukachat bot --db {DATABASE}"
        assert unit_values("User") == ["ukachat"]
        (environment,) = unit_values("EnvironmentFile")
        assert f"sudo install -m 600 /dev/null {environment}" in PAGE
        assert f"/var/lib/{unit_values('StateDirectory')[0]}" == unit_values("WorkingDirectory")[0]
        assert "UKACHAT_TOKEN" not in UNIT


class TestDockerfile:
    def test_the_token_is_not_in_the_image(self) -> None:
        assert not any("TOKEN" in rest for _, rest in instructions())
        copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY"]
        names = {name for each in copied for name in each if not name.startswith("-")}
        assert names == {
            "pyproject.toml",
            "README.md",
            "LICENSE",
            "ukachat",
            "rulesets",
            "/opt/ukachat",
        }

    def test_it_runs_without_rights_and_keeps_the_database_outside(self) -> None:
        assert instruction("USER") == "ukachat"
        assert instruction("VOLUME") == "/data"
        assert "ENV UKACHAT_DB=/data/ukachat.db" in DOCKERFILE
        assert instruction("STOPSIGNAL") == "SIGTERM"

    @pytest.mark.long
    def test_its_steps_make_a_program_that_asks_for_a_token(self, tmp_path: Path) -> None:
        """The steps that need no container, in folders of the test's own."""
        source, made = tmp_path / "source", tmp_path / "ukachat"
        source.mkdir()
        for word, rest in instructions():
            if word == "COPY" and not rest.startswith("--from"):
                *names, _ = rest.split()
                for name in names:
                    copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                    copy(ROOT / name, source / name)
            elif word == "RUN" and not rest.startswith("useradd"):
                step = [each.replace("/opt/ukachat", str(made)) for each in shlex.split(rest)]
                step[0] = sys.executable if step[0] == "python" else step[0]
                subprocess.run(  # noqa: S603 - a line of our own Dockerfile
                    step, cwd=source, env=BARE, check=True, timeout=600
                )
        started = re.findall(r'"([^"]*)"', instruction("ENTRYPOINT") + instruction("CMD"))
        assert started == ["ukachat", "bot"]
        for options in ([], ["--check"]):
            done = subprocess.run(  # noqa: S603 - what was just made
                [made / "bin" / started[0], *started[1:], *options],
                cwd=tmp_path,
                env=BARE,
                check=False,
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert done.returncode == 2
            assert done.stdout == ""
            assert done.stderr.startswith("UKACHAT_TOKEN is missing: expected the token")
            assert done.stderr.count("\n") == 1
