"""The pictures of the pages: what `rgb_array` shows of two careers of the baseline policy."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pibench_env import Lab, LabError
from pibench_env.baselines.rollout import commands_of_month
from pibench_env.playing.log import new_memos
from pibench_env.spaces.rendering import picture

SEED = 104
MONTHS = {"dashboard-open.png": 36, "dashboard-end.png": 60}  # closed months
ALIKE = 4.0  # mean difference of pixels, of 255, that other versions of Pillow may make


def pictures() -> dict[str, NDArray[np.uint8]]:
    """All pictures by the names of their files."""
    return {name: _career(months) for name, months in MONTHS.items()}


def _career(months: int) -> NDArray[np.uint8]:
    lab, memo = Lab(SEED), new_memos(1)
    for _ in range(months):
        for call, given in commands_of_month(lab.labs[0], "baseline", memo):
            with suppress(LabError):  # the baseline asks for more than it gets
                lab.call(call, **given)
        lab.next_month()
    return picture(lab.labs, lab.rules)


def is_like(path: Path, pixels: NDArray[np.uint8]) -> bool:
    """Whether a file shows a picture, small differences of letters aside."""
    if not path.is_file():
        return False
    with Image.open(path) as image:
        found: NDArray[Any] = np.asarray(image.convert("RGB"), float)
    return found.shape == pixels.shape and float(np.abs(found - pixels).mean()) < ALIKE


def write(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write a picture, in as few colours as it has need of."""
    Image.fromarray(pixels).quantize(64).save(path, optimize=True)
