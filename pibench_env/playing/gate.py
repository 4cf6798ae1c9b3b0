"""The one call from the policies into the kernel: by address.

Numba links a callee into every function above it, so each of the forty functions from which policies are made would be
compiled with a kernel of its own: 2 s and 1 MB apiece. Commands therefore go to the address of the one compiled
`kernel.apply`, which the log carries. The kernel never raises, so what comes back is the outcome and nothing else.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import int64, typeof
from numba.extending import intrinsic

from pibench_env import kernel
from pibench_env.params import Params
from pibench_env.rules import rules_of
from pibench_env.state import empty_commands, empty_labs


@cache
def address_of_apply() -> int:
    """The address of the compiled `kernel.apply`, good for this process.

    Returns:
        The address; compiles the kernel, or loads it from the cache, when first asked.
    """
    records = (empty_labs(1)[0], empty_commands(1)[0], rules_of(Params())[0])
    signature = tuple(typeof(record) for record in records)
    kernel.apply.compile(signature)  # type: ignore[attr-defined]  # a dispatcher, which checkers take for the function
    compiled = kernel.apply.overloads[signature]  # type: ignore[attr-defined]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _apply_at_address(typing: Any, address: Any, lab: Any, command: Any, rules: Any) -> Any:
    """Call the function at an address as if it were `kernel.apply(lab, command, rules)`."""
    signature = int64(address, lab, command, rules)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = signature.args[1:]
        function = context.call_conv.get_function_type(signature.return_type, kinds).as_pointer()
        callee = builder.inttoptr(values[0], function)
        _, outcome = context.call_conv.call_function(builder, callee, signature.return_type, kinds, values[1:])
        return outcome

    return signature, generate


apply_at_address: Callable[..., int] = intrinsic(_apply_at_address)
