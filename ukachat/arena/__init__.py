"""Computer players against one another, measured and recorded.

``compare(Match(load_ruleset("nz"), "club", "beginner"), deals=2000)`` says who is better.
"""

from ukachat.arena.match import Match
from ukachat.arena.recording import record
from ukachat.arena.running import Points, Result, compare
from ukachat.arena.table import Clock, Ended, PlayedGame

__all__ = ["Clock", "Ended", "Match", "PlayedGame", "Points", "Result", "compare", "record"]
