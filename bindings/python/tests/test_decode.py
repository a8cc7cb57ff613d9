"""``decode`` into types: what each reads, what it refuses, and where errors are."""

from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import datetime
import enum
import gc
import ipaddress
import pathlib
import pickle
import sys
import threading
import uuid
from dataclasses import dataclass, field
from decimal import Decimal
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    Optional,
    TypedDict,
    TypeVar,
    Union,
)

import annotated_types
import pytest
import typing_extensions
import varvel
from typing_extensions import NotRequired, Required
from varvel import DecodeErrors, Ge, Gt, Le, Lt, MaxLen, MinLen, MultipleOf, Name, Pattern

T = TypeVar("T")
FORMATS = ["json", "json5", "yaml", "msgpack", "cbor"]


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Size(enum.IntEnum):
    S = 1
    L = 2


class Access(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass
class Item:
    name: str
    price: Decimal
    tags: list[str] = field(default_factory=list)


@dataclass
class Order:
    id: int
    on: datetime.date
    items: list[Item]
    color: Color = Color.RED
    max_size: Annotated[int, Name("max-size")] = 3
    parent: Order | None = None
    kinds: ClassVar[int] = 7


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0


@dataclass(kw_only=True)
class Base:
    id: int
    note: str = ""


@dataclass
class Derived(Base):
    size: Size


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = 2


@dataclass
class Counted:
    a: int
    double: int = field(init=False)

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("a is negative")
        self.double = 2 * self.a


@dataclass
class Box(Generic[T]):
    value: T
    rest: list[T] = field(default_factory=list)


@dataclass
class Boxes(Box[T]):
    other: Box[T] | None = None


class Movie(TypedDict):
    name: str
    year: NotRequired[int]


class Series(Movie, total=False):
    seasons: Required[int]
    ended: bool


class Kinds(TypedDict):
    b: bytes
    t: datetime.datetime
    k: dict[int | tuple[int, int], str]
    f: float


class Pair(NamedTuple):
    a: int
    b: str = "b"


@dataclass
class Circle:
    radius: float
    kind: Literal["circle"] = "circle"


@dataclass
class Square:
    side: float
    kind: Literal["square"] = "square"


@dataclass
class Named:
    name: str
    size: int = 0


@dataclass
class Sized:
    name: str
    weight: int


@dataclass
class Tree:
    value: int
    children: list[Tree] = field(default_factory=list)
    by_name: dict[str, Tree] = field(default_factory=dict)


def errors(data: Any, of: Any, **options: Any) -> list[tuple[str | None, str | None, str | None]]:
    """Returns path, expectation and finding of each error."""
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode(data, of, **options)
    return [(error.path, error.expected, error.found) for error in raised.value.errors]


def same(value: Any, other: Any) -> bool:
    return type(value) is type(other) and value == other


@pytest.mark.parametrize(
    ("of", "text", "value"),
    [
        (int, "-7", -7),
        (int, "18446744073709551615", 2**64 - 1),
        (int, "-18446744073709551617", -(2**64) - 1),
        (float, "1.5", 1.5),
        (float, "3", 3.0),
        (bool, "true", True),
        (None, "null", None),
        (str, '"\\u00fc"', "ü"),
        (Any, '{"a": [1, 2.5]}', {"a": [1, 2.5]}),
        (object, '[{"a": null}]', [{"a": None}]),
        (Decimal, "1.10", Decimal("1.10")),
        (Decimal, '"1.10"', Decimal("1.10")),
        (Decimal, "1e400", Decimal("1e400")),
        (Decimal, "7", Decimal(7)),
        (bytes, '"AQI="', b"\1\2"),
        (bytearray, '"AQI="', bytearray(b"\1\2")),
        (datetime.date, '"2026-01-31"', datetime.date(2026, 1, 31)),
        (datetime.time, '"12:30"', datetime.time(12, 30)),
        (
            datetime.datetime,
            '"2026-01-31T12:30:00.5"',
            datetime.datetime(2026, 1, 31, 12, 30, 0, 500000),
        ),
        (
            datetime.datetime,
            '"2026-01-31 12:30:00.123456000Z"',
            datetime.datetime(2026, 1, 31, 12, 30, 0, 123456, datetime.timezone.utc),
        ),
        (
            datetime.datetime,
            '"2026-01-31T12:30:00-01:30"',
            datetime.datetime(
                2026, 1, 31, 12, 30, tzinfo=datetime.timezone(datetime.timedelta(minutes=-90))
            ),
        ),
        (
            uuid.UUID,
            '"12345678-1234-5678-1234-567812345678"',
            uuid.UUID("12345678123456781234567812345678"),
        ),
        (list[int], "[1, 2]", [1, 2]),
        (list, '[1, "a"]', [1, "a"]),
        (set[int], "[2, 1, 2]", {1, 2}),
        (frozenset[str], '["a"]', frozenset("a")),
        (tuple[int, ...], "[1, 2]", (1, 2)),
        (tuple[int, str], '[1, "a"]', (1, "a")),
        (tuple[()], "[]", ()),
        (dict[str, int], '{"a": 1}', {"a": 1}),
        (dict, '{"a": [1]}', {"a": [1]}),
        (dict[int, bool], '{"-1": true}', {-1: True}),
        (dict[bool, int], '{"true": 1, "false": 0}', {True: 1, False: 0}),
        (dict[float, int], '{"1.5": 1}', {1.5: 1}),
        (dict[Size, int], '{"2": 1}', {Size.L: 1}),
        (dict[Color, int], '{"red": 1}', {Color.RED: 1}),
        (dict[datetime.date, int], '{"2026-01-31": 1}', {datetime.date(2026, 1, 31): 1}),
        (dict[bytes, int], '{"AQI=": 1}', {b"\1\2": 1}),
        (dict[Annotated[int, Ge(1)], int], '{"1": 1}', {1: 1}),
        (Color, '"blue"', Color.BLUE),
        (Size, "2", Size.L),
        (Access, "3", Access.READ | Access.WRITE),
        (pathlib.Path, '"a/b"', pathlib.Path("a/b")),
        (ipaddress.IPv4Address | None, '"10.0.0.1"', ipaddress.IPv4Address("10.0.0.1")),
        (
            dict[ipaddress.IPv4Network, int],
            '{"10.0.0.0/8": 1}',
            {ipaddress.IPv4Network("10.0.0.0/8"): 1},
        ),
        (Literal["a", 1, None, True], "1", 1),
        (Literal["a", 1, None, True], "true", True),
        (Literal["a", 1, None], "null", None),
        (Literal[Color.RED], '"red"', Color.RED),
        (Optional[int], "null", None),
        (Union[int, str, None], '"a"', "a"),
        (int | float, "1", 1),
        (int | float, "1.0", 1.0),
        (int | Decimal, "1.0", Decimal("1.0")),
        (Literal["auto"] | int, '"auto"', "auto"),
        (Literal["auto"] | str, '"other"', "other"),
        (list[int] | dict[str, int] | None, '{"a": 1}', {"a": 1}),
        (NewType("Id", int), "3", 3),
        (Slotted, '{"a": 1}', Slotted(1)),
        (Point, '{"y": 2, "x": 1}', Point(1.0, 2.0)),
        (Derived, '{"id": 1, "size": 2, "note": "n"}', Derived(Size.L, id=1, note="n")),
        (Counted, '{"a": 2, "double": 9}', Counted(2)),
        (Box[int], '{"value": 1, "rest": [2]}', Box(1, [2])),
        (Boxes[str], '{"value": "a", "other": {"value": "b"}}', Boxes("a", [], Box("b"))),
        (Box, '{"value": [1]}', Box([1])),
        (Movie, '{"name": "m"}', {"name": "m"}),
        (Series, '{"seasons": 2, "name": "s"}', {"name": "s", "seasons": 2}),
        (Pair, "[1]", Pair(1)),
        (Pair, '[1, "c"]', Pair(1, "c")),
        (Circle | Square, '{"kind": "square", "side": 1}', Square(1.0)),
        (list[Circle | Square], '[{"radius": 1, "kind": "circle"}]', [Circle(1.0)]),
        (Named | Sized, '{"name": "n"}', Named("n")),
        (Named | Sized, '{"weight": 2, "name": "n"}', Sized("n", 2)),
        (Tree, '{"value": 1, "children": [{"value": 2}]}', Tree(1, [Tree(2)])),
    ],
)
def test_types(of: Any, text: str, value: Any) -> None:
    assert same(varvel.decode(text, of), value)
    assert same(varvel.decode(text.encode(), type=of), value)
    assert same(varvel.Decoder(of, format="json5").decode(text), value)
    has_text_keys = getattr(of, "__origin__", None) is dict and '": ' in text
    if not has_text_keys or of == dict[str, int]:
        assert same(varvel.yaml.decode(text, of), value)


@pytest.mark.parametrize(
    ("of", "text", "error"),
    [
        (int, '"1"', ("$", "an integer", "a string")),
        (int, "1.0", ("$", "an integer", "a float")),
        (int, "1e2", ("$", "an integer", "a float")),
        (int, "true", ("$", "an integer", "a boolean")),
        (bool, "1", ("$", "a boolean", "an integer")),
        (float, '"1"', ("$", "a number", "a string")),
        (float, "true", ("$", "a number", "a boolean")),
        (str, "1", ("$", "a string", "an integer")),
        (str, "null", ("$", "a string", "null")),
        (None, "0", ("$", "null", "an integer")),
        (Decimal, '"1_0"', ("$", "a decimal", '"1_0"')),
        (Decimal, "true", ("$", "a decimal", "a boolean")),
        (bytes, '"AQ"', ("$", "bytes as Base64 text, padded", '"AQ"')),
        (datetime.date, '"2026-02-30"', ("$", "a date as 2026-01-31", '"2026-02-30"')),
        (datetime.date, "7", ("$", "a date as 2026-01-31", "an integer")),
        (datetime.time, '"25:00"', ("$", "a time as 12:00:00", '"25:00"')),
        (
            datetime.datetime,
            '"2026-01-31"',
            ("$", "a point in time as 2026-01-31T12:00:00Z", '"2026-01-31"'),
        ),
        (
            datetime.datetime,
            '"2026-01-31T00:00:00.0000001Z"',
            ("$", "a point in time as 2026-01-31T12:00:00Z", '"2026-01-31T00:00:00.0000001Z"'),
        ),
        (uuid.UUID, '"12"', ("$", "a UUID", '"12"')),
        (list[int], "[1, [2]]", ("$[1]", "an integer", "an array")),
        (list[int], "{}", ("$", "an array", "an object")),
        (tuple[int, str], "[1]", ("$", "an array of 2 items", "one of 1")),
        (tuple[int], "[1, 2]", ("$", "an array of 1 item", "one of 2")),
        (Pair, "[]", ("$", "an array of 1 to 2 items", "one of 0")),
        (dict[str, int], '{"a": "b"}', ("$.a", "an integer", "a string")),
        (dict[int, int], '{"01": 1}', ('$["01"]', "an integer as key", 'the key "01"')),
        (dict[str, int], '{"a": 1, "a": 2}', ("$.a", "each key once", '"a" again')),
        (Color, '"bleu"', ("$", "one of `red`, `blue`", '"bleu"')),
        (Color, "1", ("$", "a string", "an integer")),
        (Size, "3", ("$", "one of `1`, `2`", '"3"')),
        (Access, "8", ("$", "the sum of members of Access", "8")),
        (ipaddress.IPv4Address, '"10"', ("$", None, "Expected 4 octets in '10'")),
        (Optional[int], '"a"', ("$", "an integer", "a string")),
        (int | str, "1.5", ("$", "an integer or a string", "a float")),
        (Item, "[]", ("$", "an object", "an array")),
        (Item, '{"price": 1}', ("$", "a member `name`", None)),
        (Point, '{"x": 1, "x": 2}', ("$.x", "each key once", '"x" again')),
        (Counted, '{"a": -1}', ("$", None, "a is negative")),
        (Circle | Square, "{}", ("$", "a member `kind`", None)),
        (Circle | Square, '{"kind": "oval"}', ("$.kind", "one of `circle`, `square`", '"oval"')),
        (Circle | Square, '{"kind": []}', ("$.kind", "a string", "an array")),
        (
            Named | Sized,
            "{}",
            ("$", "the members of Named (`name`) or Sized (`name`, `weight`)", "an object without"),
        ),
        (set[Any], "[[1]]", ("$[0]", "a value that can be hashed", None)),
        (Any, '{"a": {"b": 1, "b": 2}}', ("$.a.b", "each key once", '"b" again')),
        (dict[str, Any], '{"a": {"b": 1, "b": 2}}', ("$.a.b", "each key once", '"b" again')),
    ],
)
def test_errors(of: Any, text: str, error: tuple[str, str | None, str | None]) -> None:
    for format in ("json", "json5"):
        assert errors(text, of, format=format) == [error]
    assert errors(f"[{text}, {text}]", list[of]) == [
        (error[0].replace("$", f"$[{at}]"), *error[1:]) for at in (0, 1)
    ]


@pytest.mark.parametrize(
    ("of", "good", "bad", "expected"),
    [
        (Annotated[int, Ge(1)], "1", "0", "at least 1"),
        (Annotated[int, Gt(1)], "2", "1", "more than 1"),
        (Annotated[float, Le(1)], "1.0", "1.5", "at most 1"),
        (Annotated[Decimal, Lt(Decimal("0.2"))], "0.19", "0.2", "less than 0.2"),
        (Annotated[int, MultipleOf(5)], "10", "11", "a multiple of 5"),
        (Annotated[float, MultipleOf(0.1)], "0.3", "0.35", "a multiple of 0.1"),
        (Annotated[str, MinLen(2)], '"üü"', '"ü"', "a length of at least 2"),
        (Annotated[list[int], MaxLen(1)], "[1]", "[1, 2]", "a length of at most 1"),
        (Annotated[dict[str, int], MinLen(1)], '{"a": 1}', "{}", "a length of at least 1"),
        (Annotated[str, Pattern("^a+$")], '"aa"', '"ab"', "text that matches ^a+$"),
        (Annotated[int | None, Ge(1)], "null", "0", "at least 1"),
        (Optional[Annotated[int, Ge(1)]], "null", "0", "at least 1"),
        (Annotated[Annotated[int, Ge(1)], Le(3)], "3", "4", "at most 3"),
        (
            Annotated[datetime.date, Ge(datetime.date(2026, 1, 1))],
            '"2026-01-01"',
            '"2025-12-31"',
            "at least 2026-01-01",
        ),
    ],
)
def test_bounds(of: Any, good: str, bad: str, expected: str) -> None:
    varvel.decode(good, of)
    (path, words, _) = errors(f"[{bad}]", list[of])[0]
    assert (path, words) == ("$[0]", expected)


def test_bounds_of_annotated_types_are_taken() -> None:
    types = pytest.importorskip("annotated_types")
    for of, good, bad in [
        (Annotated[int, types.Ge(1)], "1", "0"),
        (Annotated[int, types.Interval(gt=1, le=3)], "3", "1"),
        (Annotated[str, types.Len(1, 2)], '"a"', '"abc"'),
        (Annotated[str, types.MinLen(1)], '"a"', '""'),
        (Annotated[int, types.MultipleOf(2)], "4", "3"),
        (types.LowerCase[str], '"a"', '"A"'),
    ]:
        varvel.decode(good, of)
        assert len(errors(bad, of)) == 1


def test_all_errors_of_a_document_come_at_once() -> None:
    text = """{"id": "x",
 "on": "2026-02-31",
 "items": [{"name": 1, "price": "x"}, 5, {}],
 "color": "blu"}"""
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode(text, Order)
    found = [(one.line, one.column, one.path, one.kind) for one in raised.value.errors]
    assert found == [
        (1, 8, "$.id", "type_mismatch"),
        (2, 8, "$.on", "type_mismatch"),
        (3, 21, "$.items[0].name", "type_mismatch"),
        (3, 33, "$.items[0].price", "type_mismatch"),
        (3, 39, "$.items[1]", "type_mismatch"),
        (3, 42, "$.items[2]", "missing_field"),
        (3, 42, "$.items[2]", "missing_field"),
        (4, 11, "$.color", "unknown_variant"),
    ]
    error = raised.value
    assert isinstance(error, varvel.Error) and isinstance(error, ValueError)
    assert (error.line, error.path, error.complete) == (1, "$.id", True)
    assert str(error).startswith("8 errors\n\nwrong kind of value: expected an integer")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.errors[3].path == "$.items[0].price"


def test_the_number_of_errors_is_bounded() -> None:
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode("[" + "true," * 999 + "true]", list[int], max_errors=3)
    assert [error.path for error in raised.value.errors] == ["$[0]", "$[1]", "$[2]"]
    assert not raised.value.complete
    assert str(raised.value).startswith("at least 3 errors")
    for wrong in (0, 1001):
        with pytest.raises(ValueError, match="max_errors is from 1 to 1000"):
            varvel.decode("1", int, max_errors=wrong)


def test_a_fault_of_the_text_comes_after_the_errors_before_it() -> None:
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode('["a", 1, }', list[int])
    assert [(one.path, one.kind) for one in raised.value.errors] == [
        ("$[0]", "type_mismatch"),
        ("$[2]", "syntax"),
    ]
    with pytest.raises(DecodeErrors, match="data after the document"):
        varvel.decode("1 2", int)


def test_durations_and_other_collections() -> None:
    delta = datetime.timedelta
    for value, text in [
        (delta(0), "PT0S"),
        (delta(days=1, hours=2), "PT26H"),
        (delta(microseconds=-1), "-PT0.000001S"),
        (delta(seconds=5400, milliseconds=500), "PT1H30M0.5S"),
        (delta.max, None),
        (delta.min, None),
    ]:
        written = varvel.dumps(value)
        assert text is None or written == f'"{text}"'.encode()
        assert varvel.decode(written, delta) == value
    assert varvel.decode('"P1W2DT3H"', delta) == delta(weeks=1, days=2, hours=3)
    for wrong in ('"P"', '"PT"', '"P1Y"', '"PT1.0000001S"', '"1"', '"P999999999999D"'):
        with pytest.raises(varvel.DecodeErrors):
            varvel.decode(wrong, delta)
    assert varvel.decode('{"PT1S":1}', dict[delta, int]) == {delta(seconds=1): 1}
    found = varvel.decode("[1,2]", collections.deque[int])
    assert found == collections.deque([1, 2])
    assert varvel.decode(varvel.dumps(found), collections.deque) == found
    ordered = varvel.decode('{"b":1,"a":2}', collections.OrderedDict[str, int])
    assert type(ordered) is collections.OrderedDict and list(ordered) == ["b", "a"]
    with pytest.raises(varvel.DecodeErrors) as caught:
        varvel.decode('{"b":"x"}', collections.OrderedDict[str, int] | None)
    assert caught.value.path == "$.b"


def test_enums_of_null_and_of_arrays() -> None:
    class Value(enum.Enum):
        NONE = None
        PAIR = (1, 2)
        TRIPLE = (1, 2, 3)
        TEXT = "x"

    written = varvel.dumps(list(Value))
    assert written == b'[null,[1,2],[1,2,3],"x"]'
    assert varvel.decode(written, list[Value]) == list(Value)
    for wrong in ("[1,3]", '"y"', "5"):
        with pytest.raises(varvel.DecodeErrors):
            varvel.decode(wrong, Value)


def test_unknown_members() -> None:
    text = '{"name": "a", "price": 1, "extra": {"b": [1]}, "pric": 2}'
    assert varvel.decode(text, Item) == Item("a", Decimal(1))
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode(text, Item, forbid_unknown=True)
    found = [(one.column, one.path, one.kind, one.hint) for one in raised.value.errors]
    assert found == [
        (27, "$.extra", "unknown_member", None),
        (48, "$.pric", "unknown_member", "did you mean `price`?"),
    ]


def test_duplicates() -> None:
    text = '{"x": 1, "y": 5, "x": 2}'
    assert varvel.decode(text, Point, duplicates="first") == Point(1, 5)
    assert varvel.decode(text, Point, duplicates="last") == Point(2, 5)
    assert varvel.decode(text, dict[str, int], duplicates="last") == {"x": 2, "y": 5}
    assert varvel.decode(text, dict[str, int], duplicates="first") == {"x": 1, "y": 5}
    assert varvel.decode(f"[{text}]", list[Any], duplicates="last") == [{"x": 2, "y": 5}]


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (complex, "complex: complex is no type of documents"),
        (list[complex], r"list\[complex\]\[\]: complex"),
        (pathlib.Path | str, "Path and str cannot be told apart"),
        (datetime.date | str, "date and str cannot be told apart by a value: both take a string"),
        (list[int] | tuple[int, ...], "list and tuple cannot be told apart"),
        (float | Decimal, "float and decimal cannot be told apart"),
        (Color | str, "cannot be told apart"),
        (Item | dict[str, int], "Item and dict cannot be told apart"),
        (Named | Box[int] | Point, None),
        (Point | Slotted | Counted, "Slotted and Counted cannot be told apart: neither has"),
        (int | Any, "is Any"),
        (set[list[int]], r"\[\]: list\[int\] cannot be hashed"),
        (dict[Item, int], "Item cannot be hashed"),
        (Annotated[str, MultipleOf(2)], "multiple_of is no bound of this type"),
        (list[Annotated[str, Ge(1)]], r"list\[.*\]\[\]: 1 is no bound of str"),
        (Annotated[int, Ge("1")], "'1' is no bound of int"),
        (list[Annotated[str, Pattern("(")]], r"\[\]: no regular expression: missing \)"),
        (Annotated[list[int], Ge(2)], "ge is no bound"),
        ("Order", "is a name, not a type"),
        (list["Order"], "is a name, not a type"),
    ],
)
def test_types_that_are_refused(of: Any, message: str | None) -> None:
    if message is None:
        varvel.Decoder(of)
        return
    with pytest.raises(TypeError, match=message):
        varvel.Decoder(of)


