"""What every test shares: how hard hypothesis looks for counter-examples, and golden files.

`make test` uses the profile `ci`, `make test-long` the profile `long`. Both print what reproduces
a failure, and neither is timed, since a busy machine is no fault of the code.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=50,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("ci"), max_examples=2000)
settings.load_profile("ci")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write the golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with a file of tests/golden; ``--renew`` writes the file instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--renew"):
            path.write_text(text, encoding="utf-8")
            return
        assert path.exists(), f"{path.name} is missing: pytest --renew writes it"
        assert text == path.read_text(encoding="utf-8"), "pytest --renew writes it anew"

    return compare
