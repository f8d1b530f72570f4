"""Full disks under the real service: a tap is refused in words, and nothing that was shown is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from sweeps import slow

from bench.service.full_disks import fill_loop, possible


@pytest.mark.whole
@pytest.mark.timeout(600)
@pytest.mark.parametrize("times", [3, *slow(20)])
def test_a_full_disk_loses_nothing_and_the_game_goes_on(tmp_path: Path, times: int) -> None:
    if not possible():
        pytest.skip("this system lets its users mount nothing in a namespace of their own (unshare -rm)")
    done = list(fill_loop(tmp_path, times))
    assert [each.lost for each in done] == [0] * times
    assert all(each.refused for each in done), "the disk must have been full"
    assert all(each.plays_on for each in done)
