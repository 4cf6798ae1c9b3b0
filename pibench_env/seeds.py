"""Which seeds are for what: learning, tuning, testing, calibrating, and the published ones.

A set is a block of neighbouring seeds whose place follows from a hash of its name. Each name has a region of its own,
so no two blocks can meet, and all of them lie far above the seeds that people choose by hand. Every seed is below
2^53: whatever reads numbers as doubles, as many JSON readers do, still reads it exactly.
"""

import difflib
import hashlib
import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from pibench_env.state import LARGEST_SEED
from pibench_env.wording import shown

INDEX_BITS = 30  # about 10^9 seeds a set
PLACE_BITS = 20  # places that a block can have in its region
MOST_SEEDS = 1_000_000  # in one list: more would be a slip of the pen


class SeedError(ValueError):
    """Seeds that do not exist, or that are not for this use."""


@dataclass(frozen=True)
class SeedSet(Sequence[int]):
    """The seeds of one use as a sequence; looking up a place or a seed takes no time, however many there are."""

    name: str
    seeds: range | tuple[int, ...]
    purpose: str  # what the seeds are for, in a few words

    @property
    def is_reserved(self) -> bool:
        """Whether tuners and trainers must not see these seeds."""
        return self.name in RESERVED

    def __len__(self) -> int:
        return len(self.seeds)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        return self.seeds[place]

    def __contains__(self, seed: object) -> bool:
        # A range walks through all its members for anything but a plain int.
        return hasattr(seed, "__index__") and operator.index(seed) in self.seeds

    def index(self, seed: int, *bounds: int) -> int:
        """The place of a seed.

        Args:
            seed: The seed.
            *bounds: First and last place to look at, as in any sequence.

        Returns:
            The place, counted from 0.

        Raises:
            ValueError: The seed is not there.
        """
        return self.seeds.index(operator.index(seed), *bounds) if bounds else self.seeds.index(operator.index(seed))


def _block(region: int, name: str, purpose: str) -> SeedSet:
    """The block of a name: the region decides the leading bits, the hash the middle ones, the place the last."""
    digest = hashlib.sha256(f"pibench seeds {name}".encode()).digest()
    place = int.from_bytes(digest[:8], "big") >> (64 - PLACE_BITS)
    first = ((region << PLACE_BITS) | place) << INDEX_BITS
    return SeedSet(name, range(first, first + (1 << INDEX_BITS)), purpose)


DERIVED = {  # a new name goes to the end: the order decides the regions
    "train": "worlds that learners play; a reset without a seed picks one of them",
    "tune": "choosing the arguments of policies and the settings of learners",
    "test": "results that are reported; best left for the end",
    "calibrate": "setting the parameters of worlds",
}
PUBLISHED = SeedSet("published", (*range(101, 109), 1001, 1002), "comparison with the published numbers")
SETS = {seeds.name: seeds for seeds in (*(_block(k, *about) for k, about in enumerate(DERIVED.items(), 1)), PUBLISHED)}
RESERVED = ("test", "published")  # what tuners and trainers must not see


