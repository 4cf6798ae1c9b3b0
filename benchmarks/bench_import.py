"""What `import pibench_env` takes: new processes, the first left out since it fills the disk cache."""

import statistics
import subprocess
import sys
from typing import Any

CODE = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def seconds(module: str) -> float:
    """One import in a new process."""
    return float(subprocess.run([sys.executable, "-c", CODE.format(module)], check=True, capture_output=True).stdout)


def rows() -> list[dict[str, Any]]:
    """Our import beside that of gymnasium, which it includes."""
    found = []
    for module in ("gymnasium", "pibench_env"):
        times = [seconds(module) for _ in range(8)][1:]
        found.append({"module": module, "median_seconds": statistics.median(times), "best_seconds": min(times)})
    return found
