"""Games that bots play are followed from pictures alone; `bench games` follows more of them."""

from __future__ import annotations

import pytest

from bench.watcher import Job, Watcher


@pytest.mark.slow
@pytest.mark.parametrize(
    "job",
    [
        Job("caterpillar-filler", 1, most_actions=60),
        Job("filler-tiles", 1, most_actions=60),
        Job("it-happens", 1, most_actions=60),
        Job("octopus-garden", 1, most_actions=60),
        # Somebody taps that one tile is all there is to draft; then a garden is photographed.
        Job("papillon", 4, most_actions=130),
        Job("star-baker", 1, most_actions=60),
    ],
    ids=lambda job: job.slug,
)
def test_the_record_made_from_pictures_is_the_game_that_was_played(job: Job) -> None:
    tally = Watcher(job).run()
    assert tally.actions, "nothing was played"
    assert tally.views
    assert (tally.equal, tally.wrong, tally.missed, tally.needless) == (1, 0, 0, 0), tally.notes