def test_a_type_that_is_refused_is_named_with_its_place() -> None:
    @dataclass
    class Inner:
        value: dict[str, list[complex]]

    made = dataclasses.make_dataclass("Outer", [("inner", Inner)])
    with pytest.raises(TypeError, match=r"^Inner\.value\{\}\[\]: complex is no type of documents"):
        varvel.Decoder(made)
    twice = dataclasses.make_dataclass("Twice", [("a", int), ("b", Annotated[int, Name("a")])])
    with pytest.raises(TypeError, match="two fields have the name 'a'"):
        varvel.Decoder(twice)
    var = dataclasses.make_dataclass("Var", [("a", dataclasses.InitVar[int])])
    with pytest.raises(TypeError, match="a is an InitVar"):
        varvel.Decoder(var)


def test_values_of_formats_that_have_more_kinds() -> None:
    moment = datetime.datetime(2026, 1, 31, 12, tzinfo=datetime.timezone.utc)
    for format in ("msgpack", "cbor"):
        data = varvel.dumps(
            {"b": b"\1", "t": moment, "k": {1: "a", (1, 2): "b"}, "f": 3}, format=format
        )
        value = varvel.decode(data, Kinds, format=format)
        assert value == {"b": b"\1", "t": moment, "k": {1: "a", (1, 2): "b"}, "f": 3.0}
        mixed = varvel.dumps({"x": 1, 5: [2], "y": 2}, format=format)
        assert varvel.decode(mixed, Point, format=format) == Point(1, 2)
        assert len(errors(mixed, Point, format=format, forbid_unknown=True)) == 1
        assert len(errors(mixed, dict[str, Any], format=format)) == 1
        far = varvel.dumps(2**60 + 1, format=format)
        assert varvel.decode(far, int, format=format) == 2**60 + 1
        assert errors(far, float, format=format)[0][0] == "$"


