"""``ukachat replay``: a saved game, event by event."""

from typing import Annotated, Final

import typer

from ukachat.cli.ending import FAILED, CommandError
from ukachat.cli.options import Ascii, Deal, File, Folders, Game, Lenient, Plain

LONGEST_DELAY: Final = 60


def replay_file(  # noqa: PLR0913 - each is an option of the command
    file: File,
    *,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after each event; b goes back, q ends.")
    ] = False,
    delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help=f"Pause after each event, for {LONGEST_DELAY} seconds at most."
        ),
    ] = 0,
    game: Game = None,
    deal: Deal = None,
    trick: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only trick N of each deal.")
    ] = None,
    to: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop after event N of those shown.")
    ] = None,
    from_end: Annotated[
        bool,
        typer.Option(
            "--from-end", help="Count N from the end, 1 being the last; step from the last event."
        ),
    ] = False,
    hands: Annotated[
        str,
        typer.Option(
            metavar="WHOSE", help="Whose cards are shown: all, none, or a seat or player by name."
        ),
    ] = "all",
    lenient: Lenient = False,
    plain: Plain = False,
    ascii_only: Ascii = False,
    folders: Folders,
) -> None:
    """Play a saved game back, event by event.

    For example:

        ukachat replay game.yaml

        ukachat replay game.yaml --step --hands north

        ukachat replay game.yaml --deal 3 --trick 2

        ukachat replay game.yaml --deal 1 --from-end --delay 1

        ukachat replay faulty.egn --lenient | less
    """
    if not 0 <= delay <= LONGEST_DELAY:  # nor is "not a number"
        message = f"--delay {delay:g}: expected seconds from 0 to {LONGEST_DELAY}."
        raise CommandError(message)
    if step and delay:
        message = "--step and --delay: choose one of them."
        raise CommandError(message)
    if step and file == "-":
        message = "--step reads its keys from standard input, so FILE must be a file and not -."
        raise CommandError(message)
    from ukachat.cli.choosing import Part, reader_of
    from ukachat.cli.games import Replays, chosen_games, show_heading
    from ukachat.cli.screen import Screen
    from ukachat.cli.stepping import Player
    from ukachat.records.showing import showing_of

    screen = Screen(plain=plain, ascii_only=ascii_only)
    part = Part(deal, trick, to, from_end)
    chosen = chosen_games(file, game, folders)
    readers = [reader_of(each.game, hands) for each in chosen]
    replays = Replays(chosen, readers, lenient=lenient)
    for (each, played, _), reader in zip(replays, readers, strict=True):
        showing = showing_of(played, reader, screen.style)
        moments = part.of(showing)
        show_heading(screen, each, showing.heading)
        player = Player(screen, showing, with_trumps=trick is not None)
        if not step:
            player.run(moments, delay)
        elif moments and not player.step(moments, len(moments) - 1 if from_end else 0):
            return
    if not replays.all_good:
        raise typer.Exit(FAILED)
