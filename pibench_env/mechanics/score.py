"""The score: Impact and the h-index (rules, sections 1.8 and 1.10)."""

from pibench_env.exact import round_to
from pibench_env.jit import jit
from pibench_env.tables import Lab


@jit
def impact(citations: int, projected: float) -> float:
    """Citations earned plus citations projected, to one decimal (1.8)."""
    return round_to(citations + projected, 1)


@jit
def h_index(lab: Lab) -> int:
    """The greatest h for which h papers have h citations each (1.10)."""
    h = 0
    while True:
        n = 0
        for i in range(lab.n_publications):
            n += lab.publications[i].citations > h
        if n <= h:
            return h
        h += 1


@jit
def papers_out(lab: Lab) -> int:
    """Publications that are out (1.10)."""
    n = 0
    for i in range(lab.n_publications):
        n += lab.publications[i].published <= lab.month
    return n


@jit
def is_collapsed(lab: Lab) -> bool:
    """A lab without money is over (1.7, step 12)."""
    return lab.budget < 0.0
