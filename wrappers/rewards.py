"""Another way to be paid, for environments that are made already."""

from typing import Any, cast

import gymnasium
from gymnasium.utils import RecordConstructorArgs

from pibench_env.lab_env import LabEnv
from pibench_env.options import checked_choice, checked_penalty
from pibench_env.parameter import ParameterError
from pibench_env.rewards import REWARDS, reward_for


class ImpactReward(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Pays for Impact as `gymnasium.make(..., reward=..., illegal_penalty=...)` does, whatever was chosen there.

    The reward of the environment, its penalty included, is replaced. Wrappers that change rewards or keep records of
    them go outside this one.

    Args:
        env: `PIBench-v0` or `PIBenchMonth-v0`, wrapped or not.
        reward: "difference", "final" or "symlog" (`pibench_env.rewards`).
        illegal_penalty: Taken off for each action, or part of a plan, that was refused; from 0 on.

    Raises:
        ParameterError: There is no such reward or penalty, or the environment is another one.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], reward: str = "difference", illegal_penalty: float = 0.0) -> None:
        RecordConstructorArgs.__init__(self, reward=reward, illegal_penalty=illegal_penalty)
        gymnasium.Wrapper.__init__(self, env)
        if not isinstance(env.unwrapped, LabEnv):
            raise ParameterError(
                f"ImpactReward pays for the Impact of a lab: it takes PIBench-v0 and PIBenchMonth-v0, not "
                f"{type(env.unwrapped).__name__}"
            )
        self._kind = checked_choice("reward", reward, REWARDS)
        self._penalty = checked_penalty(illegal_penalty)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, as the environment does, and be paid in this way.

        Args:
            action: The environment's.

        Returns:
            Observation, reward, terminated, truncated and info.
        """
        # The environment's own books: a second set here would miss `set_state`.
        episode = cast(LabEnv[Any], self.unwrapped).episode
        paid, illegal = episode.paid, episode.illegal
        observation, _, terminated, truncated, info = self.env.step(action)
        reward = reward_for(self._kind, paid, info["impact"], terminated)
        if self._penalty:
            reward -= self._penalty * (info["illegal_actions"] - illegal)
        return observation, reward, terminated, truncated, info
