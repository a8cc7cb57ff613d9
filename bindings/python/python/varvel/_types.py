"""Types of Python as plans: the description from which Rust makes the nodes that read a type.

``described`` returns a list of nodes, the first of which is the type itself. A node is a tuple
that begins with its kind; other nodes are their numbers in the list, so types may contain
themselves.
"""

from __future__ import annotations

import collections
import collections.abc as abc
import datetime
import decimal
import enum
import re
import types
import typing
import uuid
from collections.abc import Callable
from typing import Any

from . import _fields, _values
from ._fields import origin_of, unwrapped
from ._varvel import _check_nested as check_nested

KINDS = (
    "null",
    "bool",
    "integer",
    "float",
    "decimal",
    "string",
    "bytes",
    "timestamp",
    "tagged",
    "array",
    "object",
    "map",
)
"""The kinds of values in documents, in the order of ``varvel::Kind``."""

_SCALARS: dict[Any, str] = {
    Any: "any",
    object: "any",
    None: "none",
    types.NoneType: "none",
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
    bytes: "bytes",
    bytearray: "bytearray",
    decimal.Decimal: "decimal",
    datetime.datetime: "datetime",
    datetime.date: "date",
    datetime.time: "time",
    uuid.UUID: "uuid",
}
_OF_TEXT = (
    *("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath"),
    *("pathlib.WindowsPath", "pathlib.PureWindowsPath"),
    *("ipaddress.IPv4Address", "ipaddress.IPv6Address"),
    *("ipaddress.IPv4Network", "ipaddress.IPv6Network"),
)
"""Classes that make their objects of texts. Whoever has none of them need not import them."""
_ARRAYS: dict[Any, str] = {
    list: "list",
    abc.Sequence: "list",
    abc.MutableSequence: "list",
    abc.Collection: "list",
    abc.Iterable: "list",
    set: "set",
    abc.Set: "set",
    abc.MutableSet: "set",
    frozenset: "frozenset",
}
_DICTS = (dict, abc.Mapping, abc.MutableMapping)

_TAKEN: dict[str, tuple[str, ...]] = {
    "any": KINDS,
    "none": ("null",),
    "bool": ("bool",),
    "int": ("integer",),
    "float": ("integer", "float", "decimal"),
    "str": ("string",),
    "bytes": ("bytes", "string"),
    "bytearray": ("bytes", "string"),
    "decimal": ("integer", "float", "decimal", "string"),
    "datetime": ("timestamp", "tagged", "string"),
    "date": ("string",),
    "time": ("string",),
    "uuid": ("string", "bytes"),
    "list": ("array",),
    "set": ("array",),
    "frozenset": ("array",),
    "tuple_of": ("array",),
    "tuple": ("array",),
    "named_tuple": ("array",),
    "flag": ("integer",),
    "dict": ("object", "map"),
    "object": ("object", "map"),
    "tagged": ("object", "map"),
    "by_fields": ("object", "map"),
}
"""The kinds that each kind of node reads."""

_VALUES: dict[type, str] = {str: "string", bool: "bool", int: "integer", float: "float"}
"""The kinds of the values of enums and of ``Literal``."""

Node = tuple[Any, ...]


def described(of: Any) -> list[Node]:
    """Returns the nodes of a type.

    Raises ``TypeError`` for a type that documents have no values for, with its place in the type.
    """
    check_nested(of, "the type")
    builder = _Builder()
    builder.add(of, _fields.shown(of))
    while builder.open:
        builder.open.pop()()
    while builder.later:
        builder.later.pop()()
    return [builder.done(number, "") for number in range(len(builder.nodes))]


