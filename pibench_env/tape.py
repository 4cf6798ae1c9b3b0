"""The tape of a seed: what no player can change, laid down once and shared by all labs that play it (randomness, 2.2).

The field, its observables, the draws behind each season's candidates, and the seeds of all keyed draws: they belong to
the seed and not to the lab. A tape is a cache and never part of a lab: a lab that is played without one, or with one
that has forgotten everything, fares the same.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env.address import address_of_record, record_at
from pibench_env.capacities import APPLICANTS, MONTHS, YEAR
from pibench_env.jit import jit
from pibench_env.luck import Candidate, Field, Luck
from pibench_env.rng.text import put_root
from pibench_env.rows import Col, Rows, dtype_of
from pibench_env.rules import Rules
from pibench_env.tables import FieldMonth

LANES = 16  # keys of a window
SETS, WAYS = 64, 4  # windows kept: a career of the baseline looks at some 150
SEED = 4  # 64-bit words that start a generator
YEARS = MONTHS // YEAR + 1  # hiring seasons
WORDS = 16  # 32-bit words of a block of SHA-256


class Tape:
    """What is known of the luck of one root; it fills as labs ask."""

    root: Annotated[np.uint64, Col("u8", "", "whose keyed draws these are")]
    origin: Annotated[np.uint64, Col("u8", "", "whose field this is: another root, if a lab has branched")]
    filler: Annotated[np.uint64, Col("u8", "", "address of the compiled `windows.fill` in this process")]
    message: Annotated[NDArray[Any], Col("u1", "", "a key, beginning with the root", shape=(128,))]
    world: Annotated[int, Col("i8", "", "fingerprint of the rules under which it was laid down, 0 for none")]
    n_root: Annotated[int, Col("i8", "", "how many bytes the root and its bar take")]
    tags: Annotated[NDArray[Any], Col("i8", "", "which window lies where, 0 for none", shape=(SETS * WAYS,))]
    turns: Annotated[NDArray[Any], Col("u1", "", "which place of a set is next to be used", shape=(SETS,))]
    seeds: Annotated[
        NDArray[Any], Col("u8", "", "what starts the generators of a window", shape=(SETS * WAYS, LANES, SEED))
    ]
    words: Annotated[
        NDArray[Any], Col("u4", "", "work space: blocks of the keys of a window", shape=(2, WORDS, LANES // 2))
    ]
    is_laid: Annotated[int, Col("u1", "", "1 if the field is known")]
    has_candidates: Annotated[NDArray[Any], Col("u1", "", "1 if the candidates of a year are known", shape=(YEARS,))]
    has_reports: Annotated[NDArray[Any], Col("u1", "", "1 if the reports of a month are known", shape=(MONTHS + 1,))]
    field: Annotated[Field, Rows(Field, 0, "the field at birth")]
    months: Annotated[list[FieldMonth], Rows(FieldMonth, MONTHS + 1, "observables by month, month 0 if not known")]
    candidates: Annotated[list[Candidate], Rows(Candidate, YEARS * APPLICANTS, "draws behind candidates by year")]


TAPE = dtype_of(Tape)
Tapes = NDArray[Any]  # of TAPE
tape_at = record_at(TAPE)


@jit
def be_named(luck: Luck, seed: np.uint64, root: np.uint64) -> None:
    """Give a zeroed record its luck: the root, in front of every key, is the seed itself or what a salt makes of it."""
    luck.seed = seed
    luck.origin = root
    luck.root = root


@jit
def attach(luck: Luck, tape: Tape, rules: Rules) -> None:
    """Let a lab whose luck has its roots read from a tape; `detach` before the call returns.

    A tape forgets all when it comes to another root or world.
    """
    if tape.root != luck.root or tape.origin != luck.origin or tape.world != rules.fingerprint:
        tape.root = luck.root
        tape.origin = luck.origin
        tape.world = rules.fingerprint
        tape.n_root = put_root(tape.message, luck.root)
        for place in range(SETS * WAYS):
            tape.tags[place] = 0
        tape.is_laid = 0
        for year in range(YEARS):
            tape.has_candidates[year] = 0
        for month in range(MONTHS + 1):
            tape.has_reports[month] = 0
            tape.months[month].month = 0
    luck.tape = address_of_record(tape)


@jit
def detach(luck: Luck) -> None:
    """Let go of the tape, as an address must not outlive a call, and clear the work space of draws.

    What lies there depends on what the tape knew already, and is no fact of the lab.
    """
    luck.tape = np.uint64(0)
    luck.generator[:] = 0
    luck.message[:] = 0
    luck.schedule[:] = 0
    clear(luck.candidate)


@jit
def clear(candidate: Candidate) -> None:
    """Forget the draws behind a candidate."""
    candidate.ability = 0.0
    candidate.speed = 0.0
    candidate.resilience = 0.0
    candidate.independence = 0.0
    candidate.growth = 0.0
    candidate.transcript = 0.0
    candidate.letter = 0.0
    candidate.interview = 0.0
    candidate.given_name = 0
    candidate.family_name = 0
