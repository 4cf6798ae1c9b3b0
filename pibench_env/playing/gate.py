"""The one call from the policies into the kernel: by address.

Linked in, the kernel would be compiled once more for each of the forty functions from which policies are made, 2 s and
1 MB apiece. Commands therefore go to the address of the one compiled `kernel.apply`, which the log carries.
"""

from functools import cache

from pibench_env import kernel
from pibench_env.address import address_of_function
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.state import empty_commands, empty_labs


@cache
def address_of_apply() -> int:
    """The address of the compiled `kernel.apply`, good for this process.

    Returns:
        The address; compiles the kernel, or loads it from the cache, when first asked.
    """
    return address_of_function(kernel.apply, empty_labs(1)[0], empty_commands(1)[0], rules_of(Params())[0])
