"""Plain talk into actions: "pick it up", "jh", "hearts alone", "the left".

`read` hears what was said (`hearing`, by the words of `lexicon`, small slips mended by `slips`),
asks what it means where the game stands (`meaning`), and gives one of the four `results`. It never
guesses: what may mean two things, or is not understood to the last word, is asked about.
"""

from ukachat.chat.phrases.reading import read
from ukachat.chat.phrases.results import NotAllowed, Reading, TwoReadings, Unclear, Understood

__all__ = ["NotAllowed", "Reading", "TwoReadings", "Unclear", "Understood", "read"]
