"""Money and hours: numbers by hand, the naive twin on random rows, bookings of a month."""

import pytest
from kernel_tools import RULES, Career, dice, is_same, lab_with
from naive import purse as twin
from naive.world_numbers import NUMBERS

from pibench_env.capacities import LEDGER
from pibench_env.codes import LedgerKind, Outcome, PersonStatus, Role
from pibench_env.mechanics import people, purse

ROLES = ("phd", "postdoc", "ra", "manager")


@pytest.mark.parametrize(
    ("researchers", "assistants", "managers", "hours"),
    [
        (0, 0, 0, 0.0),
        (5, 2, 0, 5 * 4.0 + 2 * 1.5),
        (5, 2, 1, 5 * 2.0 + 2 * 1.5),
        (5, 2, 2, 5 * 1.0 + 2 * 1.5),  # never less than 1 h a researcher, section 1.4
    ],
)
def test_oversight_by_hand(researchers, assistants, managers, hours):
    assert purse.oversight(researchers, assistants, managers, RULES) == hours


@pytest.mark.parametrize(
    ("month", "researchers", "pool"),
    [
        (1, 0, 100.0),
        (6, 10, 60.0),
        (7, 10, 48.0),  # 12 h of service where month mod 12 = 7, section 1.4
        (19, 10, 48.0),
        (7, 17, 30.0),  # 100 − 68 − 12 = 20 lies below the floor
    ],
)
def test_attention_pool_by_hand(month, researchers, pool):
    lab = lab_with(month=month, people=[{"role": Role.PHD}] * researchers)
    assert purse.attention_pool(lab, RULES) == pool


def test_burn_and_runway_by_hand():
    staff = [{"role": role} for role in (Role.PHD, Role.POSTDOC, Role.RA, Role.MANAGER)]
    gone = {"role": Role.PHD, "status": PersonStatus.QUIT}
    running, over = {"start": 1, "end": 36, "monthly": 10000.0}, {"start": 1, "end": 4, "monthly": 9999.0}
    lab = lab_with(
        month=5, budget=66000.0, compute_price=1.3,
        people=[*staff, gone], projects=[{"compute": 2000.0}, {"compute": 0.0}], awards=[running, over],
    )  # fmt: skip
    # 3,200 + 6,500 + 1,800 + 4,500 + 2,000·1.3 + 600 − 10,000, section 1.4
    assert purse.burn(lab, RULES) == 9200.0
    assert purse.runway(lab, RULES) == 66000.0 / 9200.0
    lab["awards"][0]["monthly"] = 20000.0
    assert purse.runway(lab, RULES) == purse.NO_RUNWAY


def test_a_month_books_pay_compute_and_awards_row_by_row():
    lab = lab_with(
        month=5, budget=100000.0, compute_price=0.7,
        people=[{"role": Role.PHD}, {"role": Role.RA}], projects=[{"number": 1, "compute": 1000.0}, {"number": 2}],
        awards=[{"start": 5, "end": 5, "monthly": 7500.0}, {"start": 6, "end": 9, "monthly": 1.0}],
    )  # fmt: skip
    purse.pay_month(lab, RULES)
    rows = lab["past"]["ledger"][: lab["n_ledger"]]
    assert rows["amount"].tolist() == [-3200.0, -1800.0, -700.0, 7500.0, -600.0]
    assert rows["kind"].tolist() == [
        LedgerKind.STIPEND, LedgerKind.STIPEND, LedgerKind.COMPUTE, LedgerKind.GRANT_INCOME, LedgerKind.GRANT_OVERHEAD,
    ]  # fmt: skip
    assert rows["subject"].tolist() == [0, 1, 1, 1, 1]
    assert lab["budget"] == 100000.0 + 1200.0
    assert lab["ledger_total"] == 1200.0


