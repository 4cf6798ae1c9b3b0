"""Recruiting: applicants and offers, postdoc searches, staff (rules, sections 1.6, 1.7 and 1.9)."""

from pibench_env.capacities import APPLICANTS, CANDIDATES, PEOPLE, POOLS, SEARCHES
from pibench_env.codes import ApplicantStatus, LedgerKind, NewsDetail, Outcome, PersonStatus, Role
from pibench_env.exact import clip
from pibench_env.jit import jit
from pibench_env.luck import Candidate
from pibench_env.mechanics import candidates, press, purse, seasons
from pibench_env.rng.distributions import normal, permutation, poisson, random, uniform
from pibench_env.rng.keys import Draw, Prefix, draw_count, draw_entity, draw_season
from pibench_env.rules import Rules
from pibench_env.tables import Command, Lab
from pibench_env.tape import tape_at


@jit
def welcome_applicants(lab: Lab, rules: Rules) -> None:
    """A new season: how many each pool shows, in which order, and who they are (1.6)."""
    year = seasons.year_of(lab.month)
    lab.first_applicant += lab.n_applicants
    place_applicants(lab, year, rules)
    if lab.luck.tape == 0:
        g = draw_season(lab.luck, Draw.APPLICANTS, year)
        for place in range(APPLICANTS):
            candidates.draw(lab.luck.candidate, g)
            meet(lab, lab.luck.candidate, place, rules)
    else:
        tape = tape_at(lab.luck.tape)
        first = year * APPLICANTS
        if tape.has_candidates[year] == 0:
            g = draw_season(lab.luck, Draw.APPLICANTS, year)
            for place in range(APPLICANTS):
                candidates.draw(tape.candidates[first + place], g)
            tape.has_candidates[year] = 1
        for place in range(APPLICANTS):
            meet(lab, tape.candidates[first + place], place, rules)
    lab.talked_up = 0


