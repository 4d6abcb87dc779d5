"""docs/rulesets.md: its examples do what it says, and it leaves out no knob."""

import re
import shlex
from enum import Enum
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ukachat.cli.app import app
from ukachat.engine.ruleset import PairingRules
from ukachat.rulebook import Knob, knobs
from ukachat.rulebook.knobs import Choice

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "rulesets.md").read_text()

FILES = dict(re.findall(r"```yaml (\S+)\n(.*?)```", GUIDE, re.DOTALL))
SESSIONS = re.findall(r"```console\n\$ ukachat (.*?)\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all files of the guide."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[command for command, _ in SESSIONS])
@pytest.mark.usefixtures("folder")
def test_session(command: str, shown: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.output == shown
    assert result.exit_code == (0 if result.stderr == "" else 2)


WRONG = {"wrong.yaml", "stuck.yaml"}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("folder")
def test_file(name: str) -> None:
    result = CliRunner().invoke(app, ["rules", "check", name])
    assert result.exit_code == (2 if name in WRONG else 0)


def test_examples_are_found() -> None:
    assert len(FILES) >= 7
    assert set(FILES) >= WRONG
    assert len(SESSIONS) >= 4


def test_python_example(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - our own
    assert names["fingerprint"]


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)", GUIDE, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    for link in re.findall(r"\]\((.*?)\)", GUIDE):
        page, _, anchor = link.partition("#")
        assert anchor in anchors if anchor else (ROOT / "docs" / page).exists()


# --- every knob ---


def entries() -> dict[str, str]:
    """By path, what the list of knobs says."""
    listed = GUIDE.partition("## Every knob\n")[2].partition("\n## ")[0]
    found = re.findall(r"^- `([^`]+)`: (.*?)(?=^- |^#|^$)", listed, re.MULTILINE | re.DOTALL)
    return dict(found)


def in_guide(path: str) -> str:
    """The path of a knob in the guide, where the pairings share their tables."""
    return re.sub(r"^scoring\.\w+\.", "scoring.*.", path)


def test_no_knob_is_left_out_or_invented() -> None:
    besides = {"extends", "scoring.pair_vs_pair"}  # which can never be empty
    assert set(entries()) == {in_guide(knob.path) for knob in knobs()} | besides


@pytest.mark.parametrize("knob", knobs(), ids=[knob.path for knob in knobs()])
def test_knob(knob: Knob) -> None:
    told = entries()[in_guide(knob.path)]
    kind, default = knob.field.kind, knob.field.default
    if isinstance(kind, Choice):
        options = re.findall(r"^  - `(\w+)`( \(usual\))?:", told, re.MULTILINE)
        assert [word for word, _ in options] == kind.words
        usual = [word for word, is_usual in options if is_usual]
        assert usual == ([default.value] if isinstance(default, Enum) else [])
    assert usual_in_words(knob) in " ".join(told.split())


def usual_in_words(knob: Knob) -> str:
    """How the guide tells the usual value; nothing where it is told otherwise."""
    match knob.field.default:
        case None | "" | ():
            return "Usually empty"
        case bool() as answer:
            return f"Usually `{'yes' if answer else 'no'}`"
        case int() | str() as value:
            return f"Usually `{value}`"
        case PairingRules(makers=points):
            return f"{max(points.values())} for all five"
        case _:
            return ""
