"""What the parser complains of, in words for people who write files."""

import re
from collections.abc import Sequence
from typing import Final, TypeAlias, cast

import yaml

MAX_DEPTH: Final = 20
"""Lists and mappings inside one another, the outermost counted."""

TOO_DEEP: Final = f"expected at most {MAX_DEPTH} lists and mappings inside one another"
NO_ALIASES: Final = "anchors and aliases are not allowed; text that begins with & or * needs quotes"
NO_TAGS: Final = "tags are not allowed; text that begins with ! needs quotes"

_Mark: TypeAlias = "yaml.Mark"


def explain(
    error: yaml.MarkedYAMLError, text: str, unclosed: Sequence[yaml.CollectionStartEvent]
) -> tuple[_Mark, str]:
    """Where the fault is, and a sentence on it.

    PyYAML has two parsers, libyaml and one in Python, which word their complaints differently.

    Args:
        error: The complaint.
        text: What was parsed.
        unclosed: The lists and mappings that the parser was inside of, the innermost last.
    """
    said = ": ".join(part for part in (error.context, error.problem) if part)
    begin, end = cast("_Mark", error.context_mark), cast("_Mark", error.problem_mark)
    if re.search("quoted scalar: .*(end of stream|document)", said):
        return begin, "these quotes are never closed"
    if "simple key" in said:
        return begin, "expected ':' after this key"
    rest = text[end.index :].lstrip("\r\n")
    if not rest and unclosed and unclosed[-1].flow_style:
        bracket = cast("_Mark", unclosed[-1].start_mark)
        return bracket, f"this {text[bracket.index]} is never closed"
    if rest.startswith("\t") and "quoted" not in said:
        return end, "expected blanks for indentation, got a tab"
    got = repr(rest[0]) if rest else "the end of the text"
    line_so_far = text[: end.index].rpartition("\n")[2]
    if "block mapping" in said and line_so_far.strip():
        return end, f"expected the end of the line, got {got}"
    for sign, meaning in _MEANINGS:
        if re.search(sign, said):
            return end, meaning.replace("GOT", got)
    return end, said


# A part of what a parser says, and what it means. The first that fits counts.
_MEANINGS: Final = (
    ("flow sequence", "expected ',' or ']', got GOT"),
    ("flow mapping", "expected ',' or '}', got GOT"),
    (
        "mapping values",
        "no ':' can stand here: the line above lacks one, the indentation is off, or the text"
        " needs quotes",
    ),
    ("sequence entries", "no '-' can stand here: each item begins a line of its own"),
    ("block mapping", "expected a key in line with the keys above, got GOT"),
    ("block collection", "expected a '-' in line with the '-' above, got GOT"),
    ("an anchor|an alias", NO_ALIASES),
    ("tag|URI", NO_TAGS),
    ("directive|YAML document", "a line cannot begin with %"),
    ("document start", "expected the end of the text or a line ---, got GOT"),
    ("block scalar", "expected the text on the lines below, got GOT"),
    ("escape character", "unknown escape: a backslash in double quotes is written twice"),
    ("quoted scalar", r"expected a whole character by its number: \xE9, \u2660 or \U0001F0A1"),
    ("cannot start", "text that begins with GOT needs quotes"),
    ("nesting", TOO_DEEP),
    ("content", "expected a value, got GOT"),
)