class _Builder:
    def __init__(self) -> None:
        self.nodes: list[Node | None] = []
        self.known: dict[Any, int] = {}
        self.open: list[Callable[[], None]] = []
        """What adds the fields of classes. A class may lead to any number of others."""
        self.later: list[Callable[[], None]] = []
        """What is done when the fields of all classes are known."""

    def add(self, of: Any, place: str) -> int:
        """Adds a type, and returns its number. Types that are the same have the same number."""
        try:
            key = (of, typing.get_args(of))
            known = self.known.get(key)
        except TypeError:  # the marks of Annotated may be of any type
            key, known = None, None
        if known is not None:
            return known
        number = len(self.nodes)
        self.nodes.append(None)
        if key is not None:
            self.known[key] = number
        self.nodes[number] = self.node(of, place, number)
        return number

    def done(self, number: int, place: str) -> Node:
        """Returns a node that must be there already."""
        node = self.nodes[number]
        while node is not None and node[0] == "same":
            node = self.nodes[node[1]]
        if node is None:
            raise TypeError(f"{place}: a union that has itself as a member has no end")
        return node

    def node(self, of: Any, place: str, number: int) -> Node:
        """Returns the node of a type."""
        of, marks = unwrapped(of, place)
        if marks:
            return self.checked(of, marks, place)
        scalar = _scalar(of)
        if scalar is not None:
            return (scalar,)
        origin, args = origin_of(of), typing.get_args(of)
        if isinstance(of, typing.TypeVar):
            return self.node(_fields.of_variable(of, place), place, number)
        if origin is typing.Literal:
            return self.choices([(value, value) for value in args], None, place)
        if origin in (typing.Union, types.UnionType):
            return self.union([self.add(one, place) for one in args], place)
        if of is datetime.timedelta:
            return ("made", self.put(("str",)), _values.duration_of)
        if origin is collections.deque:
            (item,) = args or (Any,)
            return ("made", self.put(("list", self.add(item, f"{place}[]"))), origin)
        if origin is collections.OrderedDict:
            of_dict = dict[args] if args else dict  # type: ignore[misc,valid-type]
            return ("made", self.add(of_dict, place), origin)
        if origin in _ARRAYS:
            (item,) = args or (Any,)
            kind = _ARRAYS[origin]
            if kind != "list":
                self.check_hashable(item, f"{place}[]")
            return (kind, self.add(item, f"{place}[]"))
        if origin in _DICTS:
            key, value = args or (Any, Any)
            self.check_hashable(key, f"{place}{{key}}")
            return ("dict", self.add(key, f"{place}{{key}}"), self.add(value, f"{place}{{}}"))
        if origin is tuple:
            return self.tuple_(args, of, place)
        if isinstance(origin, type):
            return self.class_(of, args, place, number)
        raise TypeError(f"{place}: {_fields.shown(of)} is no type that documents have values for")

    def tuple_(self, args: tuple[Any, ...], of: Any, place: str) -> Node:
        if of in (tuple, typing.Tuple):  # noqa: UP006
            return ("tuple_of", self.add(Any, place))
        if len(args) == 2 and args[1] is ...:
            return ("tuple_of", self.add(args[0], f"{place}[]"))
        if args == ((),):
            args = ()
        for one in args:
            if getattr(one, "__unpacked__", False) or _fields.is_unpacked(one):
                raise TypeError(f"{place}: {_fields.shown(one)} in a tuple has no place of its own")
        items = [self.add(one, f"{place}[{at}]") for at, one in enumerate(args)]
        return ("tuple", items)

    def class_(self, of: Any, args: tuple[Any, ...], place: str, number: int) -> Node:
        origin = origin_of(of)
        if issubclass(origin, enum.Flag):
            return ("flag", origin)
        if issubclass(origin, enum.Enum):
            values = [(one.value, one) for one in origin]
            return self.choices(values, origin, place)
        # In newer versions the classes of paths are in a module below.
        module = origin.__module__.partition(".")[0]
        if f"{module}.{origin.__name__}" in _OF_TEXT:
            return ("made", self.put(("str",)), origin)
        kind, found = _fields.fields_of(origin, args, place)
        if kind is None or found is None:
            hint = _fields.hint_for(origin)
            raise TypeError(f"{place}: {_fields.shown(of)} is no type of documents{hint}")
        name = origin.__name__
        fields: list[Node] = []
        skipped = _fields.skipped_of(origin) if kind == "dataclass" else []
        positional = sum(one.positional for one in found)
        node = (
            (kind, origin, fields)
            if kind == "named_tuple"
            else ("object", kind, origin, name, fields, positional, skipped)
        )
        # A field may be of this class.
        self.nodes[number] = node

        def add_fields() -> None:
            for one in found:
                of_field = self.add(one.type, f"{name}.{one.attribute}")
                fields.append((one.name, one.attribute, of_field, *one.absent))

        self.open.append(add_fields)
        return node

    def choices(self, values: list[tuple[Any, Any]], of: type | None, place: str) -> Node:
        """Returns the node of an enum or a ``Literal``: values, and the objects that they mean."""
        tables: dict[str, dict[Any, Any]] = {}
        has_null = False
        made: list[Node] = []
        for value, meant in values:
            if of is None and isinstance(value, enum.Enum):
                value = value.value
            if value is None and of is None:
                has_null = True
                continue
            inner = None
            if value is None:
                inner = self.put(("none",))
            elif of is not None and type(value) is tuple:
                inner = self.put(("tuple_of", self.add(Any, place)))
            if inner is not None:
                if not any(self.nodes[one[1]] == self.nodes[inner] for one in made):
                    made.append(("made", inner, of))
                continue
            kind = _VALUES.get(type(value))
            if kind is None:
                for base in _VALUES:
                    if isinstance(value, base) and not isinstance(value, bool):
                        kind, value = _VALUES[base], base(value)
                        break
            if kind is None:
                shown = type(value).__name__
                raise TypeError(f"{place}: a value of the type {shown} is no value of a choice")
            tables.setdefault(kind, {}).setdefault(value, meant)
        missing = getattr(of, "_missing_", None)
        inherited = getattr(enum.Enum._missing_, "__func__", None)
        fallback = of if getattr(missing, "__func__", None) is not inherited else None
        nodes: list[Node] = [("choice", kind, table, fallback) for kind, table in tables.items()]
        nodes += made
        if has_null:
            nodes.append(("none",))
        if not nodes:
            raise TypeError(f"{place}: it has no values")
        if len(nodes) == 1:
            return nodes[0]
        return self.union([self.put(node) for node in nodes], place)

    def put(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def check_hashable(self, of: Any, place: str) -> None:
        of, _ = unwrapped(of, place)
        origin = origin_of(of)
        is_class = isinstance(origin, type) and origin not in (typing.Union, types.UnionType)
        if (is_class and origin.__hash__ is None) or typing.is_typeddict(origin):
            shown = _fields.shown(of)
            raise TypeError(f"{place}: {shown} cannot be hashed, so it is no key and in no set")

    def checked(self, of: Any, marks: list[Any], place: str) -> Node:
        """Returns the node of a type with bounds."""
        bounds: dict[str, Any] = {}
        tests: list[Any] = []
        for mark in marks:
            for name in _BOUNDS:
                bound = getattr(mark, name, None)
                if bound is None or callable(bound) or (name == "pattern" and bound == ""):
                    continue
                if name == "min_length" and bound == 0:
                    continue
                if name in bounds:
                    bounds[name] = _both(name, bounds[name], bound, place)
                else:
                    bounds[name] = bound
            if type(mark).__module__ == "annotated_types" and type(mark).__name__ in _NOT_CHECKED:
                raise TypeError(f"{place}: {mark!r} is not checked here")
            if type(mark).__name__ == "Predicate" and callable(getattr(mark, "func", None)):
                tests.append(mark.func)
        number = self.add(of, place)
        if not bounds and not tests:
            return self.done(number, place)
        if "pattern" in bounds:
            try:
                bounds["pattern"] = re.compile(bounds["pattern"])
            except re.error as error:
                raise TypeError(f"{place}: no regular expression: {error}") from error
        for name, bound in bounds.items():
            self.check_bound(name, bound, number, place)
        return ("checked", number, bounds, tests)

    def check_bound(self, name: str, bound: Any, number: int, place: str) -> None:
        node = self.done(number, place)
        if node[0] == "checked":
            return self.check_bound(name, bound, node[1], place)
        if node[0] == "union":
            for one in node[1]:
                if one is not None and self.nodes[one] != ("none",):
                    self.check_bound(name, bound, one, place)
            return None
        if node[0] == "choice":
            kind = {"string": "str", "integer": "int"}.get(node[1], node[1])
        else:
            kind = node[0]
        if kind != "any" and kind not in _BOUNDS[name]:
            raise TypeError(f"{place}: {name} is no bound of this type")
        is_of_order = name in ("ge", "gt", "le", "lt")
        if (
            is_of_order
            and kind in ("str", "int", "float")
            and (kind == "str") != isinstance(bound, str)
        ):
            raise TypeError(f"{place}: {bound!r} is no bound of {kind}")
        return None

    def taken(self, number: int, place: str) -> tuple[str, ...]:
        """Returns the kinds of values that a node reads."""
        node = self.done(number, place)
        if node[0] in ("checked", "made"):
            return self.taken(node[1], place)
        if node[0] == "choice":
            return (node[1],) if node[1] != "float" else ("integer", "float", "decimal")
        if node[0] == "union":
            return tuple(kind for kind, one in zip(KINDS, node[1], strict=True) if one is not None)
        return _TAKEN[node[0]]

    def union(self, members: list[int], place: str) -> Node:
        """Returns the node of a union, whose members are told apart by the kind of a value."""
        from . import _unions

        return _unions.union(self, members, place)


_NUMBERS = ("int", "float", "decimal", "flag")
_ORDERED = (*_NUMBERS, "str", "datetime", "date", "time")
_SIZED = (
    *("str", "bytes", "bytearray", "list", "set", "frozenset", "tuple_of", "tuple"),
    *("dict", "named_tuple"),
)
_NOT_CHECKED = ("Timezone",)
"""The bounds of annotated_types that there are not here. Units and documentation bound nothing."""

_BOUNDS: dict[str, tuple[str, ...]] = {
    "ge": _ORDERED,
    "gt": _ORDERED,
    "le": _ORDERED,
    "lt": _ORDERED,
    "multiple_of": _NUMBERS,
    "min_length": _SIZED,
    "max_length": _SIZED,
    "pattern": ("str",),
}
"""The bounds, and the kinds of nodes that may have them."""


def _scalar(of: Any) -> str | None:
    try:
        return _SCALARS.get(of)
    except TypeError:  # it has marks that cannot be hashed
        return None


def _both(name: str, one: Any, other: Any, place: str) -> Any:
    """Returns the bound that is as narrow as two of the same name."""
    if name in ("ge", "gt", "min_length"):
        return max(one, other)
    if name in ("le", "lt", "max_length"):
        return min(one, other)
    if one == other:
        return one
    raise TypeError(f"{place}: {name} stands there twice")


__all__ = ["KINDS", "described"]
