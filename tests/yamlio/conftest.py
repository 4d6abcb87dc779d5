"""Runs what is read twice: PyYAML has a parser in C, and one in Python where that is missing."""

from collections.abc import Iterator

import pytest
import yaml

from ukachat.yamlio import reading

_IN_C = getattr(yaml, "CSafeLoader", None)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            _IN_C,
            id="libyaml",
            marks=pytest.mark.skipif(_IN_C is None, reason="PyYAML was built without libyaml"),
        ),
        pytest.param(yaml.SafeLoader, id="python"),
    ],
)
def parser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Use this parser in the tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_PARSER", request.param)
        yield
