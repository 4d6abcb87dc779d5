"""The JSON Schema for editors, and the knobs it is made from."""

import json
from typing import Any

import pytest

from ukachat.rulebook import bundled_folder, knobs, ruleset_names
from ukachat.rulebook.knobs import Choice
from ukachat.rulebook.schema import ruleset_schema
from ukachat.yamlio import Node, Text, YamlMap, read_document


def at(path: str) -> dict[str, Any]:
    """The schema of a knob."""
    schema = ruleset_schema()
    for key in path.split("."):
        schema = schema["properties"][key]
    return schema


def test_copy_in_the_repository_is_up_to_date() -> None:
    """Renew it with: ukachat rules schema > rulesets/ruleset.schema.json."""
    copy = (bundled_folder() / "ruleset.schema.json").read_text()
    assert copy == json.dumps(ruleset_schema(), indent=2) + "\n"


@pytest.mark.parametrize("knob", knobs(), ids=lambda knob: knob.path)
def test_knob_is_explained(knob: Any) -> None:  # noqa: ANN401 - mypy knows no type of ids
    schema = at(knob.path)
    assert schema["description"]
    if isinstance(knob.field.kind, Choice):
        assert schema["enum"] == [*knob.field.kind.words, None]


def test_defaults_are_written_as_in_a_file() -> None:
    assert at("alone.forced_dealer")["default"] == "yes"
    assert at("round1.must_hold")["default"] == "none"
    assert at("game.target")["default"] == 10
    assert at("play.both_alone_lead")["default"] is None
    assert "default" not in at("title")


def test_details_of_a_choice_are_told() -> None:
    told = at("deal.first_dealer")["description"]
    assert told.startswith("How the first dealer is found. A cut is one card a side,")


def test_child_needs_no_title() -> None:
    assert ruleset_schema()["anyOf"] == [{"required": ["title"]}, {"required": ["extends"]}]


@pytest.mark.parametrize("name", ruleset_names())
def test_bundled_rulesets_fit(name: str) -> None:
    path = bundled_folder() / f"{name}.yaml"
    check(read_document(path.read_bytes(), source=str(path)), ruleset_schema())


def check(node: Node, schema: dict[str, Any]) -> None:
    """As much of JSON Schema as ours uses, on nodes."""
    if isinstance(node, YamlMap) and "properties" in schema:
        assert set(node) <= set(schema["properties"])
        for key, value in node.items():
            check(value, schema["properties"][key])
    elif "enum" in schema:
        assert node in schema["enum"]
    elif "anyOf" in schema:
        assert any(fits(node, each) for each in schema["anyOf"])
    else:
        assert fits(node, schema)


def fits(node: Node, schema: dict[str, Any]) -> bool:
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    match node:
        case None:
            return "null" in types
        case Text():
            return "string" in types or ("integer" in types and node.isdecimal())
        case YamlMap():
            numbers = schema.get("additionalProperties", {})
            return "object" in types and all(fits(each, numbers) for each in node.values())
        case _:
            return "array" in types and all(fits(each, schema["items"]) for each in node)