@jit
def meet(lab: Lab, candidate: Candidate, place: int, rules: Rules) -> None:
    """A candidate whom the pool shows becomes an applicant (1.6)."""
    slot = lab.luck.places[place]
    if slot >= 0:
        lift = min(rules.alumni_quality_cap, rules.alumni_quality_lift * lab.alumni)
        applicant = lab.applicants[slot]
        applicant.number = lab.first_applicant + slot
        candidates.introduce(applicant, candidate, place // CANDIDATES, lift, rules)


@jit
def place_applicants(lab: Lab, year: int, rules: Rules) -> None:
    """Count the applicants and shuffle them: the slot of each candidate, -1 for those not shown, in `places` (1.6)."""
    luck = lab.luck
    n = 0
    for pool in range(POOLS):
        g = draw_count(luck, year, pool)
        shown = min(CANDIDATES, poisson(g, applicant_volume(pool, lab.reputation, lab.talked_up, rules)))
        for place in range(pool * CANDIDATES, (pool + 1) * CANDIDATES):
            luck.places[place] = -1
            if place - pool * CANDIDATES < shown:
                luck.shown[n] = place
                n += 1
    lab.n_applicants = n
    permutation(draw_season(luck, Draw.APPSHUFFLE, year), luck.order, n)
    for slot in range(n):
        luck.places[luck.shown[luck.order[slot]]] = slot


@jit
def applicant_volume(pool: int, reputation: float, talked_up: int, rules: Rules) -> float:
    """Mean number of applicants of a pool (1.6)."""
    boost = rules.volume_boost if talked_up != 0 else 1.0
    return rules.pool_volume[pool] * (1.0 + rules.volume_per_rep * max(0.0, reputation - rules.rep_ref)) * boost


@jit
def slot_of(lab: Lab, number: int) -> int:
    """The slot of an applicant of this season, -1 if there is none of that number."""
    slot = number - lab.first_applicant
    return slot if 0 <= slot < lab.n_applicants else -1


@jit
def interview(lab: Lab, command: Command, rules: Rules) -> int:
    """Interview applicants in order; if the hours run out, the earlier interviews stand (1.9)."""
    if not seasons.is_season(lab.month, rules):
        return Outcome.OUT_OF_SEASON
    for i in range(command.count):
        if slot_of(lab, command.ids[i]) < 0:
            return Outcome.UNKNOWN_ID
    for i in range(command.count):
        applicant = lab.applicants[slot_of(lab, command.ids[i])]
        if applicant.interviewed == 0:
            if not purse.spend_hours(lab, rules.interview_hours, rules):
                return Outcome.ATTENTION
            applicant.interviewed = 1
            applicant.interview = applicant.interview_value
    return Outcome.OK


@jit
def applicants_with(lab: Lab, status: int) -> int:
    """This season's applicants of a status."""
    n = 0
    for slot in range(lab.n_applicants):
        if lab.applicants[slot].status == status:
            n += 1
    return n


@jit
def open_searches(lab: Lab) -> int:
    """Postdoc searches not yet decided."""
    n = 0
    for i in range(lab.n_searches):
        n += lab.searches[i].open
    return n


@jit
def has_place(lab: Lab) -> bool:
    """Whether the table of people can hold one more, besides those already promised a place."""
    promised = applicants_with(lab, ApplicantStatus.OFFERED) + applicants_with(lab, ApplicantStatus.ACCEPTED)
    return lab.n_people + promised + open_searches(lab) < PEOPLE


@jit
def offer(lab: Lab, number: int, rules: Rules) -> int:
    """Offer a place to an applicant (1.9)."""
    if not seasons.is_season(lab.month, rules):
        return Outcome.OUT_OF_SEASON
    slot = slot_of(lab, number)
    if slot < 0:
        return Outcome.UNKNOWN_ID
    if lab.applicants[slot].status != ApplicantStatus.PENDING:
        return Outcome.WRONG_STATUS
    if purse.researchers(lab) + applicants_with(lab, ApplicantStatus.OFFERED) >= rules.max_students:
        return Outcome.CAPACITY
    if not has_place(lab):
        return Outcome.TABLE_FULL
    lab.applicants[slot].status = ApplicantStatus.OFFERED
    return Outcome.OK


@jit
def decide_offers(lab: Lab, rules: Rules) -> None:
    """At the end of the season offers are answered; applicants without one go elsewhere (1.7, step 8)."""
    for slot in range(lab.n_applicants):
        applicant = lab.applicants[slot]
        if applicant.status == ApplicantStatus.OFFERED:
            g = draw_entity(lab.luck, Draw.OFFER, Prefix.APP, applicant.number)
            accepts = random(g) < acceptance_probability(applicant.pool, lab.reputation, rules)
            applicant.status = ApplicantStatus.ACCEPTED if accepts else ApplicantStatus.DECLINED
        elif applicant.status == ApplicantStatus.PENDING:
            applicant.status = ApplicantStatus.EXPIRED


@jit
def acceptance_probability(pool: int, reputation: float, rules: Rules) -> float:
    """Chance that an offer is accepted (1.7, step 8)."""
    chance = rules.pool_accept[pool] + rules.pool_accept_per_rep[pool] * (reputation - rules.rep_ref)
    return clip(chance, rules.offer_accept_clip[0], rules.offer_accept_clip[1])


@jit
def welcome_students(lab: Lab, rules: Rules) -> None:
    """Those who accepted become students, in the order of applicants (1.7, step 8)."""
    for i in range(lab.n_applicants):
        applicant = lab.applicants[i]
        if applicant.status == ApplicantStatus.ACCEPTED:
            applicant.status = ApplicantStatus.JOINED
            slot = join(lab, Role.PHD, lab.month + 1, rules.morale_start)
            person = lab.people[slot]
            person.given_name = applicant.given_name
            person.family_name = applicant.family_name
            person.ability = applicant.ability
            person.speed = applicant.speed
            person.resilience = applicant.resilience
            person.independence = applicant.independence
            person.growth = applicant.growth
            person.skill = rules.skill_init_base + rules.skill_init_ability * applicant.ability


@jit
def join(lab: Lab, role: int, arrived: int, morale: float) -> int:
    """Take a new slot of `people`; the caller fills in who it is. Returns the slot."""
    slot = lab.n_people
    person = lab.people[slot]
    lab.n_people += 1
    lab.n_role[role] += 1
    person.role = role
    person.status = PersonStatus.ACTIVE
    person.number = lab.n_role[role]
    person.arrived = arrived
    person.morale = morale
    person.sentiment = -1.0
    return slot


@jit
def post_postdoc(lab: Lab, rules: Rules) -> int:
    """Post a search for a postdoc (1.9)."""
    if purse.researchers(lab) + open_searches(lab) >= rules.max_students:
        return Outcome.CAPACITY
    if lab.n_searches >= SEARCHES or not has_place(lab):
        return Outcome.TABLE_FULL
    purse.book(lab, LedgerKind.POSTDOC_SEARCH, lab.n_searches + 1, -rules.postdoc_search_cost)
    search = lab.searches[lab.n_searches]
    search.posted = lab.month
    search.open = 1
    lab.n_searches += 1
    return Outcome.OK


@jit
def end_searches(lab: Lab, rules: Rules) -> None:
    """Searches posted two months ago find somebody, come up empty, or are called off (1.7, step 9)."""
    for i in range(lab.n_searches):
        search = lab.searches[i]
        if search.open == 0 or lab.month - search.posted < rules.postdoc_search_months:
            continue
        search.open = 0
        if purse.researchers(lab) >= rules.max_students:
            press.post_lab_news(lab, NewsDetail.SEARCH_CALLED_OFF, i + 1)
        elif random(draw_entity(lab.luck, Draw.POSTDOC, Prefix.PD_SEARCH, i + 1)) < search_probability(
            lab.reputation, rules
        ):
            hire_postdoc(lab, rules)
            press.post_lab_news(lab, NewsDetail.SEARCH_SUCCEEDED, i + 1)
        else:
            press.post_lab_news(lab, NewsDetail.SEARCH_EMPTY, i + 1)


@jit
def search_probability(reputation: float, rules: Rules) -> float:
    """Chance that a search finds somebody (1.7, step 9)."""
    chance = rules.postdoc_found + rules.postdoc_found_per_rep * (reputation - rules.rep_ref)
    return min(rules.postdoc_found_cap, chance)


@jit
def hire_postdoc(lab: Lab, rules: Rules) -> None:
    """The postdoc whom a search found, from the search's generator (1.7, step 9)."""
    g = lab.luck.generator
    slot = join(lab, Role.POSTDOC, lab.month, rules.morale_start)
    person = lab.people[slot]
    ability = normal(g, rules.postdoc_ability[0], rules.postdoc_ability[1])
    person.ability = clip(ability, rules.postdoc_ability_clip[0], rules.postdoc_ability_clip[1])
    candidates.draw_name(person, g)
    person.speed = normal(g, rules.postdoc_speed[0], rules.postdoc_speed[1])
    person.resilience = uniform(g, rules.postdoc_resilience[0], rules.postdoc_resilience[1])
    person.independence = uniform(g, rules.postdoc_independence[0], rules.postdoc_independence[1])
    person.growth = max(rules.growth_floor, normal(g, rules.postdoc_growth[0], rules.postdoc_growth[1]))
    person.skill = rules.postdoc_skill[0] + rules.postdoc_skill[1] * person.ability
    person.contract_end = lab.month + rules.postdoc_contract_months


@jit
def renew_postdoc(lab: Lab, slot: int, rules: Rules) -> int:
    """Prolong the contract of a postdoc near its end (1.9)."""
    if not purse.is_active(lab, slot) or lab.people[slot].role != Role.POSTDOC:
        return Outcome.UNKNOWN_ID
    person = lab.people[slot]
    if person.contract_end - lab.month > rules.postdoc_renewal_window:
        return Outcome.TOO_EARLY
    person.contract_end += rules.postdoc_renewal_months
    return Outcome.OK


@jit
def hire_ra(lab: Lab, rules: Rules) -> int:
    """Hire a research assistant at once (1.9)."""
    if not has_place(lab):
        return Outcome.TABLE_FULL
    slot = join(lab, Role.RA, lab.month, rules.ra_morale)
    person = lab.people[slot]
    g = draw_entity(lab.luck, Draw.RA, Prefix.RA_KEY, person.number)
    candidates.draw_name(person, g)
    person.ability = uniform(g, rules.ra_ability[0], rules.ra_ability[1])
    person.speed = normal(g, rules.ra_speed[0], rules.ra_speed[1])
    person.resilience = rules.ra_resilience
    person.independence = rules.ra_independence
    person.growth = rules.ra_growth
    person.skill = rules.ra_skill
    return Outcome.OK


@jit
def hire_manager(lab: Lab, rules: Rules) -> int:
    """Hire a lab manager at once (1.9)."""
    if purse.headcount(lab, Role.MANAGER) >= rules.max_managers:
        return Outcome.CAPACITY
    if not has_place(lab):
        return Outcome.TABLE_FULL
    slot = join(lab, Role.MANAGER, lab.month, rules.manager_morale)
    person = lab.people[slot]
    g = draw_entity(lab.luck, Draw.MGR, Prefix.MGR_KEY, person.number)
    candidates.draw_name(person, g)
    person.ability = rules.manager_ability
    person.speed = rules.manager_speed
    person.resilience = rules.manager_resilience
    person.independence = rules.manager_independence
    person.growth = rules.manager_growth
    person.skill = rules.manager_skill
    return Outcome.OK


@jit
def check_dismissal(lab: Lab, slot: int) -> int:
    """Only active staff can be dismissed (1.9)."""
    if not purse.is_active(lab, slot):
        return Outcome.UNKNOWN_ID
    if purse.is_researcher(lab.people[slot].role):
        return Outcome.NOT_DISMISSABLE
    return Outcome.OK
