"""Computer players against one another, measured and recorded.

from ukachat.arena import Match, compare
result = compare(Match(load_ruleset("nz"), "club", "beginner"), deals=2000)
"""

from ukachat.arena.match import Match
from ukachat.arena.recording import record
from ukachat.arena.running import Points, Result, compare
from ukachat.arena.table import Ended, PlayedGame

__all__ = ["Ended", "Match", "PlayedGame", "Points", "Result", "compare", "record"]
