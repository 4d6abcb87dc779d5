"""What the import contracts in pyproject.toml cannot say."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "ukachat"
PURE = sorted([*PACKAGE.glob("engine/**/*.py"), *PACKAGE.glob("fair.py")])
# A clock, a generator, a file: the engine is told what it needs of them.
IMPURE = {"datetime", "io", "os", "pathlib", "random", "secrets", "subprocess", "time"}


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(name)):
                yield name
            case _:
                pass


@pytest.mark.parametrize("module", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pure_modules_use_the_standard_library_alone(module: Path) -> None:
    allowed = (sys.stdlib_module_names - IMPURE) | {"ukachat"}
    assert {name.partition(".")[0] for name in imported(module)} <= allowed
