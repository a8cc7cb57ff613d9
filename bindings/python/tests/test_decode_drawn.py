"""Drawn types and values: what ``dumps`` writes of a value, ``decode`` reads as the same value."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import os
import typing
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

import pytest
import varvel
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FORMATS = ["json", "json5", "yaml", "msgpack", "cbor"]
SETTINGS = settings(
    max_examples=int(os.environ.get("VARVEL_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize="VARVEL_EXAMPLES" not in os.environ,
)


class Word(enum.Enum):
    ONE = "one"
    TRUE = "true"
    EMPTY = ""


class Number(enum.IntEnum):
    ONE = 1
    BIG = 2**40


class Drawn(NamedTuple):
    """A type, its values, the kinds of values that it takes, and whether they can be hashed."""

    of: Any
    values: st.SearchStrategy[Any]
    kinds: frozenset[str]
    hashable: bool

    def __repr__(self) -> str:
        return repr(self.of)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
INTEGERS = st.integers() | st.integers(-(2**70), 2**70)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False).filter(
    lambda one: one.is_finite() and abs(one.adjusted()) < 300
)
ZONES = st.integers(-1439, 1439).map(
    lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes))
)


def unfolded(time: Any) -> Any:
    """Returns a time without a mark for the second of two hours, which no text has."""
    return time.replace(fold=0)


SCALARS = [
    Drawn(type(None), st.none(), frozenset({"null"}), True),
    Drawn(bool, st.booleans(), frozenset({"bool"}), True),
    Drawn(int, INTEGERS, frozenset({"integer"}), True),
    Drawn(float, FLOATS, frozenset({"integer", "float"}), True),
    Drawn(str, TEXTS, frozenset({"string"}), True),
    Drawn(datetime.date, st.dates(), frozenset({"string"}), True),
    Drawn(
        datetime.time,
        st.times(timezones=st.none() | ZONES).map(unfolded),
        frozenset({"string"}),
        True,
    ),
    Drawn(
        datetime.datetime,
        st.datetimes(timezones=st.none() | ZONES).map(unfolded),
        frozenset({"string", "timestamp"}),
        True,
    ),
    Drawn(uuid.UUID, st.uuids(), frozenset({"string", "bytes"}), True),
    Drawn(Decimal, DECIMALS, frozenset({"integer", "float", "string"}), True),
    Drawn(bytes, st.binary(max_size=8), frozenset({"string", "bytes"}), True),
    Drawn(Word, st.sampled_from(Word), frozenset({"string"}), True),
    Drawn(Number, st.sampled_from(Number), frozenset({"integer"}), True),
    Drawn(Literal["a", "b"], st.sampled_from(["a", "b"]), frozenset({"string"}), True),
    Drawn(
        Annotated[int, varvel.Ge(3), varvel.Le(9)], st.integers(3, 9), frozenset({"integer"}), True
    ),
]


def listed(one: Drawn) -> Drawn:
    return Drawn(list[one.of], st.lists(one.values, max_size=3), frozenset({"array"}), False)  # type: ignore[name-defined]


def tupled(one: Drawn, other: Drawn) -> Drawn:
    values = st.tuples(one.values, other.values)
    return Drawn(
        tuple[one.of, other.of], values, frozenset({"array"}), one.hashable and other.hashable
    )  # type: ignore[name-defined]


def frozen(one: Drawn) -> Drawn:
    values = st.frozensets(one.values, max_size=3)
    return Drawn(frozenset[one.of], values, frozenset({"array"}), False)  # type: ignore[name-defined]


def mapped(key: Drawn, value: Drawn) -> Drawn:
    values = st.dictionaries(key.values, value.values, max_size=3)
    return Drawn(dict[key.of, value.of], values, frozenset({"object"}), False)  # type: ignore[name-defined]


def either(one: Drawn, other: Drawn) -> Drawn:
    of = typing.Union[one.of, other.of]  # type: ignore[name-defined]
    hashable = one.hashable and other.hashable
    return Drawn(of, one.values | other.values, one.kinds | other.kinds, hashable)


def classed(fields: list[tuple[str, Drawn]], kind: str, defaults: int, named: bool) -> Drawn:
    names = [name for name, _ in fields]
    types: list[Any] = [
        Annotated[one.of, varvel.Name(f"{name}-x")] if named and kind != "typed_dict" else one.of
        for name, one in fields
    ]
    values = st.tuples(*(one.values for _, one in fields))
    if kind == "typed_dict":
        of: Any = typing.TypedDict("Made", dict(zip(names, types, strict=True)))  # type: ignore[misc]
        made: Callable[..., Any] = lambda values: dict(zip(names, values, strict=True))
    else:
        members: list[Any] = [
            (name, one, dataclasses.field(default=None))
            if at >= len(names) - defaults
            else (name, one)
            for at, (name, one) in enumerate(zip(names, types, strict=True))
        ]
        options = {
            "plain": {},
            "slots": {"slots": True},
            "frozen": {"frozen": True},
            "kw_only": {"kw_only": True},
        }[kind]
        of = dataclasses.make_dataclass("Made", members, **options)
        made = lambda values: of(**dict(zip(names, values, strict=True)))
    return Drawn(of, values.map(made), frozenset({"object"}), False)


NAMES = ["a", "b", "data", "größe", "a b", "very_long_name_of_a_member_in_a_document_of_json"]


@st.composite
def types(draw: st.DrawFn, depth: int = 2) -> Drawn:
    """Draws a type."""
    scalars = st.sampled_from(SCALARS)
    if depth == 0:
        return draw(scalars)
    inner = types(depth - 1)
    kind = draw(st.sampled_from(["scalar", "list", "tuple", "set", "dict", "union", "class"]))
    if kind == "scalar":
        return draw(scalars)
    if kind == "list":
        return listed(draw(inner))
    if kind == "tuple":
        return tupled(draw(inner), draw(inner))
    if kind == "set":
        return frozen(draw(scalars))
    if kind == "dict":
        return mapped(draw(scalars), draw(inner))
    if kind == "union":
        one, other = draw(inner), draw(inner)
        return one if one.kinds & other.kinds else either(one, other)
    kind = draw(st.sampled_from(["plain", "slots", "frozen", "kw_only", "typed_dict"]))
    names = NAMES if kind == "typed_dict" else [name for name in NAMES if name.isidentifier()]
    chosen = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=4))
    fields = [(name, draw(inner)) for name in chosen]
    return classed(fields, kind, draw(st.integers(0, 4)), draw(st.booleans()))


def written(value: Any, format: str) -> bytes | None:
    """Returns a document of a value; ``None`` if the format does not hold it as it is."""
    try:
        return varvel.dumps(value, format=format, as_text=format in ("json", "json5"))
    except varvel.Error as error:
        if error.kind not in ("unrepresentable", "duplicate_key"):
            raise
        return None


@pytest.mark.parametrize("format", FORMATS)
@SETTINGS
@given(data=st.data())
def test_what_is_written_is_read_as_the_same(format: str, data: st.DataObject) -> None:
    drawn = data.draw(types())
    value = data.draw(drawn.values)
    text = written(value, format)
    if text is None:
        return
    read = varvel.decode(text, drawn.of, format=format, forbid_unknown=True)
    assert read == value
    assert repr(read) == repr(value) or contains_sets(value) or has_moments(value)


@SETTINGS
@given(data=st.data())
def test_the_schema_of_a_type_takes_its_values(data: st.DataObject) -> None:
    drawn = data.draw(types())
    text = written(data.draw(drawn.values), "json")
    if text is not None:
        assert varvel.validate(text, schema=varvel.schema_of(drawn.of, forbid_unknown=True)) == 1


def contains_sets(value: Any) -> bool:
    return "frozenset" in repr(value)


def has_moments(value: Any) -> bool:
    """Returns whether there are points in time, which have another zone when they are read."""
    return "tzinfo" in repr(value)


@pytest.mark.parametrize("format", FORMATS)
@SETTINGS
@given(data=st.data())
def test_a_value_of_another_type_is_an_error_or_a_value(format: str, data: st.DataObject) -> None:
    drawn, other = data.draw(types()), data.draw(types())
    text = written(data.draw(other.values), format)
    if text is None:
        return
    try:
        varvel.decode(text, drawn.of, format=format)
    except varvel.DecodeErrors as error:
        for one in error.errors:
            assert one.offset is not None and 0 <= one.offset <= len(text)
            assert one.path is not None or one.kind == "syntax"


@pytest.mark.parametrize("format", FORMATS)
@SETTINGS
@given(data=st.data())
def test_changed_bytes_are_an_error_or_a_value(format: str, data: st.DataObject) -> None:
    drawn = data.draw(types())
    text = bytearray(written(data.draw(drawn.values), format) or b"1")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 1))] = data.draw(st.binary(max_size=2))
    try:
        varvel.decode(bytes(text), drawn.of, format=format)
    except varvel.DecodeErrors:
        pass
