"""How long compiling takes, as seen from a new process: `python -m pibench_env.commandline.compile_times`.

Prints a JSON object of seconds by function, callees included. With a warm cache nothing is compiled, and what is left
is the start: imports, reading compiled code and the first career.
"""

import json
import sys
import time

START = time.perf_counter()

from numba.core import event  # noqa: E402  # the imports belong to what is measured

from pibench_env.baselines.policy import POLICIES  # noqa: E402
from pibench_env.baselines.rollout import run  # noqa: E402
from pibench_env.params import Params  # noqa: E402


def measure() -> dict[str, float]:
    """Play a career of one month with everything compiled that rollouts need.

    Returns:
        Seconds by module and function: closing a month, applying commands, each policy, and `start` for all of it.
    """
    with event.install_recorder("numba:compile") as recorder:
        run("idle", [0], Params.of({"months": 1}))
    wanted = {f"{policy.play_month.__module__}.play_month" for policy in POLICIES.values()}
    wanted |= {"pibench_env.kernel.close_month", "pibench_env.kernel.apply"}
    seconds: dict[str, float] = {}
    begun: dict[str, float] = {}
    for moment, compilation in recorder.buffer:
        function = compilation.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__name__}"
        if compilation.is_start:
            begun[name] = moment
        elif name in wanted:
            seconds[name.removeprefix("pibench_env.")] = moment - begun[name]
    return {**seconds, "start": time.perf_counter() - START}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
