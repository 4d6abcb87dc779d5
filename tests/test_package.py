import tomllib
from pathlib import Path

import pytest

import ukachat

ROOT = Path(__file__).parent.parent


def test_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert ukachat.__version__ == project["version"]


def test_package_has_no_other_hidden_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ukachat.nothing  # type: ignore[attr-defined]  # noqa: B018
