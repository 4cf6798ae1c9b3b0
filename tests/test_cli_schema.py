"""`pibench schema`: every number of an observation and of an action, for people and for programs."""

import json
import re

import pytest

from pibench_env.cli import main
from pibench_env.codes import Verb
from pibench_env.spaces.decoding import NVEC, decode_table
from pibench_env.spaces.schema import LAYOUT, SIZE, schema
from pibench_env.wrappers.plan.choices import PLAN_NVEC, plan_table


def shown(capsys, *words):
    """What is printed on stdout; nothing else may be printed."""
    code = main(["schema", *words])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def test_the_document_has_everything(capsys):
    assert json.loads(shown(capsys, "--json")) == {
        "observation": schema(),
        "actions": decode_table(),
        "nvec": list(NVEC),
        "plan": plan_table(),
        "plan_nvec": list(PLAN_NVEC),
    }


def test_every_part_of_a_plan_has_a_line(capsys):
    _, lines = shown(capsys).split("\nPlan of a month: 43 choices")
    for row in plan_table():
        line = next(line for line in lines.splitlines() if re.match(rf" *{row['place']} +{row['name']} ", line))
        assert row["meaning"][:40] in line
        assert f"0 {row['choices'][0]};" in line


def test_every_fact_has_a_line(capsys):
    """From which the place of every number follows."""
    facts, _ = shown(capsys).split("\nAction:")
    about, facts = facts.split("\nname ")
    assert f"{SIZE} numbers of float32" in about
    lines = {line.split()[0]: line for line in facts.splitlines() if re.match(r"\S+ +\d+ ", line)}
    for entry in LAYOUT:
        place = re.search(r"\[(\d+)\]", entry.name)
        name = re.sub(r"\[\d+\]", "[k]", entry.name)
        first, size, places, *rest = lines[name].split()[1:]
        apart = int(rest[0]) if place else 0
        assert int(first) + apart * int(place[1] if place else 0) == entry.start
        assert int(size) == entry.size
        assert place is None or int(place[1]) < int(places)
        assert lines[name].rstrip().endswith(entry.meaning)
        assert f" {entry.low:g} to {entry.high:g} " in lines[name]
        assert f" {entry.top:,g} " in lines[name]
        assert f" {entry.unit} " in lines[name]
    assert len(lines) == len({re.sub(r"\[\d+\]", "[k]", entry.name) for entry in LAYOUT})


def test_every_verb_has_a_line(capsys):
    actions = shown(capsys).split("\nAction:")[1].split("\nPlan of")[0]
    assert actions.startswith(f" {', '.join(map(str, NVEC))} values")
    assert re.findall(r"^ *(\d+)  (\w+)", actions, re.MULTILINE) == [(str(verb.value), verb.word) for verb in Verb]
    assert "0, 250, 500, 1000, 2000, 4000, 8000, 16000  units/month" in actions


@pytest.mark.parametrize(("words", "said"), [(["all"], "all"), (["--yaml"], "--yaml")])
def test_mistakes(capsys, words, said):
    assert main(["schema", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
