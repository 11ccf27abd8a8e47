"""The compiled lives of `words.py`: one machine instruction each."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic

INT64 = types.int64


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return INT64(INT64), generate


@intrinsic
def lowest_index(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return INT64(INT64), generate


@intrinsic
def highest_index(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return INT64(INT64), generate


@intrinsic
def shift_right(typing_context: Any, word: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return INT64(INT64, INT64), generate


@njit(inline="always")
def put(state: Any, index: int, value: int) -> Any:
    return tuple_setitem(state, index, value)  # type: ignore[call-arg]
