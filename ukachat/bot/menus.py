"""What Telegram shows about the bot before anybody speaks to it: menus and descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog
from telegram import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from ukachat.chat.commands import menu
from ukachat.chat.messages import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from telegram import Bot, BotCommandScope

    from ukachat.chat.commands import Command

SHORT_DESCRIPTION: Final = "Uka, the Māori game of Euchre, and the whole Euchre family."
DESCRIPTION: Final = (
    "Play Uka, the Māori game of Euchre, and the whole Euchre family with friends and whānau.\n\n"
    "Computer players fill empty seats. Invite friends by a link, or add me to your group and say "
    "/uka there."
)

_log = structlog.stdlib.get_logger(__name__)


async def set_menus(bot: Bot, hosts: Iterable[int]) -> None:
    """Tell Telegram the commands of each kind of chat, and who we are.

    A refusal is logged; the bot works without menus.

    Args:
        bot: The bot.
        hosts: The user ids of the hosts, who have commands of their own.
    """
    private, group = Setting.PRIVATE, Setting.GROUP
    scopes: list[tuple[BotCommandScope, tuple[tuple[Command, str], ...]]] = [
        (BotCommandScopeAllPrivateChats(), menu(private)),
        (BotCommandScopeAllGroupChats(), menu(group)),
        (BotCommandScopeAllChatAdministrators(), menu(group, for_admin=True)),
        *((BotCommandScopeChat(host), menu(private, for_host=True)) for host in sorted(hosts)),
    ]
    for scope, commands in scopes:
        try:
            await bot.set_my_commands(
                [BotCommand(command.name, does) for command, does in commands], scope
            )
        except TelegramError as error:
            _log.warning("A menu was not set", scope=scope.type, reason=str(error))
    try:
        await bot.set_my_description(DESCRIPTION)
        await bot.set_my_short_description(SHORT_DESCRIPTION)
    except TelegramError as error:
        _log.warning("The description was not set", reason=str(error))
