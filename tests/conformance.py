"""Every id in every mode before the checkers of Gymnasium and Stable-Baselines3, where a warning counts as a failure.

A program as well as a module: `python tests/conformance.py` runs what the libraries at hand allow, and says so.
"""

import importlib.util
import json
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np

import pibench_env  # noqa: F401  # registers the ids
from pibench_env import testing

IDS = ("PIBench-v0", "PIBenchMonth-v0")
MODES: tuple[dict[str, Any], ...] = (
    {},
    {"obs_mode": "dict"},
    {"render_mode": "ansi"},
    {"render_mode": "rgb_array", "obs_mode": "dict"},
    {"reward": "final", "staff_tools": False, "seeds": "tune[0:8]"},
    {"reward": "symlog", "illegal_penalty": 0.01, "world": {"start_budget": 5e7, "max_students": 24}, "months": 24},
)


def check_gymnasium(env_id: str, mode: dict[str, Any]) -> None:
    """Gymnasium's checker, and the package's own."""
    testing.check_environment(lambda: gymnasium.make(env_id, **mode), steps=60)


def check_sb3(env_id: str, mode: dict[str, Any]) -> None:
    """Stable-Baselines3's checker, its vector of environments, and a masked learner's first steps."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env

    check_env(gymnasium.make(env_id, **mode), warn=True, skip_render_check=False)
    envs = make_vec_env(
        f"pibench_env:{env_id}", n_envs=2, seed=1, env_kwargs={k: v for k, v in mode.items() if k != "render_mode"}
    )
    policy = "MultiInputPolicy" if mode.get("obs_mode") == "dict" else "MlpPolicy"
    learner = MaskablePPO(policy, envs, n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu")
    learner.learn(64)
    masks = np.stack(envs.env_method("action_masks"))
    action, _ = learner.predict(envs.reset(), action_masks=masks, deterministic=True)
    envs.step(action)


def main() -> int:
    """Run everything; one JSON line with what was run and the versions."""
    has_sb3 = importlib.util.find_spec("sb3_contrib") is not None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for env_id in IDS:
            for mode in MODES:
                check_gymnasium(env_id, mode)
    if has_sb3:
        with warnings.catch_warnings():
            import torch  # noqa: F401  # whose own import may warn

            warnings.simplefilter("error", UserWarning)
            for env_id in IDS:
                for mode in MODES:
                    check_sb3(env_id, mode)
    print(json.dumps({"gymnasium": gymnasium.__version__, "sb3": has_sb3, "checked": len(IDS) * len(MODES)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
