"""Machine instructions that Numba uses in place of the functions in `bits.py` and of `copy_struct`.

They change speed only: tests play the same games at both speeds.
"""

from collections.abc import Callable
from typing import Any

from heorot.engine.kernels.bits import MASK_BITS, count, highest, list_members, list_sums, lowest, nth, sum_members
from heorot.engine.kernels.structs import copy_struct

CompileOptions = dict[str, bool]


def register(numba: Any, options: CompileOptions) -> None:
    """Register all intrinsics of this module with Numba."""
    register_bits(numba, options)
    register_lists(numba)
    register_copy(numba)


def register_bits(numba: Any, options: CompileOptions) -> None:
    """Register one machine instruction for each bit function."""
    from numba.core import types

    def native(function: Callable[[int], int], instruction: Callable[[Any, Any], Any]) -> None:
        @numba.extending.intrinsic
        def code(context: Any, mask: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return instruction(builder, args[0])

            return types.int64(types.int64), generate

        def typed(mask):  # type: ignore[no-untyped-def]  # Numba compares its signature with the lambda's, annotations included
            return lambda mask: code(mask)

        numba.extending.overload(function, jit_options={"forceinline": True})(typed)

    import llvmlite.ir as ir

    word, defined = ir.IntType(64), ir.Constant(ir.IntType(1), 1)
    native(count, lambda b, x: b.ctpop(x))
    native(lowest, lambda b, x: b.cttz(x, defined))
    native(highest, lambda b, x: b.sub(ir.Constant(word, 63), b.ctlz(x, defined)))
    register_nth(numba, options)


def register_nth(numba: Any, options: CompileOptions) -> None:
    """Register `nth`: the PDEP instruction where the processor has a fast one, else the loop."""
    import llvmlite.binding
    import llvmlite.ir as ir
    from numba.core import codegen, types

    features = numba.config.CPU_FEATURES
    if features is None:
        features = codegen.get_host_cpu_features()
    if "+bmi2" not in features.split(",") or llvmlite.binding.get_host_cpu_name() in {"znver1", "znver2"}:
        numba.extending.register_jitable(forceinline=True, **options)(nth)
        return

    @numba.extending.intrinsic
    def deposit(context: Any, bits: Any, mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), args)

        return types.int64(types.int64, types.int64), generate

    def typed(mask, n):  # type: ignore[no-untyped-def]
        return lambda mask, n: lowest(deposit(1 << n, mask))

    numba.extending.overload(nth, jit_options={"forceinline": True})(typed)


def register_lists(numba: Any) -> None:
    """Register the list functions. They check bounds once and write whole blocks, or half a block for 32 spaces."""
    short_members, long_members = members_intrinsic(numba, 4), members_intrinsic(numba, 8)
    short_sums, long_sums = sums_intrinsic(numba, 32), sums_intrinsic(numba, 64)
    add_up = add_up_intrinsic(numba)

    def members_typed(mask, plus, target, start):  # type: ignore[no-untyped-def]
        def fast(mask, plus, target, start):  # type: ignore[no-untyped-def]
            if start < 0 or start + MASK_BITS > len(target):
                raise IndexError
            if mask >> 32:
                return long_members(mask, plus, target, start)
            return short_members(mask, plus, target, start)

        return fast

    def sums_typed(source, size, plus, target, start, wanted):  # type: ignore[no-untyped-def]
        def fast(source, size, plus, target, start, wanted):  # type: ignore[no-untyped-def]
            if size > MASK_BITS or MASK_BITS > len(source) or start < 0 or start + MASK_BITS > len(target):
                raise IndexError
            if size > 32:
                long_sums(source, plus, target, start)
            else:
                short_sums(source, plus, target, start)
            return start + size if wanted else start

        return fast

    def sum_typed(mask, numbers):  # type: ignore[no-untyped-def]
        def fast(mask, numbers):  # type: ignore[no-untyped-def]
            if len(numbers) != MASK_BITS:
                raise IndexError
            return add_up(mask, numbers)

        return fast

    options = {"forceinline": True, "boundscheck": False}
    numba.extending.overload(list_members, jit_options=options)(members_typed)
    numba.extending.overload(list_sums, jit_options=options)(sums_typed)
    numba.extending.overload(sum_members, jit_options=options)(sum_typed)


