"""Events in words: for replay, print and chat.

Everything is told from `engine.events` alone. `Account` follows the events of a deal, a language
(`English`) makes sentences of them, and `Narrator` feeds the one to the other. Sentences are
complete by words alone; a `Style` may add suit signs or letters. A further language is a class with
the methods of `English`.
"""

from ukachat.text.account import Account
from ukachat.text.english import English
from ukachat.text.narrator import Narrator
from ukachat.text.words import Style

__all__ = ["Account", "English", "Narrator", "Style"]
