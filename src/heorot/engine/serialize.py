"""Values as plain data, which JSON can carry: what a view, an explanation or a sentence is made of, and the JSON Schema
of it. Both follow the type hints of our dataclasses; each type is looked at once."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from heorot.engine.sentence import Sentence

Plain: TypeAlias = Union[bool, int, str, list["Plain"], dict[str, "Plain"], None]  # noqa: UP007  # it names itself
Schema: TypeAlias = dict[str, Plain]
Convert: TypeAlias = Callable[..., Plain]  # given a value of one type
TAG = "is"  # which of several classes an object is
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SIMPLE: dict[object, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


class Writing:
    """How a game writes: some of its types are texts, everything else is made of its fields."""

    def __init__(self, texts: Mapping[object, Callable[..., str]]) -> None:
        self.texts: dict[object, Callable[..., str]] = {Fraction: str, **texts}  # by a class, or a union of classes
        self.known: dict[tuple[object, bool], Convert | None] = {}

    def plain(self, value: object) -> Plain:
        """A value as plain data; a dataclass becomes an object of its fields."""
        return self.of(type(value))(value)

    def some(self, value: object, names: tuple[str, ...]) -> dict[str, Plain]:
        """Some fields of a dataclass."""
        kind: object = type(value)
        hints = hints_of(kind)
        return {name: self.of(hints[name])(getattr(value, name)) for name in names}

    def whole(self, value: object) -> dict[str, Plain]:
        """All of them."""
        kind: object = type(value)
        return self.some(value, tuple(hints_of(kind)))

    def of(self, hint: object) -> Convert:
        """How values of a type are converted."""
        return self.converter(hint) or (lambda value: value)

    def converter(self, hint: object, tagged: bool = False) -> Convert | None:
        """The same; None where nothing needs to be done."""
        if (hint, tagged) not in self.known:
            self.known[hint, tagged] = self.find(hint, tagged)
        return self.known[hint, tagged]

    def find(self, hint: object, tagged: bool) -> Convert | None:
        """The converter of a type that is looked at for the first time."""
        hint = bare(hint)
        if hint in self.texts:
            return self.texts[hint]
        if hint in SIMPLE:
            return None
        if hint == Sentence:
            return plain_sentence
        if is_union(hint):
            return self.one_of(hint)
        if is_row(hint):
            return self.row(hint)
        return self.record(hint, tagged)

    def one_of(self, hint: object) -> Convert | None:
        """One of several types; of several classes each says which one it is."""
        several = is_tagged(hint, self.texts)
        kinds = {runtime(kind): self.converter(kind, several) for kind in get_args(hint)}
        if not any(kinds.values()):
            return None

        def convert(value: object) -> Plain:
            how = kinds[type(value)]
            return how(value) if how else value  # type: ignore[return-value]  # it is plain already

        return convert

    def row(self, hint: object) -> Convert:
        """Things of one type in a row, or one of each type."""
        kinds = get_args(hint)
        if kinds[-1:] == (...,):
            each = self.converter(kinds[0])
            return (lambda values: [*map(each, values)]) if each else list
        first, *rest = hows = [self.converter(kind) for kind in kinds]
        if not any(hows):
            return list
        if first and not any(rest):  # most often a thing and its number
            return lambda values: [first(values[0]), *values[1:]]
        return lambda values: [how(value) if how else value for how, value in zip(hows, values, strict=True)]

    def record(self, hint: object, tagged: bool) -> Convert:
        """A dataclass: an object of its fields."""
        hints = hints_of(hint)
        tag: dict[str, Plain] = {TAG: kebab(name_of(hint))} if tagged else {}
        hows = [(name, attrgetter(name), self.converter(kind)) for name, kind in hints.items()]

        def convert(value: object) -> Plain:
            made = {name: how(get(value)) if how else get(value) for name, get, how in hows}
            return {**tag, **made} if tag else made

        return convert

    # ---- The schema ------------------------------------------------------------------------------------------------

    def schema(self, kind: type) -> Schema:
        """The JSON Schema of what a dataclass becomes, every class on the way with a definition of its own."""
        defs: dict[str, Plain] = {}
        top = self.describe(kind, defs)
        return {"$schema": DIALECT, **top, "$defs": {name: defs[name] for name in sorted(defs)}}

    def describe(self, hint: object, defs: dict[str, Plain], tagged: bool = False) -> Schema:
        """The schema of a type, with whatever it needs among the definitions."""
        if isinstance(hint, NewType):
            defs[hint.__name__] = self.describe(hint.__supertype__, defs)
            return {"$ref": f"#/$defs/{hint.__name__}"}
        if hint in self.texts:
            return self.describe_text(hint, defs)
        if hint in SIMPLE:
            return {"type": SIMPLE[hint]}
        if hint == Sentence:
            return describe_sentence(defs)
        if is_union(hint):
            several = is_tagged(hint, self.texts)
            return {"anyOf": [self.describe(kind, defs, several) for kind in get_args(hint)]}
        if is_row(hint):
            return self.describe_row(get_args(hint), defs)
        return self.describe_record(hint, defs, tagged)

    def describe_text(self, hint: object, defs: dict[str, Plain]) -> Schema:
        """Something that is written as a text."""
        if not isinstance(hint, type):
            return {"type": "string"}
        defs[hint.__name__] = {"type": "string", "description": first_sentence(hint)}
        return {"$ref": f"#/$defs/{hint.__name__}"}

    def describe_row(self, kinds: tuple[object, ...], defs: dict[str, Plain]) -> Schema:
        """Things in a row."""
        if kinds[-1:] == (...,):
            return {"type": "array", "items": self.describe(kinds[0], defs)}
        each: list[Plain] = [self.describe(kind, defs) for kind in kinds]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each), "maxItems": len(each)}

    def describe_record(self, hint: object, defs: dict[str, Plain], tagged: bool) -> Schema:
        """An object of its fields, all of which are there."""
        name = name_of(hint)
        if name not in defs:
            defs[name] = {}  # so that it may hold others of its kind
            tag: dict[str, Plain] = {TAG: {"const": kebab(name)}} if tagged else {}
            props = {**tag, **{field: self.describe(kind, defs) for field, kind in hints_of(hint).items()}}
            defs[name] = {"type": "object", "description": first_sentence(hint), "properties": props,
                          "required": [*props], "additionalProperties": False}  # fmt: skip
        return {"$ref": f"#/$defs/{name}"}


# ---- Types ---------------------------------------------------------------------------------------------------------


def bare(hint: object) -> object:
    """A type without the name that we gave to some of its values."""
    return hint.__supertype__ if isinstance(hint, NewType) else hint


def is_union(hint: object) -> bool:
    """`A | B`."""
    return get_origin(hint) in (Union, UnionType)


def is_row(hint: object) -> bool:
    """`tuple[A, ...]` or `tuple[A, B]`."""
    return get_origin(hint) in (tuple,)


def is_tagged(hint: object, texts: Mapping[object, object]) -> bool:
    """Whether a union has several classes, which plain data would not tell apart."""
    return sum(is_dataclass(kind) and kind not in texts for kind in get_args(hint)) > 1


def runtime(hint: object) -> object:
    """What `type` says of a value of this type."""
    return get_origin(bare(hint)) or bare(hint)


@cache
def hints_of(hint: object) -> dict[str, object]:
    """The fields of a dataclass with their types."""
    if not isinstance(hint, type) or not is_dataclass(hint):
        raise TypeError(f"no plain data: {hint}")
    hints = get_type_hints(hint)
    return {field.name: hints[field.name] for field in fields(hint)}


def name_of(hint: object) -> str:
    """The name of a class."""
    return hint.__name__ if isinstance(hint, type) else str(hint)


def kebab(name: str) -> str:
    """`GetsToken` as `gets-token`."""
    return re.sub(r"(?<=.)(?=[A-Z])", "-", name).lower()


def first_sentence(hint: object) -> str:
    """What the docstring of a class begins with."""
    return " ".join((getattr(hint, "__doc__", "") or "").split()).partition(". ")[0].rstrip(".")


# ---- Sentences -----------------------------------------------------------------------------------------------------


def plain_sentence(sentence: Sentence) -> dict[str, Plain]:
    """What is said to a person: a key of the locales, and what fills it in."""
    return {"key": sentence.key, "params": {name: plain_part(part) for name, part in sentence.params.items()}}


def plain_part(part: object) -> Plain:
    """A number, a text, a sentence, or several in a row."""
    if isinstance(part, Sentence):
        return plain_sentence(part)
    if isinstance(part, tuple):
        return [plain_part(one) for one in part]
    return part  # type: ignore[return-value]  # a text or a number


def describe_sentence(defs: dict[str, Plain]) -> Schema:
    """The schema of a sentence."""
    ref: Schema = {"$ref": "#/$defs/Sentence"}
    parts: list[Plain] = [{"type": "string"}, {"type": "integer"}, ref, {"type": "array", "items": ref}]
    params: Schema = {"type": "object", "additionalProperties": {"anyOf": parts}}
    defs["Sentence"] = {
        "type": "object", "description": first_sentence(Sentence),
        "properties": {"key": {"type": "string"}, "params": params},
        "required": ["key", "params"], "additionalProperties": False,
    }  # fmt: skip
    return ref