def test_the_ledger_is_a_ring_that_keeps_the_last_rows_and_all_the_sum():
    lab = lab_with()
    for k in range(LEDGER + 10):
        purse.book(lab, LedgerKind.PROPOSAL_FEE, k, -1.0)
    assert lab["n_ledger"] == LEDGER + 10
    assert lab["ledger_total"] == -(LEDGER + 10)
    assert lab["past"]["ledger"]["subject"][:11].tolist() == [*range(LEDGER, LEDGER + 10), 10]


def test_hours_are_spent_to_the_last_and_not_beyond():
    lab = lab_with(people=[{"role": Role.PHD, "mentoring": 10.0}], oneoff_used=6.0)
    assert purse.hours_left(lab, RULES) == 80.0  # 100 − 4 − 10 − 6
    assert not purse.spend_hours(lab, 80.0 + 1e-6, RULES)
    assert lab["oneoff_used"] == 6.0
    assert purse.spend_hours(lab, 80.0, RULES)
    assert purse.spend_hours(lab, 0.5e-9, RULES)  # within 1e-9, section 1.4
    assert not purse.spend_hours(lab, 1.0, RULES)


def test_twin_oversight_pool_burn_runway_and_hours():
    for d in dice():
        roles = [d.randrange(4) for _ in range(d.randrange(14))]
        mentoring = [round(d.uniform(0, 9), 2) for _ in roles]
        computes = [d.choice([0.0, d.uniform(0, 9000)]) for _ in range(d.randrange(5))]
        incomes = [d.uniform(0, 20000) for _ in range(d.randrange(3))]
        month, price, budget, used = d.randint(1, 120), d.choice([0.7, 1.0, 1.3]), d.uniform(-1e4, 1e6), d.uniform(0, 9)
        lab = lab_with(
            month=month, compute_price=price, budget=budget, oneoff_used=used,
            people=[{"role": role, "mentoring": hours} for role, hours in zip(roles, mentoring, strict=True)],
            projects=[{"compute": compute} for compute in computes],
            awards=[{"start": 1, "end": 120, "monthly": income} for income in incomes],
        )  # fmt: skip
        counts = [roles.count(Role.PHD) + roles.count(Role.POSTDOC), roles.count(Role.RA), roles.count(Role.MANAGER)]
        watched = twin.oversight(*counts, NUMBERS)
        assert purse.oversight(*counts, RULES) == watched
        pool = twin.attention_pool(month, watched, NUMBERS)
        assert purse.attention_pool(lab, RULES) == pool
        assert is_same(purse.hours_left(lab, RULES), twin.attention_left(pool, sum(mentoring), used))
        stipends = [twin.stipend(ROLES[role], NUMBERS) for role in roles]
        burn = twin.burn(stipends, [twin.compute_cost(c, price, NUMBERS) for c in computes], incomes, NUMBERS)
        assert purse.burn(lab, RULES) == pytest.approx(burn, rel=1e-12, abs=1e-9)
        months = twin.runway(budget, burn)
        assert purse.runway(lab, RULES) == pytest.approx(-1.0 if months is None else months, rel=1e-9)


def test_twin_squeezed_mentoring():
    for d in dice():
        hours = [round(d.uniform(5, 40), 2) for _ in range(d.randint(3, 9))]
        used = d.uniform(0, 110)
        lab = lab_with(oneoff_used=used, people=[{"role": Role.PHD, "mentoring": h} for h in hours])
        pool, total = purse.attention_pool(lab, RULES), purse.mentoring_total(lab)
        people.squeeze_mentoring(lab, RULES)
        if total > pool - used:
            hours = [twin.mentoring_after_squeeze(h, total, pool, used) for h in hours]
        assert lab["people"]["mentoring"][: len(hours)].tolist() == hours


def test_a_refusal_for_want_of_hours_names_attention():
    career = Career(overrides={"attention_budget": 14.0, "attention_floor": 0.0})
    assert career.call("field.attend_conference") == Outcome.ATTENTION
