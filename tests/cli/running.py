"""Running ``ukachat`` in tests."""

import os
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from ukachat.cli.app import app

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
EGN = ROOT / "tests" / "data" / "egn"

# How the process of a test sees the world: this project, and nothing that changes its output.
_UNSET = (
    *("COLUMNS", "NO_COLOR", "UKACHAT_PLAIN"),
    *("PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONUTF8"),
)
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in _UNSET},
    "PYTHONPATH": str(ROOT),
    "TERM": "xterm",
}
UKACHAT = [sys.executable, "-m", "ukachat"]


def ukachat(*arguments: str | Path, given: str = "", width: int | None = None) -> Result:
    """Runs a command, its output piped; `width` is what the terminal says it is."""
    columns = None if width is None else str(width)
    environment = {"COLUMNS": columns, "NO_COLOR": None}
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, env=environment)


def shown(*arguments: str | Path, given: str = "", width: int | None = None) -> str:
    """What a command shows that goes well."""
    result = ukachat(*arguments, given=given, width=width)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refusal(*arguments: str | Path, given: str = "") -> str:
    """The message of a command that is refused, and shows nothing."""
    result = ukachat(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr.strip()
