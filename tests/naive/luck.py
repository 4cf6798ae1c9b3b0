"""Keys, generators and streams (rules, sections 2 and 2.1)."""

import hashlib

import numpy as np

KeyPart = int | str


def key_text(seed: int, *key: KeyPart) -> str:
    """Write a key as text: the seed and the parts with bars between (rules, section 2.1)."""
    return "|".join(str(part) for part in (seed, *key))


def generator(text: str) -> np.random.Generator:
    """Make the generator of a key text: SHA-256, SeedSequence, PCG64 (rules, section 2.1)."""
    digest = hashlib.sha256(text.encode("ascii")).digest()
    entropy = int.from_bytes(digest[:16], "little")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy)))


def whole_number(text: str) -> int:
    """Make the 63-bit number of a text (rules, section 2, salt and branch)."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return int.from_bytes(digest[:8], "little") >> 1


def salted_seed(seed: int, salt: str | None) -> int:
    """Give the number that stands for the seed in every key of a salted world (rules, section 2)."""
    return seed if salt is None else whole_number(f"{salt}|{seed}")


def branch_seed(seed: int, k: int) -> int:
    """Give the number that stands for the seed in keyed draws after branch k (rules, section 2)."""
    return whole_number(f"branch|{seed}|{k}")


def name_indices(g: np.random.Generator, names: int) -> tuple[int, int]:
    """Draw the place of a given name and of a family name (rules, section 1.6)."""
    given = int(g.integers(names))
    family = int(g.integers(names))
    return given, family


class Luck:
    """The draws and streams of one world (rules, section 2.1)."""

    def __init__(self, seed: int, salt: str | None = None) -> None:
        """Start with no stream made yet."""
        self.stream_seed = salted_seed(seed, salt)
        self.draw_seed = self.stream_seed
        self.streams: dict[str, np.random.Generator] = {}

    def draw(self, *key: KeyPart) -> np.random.Generator:
        """Make a fresh generator of a key (rules, section 2.1)."""
        return generator(key_text(self.draw_seed, *key))

    def stream(self, name: str) -> np.random.Generator:
        """Give the one generator of a stream, going on from where it stopped (rules, section 2.1)."""
        if name not in self.streams:
            self.streams[name] = generator(key_text(self.stream_seed, "stream", name))
        return self.streams[name]

    def branch(self, k: int) -> None:
        """Take new keyed luck from here on; streams go on as before (rules, section 2)."""
        self.draw_seed = branch_seed(self.draw_seed, k)
