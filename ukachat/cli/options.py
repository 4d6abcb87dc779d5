"""The arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A saved game or an EGN file; - is standard input."),
]
Game = Annotated[int | None, typer.Option(min=1, metavar="N", help="Only game N of the file.")]
Deal = Annotated[int | None, typer.Option(min=1, metavar="N", help="Only deal N.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Report what breaks the rules, and go on.")
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        envvar="UKACHAT_PLAIN",
        help="Words alone, without columns, colours or suit signs.",
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters instead of suit signs: JH for J♥.")]
Folders = Annotated[
    list[Path],
    typer.Option(
        "--rulesets",
        envvar="UKACHAT_RULESETS",
        metavar="DIR",
        exists=True,
        file_okay=False,
        default_factory=list,
        show_default=False,
        help="Look for rulesets in this folder too. May be given more than once.",
    ),
]
"""The folders of the host's own rulesets; in the variable they are parted as in PATH."""