def seed_set(name: str) -> SeedSet:
    """The seeds of a use.

    Args:
        name: train, tune, test, calibrate or published.

    Returns:
        Its seeds.

    Raises:
        SeedError: There is no such set.
    """
    if name not in SETS:
        near = difflib.get_close_matches(name, SETS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SeedError(f"no seed set {shown(name)}; there are {', '.join(SETS)}{hint}")
    return SETS[name]


def set_of(seed: int) -> str | None:
    """The name of the set that a seed belongs to, or None.

    Args:
        seed: Any seed.

    Returns:
        The name.
    """
    return next((name for name, seeds in SETS.items() if seed in seeds), None)


def refuse(seeds: Iterable[int], use: str, forbidden: Sequence[str] = RESERVED) -> None:
    """Keep a use off seeds that are kept for another.

    Args:
        seeds: The seeds that are asked for.
        use: What they are for, as the message says it: "tuning", "training".
        forbidden: Names of the sets that this use must not see.

    Raises:
        SeedError: One of the seeds is in such a set.
    """
    for seed in seeds:
        name = set_of(seed)
        if name in forbidden:
            allowed = [other for other in DERIVED if other not in forbidden]
            example = f", for example {allowed[0]}[:8]" if allowed else ""
            raise SeedError(
                f"seed {seed} is of the {name} set, which {use} must not see; allowed are seeds of "
                f"{', '.join(allowed) or 'no set'}{example}"
            )


_PART = re.compile(
    r"(?P<first>\d{1,40})(?:-(?P<last>\d{1,40}))?|(?P<name>[a-z]+)(?:\[(?P<start>\d{0,40}):(?P<stop>\d{0,40})\])?",
    re.ASCII,
)


def _too_many(text: str) -> SeedError:
    return SeedError(
        f"{shown(text)} names more than {MOST_SEEDS} seeds; at most so many are allowed at once, "
        f"and a set takes a slice: train[0:{MOST_SEEDS}]"
    )


def checked_seed(seed: object) -> int:
    """A seed as the plain number it is; NumPy's whole numbers are taken, bools and texts are not.

    Args:
        seed: What was given for a seed.

    Returns:
        The seed.

    Raises:
        SeedError: It is no whole number from 0 to 2^63 - 1.
    """
    if isinstance(seed, bool | np.bool_) or not hasattr(seed, "__index__"):
        raise SeedError(f"a seed is a whole number, not {shown(seed)}")
    try:
        number = operator.index(seed)
    except TypeError:  # an array
        raise SeedError(f"a seed is a whole number, not {shown(seed)}") from None
    if not 0 <= number <= LARGEST_SEED:
        nearest = 0 if number < 0 else LARGEST_SEED
        raise SeedError(f"seed {shown(number)} is out of range; allowed are 0 to {LARGEST_SEED}, nearest {nearest}")
    return number


def parse_seeds(text: str) -> list[int]:
    """Seeds from a text: numbers, ranges with both ends, sets and slices of sets, with commas between.

    Args:
        text: For example `101-108,1001,7`, `published` or `train[0:64],tune[:8]`.

    Returns:
        The seeds in the order of the text.

    Raises:
        SeedError: The text is not of that form, names no seed or one twice, or names too many.
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        found = _seeds_of(part.strip())
        if len(seeds) + len(found) > MOST_SEEDS:
            raise _too_many(text)
        for seed in found:
            if seed in seeds:
                raise SeedError(f"seed {seed} is named twice in {shown(text)}; once is enough")
            seeds[seed] = None
    return list(seeds)


def seed_source(seeds: int | str | Sequence[int] | NDArray[np.integer]) -> Sequence[int]:
    """Seeds to draw from, however they are named.

    Args:
        seeds: One seed, the name of a set for all of it, any text that `parse_seeds` takes, or whole numbers in a list,
            tuple, range, set of seeds or one-dimensional array.

    Returns:
        The seeds in their order. A whole set or a range is returned as it is, not copied.

    Raises:
        SeedError: The text names no seeds; or the numbers are none, contain one twice, or are no seeds.
    """
    if isinstance(seeds, str):
        name = seeds.strip()
        return SETS[name] if name in SETS else parse_seeds(seeds)
    if isinstance(seeds, int | np.integer):
        return [checked_seed(seeds)]
    is_sequence = isinstance(seeds, Sequence) and not isinstance(seeds, bytes | bytearray | memoryview)
    if not is_sequence and not (isinstance(seeds, np.ndarray) and seeds.ndim == 1):
        raise SeedError(f"seeds are {_SOURCES}, not {shown(seeds)}")
    if isinstance(seeds, SeedSet | range) and seeds:  # no seed twice, and all between the first and the last
        if max(checked_seed(seeds[0]), checked_seed(seeds[-1])) - min(seeds[0], seeds[-1]) == LARGEST_SEED:
            raise SeedError("a range of all seeds is longer than Python counts; allowed are shorter ones")
        return seeds
    if not len(seeds):
        raise SeedError(f"there are no seeds in {shown(seeds)}; allowed are {_SOURCES}")
    found: dict[int, None] = {}
    for seed in map(checked_seed, seeds):
        if seed in found:
            raise SeedError(f"seed {seed} is given twice; once is enough")
        found[seed] = None
    return list(found)


_SOURCES = f"a seed, a set ({', '.join(SETS)}), a text such as 'train[0:64],101-108' or a sequence of whole numbers"


def _seeds_of(part: str) -> Sequence[int]:
    """The seeds of one part between commas."""
    match = _PART.fullmatch(part)
    if match is None:
        raise SeedError(
            f"{shown(part)} names no seeds; allowed are numbers, ranges (101-108) and slices of sets "
            f"(train[0:64]), with commas between"
        )
    if match["name"]:
        places = slice(int(match["start"] or 0), int(match["stop"]) if match["stop"] else None)
        found = seed_set(match["name"])[places]
        if not found:
            raise SeedError(
                f"{shown(part)} is empty; {match['name']} has places 0 to {len(seed_set(match['name'])) - 1}"
            )
        return found
    first = int(match["first"])
    last = int(match["last"] or first)
    if max(first, last) > LARGEST_SEED:
        raise SeedError(
            f"seed {max(first, last)} is too large; allowed are 0 to {LARGEST_SEED}, nearest {LARGEST_SEED}"
        )
    if last < first:
        raise SeedError(
            f"range {shown(part)} is empty: its first seed comes after its last; did you mean {last}-{first}?"
        )
    if last - first >= MOST_SEEDS:
        raise _too_many(part)
    return range(first, last + 1)
