"""``ukachat bot``: the conversation on Telegram."""

from pathlib import Path
from typing import Annotated

import typer

from ukachat.cli.ending import CommandError, complain


def bot(  # noqa: PLR0913 - each is an option of the command
    *,
    database: Annotated[
        str,
        typer.Option(
            "--db",
            metavar="FILE",
            help="Where the tables are kept; else a file in your own folder for data. UKACHAT_DB",
        ),
    ] = "",
    api_url: Annotated[
        str,
        typer.Option(
            "--api-url",
            metavar="URL",
            help="A Bot API server of your own, such as http://127.0.0.1:8081. UKACHAT_API_URL",
        ),
    ] = "",
    webhook_url: Annotated[
        str,
        typer.Option(
            "--webhook-url",
            metavar="URL",
            help="Where Telegram delivers; without it the bot fetches. UKACHAT_WEBHOOK_URL",
        ),
    ] = "",
    listen: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The address at which a webhook listens; else 127.0.0.1. UKACHAT_WEBHOOK_LISTEN",
        ),
    ] = "",
    port: Annotated[
        str,
        typer.Option(
            metavar="PORT", help="The port at which a webhook listens. UKACHAT_WEBHOOK_PORT"
        ),
    ] = "",
    log_level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="debug, info, warning or error; else info. UKACHAT_LOG_LEVEL"
        ),
    ] = "",
    log_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="console, or json for an object a line; else console. UKACHAT_LOG_FORMAT",
        ),
    ] = "",
    folders: Annotated[
        list[Path],
        typer.Option(
            "--rulesets",
            metavar="DIR",
            default_factory=list,
            show_default=False,
            help="Look for rulesets in this folder too. May be given more than once."
            " UKACHAT_RULESETS",
        ),
    ],
    checking: Annotated[
        bool,
        typer.Option("--check", help="Say whether settings, database and token are good; no more."),
    ] = False,
) -> None:
    """Play on Telegram: run the bot until it is told to stop.

    Every option has a variable, named behind its help; an option comes before its variable, and a
    variable before the same in a file .env of this folder. UKACHAT_TOKEN (needed),
    UKACHAT_WEBHOOK_SECRET and UKACHAT_HOSTS have no option: what stands on the command line can be
    read by everybody who lists the processes of this machine.

    For example:

        UKACHAT_TOKEN=123456:AbC... ukachat bot

        ukachat bot --check
    """
    from ukachat.bot.errors import HostError
    from ukachat.bot.logs import set_up
    from ukachat.bot.settings import misspelt, read_settings
    from ukachat.chat.store import StoreError

    try:
        for sentence in misspelt():
            complain(sentence)
        settings = read_settings(
            db=database,
            api_url=api_url,
            webhook_url=webhook_url,
            webhook_listen=listen,
            webhook_port=port,
            log_level=log_level,
            log_format=log_format,
            rulesets=folders,
        )
        set_up(settings.log_level, settings.log_format, settings.secrets)
        # Slow to import: what is wrong with the settings is told before.
        from ukachat.bot.running import check, run

        if checking:
            for sentence in check(settings):
                typer.echo(sentence)
        else:
            run(settings)
    except (HostError, StoreError) as error:
        raise CommandError(str(error)) from None
