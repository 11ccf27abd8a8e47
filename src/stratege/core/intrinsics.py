"""The compiled lives of `words.py`: one machine instruction each, or a few."""

# mypy: disable-error-code="attr-defined,call-arg,no-untyped-call"
# (Numba's inner interfaces are untyped, and an intrinsic's first parameter is not its caller's to give.)

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

INT64 = types.int64
CHECK_BOUNDS = bool(config.BOUNDSCHECK)
LANES = ir.VectorType(ir.IntType(16), 32)
PRODUCTS = ir.VectorType(ir.IntType(32), 32)
PAIRS = ir.VectorType(ir.IntType(32), 16)


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


@intrinsic
def mirrored(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return INT64(INT64), generate


@intrinsic
def unsigned(typing_context: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0]

    return types.uint64(INT64), generate


@intrinsic
def byte_at(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = builder.load(builder.inttoptr(args[0], ir.IntType(8).as_pointer()))
        return builder.sext(byte, ir.IntType(64))

    return INT64(INT64), generate


@intrinsic
def word_at(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()), align=1)

    return INT64(INT64), generate


@intrinsic
def layer(typing_context: Any, weights: Any, rows: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = make_array(signature.args[0])(context, builder, args[0]).data
        lanes = builder.bitcast(data, LANES.as_pointer())

        def row(number: Any) -> Any:
            return builder.load(builder.gep(lanes, [number]), align=8)

        low, high, factors = (row(ir.Constant(ir.IntType(64), number)) for number in range(3))
        total = row(builder.extract_value(args[1], 0))
        for place in range(1, rows.count):
            total = builder.add(total, row(builder.extract_value(args[1], place)))
        total = _of_vectors(builder, "llvm.smax.v32i16", LANES, total, low)
        total = _of_vectors(builder, "llvm.smin.v32i16", LANES, total, high)
        products = builder.mul(builder.sext(total, PRODUCTS), builder.sext(factors, PRODUCTS))
        # Neighbours first: there is an instruction for products of 16-bit lanes added in pairs.
        even, odd = (
            builder.shuffle_vector(products, products, ir.Constant(PAIRS, list(range(first, 32, 2))))
            for first in range(2)
        )
        pairs = builder.add(even, odd)
        return builder.sext(
            _of_vectors(builder, "llvm.vector.reduce.add.v16i32", ir.IntType(32), pairs), ir.IntType(64)
        )

    return INT64(weights, types.UniTuple(INT64, rows.count)), generate


def _of_vectors(builder: Any, name: str, returned: Any, *args: Any) -> Any:
    """A call of LLVM's function of that name."""
    signature = ir.FunctionType(returned, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, signature, name), args)


@intrinsic
def _data_of(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


@njit(inline="always")
def pointer_to(numbers: Any) -> Any:
    # A pointer knows no bounds: where indices are to be checked, the array stays an array.
    if CHECK_BOUNDS:
        return numbers
    return _data_of(numbers)


@njit(inline="always")
def mix(seed: int, word: int) -> int:
    # Multiplications by odd numbers lose nothing; the shifts bring high bits down.
    blend = (seed ^ word) * -7046029254386353131
    blend = (blend ^ shift_right(blend, 32)) * -4658895280553007687
    return (blend ^ shift_right(blend, 29)) & 0x7FFF_FFFF_FFFF_FFFF


@njit(inline="always")
def put(state: Any, index: int, value: int) -> Any:
    return tuple_setitem(state, index, value)
