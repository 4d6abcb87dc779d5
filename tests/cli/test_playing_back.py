"""The examples of docs/playing-back.md show what they say."""

import json
import re
import shlex

import pytest

from tests.cli.running import EGN, ROOT, ukachat

TEXT = (ROOT / "docs" / "playing-back.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ ukachat (.*)\n([\s\S]*?)```", TEXT)


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[each[0] for each in EXAMPLES])
def test_example(command: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = ukachat(*shlex.split(command), width=None if "replay" in command else 80)
    assert result.stdout + result.stderr == expected


def keys_of(table: str) -> set[str]:
    """The keys in the first column of a table."""
    rows = TEXT.partition(f"| {table} |")[2].partition("\n\n")[0].splitlines()[2:]
    return {key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_every_key_of_the_json_is_explained() -> None:
    shown = ukachat("print", EGN / "game-10.egn", "--lenient", "--format", "json").stdout
    (game,) = json.loads(shown)["games"]
    assert keys_of("key of a game") == set(game)
    assert keys_of("key of a deal") == set(game["deals"][0])
    assert set(game["faults"][0]) == {"kind", "deal", "trick", "seat", "card", "sentence"}
