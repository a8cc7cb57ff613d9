"""Values of documents for which Python has no type, and conversions to those that it has."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_FIRST = -62135596800
_LAST = 253402300799


class Tagged(NamedTuple):
    """A value with a tag of CBOR before it."""

    tag: int
    value: Any


class Extension(NamedTuple):
    """A value of a type of its own in MessagePack: a number from -128 to 127, and bytes."""

    code: int
    data: bytes


class Simple(NamedTuple):
    """A simple value of CBOR that Python has not, such as 23 for ``undefined``."""

    number: int


for _class in (Tagged, Extension, Simple):
    _class.__module__ = "varvel"


def tagged_of(kind: str, number: int, value: Any) -> Tagged | Extension | Simple:
    """Returns the value of a tag of this kind."""
    if kind == "extension":
        return Extension(number, value)
    if kind == "simple":
        return Simple(number)
    return Tagged(number, value)


def datetime_of(seconds: int, nanos: int) -> datetime | None:
    """Returns a point in time; ``None`` if ``datetime`` does not hold it exactly."""
    if nanos % 1000 or not _FIRST <= seconds <= _LAST:
        return None
    return _EPOCH + timedelta(seconds=seconds, microseconds=nanos // 1000)


def as_key(value: Any) -> Any:
    """Returns a list as a tuple, as are the lists in it."""
    if isinstance(value, list):
        return tuple(as_key(item) for item in value)
    return value
