"""The games in OpenSpiel: its own random simulation, and its algorithms on them."""

from __future__ import annotations

import pickle
import random

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax
from tests.games.catalogue import every_game, identify, usual_games

import stratege
import stratege.envs.openspiel
from stratege.core.errors import StrategeError
from stratege.core.game import Game

FEWER = 20_000


def loaded(rules: Game, ply_limit: int) -> pyspiel.Game:
    """The game in OpenSpiel. Its simulation plays a game anew for each of its moves: long games are cut."""
    chosen = f"variant={rules.variant.name},size={rules.size},ply_limit={ply_limit}"
    return pyspiel.load_game(f"stratege_{rules.name}({chosen})")


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_its_random_simulation(rules: Game) -> None:
    pyspiel.random_sim_test(loaded(rules, 30), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("rules", [one for one in every_game() if one.action_count < FEWER], ids=identify)
def test_its_random_simulation_on_every_size(rules: Game) -> None:
    pyspiel.random_sim_test(loaded(rules, 200), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_games_and_states_are_kept_and_come_back(rules: Game) -> None:
    game = loaded(rules, 30)
    state = game.new_initial_state()
    for _ply in range(3):
        state.apply_action(state.legal_actions()[-1])
    kept = pyspiel.serialize_game_and_state(game, state)
    for again in (
        pyspiel.deserialize_game_and_state(kept)[1],
        pickle.loads(pickle.dumps(state)),
        state.clone(),
    ):
        assert again.history() == state.history()
        assert (str(again), again.legal_actions()) == (str(state), state.legal_actions())
    moves = rules.start(0).play(state.history()[0]).play(state.history()[1]).play(state.history()[2])
    assert state.observation_string(0) == str(state) == moves.text()
    assert len(state.information_state_string(0).split()) == 3
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_what_is_no_game_is_refused() -> None:
    for wrong in ("variant=none", "size=99", "size=1", "ply_limit=-1", "colour=red"):
        with pytest.raises((StrategeError, pyspiel.SpielError)):
            pyspiel.load_game(f"stratege_quixo({wrong})")


def test_our_abapa_in_openspiel_is_its_oware() -> None:
    ours, theirs = pyspiel.load_game("stratege_awale(variant=abapa)"), pyspiel.load_game("oware")
    for number in range(20):
        draw, one, two = random.Random(number), ours.new_initial_state(), theirs.new_initial_state()
        while not two.is_terminal():
            assert one.legal_actions() == two.legal_actions()
            assert one.current_player() == two.current_player()
            action = draw.choice(one.legal_actions())
            one.apply_action(action)
            two.apply_action(action)
        assert one.is_terminal()
        assert one.returns() == two.returns()


def test_its_algorithms_run_on_them() -> None:
    value, action = minimax.alpha_beta_search(pyspiel.load_game("stratege_chomp(size=3x2)"))
    best = stratege.game("chomp", size="3x2").start().analyse().moves[0]
    assert (value, best.value.result) == (1.0, 1)
    assert stratege.game("chomp", size="3x2").move_text(action, 1) == best.move
    game = pyspiel.load_game("stratege_chomp(size=2x2)")
    chance = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    tree = mcts.MCTSBot(game, 2, 60, chance, random_state=numpy.random.RandomState(1))
    assert game.new_initial_state().action_to_string(tree.step(game.new_initial_state())) == "1,1"
