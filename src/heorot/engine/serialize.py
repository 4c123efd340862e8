"""Convert views, explanations and sentences to JSON values, and describe them with JSON Schema.

Both follow the type hints of our dataclasses. The converter of a type is built once and cached.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from heorot.engine.sentence import Sentence

Json: TypeAlias = Union[bool, int, float, str, list["Json"], dict[str, "Json"], None]  # noqa: UP007  # it names itself
Schema: TypeAlias = dict[str, Json]
Converter: TypeAlias = Callable[..., Json]  # takes a value of one type
TAG = "is"  # the key that holds the class of an object where a union has several classes
DIALECT = "https://json-schema.org/draft/2020-12/schema"
JSON_TYPES: dict[object, str] = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


class Serializer:
    """Converts values to JSON and types to JSON Schema. The types in `texts` become strings, dataclasses objects."""

    def __init__(self, texts: Mapping[object, Callable[..., str]]) -> None:
        self.texts: dict[object, Callable[..., str]] = {Fraction: str, **texts}  # by a class, or a union of classes
        self.known: dict[tuple[object, bool], Converter | None] = {}

    def to_json(self, value: object) -> Json:
        """Convert a value by its class."""
        return self.converter(type(value))(value)

    def fields_to_json(self, value: object, names: tuple[str, ...] | None = None) -> dict[str, Json]:
        """Convert the named fields of a dataclass, or all of them."""
        kind: object = type(value)
        hints = field_types(kind)
        return {name: self.converter(hints[name])(getattr(value, name)) for name in names or hints}

    def converter(self, hint: object) -> Converter:
        """Return the converter of a type."""
        return self.find_converter(hint) or (lambda value: value)

    def find_converter(self, hint: object, tagged: bool = False) -> Converter | None:
        """Return the converter of a type, or None if its values are JSON already."""
        if (hint, tagged) not in self.known:
            self.known[hint, tagged] = self.build_converter(hint, tagged)
        return self.known[hint, tagged]

    def build_converter(self, hint: object, tagged: bool) -> Converter | None:
        """Build the converter of a type that is not cached yet."""
        hint = unwrap_newtype(hint)
        if hint in self.texts:
            return self.texts[hint]
        if hint in JSON_TYPES:
            return None
        if hint == Sentence:
            return sentence_json
        if is_union(hint):
            return self.union_converter(hint)
        if is_tuple(hint):
            return self.tuple_converter(hint)
        if is_dict(hint):
            return self.dict_converter(hint)
        return self.dataclass_converter(hint, tagged)

    def union_converter(self, hint: object) -> Converter | None:
        """Dispatch on the class of a value. Several dataclasses in one union are tagged with their names."""
        several = is_tagged(hint, self.texts)
        kinds = {runtime_type(kind): self.find_converter(kind, several) for kind in get_args(hint)}
        if not any(kinds.values()):
            return None

        def convert(value: object) -> Json:
            how = kinds[type(value)]
            return how(value) if how else value  # type: ignore[return-value]  # it is JSON already

        return convert

    def tuple_converter(self, hint: object) -> Converter:
        """Convert `tuple[A, ...]` or `tuple[A, B]` to a list."""
        kinds = get_args(hint)
        if kinds[-1:] == (...,):
            each = self.find_converter(kinds[0])
            return (lambda values: [*map(each, values)]) if each else list
        first, *rest = hows = [self.find_converter(kind) for kind in kinds]
        if not any(hows):
            return list
        if first and not any(rest):  # the most frequent case: a component and its number
            return lambda values: [first(values[0]), *values[1:]]
        return lambda values: [how(value) if how else value for how, value in zip(hows, values, strict=True)]

    def dict_converter(self, hint: object) -> Converter:
        """Convert the values of `dict[str, A]`."""
        each = self.find_converter(get_args(hint)[1])
        return (lambda values: {key: each(value) for key, value in values.items()}) if each else dict

    def dataclass_converter(self, hint: object, tagged: bool) -> Converter:
        """Convert a dataclass to an object of its fields."""
        hints = field_types(hint)
        tag: dict[str, Json] = {TAG: kebab_case(class_name(hint))} if tagged else {}
        hows = [(name, attrgetter(name), self.find_converter(kind)) for name, kind in hints.items()]

        def convert(value: object) -> Json:
            made = {name: how(get(value)) if how else get(value) for name, get, how in hows}
            return {**tag, **made} if tag else made

        return convert

    # ---- JSON Schema -----------------------------------------------------------------------------------------------

    def schema(self, kind: type) -> Schema:
        """Return the JSON Schema of a dataclass; every class below it has a definition in `$defs`."""
        defs: dict[str, Json] = {}
        top = self.describe(kind, defs)
        return {"$schema": DIALECT, **top, "$defs": {name: defs[name] for name in sorted(defs)}}

    def describe(self, hint: object, defs: dict[str, Json], tagged: bool = False) -> Schema:
        """Return the schema of a type and add the definitions that it refers to."""
        if isinstance(hint, NewType):
            defs[hint.__name__] = self.describe(hint.__supertype__, defs)
            return {"$ref": f"#/$defs/{hint.__name__}"}
        if hint in self.texts:
            return self.describe_text(hint, defs)
        if hint in JSON_TYPES:
            return {"type": JSON_TYPES[hint]}
        if hint == Sentence:
            return describe_sentence(defs)
        if is_union(hint):
            several = is_tagged(hint, self.texts)
            return {"anyOf": [self.describe(kind, defs, several) for kind in get_args(hint)]}
        if is_tuple(hint):
            return self.describe_tuple(get_args(hint), defs)
        if is_dict(hint):
            return {"type": "object", "additionalProperties": self.describe(get_args(hint)[1], defs)}
        return self.describe_dataclass(hint, defs, tagged)

    def describe_text(self, hint: object, defs: dict[str, Json]) -> Schema:
        """Return the schema of a type that is written as a string."""
        if not isinstance(hint, type):
            return {"type": "string"}
        defs[hint.__name__] = {"type": "string", "description": first_sentence(hint)}
        return {"$ref": f"#/$defs/{hint.__name__}"}

    def describe_tuple(self, kinds: tuple[object, ...], defs: dict[str, Json]) -> Schema:
        """Return the schema of a list: items of one type, or one item of each type."""
        if kinds[-1:] == (...,):
            return {"type": "array", "items": self.describe(kinds[0], defs)}
        each: list[Json] = [self.describe(kind, defs) for kind in kinds]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each), "maxItems": len(each)}

    def describe_dataclass(self, hint: object, defs: dict[str, Json], tagged: bool) -> Schema:
        """Return a reference to the schema of an object whose fields are all required."""
        name = class_name(hint)
        if name not in defs:
            defs[name] = {}  # a placeholder, since the class may refer to itself
            tag: dict[str, Json] = {TAG: {"const": kebab_case(name)}} if tagged else {}
            props = {**tag, **{field: self.describe(kind, defs) for field, kind in field_types(hint).items()}}
            defs[name] = {"type": "object", "description": first_sentence(hint), "properties": props,
                          "required": [*props], "additionalProperties": False}  # fmt: skip
        return {"$ref": f"#/$defs/{name}"}


# ---- Types ---------------------------------------------------------------------------------------------------------


def unwrap_newtype(hint: object) -> object:
    """Return the type below a `NewType`."""
    return hint.__supertype__ if isinstance(hint, NewType) else hint


def is_union(hint: object) -> bool:
    """Return whether a type is `A | B`."""
    return get_origin(hint) in (Union, UnionType)


def is_tuple(hint: object) -> bool:
    """Return whether a type is `tuple[A, ...]` or `tuple[A, B]`."""
    return get_origin(hint) in (tuple,)


def is_dict(hint: object) -> bool:
    """Return whether a type is `dict[str, A]`."""
    return get_origin(hint) in (dict,)


def is_tagged(hint: object, texts: Mapping[object, object]) -> bool:
    """Return whether a union has several dataclasses, which untagged JSON could not tell apart."""
    return sum(is_dataclass(kind) and kind not in texts for kind in get_args(hint)) > 1


def runtime_type(hint: object) -> object:
    """Return the class that `type` returns for a value of this type."""
    return get_origin(unwrap_newtype(hint)) or unwrap_newtype(hint)


@cache
def field_types(hint: object) -> dict[str, object]:
    """Return the fields of a dataclass with their resolved types; raises TypeError for any other type."""
    if not isinstance(hint, type) or not is_dataclass(hint):
        raise TypeError(f"no plain data: {hint}")
    hints = get_type_hints(hint)
    return {field.name: hints[field.name] for field in fields(hint)}


def class_name(hint: object) -> str:
    """Return the name of a class."""
    return hint.__name__ if isinstance(hint, type) else str(hint)


def kebab_case(name: str) -> str:
    """Write `GetsToken` as `gets-token`."""
    return re.sub(r"(?<=.)(?=[A-Z])", "-", name).lower()


def first_sentence(hint: object) -> str:
    """Return the first sentence of a class's docstring."""
    return " ".join((getattr(hint, "__doc__", "") or "").split()).partition(". ")[0].rstrip(".")


# ---- Sentences -----------------------------------------------------------------------------------------------------


def sentence_json(sentence: Sentence) -> dict[str, Json]:
    """Convert a sentence to its locale key and its parameters."""
    return {"key": sentence.key, "params": {name: param_json(param) for name, param in sentence.params.items()}}


def param_json(param: object) -> Json:
    """Convert a parameter of a sentence: a number, a text, a sentence, or a tuple of sentences."""
    if isinstance(param, Sentence):
        return sentence_json(param)
    if isinstance(param, tuple):
        return [param_json(part) for part in param]
    return param  # type: ignore[return-value]  # a text or a number


def describe_sentence(defs: dict[str, Json]) -> Schema:
    """Return a reference to the schema of a sentence, and define it."""
    ref: Schema = {"$ref": "#/$defs/Sentence"}
    parts: list[Json] = [{"type": "string"}, {"type": "integer"}, ref, {"type": "array", "items": ref}]
    params: Schema = {"type": "object", "additionalProperties": {"anyOf": parts}}
    defs["Sentence"] = {
        "type": "object", "description": first_sentence(Sentence),
        "properties": {"key": {"type": "string"}, "params": params},
        "required": ["key", "params"], "additionalProperties": False,
    }  # fmt: skip
    return ref
