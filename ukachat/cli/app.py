"""The commands, put together."""

from typing import Annotated

import typer

from ukachat.cli.arena import arena
from ukachat.cli.bot import bot
from ukachat.cli.chat import chat
from ukachat.cli.convert import convert_file
from ukachat.cli.ending import Commands
from ukachat.cli.print import print_file
from ukachat.cli.replay import replay_file
from ukachat.cli.rules import app as rules
from ukachat.cli.verify import verify_file

# Typer would import rich for helps and tracebacks, which takes as long as a short replay.
app = typer.Typer(
    name="ukachat",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: ukachat replay examples/first-game.yaml --step",
)
app.command("chat")(chat)
app.command("bot")(bot)
app.command("replay")(replay_file)
app.command("print")(print_file)
app.command("convert")(convert_file)
app.command("verify")(verify_file)
app.command("arena")(arena)
app.add_typer(rules, name="rules")


def _show_version(asked: bool) -> None:
    if asked:
        import ukachat

        typer.echo(f"ukachat {ukachat.__version__}")
        raise typer.Exit


@app.callback()
def ukachat(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and stop.", is_eager=True, callback=_show_version
        ),
    ] = False,
) -> None:
    """Uka and the whole Euchre family: play saved games back, print them, look up rules."""
    del version
