"""A JSON Schema of ruleset files, with which editors complete and explain the knobs.

It goes by the same types and docstrings as reading does. It is a help and no judge: it lets every
part stay out, since a parent may have it, and knows no contradictions.
"""

from enum import Enum
from inspect import getdoc
from typing import Any, Final, TypeAlias

from ukachat.rulebook.knobs import (
    RULESET,
    Choice,
    Field,
    Kind,
    Part,
    Several,
    Simple,
    meanings,
)

_Schema: TypeAlias = "dict[str, Any]"

_NUMBER: Final[_Schema] = {"type": "integer"}
_TABLE: Final[_Schema] = {
    "type": "object",
    "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
    "additionalProperties": {"type": ["integer", "null"]},
}
_SIMPLE: Final[dict[Simple, _Schema]] = {
    Simple.NUMBER: _NUMBER,
    # Editors follow YAML 1.2, in which yes is text, and a text field takes their numbers too.
    Simple.YES_NO: {"enum": ["yes", "no", True, False]},
    Simple.TEXT: {"type": ["string", "number", "boolean"]},
    Simple.TABLE: _TABLE,
    Simple.NUMBER_OR_TABLE: {"anyOf": [_NUMBER, _TABLE]},
}
_EXTENDS: Final = {
    "type": "string",
    "description": "The ruleset to begin with, by its name. Mappings merge with it key by key, all "
    "else replaces what it says, and null takes out what it has.",
}


def ruleset_schema() -> _Schema:
    """The schema, ready for `json.dumps`."""
    whole = _schema(RULESET)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A ruleset of ukachat",
        **whole,
        "properties": {"extends": _EXTENDS, **whole["properties"]},
        "anyOf": [{"required": ["title"]}, {"required": ["extends"]}],
    }


def _schema(kind: Kind) -> _Schema:
    match kind:
        case Simple():
            return _SIMPLE[kind]
        case Choice(words=words):
            return {"enum": words}
        case Several(item):
            return {"type": "array", "items": _schema(item)}
        case Part(of, fields=fields):
            told = meanings(of)
            return {
                "description": _told_by(of),
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    key: _field(field, told.get(field.name, "")) for key, field in fields.items()
                },
            }


def _field(field: Field, meaning: str) -> _Schema:
    schema = _or_null(_schema(field.kind))
    match field.kind:
        case Part():
            return schema | ({"description": meaning} if meaning else {})
        case Choice(options):
            # A choice begins by saying what its field says; what it adds is worth reading.
            meaning = f"{meaning} {_told_by(options).partition('. ')[2]}".rstrip()
        case _:
            pass
    schema["description"] = meaning
    return schema if field.is_required else schema | {"default": _default(field.default)}


def _told_by(of: type) -> str:
    """What the docstring of a class says before it comes to the attributes."""
    return " ".join((getdoc(of) or "").partition("\n\nAttributes:")[0].split())


def _or_null(schema: _Schema) -> _Schema:
    """Lets a file write null as well: it takes out what a parent has."""
    match schema:
        case {"type": str(name)}:
            return schema | {"type": [name, "null"]}
        case {"type": names}:
            return schema | {"type": [*names, "null"]}
        case {"enum": words}:
            return schema | {"enum": [*words, None]}
        case _:
            return {"anyOf": [*schema["anyOf"], {"type": "null"}]}


def _default(value: object) -> object:
    """A default as a file writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.value if isinstance(value, Enum) else value
