"""How fast the engine plays, beside OpenSpiel; and reading, replaying and starting up.

Run it with ``make bench``. Everything is measured in one run on one core, and what can be compared
is printed as a ratio. The best of several short rounds counts, as other programs on the machine
only ever make a round slower.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from ukachat.engine import Deal, Ruleset, Seat, apply, legal_actions, start
from ukachat.engine.options import WhenAlone
from ukachat.engine.ruleset import AloneRules
from ukachat.records import SavedGame, read_game, replay, write_game
from ukachat.rulebook import load_ruleset, ruleset_names

ROUNDS = 7
SEED = 2026
EXAMPLE = Path(__file__).parent.parent / "examples" / "first-game.yaml"


def peers_rules() -> Ruleset:
    """The rules that OpenSpiel plays: stick the dealer, the caller declares after the exchange."""
    tournament = load_ruleset("tournament")
    return replace(
        tournament,
        title="As OpenSpiel plays",
        round1=replace(tournament.round1, may_discard_turn_up=False),
        alone=AloneRules(when=WhenAlone.BEFORE_FIRST_LEAD),
    )


def play_deals(rules: Ruleset, count: int) -> None:
    """Plays so many full deals with uniformly random calls and cards."""
    rng = random.Random(SEED)
    choice, dealer = rng.choice, Seat(0)
    cards = list(rules.pack)
    first = start(rules, dealer=dealer)
    for _ in range(count):
        rng.shuffle(cards)
        state, _events = apply(first, Deal.from_pack(cards, rules, dealer))
        while legal := legal_actions(state):
            state, _events = apply(state, choice(legal))


def play_openspiel(game: Any, count: int) -> None:  # noqa: ANN401 - pyspiel has no types
    """Plays so many full deals of OpenSpiel's euchre in the same way."""
    choice = random.Random(SEED).choice
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))


def best(task: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        task()
        times.append(perf_counter() - begin)
    return min(times)


def engine_beside_openspiel() -> None:
    """Deals a second of both, round by round in turn, and their ratio."""
    rules, deals = peers_rules(), 2000
    times, peer_times = [], []
    game = None
    if find_spec("pyspiel"):
        import pyspiel

        game = pyspiel.load_game("euchre(stick_the_dealer=true)")
    for _ in range(ROUNDS):
        begin = perf_counter()
        play_deals(rules, deals)
        times.append(perf_counter() - begin)
        if game is not None:
            begin = perf_counter()
            play_openspiel(game, 3 * deals)
            peer_times.append(perf_counter() - begin)
    ours = deals / min(times)
    print(f"random deals a second, the peers' ruleset: {ours:,.0f}")
    if game is None:
        print("OpenSpiel is not installed, so there is nothing to compare with")
    else:
        theirs = 3 * deals / min(peer_times)
        print(f"the same by OpenSpiel, C++ through Python: {theirs:,.0f}")
        print(f"ratio: {ours / theirs:.2f} (at least 0.4 is asked for)")


def engine_by_ruleset() -> None:
    """Deals a second under every bundled ruleset."""
    for name in ruleset_names():
        rules = load_ruleset(name)
        seconds = best(partial(play_deals, rules, 1000))
        print(f"random deals a second, {name}: {1000 / seconds:,.0f}")


def long_game(deals: int) -> SavedGame:
    """The example game's deals over and over, as one record."""
    game = read_game(EXAMPLE)
    rules = replace(game.ruleset, game=replace(game.ruleset.game, deals=deals))
    many = tuple(
        replace(game.deals[number % len(game.deals)], score=None) for number in range(deals)
    )
    return replace(game, ruleset=rules, deals=many)


def records() -> None:
    """Deals a second for reading and replaying a saved game of 200 deals."""
    deals = 200
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(write_game(long_game(deals)), encoding="utf-8")
        reading = best(lambda: read_game(path))
        game = read_game(path)
        replaying = best(lambda: replay(game))
    print(f"saved deals a second, read: {deals / reading:,.0f}")
    print(f"saved deals a second, replayed: {deals / replaying:,.0f}")
    print(f"saved deals a second, read and replayed: {deals / (reading + replaying):,.0f}")


def start_up() -> None:
    """`ukachat replay` of a short game beside the import of typer and yaml."""

    def run(*arguments: str) -> None:
        subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ
        )

    imports = best(lambda: run("-c", "import typer, yaml"))
    whole = best(lambda: run("-m", "ukachat", "replay", str(EXAMPLE)))
    print(f"python -c 'import typer, yaml': {imports * 1000:.0f} ms")
    print(f"ukachat replay of {EXAMPLE.name}: {whole * 1000:.0f} ms")
    print(f"ratio: {whole / imports:.2f} (at most 3 is asked for)")


if __name__ == "__main__":
    engine_beside_openspiel()
    engine_by_ruleset()
    records()
    start_up()
