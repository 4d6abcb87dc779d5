"""The knobs that the engine's classes declare, as a file writes them.

Everything that reads, writes or describes rulesets goes by their types, defaults and docstrings, so
that a knob is declared once: in `ukachat.engine.ruleset`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from inspect import getdoc
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from ukachat.engine import Ruleset


class Simple(Enum):
    """What a field may hold that needs no further telling; the value says it in words."""

    NUMBER = "a whole number"
    YES_NO = "yes or no"
    TEXT = "text"
    TABLE = "a mapping of tricks to points"
    NUMBER_OR_TABLE = "a whole number or a mapping of tricks to points"


class Choice(NamedTuple):
    """A field that holds one of some words.

    Attributes:
        options: The class of its values.
    """

    options: type[Enum]

    @property
    def words(self) -> list[str]:
        """The words, in the order of the class."""
        return [str(option.value) for option in self.options]


class Several(NamedTuple):
    """A field that holds a list.

    Attributes:
        item: What each item is.
    """

    item: "Kind"


class Part(NamedTuple):
    """A field that holds one of the engine's classes, a mapping in a file.

    Attributes:
        of: The class.
    """

    of: type

    @property
    def fields(self) -> Mapping[str, "Field"]:
        """Its fields, by their keys in a file."""
        return _fields(self.of)


Kind: TypeAlias = Simple | Choice | Several | Part

RULESET: Final = Part(Ruleset)

_Declared: TypeAlias = Any
"""A type as a field declares it, such as ``int`` or ``PairingRules | None``."""


class Field(NamedTuple):
    """A field of one of the engine's classes.

    Attributes:
        name: In Python; its key in a file lacks the underscore of ``pass_``.
        kind: What it holds.
        may_be_empty: Whether it may hold None too.
        default: What it holds where a file does not say; MISSING where a file has to.
    """

    name: str
    kind: Kind
    may_be_empty: bool
    default: object

    @property
    def is_required(self) -> bool:
        """Whether a file that says anything of the part has to say this."""
        return self.default is MISSING


class Knob(NamedTuple):
    """A knob of a ruleset file.

    Attributes:
        path: Its keys from the top of the file: ``"round1.must_hold"``.
        field: What it holds.
        meaning: What the docstring of its class says of it.
    """

    path: str
    field: Field
    meaning: str


@cache
def knobs() -> tuple[Knob, ...]:
    """Every knob of a ruleset, in the order of a file."""
    return tuple(_knobs(RULESET, ""))


def _knobs(part: Part, prefix: str) -> Iterator[Knob]:
    """The knobs of a part. A part that may be empty is a knob too: it can be left out."""
    told = meanings(part.of)
    for key, field in part.fields.items():
        if field.may_be_empty or not isinstance(field.kind, Part):
            yield Knob(prefix + key, field, told[field.name])
        if isinstance(field.kind, Part):
            yield from _knobs(field.kind, f"{prefix}{key}.")


_ATTRIBUTE = re.compile(r"^    (\w+): (.+(?:\n     +.+)*)", re.MULTILINE)


def meanings(part: type) -> Mapping[str, str]:
    """What the docstring of a class says of its attributes, by name."""
    attributes = (getdoc(part) or "").partition("Attributes:\n")[2]
    return {name: " ".join(told.split()) for name, told in _ATTRIBUTE.findall(attributes)}


@cache
def _fields(part: _Declared) -> Mapping[str, Field]:
    types = get_type_hints(part)
    file_key = part.__pydantic_config__["alias_generator"]
    return {
        file_key(field.name): Field(
            field.name,
            _kind(types[field.name]),
            NoneType in get_args(types[field.name]),
            field.default,
        )
        for field in fields(part)
    }


_SIMPLE: Final[Mapping[_Declared, Simple]] = {
    int: Simple.NUMBER,
    bool: Simple.YES_NO,
    str: Simple.TEXT,
    Mapping[int, int]: Simple.TABLE,
    int | Mapping[int, int]: Simple.NUMBER_OR_TABLE,
}


def _kind(declared: _Declared) -> Kind:
    """What a field of that type holds besides None."""
    if declared in _SIMPLE:
        return _SIMPLE[declared]
    if hasattr(declared, "__pydantic_config__"):
        return Part(declared)
    origin: _Declared = get_origin(declared)
    if origin is tuple:
        return Several(_kind(get_args(declared)[0]))
    if NoneType in get_args(declared):
        return _kind(next(each for each in get_args(declared) if each is not NoneType))
    return Choice(declared)