def test_yaml_takes_what_a_type_asks_for() -> None:
    text = "name: 1.10\nprice: 1.10\ntags: [yes, 2, '~']\n"
    assert varvel.yaml.decode(text, Item) == Item("1.10", Decimal("1.10"), ["yes", "2", "~"])
    for null in ("", "~", "null", "Null"):
        found = errors(f"name: {null}\nprice: 1", Item, format="yaml")
        assert found == [("$.name", "a string", "null")]
    assert varvel.yaml.decode("a: ~\nb:\n", dict[str, str | None]) == {"a": None, "b": None}
    assert varvel.yaml.decode("tags:\nname: a\nprice: 1", Item).tags == []
    assert varvel.yaml.decode("{1: a, 2: b}", dict[int, str]) == {1: "a", 2: "b"}
    text = "base: &b {x: 1}\nother: *b\nlast: {x: a}"
    assert errors(text, dict[str, Point], format="yaml") == [("$.last.x", "a number", "a string")]
    assert errors("a: &b [x]\nb: *b", dict[str, list[int]], format="yaml") == [
        ("$.a[0]", "an integer", "a string"),
        ("$.b[0]", "an integer", "a string"),
    ]
    assert varvel.decode("a: 1".encode("utf-16"), dict[str, int], format="yaml") == {"a": 1}
    with pytest.raises(DecodeErrors) as raised:
        varvel.decode("#\nx: ü\na: ü".encode("utf-16"), dict[str, int], format="yaml")
    assert [(one.line, one.column) for one in raised.value.errors] == [(2, 4), (3, 4)]


