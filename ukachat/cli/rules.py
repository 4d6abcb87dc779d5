"""``ukachat rules``: which rulesets there are, what they say, and what is wrong with one."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ukachat.cli.ending import FAILED, complain
from ukachat.cli.options import Folders

if TYPE_CHECKING:
    from ukachat.engine import Ruleset

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)

STANDARD_INPUT: Final = "-"
INDENT: Final = "  "


def complete_name(incomplete: str) -> list[str]:
    """For shell completion, the names of the bundled rulesets that begin so."""
    from ukachat.rulebook import ruleset_names

    return [name for name in ruleset_names() if name.startswith(incomplete)]


Name = Annotated[
    str,
    typer.Argument(help="A name such as nz, or a .yaml file.", autocompletion=complete_name),
]


@app.callback()
def list_rulesets(context: typer.Context, folders: Folders) -> None:
    """List, explain, check and compare rulesets; alone, list them.

    A name is that of a ruleset which comes with ukachat or lies in one of the folders given.

    For example:

        ukachat rules

        ukachat rules --rulesets ~/our-rules
    """
    if context.invoked_subcommand is None:
        _list(folders)


def _list(folders: list[Path]) -> None:
    from ukachat.rulebook import RulebookError, load_ruleset, ruleset_names
    from ukachat.text.ruleset import summary

    faulty: list[str] = []
    for name in ruleset_names(folders=folders):
        try:
            ruleset = load_ruleset(name, folders=folders)
        except RulebookError as error:
            faulty.append(str(error))
        else:
            _say(f"{name}: {ruleset.title}")
            _say(f"{summary(ruleset)}.", indent=1)
    if faulty:
        complain("\n".join(faulty))
        raise typer.Exit(FAILED)


@app.command()
def show(
    context: typer.Context,
    ruleset: Name,
    folders: Folders,
    in_yaml: Annotated[
        bool, typer.Option("--yaml", help="Print every knob, as a file that can be read back.")
    ] = False,
) -> None:
    """Explain a ruleset in plain sentences, or print it in full.

    For example:

        ukachat rules show nz

        ukachat rules show na --yaml > our-euchre.yaml
    """
    from ukachat.rulebook import ruleset_to_tree
    from ukachat.text.ruleset import explain
    from ukachat.yamlio import write_document

    rules = _load(ruleset, context, folders)
    if in_yaml:
        typer.echo(write_document(ruleset_to_tree(rules)).encode(), nl=False)
        return
    _say(rules.title)
    if rules.origin:
        _say(rules.origin, hang=0)
    for heading, sentences in explain(rules):
        _say("")
        _say(heading)
        for sentence in sentences:
            _say(sentence, indent=1)


@app.command()
def check(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(help="Ruleset files; - is standard input.")],
    folders: Folders,
) -> None:
    """Say whether files are good rulesets, or what is wrong and where.

    For example:

        ukachat rules check our-euchre.yaml
    """
    from ukachat.rulebook import RulebookError, load_ruleset, read_ruleset
    from ukachat.yamlio import MAX_BYTES

    folders = _all_folders(context, folders)
    faulty: list[str] = []
    for file in files:
        try:
            if file == STANDARD_INPUT:
                content = sys.stdin.buffer.read(MAX_BYTES + 1)  # one too many is refused
                rules = read_ruleset(content, source="<stdin>", folders=folders)
            else:
                rules = load_ruleset(Path(file), folders=folders)
        except RulebookError as error:
            faulty.append(str(error))
        else:
            _say(f"{file} is good: {rules.title}")
    if faulty:
        complain("\n".join(faulty))
        raise typer.Exit(FAILED)


@app.command()
def diff(context: typer.Context, first: Name, second: Name, folders: Folders) -> None:
    """Say in words what differs between two rulesets.

    For example:

        ukachat rules diff nz na

        ukachat rules diff na our-euchre.yaml
    """
    from ukachat.text.ruleset import differences

    rules = [_load(name, context, folders) for name in (first, second)]
    for name, each in zip((first, second), rules, strict=True):
        _say(f"{name}: {each.title}")
    found = differences(*rules)
    if not found:
        _say("")
        _say("They play alike.")
    for topic, *said in found:
        _say("")
        _say(topic)
        for name, sentence in zip((first, second), said, strict=True):
            _say(f"{name}: {sentence or 'This cannot come up.'}", indent=1)


@app.command()
def schema() -> None:
    """Print the JSON Schema of ruleset files, by which editors help to write one.

    For example:

        ukachat rules schema > ruleset.schema.json
    """
    from json import dumps

    from ukachat.rulebook.schema import ruleset_schema

    typer.echo(dumps(ruleset_schema(), indent=2))


def _load(name: str, context: typer.Context, folders: list[Path]) -> Ruleset:
    from ukachat.rulebook import load_ruleset

    return load_ruleset(name, folders=_all_folders(context, folders))


def _all_folders(context: typer.Context, folders: list[Path]) -> list[Path]:
    """The folders given behind the command and before it: ``ukachat rules --rulesets DIR show``."""
    before: list[Path] = context.parent.params["folders"] if context.parent else []
    return [Path(folder) for folder in (*folders, *before)]


def _say(text: str, *, indent: int = 0, hang: int = 1) -> None:
    """Prints a paragraph in the width of the terminal, its other lines further in than the first.

    Args:
        text: What to say, in one line.
        indent: How far in it is.
        hang: How much further in its other lines are.
    """
    from ukachat.text.words import one_line

    wrapper = TextWrapper(
        width=max(20, min(get_terminal_size().columns, 100)),
        initial_indent=INDENT * indent,
        subsequent_indent=INDENT * (indent + hang),
        break_on_hyphens=False,
    )
    sys.stdout.write(f"{wrapper.fill(one_line(text))}\n")
