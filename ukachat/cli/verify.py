"""``ukachat verify``: whether the deals of a saved game are those that were promised."""

import typer

from ukachat.cli.ending import FAILED, complain
from ukachat.cli.options import File, Folders, Game


def verify_file(file: File, *, game: Game = None, folders: Folders) -> None:
    """Check that the deals of a saved game were shuffled as promised.

    Each deal whose secret is told is shuffled again from the secret and the words that the players
    added. What does not fit is told with its deal and its place, and ends with exit status 2.

    For example:

        ukachat verify game.yaml

        ukachat verify --game 2 evening.yaml
    """
    from ukachat.cli.games import Replays, chosen_games, show_heading
    from ukachat.cli.screen import Screen
    from ukachat.records import verify
    from ukachat.records.showing import Reader

    screen = Screen(plain=False, ascii_only=False)
    chosen = chosen_games(file, game, folders)
    replays = Replays(chosen, [Reader(sees_all=True)] * len(chosen), lenient=False)
    fits = True
    for each, _, _ in replays:  # A record that breaks the rules says so as well.
        found = verify(each.game)
        show_heading(screen, each, [each.game.title or each.game.source.name])
        for misfit in found.misfits:
            line, column = each.game.source.place(misfit.path) or (1, 1)
            complain(f"{each.game.source.name}:{line}:{column}: {misfit.sentence()}")
        screen.lines(found.sentences())
        fits = fits and not found.misfits
    if not (fits and replays.all_good):
        raise typer.Exit(FAILED)
