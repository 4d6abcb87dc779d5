"""The one registry of commands: their names, what they do, where they make sense.

Menus, ``/help``, completion and the documentation's list of commands all come from here.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.chat.handlers import game, hosting, inviting, library, lobby, people, rules, settings
from ukachat.chat.messages import Setting
from ukachat.chat.scene import Sorry

if TYPE_CHECKING:
    from collections.abc import Callable

    from ukachat.chat.scene import Scene


class Need(Enum):
    """What a command wants loaded besides the tables here and the speaker's own."""

    NOTHING = "nothing"
    JOINABLE = "joinable"
    GAMES = "games"
    EVERYWHERE = "everywhere"
    PLAYING = "playing"


class Command(NamedTuple):
    """A command.

    Attributes:
        name: What is typed after the slash.
        words: What may follow, for the help; empty where nothing does.
        help: What it does, in one line without a full stop.
        run: Does it, given the words that follow.
        where: The kinds of chat in which it makes sense.
        aliases: Other names.
        needs: What it wants loaded.
        for_admins: What it does for an admin of a group, in one line without a full stop; empty
            where that is the same as for everybody.
    """

    name: str
    words: str
    help: str
    run: Callable[[Scene, str], None]
    where: tuple[Setting, ...] = (Setting.PRIVATE, Setting.GROUP)
    aliases: tuple[str, ...] = ()
    needs: Need = Need.NOTHING
    for_admins: str = ""

    @property
    def usage(self) -> str:
        """How it is typed: ``"/sit SEAT"``."""
        return f"/{self.name} {self.words}".rstrip()


_ALL: Final = (
    Command(
        "play",
        "[RULES]",
        "open a table; with now, play at once",
        lobby.play,
        aliases=("uka",),
        needs=Need.JOINABLE,
    ),
    Command("join", "[TABLE]", "sit down at an open table", lobby.join, needs=Need.JOINABLE),
    Command("invite", "", "ask friends to your table", inviting.invite),
    Command("sit", "SEAT", "take a certain seat, as in /sit north", lobby.sit),
    Command("leave", "", "get up from the table", lobby.leave),
    Command("start", "", "begin the game; computers take empty seats", lobby.start),
    Command(
        "computer", "[beginner|club|off]", "seat computer players or send them away", lobby.computer
    ),
    Command("deal", "", "deal the cards", game.deal),
    Command("cut", "WORDS", "add your own words to the shuffle", game.cut),
    Command("hand", "", "tell your cards, privately", game.hand, aliases=("cards",)),
    Command("table", "[TABLE]", "show the table, or choose one of yours", game.show_table),
    Command("score", "", "tell the score", game.score),
    Command("last", "", "tell the last trick", game.last),
    Command("history", "", "tell this deal from its beginning", game.history),
    Command("rules", "[NAME] [OPTIONS]", "show or choose the rules", rules.rules),
    Command("undo", "", "take your last action back", game.undo),
    Command("agree", "", "agree to what was asked", game.agree),
    Command("decline", "", "decline what was asked", game.decline),
    Command("pace", "[live|relaxed|slow|off]", "say how long the table waits", game.pace),
    Command("wait", "", "give the player whose turn it is more time", game.wait),
    Command("away", "", "let a computer play for you until you are back", game.away),
    Command("back", "", "play for yourself again", game.back),
    Command("kick", "[NAME]", "let a computer play for whoever keeps you waiting", game.kick),
    Command("rematch", "", "play again with the same people", lobby.rematch),
    Command("swap", "", "change partners", lobby.swap),
    Command("save", "", "send the game as a file", library.save),
    Command("replay", "[GAME]", "step through a finished game", library.replay, needs=Need.GAMES),
    Command(
        "verify",
        "[GAME]",
        "check that the cards were dealt fairly",
        library.verify,
        needs=Need.GAMES,
    ),
    Command(
        "settings",
        "[SETTING]",
        "show or choose how cards are shown and more",
        settings.settings,
        for_admins="choose the group's rules, pace, computers and who may stop",
    ),
    Command(
        "stop",
        "",
        "end the game, or close the table",
        game.stop,
        for_admins="end any game, or close any table, of this group",
    ),
    Command("forget", "me", "make me forget who you are", people.forget),
    Command("help", "[COMMAND]", "tell what you can say", people.help_),
)

COMMANDS: Final = {command.name: command for command in _ALL}
"""All commands by name, in the order in which they are listed."""

_FOR_HOSTS: Final = (
    Command(
        "announce",
        "WORDS",
        "tell every open table one line",
        hosting.announce,
        (Setting.PRIVATE,),
        needs=Need.EVERYWHERE,
    ),
    Command(
        "drain",
        "[on|off]",
        "stop new tables before an upgrade, or say how many games are on",
        hosting.drain,
        (Setting.PRIVATE,),
        needs=Need.PLAYING,
    ),
)
HOST_COMMANDS: Final = {command.name: command for command in _FOR_HOSTS}
"""The commands of those who run the bot, by name; nobody else is told of them."""

_BY_WORD: Final = COMMANDS | {alias: each for each in _ALL for alias in each.aliases}


def find(word: str, *, for_host: bool = False) -> Command:
    """The command of a name or alias, in any case.

    Args:
        word: The name.
        for_host: Whether the commands of hosts count as well.

    Raises:
        Sorry: There is none; the text names the nearest.
    """
    from ukachat.yamlio.fields import nearest

    known = _BY_WORD | HOST_COMMANDS if for_host else _BY_WORD
    command = known.get(word.lower())
    if command is None:
        near = nearest(word.lower(), known)
        hint = f"Did you mean /{near}?" if near else "/help lists what I know."
        raise Sorry(f"I do not know /{word}. {hint}")
    return command


def is_command(word: str) -> bool:
    """Whether a word is the name or an alias of a command that anybody may use."""
    return word.lower() in _BY_WORD


def bare(text: str) -> Command | None:
    """The command that somebody means who leaves the slash out; None where it is no command."""
    return _BY_WORD.get(text.strip().lower())


def menu(
    setting: Setting, *, for_admin: bool = False, for_host: bool = False
) -> tuple[tuple[Command, str], ...]:
    """What can be said in a kind of chat: each command, and what it does.

    Args:
        setting: The kind of chat.
        for_admin: Whether it is told what the commands do for an admin of a group.
        for_host: Whether the commands of hosts are listed as well.
    """
    listed = (*_ALL, *_FOR_HOSTS) if for_host else _ALL
    return tuple(
        (command, command.for_admins if for_admin and command.for_admins else command.help)
        for command in listed
        if setting in command.where
    )


def help_text(setting: Setting, *, for_host: bool = False) -> str:
    """All that can be said in a kind of chat, one line each."""
    lines = [f"{command.usage}: {does}." for command, does in menu(setting, for_host=for_host)]
    return "\n".join(
        [
            "When it is your turn, say what you do: pick it up, pass, hearts alone, "
            "jack of hearts, jh, the left, lowest.",
            *lines,
        ]
    )
