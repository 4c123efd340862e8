"""Flat structs of integers, which kernels work on: Python objects, or rows of a NumPy array for compiled code."""

from collections.abc import MutableSequence
from typing import Any, ClassVar, TypeVar, overload

from heorot.engine.kernels.compile_cache import can_compile

T = TypeVar("T", bound="Struct")


class Field:
    """A field of a struct: an integer, or a list of integers in one or two dimensions."""

    def __init__(self, shape: tuple[int, ...], width: str) -> None:
        self.shape = shape
        self.width = width

    def zero(self) -> Any:
        """Return the value in a new struct."""
        match self.shape:
            case ():
                return 0
            case (n,):
                return [0] * n
            case (n, m):
                return [[0] * m for _ in range(n)]

    def copy(self, value: Any) -> Any:
        """Return a copy of a value."""
        match self.shape:
            case ():
                return value
            case (_,):
                return value[:]
            case (_, _):
                return [row[:] for row in value]


@overload
def int_field() -> int: ...
@overload
def int_field(n: int, /, *, width: str = ...) -> list[int]: ...
@overload
def int_field(n: int, m: int, /, *, width: str = ...) -> list[list[int]]: ...
def int_field(*shape: int, width: str = "i8") -> Any:
    """Declare a field of a struct: an integer of 64 bits, or a list of them."""
    return Field(shape, width)


@overload
def float_field() -> float: ...
@overload
def float_field(n: int, /) -> list[float]: ...
def float_field(*shape: int) -> Any:
    """Declare a field of 64-bit floating-point numbers: for estimates, never for the state of a game."""
    return Field(shape, "f8")


class Struct:
    """A flat struct. Its fields are declared in the class body and start as zeros."""

    fields: ClassVar[dict[str, Field]] = {}
    _lists: ClassVar[tuple[str, ...]] = ()  # names of the fields with one dimension
    _tables: ClassVar[tuple[str, ...]] = ()  # names of the fields with two dimensions

    def __init_subclass__(cls) -> None:
        cls.fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls._lists = tuple(name for name, field in cls.fields.items() if len(field.shape) == 1)
        cls._tables = tuple(name for name, field in cls.fields.items() if len(field.shape) == 2)

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.zero())

    def copy(self: T) -> T:
        """Return a copy. Every move makes one, so numbers are copied with the dictionary, and only lists one by one."""
        twin, content = object.__new__(type(self)), vars(self).copy()
        for name in self._lists:
            content[name] = content[name].copy()
        for name in self._tables:
            content[name] = [*map(list.copy, content[name])]
        twin.__dict__ = content
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a struct is mutable


def struct_array(kind: type[T], size: int, compiled: bool | None = None) -> MutableSequence[T]:
    """Return an array of structs for compiled code, or a list of them."""
    if can_compile() if compiled is None else compiled:
        import numpy

        return numpy.zeros(size, dtype=struct_dtype(kind))  # type: ignore[return-value]
    return [kind() for _ in range(size)]


def int_array(values: list[int], compiled: bool | None = None) -> MutableSequence[int]:
    """Return an array of integers for compiled code, or the list itself."""
    if can_compile() if compiled is None else compiled:
        import numpy

        return numpy.array(values, dtype="i8")  # type: ignore[return-value]
    return values


_dtypes: dict[type[Struct], Any] = {}


def struct_dtype(kind: type[Struct]) -> Any:
    """Return the NumPy dtype of a struct: always the same object, which Numba recognizes fastest."""
    import numpy

    if kind not in _dtypes:
        _dtypes[kind] = numpy.dtype([(name, field.width, field.shape) for name, field in kind.fields.items()])
    return _dtypes[kind]


def store_struct(source: T, rows: MutableSequence[T], index: int = 0) -> None:
    """Copy a struct into a row."""
    if isinstance(rows, list):
        rows[index] = source.copy()
    else:
        for name in source.fields:
            row_at(rows, index)[name] = getattr(source, name)


def load_struct(kind: type[T], rows: MutableSequence[T], index: int = 0) -> T:
    """Return a copy of a row as a struct of Python lists."""
    if isinstance(rows, list):
        return row_at(rows, index).copy()  # type: ignore[no-any-return]
    source = kind()
    for name in kind.fields:
        setattr(source, name, row_at(rows, index)[name].tolist())
    return source


def row_at(rows: MutableSequence[T], index: int) -> Any:
    """Return a row without copying it: a struct, or a record of an array."""
    return rows[index]


def copy_struct(source: T, target: T) -> None:
    """Copy one struct over another. Compiled, it is one block of memory."""
    for name, field in source.fields.items():
        setattr(target, name, field.copy(getattr(source, name)))
