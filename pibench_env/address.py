"""Calls by address, and records by address, between parts of the kernel that are compiled apart.

Numba links a callee into every function above it and compiles it there anew. Where a function has many callers that is
seconds and megabytes apiece; called by the address of its one compiled form it costs nothing. An address is good for
the process that made it, and only while what lies there lives. The kernel never raises, so what comes back from a call
is the result and nothing else.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64, typeof, types, uint64
from numba.extending import intrinsic


def address_of_function(function: Any, *examples: Any) -> int:
    """The address of the compiled form of a function that returns a whole number.

    Args:
        function: A function made by `jit.jit`; it is compiled, or loaded from the cache, if need be.
        *examples: Arguments of the types that it will be called with.

    Returns:
        The address, good for this process.
    """
    signature = tuple(typeof(example) for example in examples)
    function.compile(signature)
    compiled = function.overloads[signature]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _call(typing: Any, address: Any, one: Any, two: Any, three: Any) -> Any:
    """Call the function at an address with three arguments of exactly the types that it was compiled for."""
    signature = int64(address, one, two, three)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = signature.args[1:]
        function = context.call_conv.get_function_type(signature.return_type, kinds).as_pointer()
        callee = builder.inttoptr(values[0], function)
        _, result = context.call_conv.call_function(builder, callee, signature.return_type, kinds, values[1:])
        return result

    return signature, generate


def _address_of_record(typing: Any, record: Any) -> Any:
    """Where a record lies: numba hands records over as pointers."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(values[0], context.get_value_type(signature.return_type))

    return uint64(record), generate


def record_at(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """A compiled way from an address to the record there.

    Args:
        dtype: What lies at the address.

    Returns:
        A function for use in compiled code.
    """
    kind = typeof(np.zeros(1, dtype)[0])

    def at_address(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(signature.return_type))

        return kind(types.uint64), generate

    found: Callable[[Any], Any] = intrinsic(at_address)
    return found


call: Callable[..., int] = intrinsic(_call)
address_of_record: Callable[[Any], Any] = intrinsic(_address_of_record)
