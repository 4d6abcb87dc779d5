"""Parameters of a call, decoded and held against the table of the Bot API's methods and types.

Telegram ignores a parameter it does not know; this server refuses it, since it is always a mistake.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.telegram.fake.refusals import Refused, bad

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.telegram.fake.refusals import Refused as Refusal

Params = dict[str, Any]

FACTS = json.loads(Path(__file__).with_name("bot_api.json").read_text(encoding="utf-8"))
VERSION: str = FACTS["bot_api"]
METHODS: dict[str, dict[str, dict[str, Any]]] = FACTS["methods"]
TYPES: dict[str, dict[str, dict[str, Any]]] = FACTS["types"]

# Types that stand for several others, and the field and value that tell which.
VARIANTS = {
    "BotCommandScope": ("type", "BotCommandScope{}"),
    "ChatMember": ("status", "ChatMember{}"),
    "MenuButton": ("type", "MenuButton{}"),
}
VARIANT_NAMES = {"creator": "Owner", "kicked": "Banned"}

# Texts whose length counts only once the markup is taken out; `entities` looks at those.
FORMATTED = {"text", "caption"}


class Upload(NamedTuple):
    """A file that came with a call."""

    name: str
    content: bytes


def units(text: str) -> int:
    """Its length as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def read_params(method: str, raw: Mapping[str, object]) -> Params:
    """The parameters of a call, decoded and checked.

    Args:
        method: The method's name.
        raw: The parameters: strings from a form or an address, any JSON from a JSON body, and
            `Upload` for a file.

    Raises:
        Refused: An unknown method or parameter, one that is missing, or a wrong value.
    """
    if method not in METHODS:
        raise Refused(404, "Not Found: method not found")
    fields = METHODS[method]
    for name in raw:
        if name not in fields:
            raise bad(f"unknown parameter {name} of {method}")
    params = {}
    for name, field in fields.items():
        if name in raw:
            value = _decode(raw[name], field["type"], name)
            params[name] = check(value, field["type"], name)
            if name not in FORMATTED or "parse_mode" not in fields:
                _check_length(params[name], field, name)
        elif field.get("required"):
            raise bad(f"parameter {name} of {method} is missing")
    return params


def _decode(value: object, kind: str, where: str) -> object:
    """What a string of a form stands for; anything else is what it is."""
    if not isinstance(value, str):
        return value
    match kind:
        case "String" | "InputFile" | "InputFile or String":
            return value
        case "Integer" | "Integer or String":
            return int(value) if re.fullmatch(r"-?\d+", value) else value
        case _:
            return _from_json(value, kind, where)


def _from_json(value: str, kind: str, where: str) -> object:
    try:
        decoded: object = json.loads(value)
    except ValueError:
        raise bad(f"can't parse {where}: expected {kind} as JSON, found {value!r}") from None
    return decoded


def check(value: object, kind: str, where: str) -> object:
    """The value, if it is of that type, in every part.

    Raises:
        Refused: It is not.
    """
    if kind.startswith("Array of "):
        if not isinstance(value, list):
            raise _wrong(value, kind, where)
        inner = kind.removeprefix("Array of ")
        return [check(item, inner, f"{where}[{i}]") for i, item in enumerate(value)]
    kinds = re.split(r", | or | and ", kind)
    if len(kinds) > 1:
        return check(value, _fitting(value, kinds, where), where)
    match kind:
        case "Integer":
            fits = isinstance(value, int) and not isinstance(value, bool)
        case "Float":
            fits = isinstance(value, int | float) and not isinstance(value, bool)
        case "String":
            fits = isinstance(value, str)
        case "Boolean":
            fits = isinstance(value, bool)
        case "True":
            fits = value is True
        case "InputFile":
            fits = isinstance(value, Upload)
        case _:
            fits = isinstance(value, dict)
            if isinstance(value, dict):
                _check_object(value, kind, where)
    if not fits:
        raise _wrong(value, kind, where)
    return value


def _fitting(value: object, kinds: list[str], where: str) -> str:
    """Which of several types a value is of, by its own type or its required fields."""
    scalars: dict[type, str] = {int: "Integer", str: "String", Upload: "InputFile"}
    for kind in kinds:
        if isinstance(value, dict):
            fields = TYPES.get(kind, {})
            needed = {name for name, field in fields.items() if field.get("required")}
            if needed and needed <= value.keys():
                return kind
        elif scalars.get(type(value)) == kind:
            return kind
    raise _wrong(value, " or ".join(kinds), where)


def _check_object(value: dict[str, object], kind: str, where: str) -> None:
    if kind in VARIANTS:
        field, pattern = VARIANTS[kind]
        word = str(value.get(field, ""))
        camel = "".join(part.capitalize() for part in word.split("_"))
        kind = pattern.format(VARIANT_NAMES.get(word, camel))
        if kind not in TYPES:
            raise bad(f"{where}.{field} is unknown: {word!r}")
    fields = TYPES.get("Message" if kind == "MaybeInaccessibleMessage" else kind)
    if not fields:
        return  # other unions, which no method imitated here takes, and types without fields
    for name, part in value.items():
        if name not in fields:
            raise bad(f"unknown field {name} in {where}, a {kind}")
        check(part, fields[name]["type"], f"{where}.{name}")
        _check_length(part, fields[name], f"{where}.{name}")
    for name, facts in fields.items():
        # A Boolean that is missing inside an object is read as false.
        if facts.get("required") and name not in value and facts["type"] != "Boolean":
            raise bad(f"field {name} of {where}, a {kind}, is missing")


def _check_length(value: object, field: dict[str, Any], where: str) -> None:
    if "max" not in field or not isinstance(value, str):
        return
    length = len(value.encode()) if field["unit"] == "bytes" else units(value)
    if field["min"] <= length <= field["max"]:
        return
    if where.endswith(".callback_data"):
        raise bad("BUTTON_DATA_INVALID")
    if where == "text" and length > field["max"]:
        raise bad("MESSAGE_TOO_LONG")
    raise bad(f"{where} has {length} {field['unit']}, expected {field['min']} to {field['max']}")


def _wrong(value: object, kind: str, where: str) -> Refusal:
    return bad(f"{where} must be {kind}, found {json.dumps(value, default=repr)}")
