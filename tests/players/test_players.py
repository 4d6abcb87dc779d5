"""What holds for every computer player."""

from random import Random

import pytest
from hypothesis import assume, given, settings

from tests.engine.test_hidden import known
from tests.engine.walks import pack_action
from tests.strategies import RULESETS, Start, invented_rulesets, seats, seeds, starts
from ukachat.engine import PACK, Refusal, Ruleset, Seat, apply, start, to_act, view
from ukachat.players import Player, UnknownPlayer, get_player, player_names
from ukachat.players.thresholds import family, thresholds

PLAYERS = tuple(map(get_player, player_names()))
every_player = pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)


def test_the_names() -> None:
    assert player_names() == ("beginner", "club", "random")
    assert [player.name for player in PLAYERS] == list(player_names())


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        get_player("expert")
    assert str(caught.value) == (
        "expert: there is no such computer player; expected one of beginner, club, random."
    )


def play(rules: Ruleset, player: Player, seed: int, *, decisions: int) -> int:
    """Seats the player everywhere and checks each decision; how many there were."""
    rng = Random(seed)
    state = start(rules)
    made = 0
    while to_act(state) is not None and made < decisions:
        turn = to_act(state)
        if turn is PACK:
            state, _ = apply(state, pack_action(state, rng))
            continue
        assert isinstance(turn, Seat)
        seen = view(state, turn)
        action = player.choose(seen, rng)
        assert action in seen.legal_actions
        state, _ = apply(state, action)
        made += 1
    return made


@every_player
@pytest.mark.parametrize("name", RULESETS)
def test_a_player_keeps_to_the_rules(name: str, player: Player) -> None:
    for seed in range(10):
        assert play(RULESETS[name], player, seed, decisions=150) > 50, f"seed {seed}"


@every_player
@given(invented_rulesets(), seeds)
def test_a_player_keeps_to_any_rules(player: Player, rules: Ruleset, seed: int) -> None:
    assert play(rules, player, seed, decisions=60) > 0


@given(starts(), seats, seeds)
@settings(max_examples=100)
def test_a_choice_does_not_depend_on_unseen_cards(game: Start, watcher: Seat, seed: int) -> None:
    rng = Random(seed)
    whole = known(game, upto=100)
    state = start(game.rules, dealer=game.dealer)
    turns = []
    for number, action in enumerate((whole.deal, *whole.actions)):
        state, _ = apply(state, action)
        if to_act(state) == watcher:
            turns.append((number, state))
    assume(turns)
    dealt_again = 0
    for upto, before in turns:
        one = whole._replace(actions=whole.actions[:upto])
        for _ in range(10):
            other = one.dealt_again(watcher, rng)
            after = start(game.rules, dealer=game.dealer)
            try:
                for action in (other.deal, *other.actions):
                    after, _ = apply(after, action)
            except Refusal:
                continue
            dealt_again += other != one
            for player in PLAYERS:
                choice = player.choose(view(before, watcher), Random(seed))
                assert player.choose(view(after, watcher), Random(seed)) == choice
    assume(dealt_again)


@every_player
@given(starts())
def test_the_same_view_and_chance_give_the_same_choice(player: Player, game: Start) -> None:
    state = start(game.rules, dealer=game.dealer)
    state, _ = apply(state, pack_action(state, Random(game.seed)))
    turn = to_act(state)
    assert isinstance(turn, Seat)
    seen = view(state, turn)
    assert player.choose(seen, Random(game.seed)) == player.choose(seen, Random(game.seed))


@given(invented_rulesets())
def test_every_ruleset_has_a_family_with_thresholds(rules: Ruleset) -> None:
    assert family(rules).low == rules.deck.low
    assert len(thresholds(rules).first) == len(thresholds(rules).second) == 4


def test_a_family_is_told_by_knobs_and_not_by_name() -> None:
    families = {name: family(rules) for name, rules in RULESETS.items()}
    assert families["na"] == families["bicycle"] == families["canadian"]
    assert len({families[name] for name in ("na", "na32", "nz", "tournament")}) == 4