def register_copy(numba: Any) -> None:
    """Register `copy_struct` as a copy of one block of memory."""
    from numba.core import cgutils, types

    @numba.extending.intrinsic
    def copy_whole(context: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = cgutils.intp_t(source.size)
            cgutils.raw_memcpy(builder, args[1], args[0], size, 1)
            return context.get_dummy_value()

        return types.none(source, target), generate

    def copy_typed(source, target):  # type: ignore[no-untyped-def]
        return lambda source, target: copy_whole(source, target)

    numba.extending.overload(copy_struct, jit_options={"forceinline": True})(copy_typed)


def block_pointer(context: Any, builder: Any, kind: Any, array: Any, index: int | Any, size: int) -> Any:
    """Return a pointer to a block of an array, as a vector."""
    import llvmlite.ir as ir

    start = ir.Constant(ir.IntType(64), index) if isinstance(index, int) else index
    data = context.make_array(kind)(context, builder, array).data
    wide = ir.VectorType(context.get_data_type(kind.dtype), size)
    return builder.bitcast(builder.gep(data, [start]), wide.as_pointer())


def broadcast(builder: Any, number: Any, wide: Any) -> Any:
    """Return a vector with the same number in all lanes."""
    import llvmlite.ir as ir

    lane = ir.IntType(32)
    first = builder.insert_element(wide(ir.Undefined), builder.trunc(number, wide.element), lane(0))
    return builder.shuffle_vector(first, first, ir.VectorType(lane, wide.count)([0] * wide.count))


def members_intrinsic(numba: Any, octets: int) -> Any:
    """Return `list_members` for masks of 8 * `octets` bits: the members of each octet come from a lookup table."""
    import llvmlite.ir as ir
    from numba.core import cgutils, types

    word, octet = ir.IntType(64), ir.VectorType(ir.IntType(8), 8)
    lists = [[bit for bit in range(8) if mask >> bit & 1] for mask in range(256)]
    rows = ir.Constant(ir.ArrayType(octet, 256), [octet(row + [0] * (8 - len(row))) for row in lists])

    @numba.extending.intrinsic
    def write(context: Any, mask: Any, plus: Any, target: Any, start: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            mask, plus, target, place = args
            table = cgutils.global_constant(builder, "members_of_octet", rows)
            for first in range(0, 8 * octets, 8):
                where = block_pointer(context, builder, signature.args[2], target, place, 8)
                wide = where.type.pointee
                bits = builder.and_(builder.lshr(mask, word(first)), word(255))
                found = builder.zext(builder.load(builder.gep(table, [word(0), bits])), wide)
                moved = builder.add(found, broadcast(builder, builder.add(plus, word(first)), wide))
                builder.store(moved, where, align=1)
                place = builder.add(place, builder.ctpop(bits))
            return place

        return types.int64(types.int64, types.int64, target, types.int64), generate

    return write


def sums_intrinsic(numba: Any, size: int) -> Any:
    """Return an intrinsic for `target[start : start + size] = source[:size] + plus`."""
    from numba.core import types

    @numba.extending.intrinsic
    def write(context: Any, source: Any, plus: Any, target: Any, start: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = builder.load(block_pointer(context, builder, signature.args[0], args[0], 0, size), align=1)
            where = block_pointer(context, builder, signature.args[2], args[2], args[3], size)
            builder.store(builder.add(numbers, broadcast(builder, args[1], numbers.type)), where, align=1)
            return context.get_dummy_value()

        return types.none(source, types.int64, target, types.int64), generate

    return write


def add_up_intrinsic(numba: Any) -> Any:
    """Return `sum_members`: load all numbers, replace those outside the mask by 0, and add all."""
    import llvmlite.ir as ir
    from numba.core import types

    @numba.extending.intrinsic
    def add_up(context: Any, mask: Any, numbers: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = builder.load(block_pointer(context, builder, signature.args[1], args[1], 0, MASK_BITS), align=1)
            chosen = builder.bitcast(args[0], ir.VectorType(ir.IntType(1), MASK_BITS))
            found = builder.select(chosen, found, ir.Constant(found.type, [0] * MASK_BITS))
            number = found.type.element
            name = f"llvm.vector.reduce.add.v{MASK_BITS}i{number.width}"
            total = builder.module.declare_intrinsic(name, (), ir.FunctionType(number, [found.type]))
            return builder.sext(builder.call(total, [found]), ir.IntType(64))

        return types.int64(types.int64, numbers), generate

    return add_up
