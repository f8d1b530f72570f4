"""Play a random game of Papillon to its end, and print who has won."""

from companion.rules import load_game
from companion.rules.record import replay
from companion.rules.testing import random_record

game = load_game("papillon")
end = replay(random_record(game, seats=3, seed=7))
print(end.outcome.message.render({1: "Anna", 2: "Ben", 3: "Cleo"}))
