"""The Gymnasium ids of this package.

Entry points are text, so that registering loads no environment. An id names one set of rules for ever: what moves a
recorded trace gets a new id.
"""

import gymnasium

ENTRY_POINTS = {
    "PIBench-v0": "pibench_env.env:PIBenchEnv",  # the published world; one step is one command
    "PIBenchMonth-v0": "pibench_env.wrappers.month_plan:PIBenchMonthEnv",  # the same world; one step is one month
}
VECTOR_ENTRY_POINTS = {
    "PIBench-v0": "pibench_env.vector_env:PIBenchVectorEnv",
    "PIBenchMonth-v0": "pibench_env.wrappers.month_plan_vector:PIBenchMonthVectorEnv",
}


def register_all() -> None:
    """Register every id of this package; ids that Gymnasium already knows are left alone.

    No time limit is set: the horizon is part of the world, which ends there by itself (`terminated`).
    """
    for env_id, entry_point in ENTRY_POINTS.items():
        if env_id not in gymnasium.registry:
            vector = VECTOR_ENTRY_POINTS[env_id]
            gymnasium.register(id=env_id, entry_point=entry_point, vector_entry_point=vector)