def test_options_of_yaml() -> None:
    text = "base: &b {x: 1, y: 2}\nother: {<<: *b, y: 3}"
    of = dict[str, Point]
    expected = {"base": Point(1, 2), "other": Point(1, 3)}
    assert varvel.yaml.decode(text, of, merge_keys=True) == expected
    assert varvel.yaml.loads(text, merge_keys=True)["other"] == {"x": 1, "y": 3}
    with pytest.raises(DecodeErrors, match="set the option `merge_keys`"):
        varvel.yaml.decode(text, of)
    assert varvel.yaml.decode("[off, yes]", list[bool], yaml_1_1=True) == [False, True]
    assert varvel.yaml.loads("[off, yes]", yaml_1_1=True) == [False, True]
    assert varvel.Decoder(bool, format="yaml", yaml_1_1=True).decode("on") is True


def test_paths_and_addresses_are_written_as_text() -> None:
    value = [pathlib.PurePosixPath("a/b"), ipaddress.ip_network("10.0.0.0/8")]
    text = varvel.dumps(value)
    assert text == b'["a/b","10.0.0.0/8"]'
    of = tuple[pathlib.PurePosixPath, ipaddress.IPv4Network]
    assert list(varvel.decode(text, of)) == value


def test_deep_types_end_in_an_error() -> None:
    text = '{"value": 1, "children": [' * 5000 + "]}" * 5000
    with pytest.raises(DecodeErrors, match="nested too deeply"):
        varvel.decode(text, Tree)
    with pytest.raises(DecodeErrors, match="nested too deeply"):
        varvel.decode(text, Tree, max_depth=1000)
    with pytest.raises(ValueError, match="at most 1000"):
        varvel.decode(text, Tree, max_depth=1001)
    with pytest.raises(DecodeErrors, match="nested too deeply"):
        varvel.decode("[" * 100000, Any)


