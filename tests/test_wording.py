"""How values of strangers are shown in errors."""

import numpy as np
import pytest

from pibench_env import Lab
from pibench_env.lab import LabError
from pibench_env.params import Params
from pibench_env.seeds import SeedError
from pibench_env.wording import LONGEST, shown


class Nasty(str):
    """A text that fights back."""

    def __repr__(self) -> str:
        raise RuntimeError("ha")


SHOWN = [
    ("a", "'a'"),
    (3, "3"),
    (np.float32(0.5), "0.5"),
    (np.True_, "True"),
    (None, "None"),
    ([1, "a", [2]], "[1, 'a', a list]"),
    ({"S001": 3, **dict.fromkeys(range(9))}, "{'S001': 3, 0: None, 1: None, 2: None, ...}"),
    (np.zeros((2, 2)), "a ndarray"),
    (Nasty("x"), "a Nasty"),
    (10**5000, "a whole number of thousands of digits"),
    ("x\ny", "'x\\ny'"),
]


def test_a_value_is_shown_on_one_line():
    for value, text in SHOWN:
        assert shown(value) == text


def test_a_long_value_is_cut():
    assert len(shown("x" * 1000)) == LONGEST


STRANGERS = {"digits": 10**5000, "text": Nasty("x"), "array of text": np.array("APP001"), "array": np.zeros(3)}


@pytest.mark.parametrize("name", STRANGERS)
def test_no_value_gets_past_the_errors(name):
    value = STRANGERS[name]
    lab = Lab(1)
    for call in (lab.recruit.offer, lab.projects.kill, lambda x: lab.recruit.interview([x])):
        with pytest.raises(LabError):
            call(value)
    if name != "digits":  # there may be as many rows as that
        with pytest.raises(LabError):
            lab.ledger(value)
    with pytest.raises(SeedError):
        Lab(value)
    with pytest.raises(ValueError, match="parameter 'months'"):
        Params.of({"months": value})
    with pytest.raises(ValueError, match="parameter 'hot_clip'"):
        Params.of({"hot_clip": value})
