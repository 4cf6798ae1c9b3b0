"""The rows of luck: what the seed decides, whatever the player does. All of it is hidden.

Sources: rules, sections 1.2, 1.3 and 1.6; randomness, section 2.2.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pibench_env import capacities as size
from pibench_env.rows import Col, Rows


class Field:
    """The field outside the lab, laid down at birth: no player can change it, so it belongs to the seed."""

    climate_phase: Annotated[float, Col("f8", "rad", "phase of the funding climate", hidden=True)]
    agency_taste: Annotated[
        NDArray[Any], Col("f8", "1", "agency preferences by topic", True, (size.AGENCIES, size.TOPICS))
    ]
    trajectory: Annotated[
        NDArray[Any], Col("f8", "1", "hotness by month and topic", True, (size.TRAJECTORY, size.TOPICS))
    ]
    crowds: Annotated[NDArray[Any], Col("f8", "1", "crowding by month and topic", True, (size.MONTHS + 1, size.TOPICS))]
    climates: Annotated[NDArray[Any], Col("f8", "1", "funding climate by month", True, (size.MONTHS + 1,))]
    prices: Annotated[NDArray[Any], Col("f8", "USD/unit", "price of compute by month", True, (size.MONTHS + 1,))]
    shocks: Annotated[NDArray[Any], Col("i1", "", "1 or -1 in the month of a surge or drop", True, (size.MONTHS + 1,))]


class Candidate:
    """The raw draws behind one candidate: whom they make depends on the pool and on the lab's graduates."""

    ability: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    speed: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    resilience: Annotated[float, Col("f8", "1", "uniform, 0 to 1", hidden=True)]
    independence: Annotated[float, Col("f8", "1", "uniform, 0 to 1", hidden=True)]
    growth: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    transcript: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    letter: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    interview: Annotated[float, Col("f8", "1", "standard normal", hidden=True)]
    given_name: Annotated[int, Col("u1", "", "index of the given name", hidden=True)]
    family_name: Annotated[int, Col("u1", "", "index of the family name", hidden=True)]


class Luck(Field):
    """All that the seed decides whatever the player does, and the generator in use."""

    seed: Annotated[np.uint64, Col("u8", "", "the seed, as asked for", hidden=True)]
    origin: Annotated[np.uint64, Col("u8", "", "the root at birth, from which the field comes", hidden=True)]
    root: Annotated[np.uint64, Col("u8", "", "the number in front of every key: seed, salted or branched", hidden=True)]
    tape: Annotated[np.uint64, Col("u8", "", "address of the tape in use during a call, 0 between calls", hidden=True)]
    generator: Annotated[NDArray[Any], Col("u8", "", "generator of the key drawn last", True, (size.GENERATOR,))]
    message: Annotated[NDArray[Any], Col("u1", "", "bytes of the key drawn last, padded", True, (128,))]
    schedule: Annotated[NDArray[Any], Col("u4", "", "work space of SHA-256", True, (16,))]
    terms: Annotated[NDArray[Any], Col("f8", "", "work space: terms of a mean", True, (size.PEOPLE,))]
    order: Annotated[NDArray[Any], Col("i4", "", "work space: an order of applicants", True, (size.APPLICANTS,))]
    places: Annotated[NDArray[Any], Col("i4", "", "work space: slots of candidates", True, (size.APPLICANTS,))]
    shown: Annotated[
        NDArray[Any], Col("i4", "", "work space: candidates whom the pools show", True, (size.APPLICANTS,))
    ]
    candidate: Annotated[Candidate, Rows(Candidate, 0, "work space: the draws behind a candidate", True)]
