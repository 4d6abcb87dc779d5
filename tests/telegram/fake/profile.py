"""Methods about the bot itself: its name, descriptions, commands and wished-for rights."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.telegram.fake.reaching import visit
from tests.telegram.fake.refusals import bad

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.telegram.fake.checking import Params
    from tests.telegram.fake.world import World

MOST_COMMANDS = 100
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"([a-z]{2})?")


def _language(params: Params) -> str:
    code: str = params.get("language_code", "")
    if not LANGUAGE.fullmatch(code):
        raise bad("BOT_LANGUAGE_CODE_INVALID")
    return code


def _scope(world: World, params: Params) -> tuple[tuple[str, object], ...]:
    scope = params.get("scope", {"type": "default"})
    if "chat_id" in scope:
        visit(world, scope["chat_id"])
    return tuple(sorted(scope.items()))


def set_commands(world: World, params: Params) -> object:
    commands = params["commands"]
    if len(commands) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    names = [command["command"].removeprefix("/") for command in commands]
    if not all(map(COMMAND.fullmatch, names)) or len(set(names)) < len(names):
        raise bad("BOT_COMMAND_INVALID")
    by_language = world.profile.commands[_scope(world, params)]
    by_language[_language(params)] = [
        command | {"command": name} for command, name in zip(commands, names, strict=True)
    ]
    return True


def get_commands(world: World, params: Params) -> object:
    return world.profile.commands[_scope(world, params)].get(_language(params), [])


def delete_commands(world: World, params: Params) -> object:
    world.profile.commands[_scope(world, params)].pop(_language(params), None)
    return True


def set_text(which: str, world: World, params: Params) -> object:
    texts: dict[str, str] = getattr(world.profile, which)
    texts[_language(params)] = params.get(which, "")
    return True


def get_text(which: str, world: World, params: Params) -> object:
    texts: dict[str, str] = getattr(world.profile, which)
    default = texts.get("", world.me.first_name if which == "name" else "")
    return {which: texts.get(_language(params), default)}


def set_rights(world: World, params: Params) -> object:
    world.profile.rights[params.get("for_channels", False)] = params.get("rights", {})
    return True


METHODS: dict[str, Callable[[World, dict[str, Any]], object]] = {
    "setMyCommands": set_commands,
    "getMyCommands": get_commands,
    "deleteMyCommands": delete_commands,
    "setMyName": partial(set_text, "name"),
    "getMyName": partial(get_text, "name"),
    "setMyDescription": partial(set_text, "description"),
    "getMyDescription": partial(get_text, "description"),
    "setMyShortDescription": partial(set_text, "short_description"),
    "getMyShortDescription": partial(get_text, "short_description"),
    "setMyDefaultAdministratorRights": set_rights,
}