def test_a_small_stack_is_enough() -> None:
    text = '{"value": 1, "children": [' * 63 + "]}" * 63
    found = []
    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=lambda: found.append(varvel.decode(text, Tree)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert isinstance(found[0], Tree)


def test_nothing_is_left_behind() -> None:
    def run() -> None:
        varvel.decode('{"value": 1, "children": [{"value": 2}]}', Tree)
        for of, text in (
            (Order, '{"id": "x", "items": [{"name": 1}, 5], "color": "blu"}'),
            (list[Circle | Square], '[{"kind": "square", "side": 1}, {"kind": "x"}]'),
            (Any, '{"a": [1, 2'),
            (dict[int, int], '{"1": 1, "x": 2}'),
        ):
            with pytest.raises(DecodeErrors):
                varvel.decode(text, of)

    for _ in range(20):
        run()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(300):
        run()
    gc.collect()
    assert sys.getallocatedblocks() - before < 200


def test_many_threads_read_with_one_decoder() -> None:
    decoder = varvel.Decoder(Tree)
    text = varvel.dumps(Tree(1, [Tree(n) for n in range(500)]))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        trees = list(pool.map(decoder.decode, [text] * 64))
    assert all(tree == trees[0] for tree in trees) and len(trees[0].children) == 500


def test_text_that_is_no_utf_8() -> None:
    with pytest.raises(DecodeErrors, match="lone surrogate"):
        varvel.decode('"\ud800"', str)


def test_what_a_class_raises() -> None:
    @dataclass
    class Broken:
        a: int

        def __post_init__(self) -> None:
            raise KeyError(self.a)

    with pytest.raises(KeyError):
        varvel.decode('{"a": 1}', Broken)


def test_types_of_a_function_are_found_by_name() -> None:
    @dataclass
    class Part:
        size: int

    @dataclass
    class Whole:
        parts: list[Part]
        more: Whole | None = None

    assert varvel.decode('{"parts": [{"size": 1}]}', Whole) == Whole([Part(1)])

    @dataclass
    class Lost:
        part: Missing  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(TypeError, match="'Missing' is not defined; types are found by name in"):
        varvel.decode("{}", Lost)


def test_decoders_are_typed() -> None:
    decoder: varvel.Decoder[Point] = varvel.Decoder(Point, format="yaml")
    assert decoder.decode("x: 1").x == 1.0
    assert decoder.type is Point
    assert varvel.Decoder[Point] is varvel.Decoder
    assert varvel.encode is varvel.dumps


@dataclass
class Order2:
    a: int
    b: int

    def __init__(self, b: int, a: int) -> None:
        self.a, self.b = a, b


class Below(Order2):
    def __init__(self, b: int, *, a: int) -> None:
        super().__init__(b, a)


def test_classes_with_an_init_of_their_own() -> None:
    for of in (Order2, Below):
        made = varvel.decode('{"a": 1, "b": 2}', of)
        assert type(made) is of
        assert (made.a, made.b) == (1, 2)


def test_flags_are_not_negative() -> None:
    for of in (enum.Flag("F", "A B"), enum.IntFlag("F", "A B")):
        assert varvel.decode("3", of) == of(3)
        with pytest.raises(DecodeErrors, match="the sum of members"):
            varvel.decode("-1", of)


@pytest.mark.parametrize(
    ("value", "of", "fits"),
    [
        ("1" + "0" * 42 + "1", 1, True),
        ("1" + "0" * 42 + "1", 2, False),
        ("1e30", "1e-5", True),
        ("1e999999999", 7, False),
        ("7e999999999", 7, True),
        ("1.5", "0.5", True),
        ("1.55", "0.5", False),
        ("0", "1e999999", True),
        ("5", "1e999999", False),
        ("1200", "1e2", True),
        ("-0.3", "0.1", True),
        ("NaN", 1, False),
    ],
)
def test_multiples_of_many_digits(value: str, of: Any, fits: bool) -> None:
    kind = Annotated[Decimal, MultipleOf(Decimal(of))]
    if fits:
        assert varvel.decode(f'"{value}"', kind) == Decimal(value)
        return
    with pytest.raises(DecodeErrors, match="a multiple of"):
        varvel.decode(f'"{value}"', kind)


def test_digits_of_a_uuid_that_look_like_a_number() -> None:
    text = "00001e50000000000000000000000000"
    assert varvel.yaml.decode(f"- {text}", list[uuid.UUID]) == [uuid.UUID(text)]


def test_a_number_out_of_range_is_one_error() -> None:
    for text, of in (("1e400", float), ("[1e400, 2]", list[float])):
        with pytest.raises(DecodeErrors) as raised:
            varvel.decode(text, of)
        assert len(raised.value.errors) == 1


@dataclass
class Grow(Generic[T]):
    n: Grow[list[T]] | None = None


class Closed(typing_extensions.TypedDict, closed=True):
    a: int


class Extra(typing_extensions.TypedDict, extra_items=int):
    a: int


def test_types_that_are_not_checked_are_refused() -> None:
    for of, words in (
        (Grow[int], "ever more types"),
        (Closed, "other members"),
        (Extra, "other members"),
        (Annotated[datetime.datetime, annotated_types.Timezone(None)], "is not checked"),
        (tuple[int, typing_extensions.Unpack[tuple[int, ...]], str], "no place of its own"),
    ):
        with pytest.raises(TypeError, match=words):
            varvel.decode("null", of)
