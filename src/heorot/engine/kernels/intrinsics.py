"""What the compiler is told about the bit functions and long lists of accel.py: the machine's own instructions.

Each function there is plain Python; here stands what Numba puts in its place. It changes speed and nothing else, which
the tests prove by playing the same games at both speeds.
"""

from collections.abc import Callable
from typing import Any

from heorot.engine.accel import WIDEST, copy_record, count, highest, list_members, list_sums, lowest, nth, sum_members

Options = dict[str, bool]


def teach(numba: Any, options: Options) -> None:
    """Everything that follows."""
    teach_bits(numba, options)
    teach_lists(numba)
    teach_copy(numba)


def teach_bits(numba: Any, options: Options) -> None:
    """Attach one machine instruction to each bit function."""
    from numba.core import types

    def native(function: Callable[[int], int], instruction: Callable[[Any, Any], Any]) -> None:
        @numba.extending.intrinsic
        def code(context: Any, mask: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return instruction(builder, args[0])

            return types.int64(types.int64), generate

        def typed(mask):  # type: ignore[no-untyped-def]  # Numba compares it with the lambda, annotations too
            return lambda mask: code(mask)

        numba.extending.overload(function, jit_options={"forceinline": True})(typed)

    import llvmlite.ir as ir

    word, defined = ir.IntType(64), ir.Constant(ir.IntType(1), 1)
    native(count, lambda b, x: b.ctpop(x))
    native(lowest, lambda b, x: b.cttz(x, defined))
    native(highest, lambda b, x: b.sub(ir.Constant(word, 63), b.ctlz(x, defined)))
    teach_nth(numba, options)


def teach_nth(numba: Any, options: Options) -> None:
    """The n-th member, by the instruction that deposits bits where the processor has a fast one; else by the loop."""
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


def teach_lists(numba: Any) -> None:
    """The long lists: bounds checked once, then whole blocks. Half of one is enough for a board of 32 spaces."""
    short_members, long_members = members_intrinsic(numba, 4), members_intrinsic(numba, 8)
    short_sums, long_sums = sums_intrinsic(numba, 32), sums_intrinsic(numba, 64)
    add_up = add_up_intrinsic(numba)

    def members_typed(mask, plus, target, start):  # type: ignore[no-untyped-def]
        def fast(mask, plus, target, start):  # type: ignore[no-untyped-def]
            if start < 0 or start + WIDEST > len(target):
                raise IndexError
            if mask >> 32:
                return long_members(mask, plus, target, start)
            return short_members(mask, plus, target, start)

        return fast

    def sums_typed(source, size, plus, target, start, wanted):  # type: ignore[no-untyped-def]
        def fast(source, size, plus, target, start, wanted):  # type: ignore[no-untyped-def]
            if size > WIDEST or WIDEST > len(source) or start < 0 or start + WIDEST > len(target):
                raise IndexError
            if size > 32:
                long_sums(source, plus, target, start)
            else:
                short_sums(source, plus, target, start)
            return start + size if wanted else start

        return fast

    def sum_typed(mask, numbers):  # type: ignore[no-untyped-def]
        def fast(mask, numbers):  # type: ignore[no-untyped-def]
            if len(numbers) != WIDEST:
                raise IndexError
            return add_up(mask, numbers)

        return fast

    options = {"forceinline": True, "boundscheck": False}
    numba.extending.overload(list_members, jit_options=options)(members_typed)
    numba.extending.overload(list_sums, jit_options=options)(sums_typed)
    numba.extending.overload(sum_members, jit_options=options)(sum_typed)


def teach_copy(numba: Any) -> None:
    """A record is copied as one block of memory."""
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

    numba.extending.overload(copy_record, jit_options={"forceinline": True})(copy_typed)


def block(context: Any, builder: Any, kind: Any, array: Any, index: int | Any, size: int) -> Any:
    """Where a block of an array begins, for loading and storing it as a whole."""
    import llvmlite.ir as ir

    start = ir.Constant(ir.IntType(64), index) if isinstance(index, int) else index
    data = context.make_array(kind)(context, builder, array).data
    wide = ir.VectorType(context.get_data_type(kind.dtype), size)
    return builder.bitcast(builder.gep(data, [start]), wide.as_pointer())


def all_equal(builder: Any, number: Any, wide: Any) -> Any:
    """A wide register with the same number everywhere."""
    import llvmlite.ir as ir

    lane = ir.IntType(32)
    first = builder.insert_element(wide(ir.Undefined), builder.trunc(number, wide.element), lane(0))
    return builder.shuffle_vector(first, first, ir.VectorType(lane, wide.count)([0] * wide.count))


def members_intrinsic(numba: Any, octets: int) -> Any:
    """list_members for so many times eight bits: the members of each octet are looked up and written together."""
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
                where = block(context, builder, signature.args[2], target, place, 8)
                wide = where.type.pointee
                bits = builder.and_(builder.lshr(mask, word(first)), word(255))
                found = builder.zext(builder.load(builder.gep(table, [word(0), bits])), wide)
                moved = builder.add(found, all_equal(builder, builder.add(plus, word(first)), wide))
                builder.store(moved, where, align=1)
                place = builder.add(place, builder.ctpop(bits))
            return place

        return types.int64(types.int64, types.int64, target, types.int64), generate

    return write


def sums_intrinsic(numba: Any, size: int) -> Any:
    """target[start : start + size] = source[:size] + plus."""
    from numba.core import types

    @numba.extending.intrinsic
    def write(context: Any, source: Any, plus: Any, target: Any, start: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            numbers = builder.load(block(context, builder, signature.args[0], args[0], 0, size), align=1)
            where = block(context, builder, signature.args[2], args[2], args[3], size)
            builder.store(builder.add(numbers, all_equal(builder, args[1], numbers.type)), where, align=1)
            return context.get_dummy_value()

        return types.none(source, types.int64, target, types.int64), generate

    return write


def add_up_intrinsic(numba: Any) -> Any:
    """sum_members: all numbers are loaded, those outside the mask become 0, and all are added."""
    import llvmlite.ir as ir
    from numba.core import types

    @numba.extending.intrinsic
    def add_up(context: Any, mask: Any, numbers: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = builder.load(block(context, builder, signature.args[1], args[1], 0, WIDEST), align=1)
            chosen = builder.bitcast(args[0], ir.VectorType(ir.IntType(1), WIDEST))
            found = builder.select(chosen, found, ir.Constant(found.type, [0] * WIDEST))
            number = found.type.element
            name = f"llvm.vector.reduce.add.v{WIDEST}i{number.width}"
            total = builder.module.declare_intrinsic(name, (), ir.FunctionType(number, [found.type]))
            return builder.sext(builder.call(total, [found]), ir.IntType(64))

        return types.int64(types.int64, numbers), generate

    return add_up
