"""What can be wrong with a ruleset.

::

    RulebookError
    ├── UnknownRuleset      there is no ruleset of that name
    └── RulesetFileError    a file that is no ruleset, with the place of every problem
"""

from collections.abc import Sequence

from ukachat.yamlio import Text, YamlError, did_you_mean
from ukachat.yamlio.nodes import in_words


class RulebookError(ValueError):
    """No ruleset; the text is for people."""


class UnknownRuleset(RulebookError):
    """There is no ruleset of that name.

    Attributes:
        name: The name that was asked for.
        names: Those that there are.
    """

    def __init__(self, name: str, names: Sequence[str]) -> None:
        hint = did_you_mean(name, names) or f"; there are {', '.join(names)}"
        super().__init__(f"there is no ruleset {in_words(Text(name))}{hint}")
        self.name = name
        self.names = names


class RulesetFileError(RulebookError):
    """A file that is no ruleset.

    Attributes:
        problems: What is wrong, each with its place, in the order of the file.
    """

    def __init__(self, problems: Sequence[YamlError]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)
