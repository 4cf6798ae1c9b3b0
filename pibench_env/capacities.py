"""How much the tables of a lab can hold, and why that is enough.

Sizes shape arrays and are no parameters. A full table refuses the command that needs a place in it.
"""

from pibench_env.codes import Agency, Pool, Topic, Venue

PEOPLE = 128  # everybody who ever joins in 120 months; 76 is the most seen in the recordings (84 months)
APPLICANTS = 48  # four pools show at most twelve candidates each, and only one season is open
CANDIDATES = 12  # drawn per pool and season
MEMBERS = 32  # people on one project, and authors of its draft
ACTIVE_PROJECTS = 32  # running at one time; the rules allow 10
PROJECTS = 256  # ever started: two a month for 120 months
DRAFTS = 256  # one a project or delivered collaboration
SUBMISSIONS = 384  # a draft is rejected half of the time
PUBLICATIONS = 192  # accepted papers; one a month for 120 months would be 120
PROPOSALS = 192  # dated calls and a rolling one that takes a proposal every third month
AWARDS = 64  # funded proposals; caps allow six to run at a time
EVENTS = 288  # pending or closed last month: a crisis for each of 128 people twice, and 32 others
SEARCHES = 128  # postdoc searches ever posted: each may fill one place in `people`
NEWS = 256  # the last items; a month brings at most 64 departures, 64 ended searches, 32 scoops, 10 of the field
LEDGER = 1024  # the last rows; a month books at most 128 stipends, 32 computes, 128 award rows and the commands'
FIELD_MONTHS = 12  # months of headlines, preprints and conference reports kept
MONTHS = 120  # longest horizon
TRAJECTORY = MONTHS + 16  # hotness is laid down past the horizon, by amp_pref_lead + 2 months
CALLS = 64  # dated calls of all agencies and the rolling one
PAYLOAD = 64  # (id, amount) pairs of one command
AGES = MONTHS + 160  # ages of papers, in months, that citation tables cover: a horizon and the longest projection
TOPICS = len(Topic)
VENUES = len(Venue)
AGENCIES = len(Agency)
POOLS = len(Pool)
CONFERENCES = 2  # the venues that report their accepted papers come first in `Venue`
GENERATOR = 6  # words of a generator: state high, low, increment high, low, has a half word, the half word
REVIEWERS = 3  # scores of a submission
MOST_CITATIONS = 10**12  # of a paper in a month, so that counts fit their columns; published worlds see hundreds
YEAR = 12  # months of a year
