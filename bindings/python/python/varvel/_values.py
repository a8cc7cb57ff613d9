"""Values of documents for which Python has no type, and conversions to those that it has."""

from __future__ import annotations

import dataclasses
import math
import os
import re
import uuid
from collections import deque
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, NamedTuple

from . import _fields

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


def date_of_days(days: int) -> date:
    """Returns a date by the number of days since 1970. Raises ``ValueError`` if there is none."""
    try:
        return date(1970, 1, 1) + timedelta(days=days)
    except OverflowError:
        raise ValueError(f"{days} days since 1970 are no date of the years 1 to 9999") from None


def address_of(of: type[Any], tag: int, value: Any) -> Any:
    """Returns the address, or the network, that is behind the tag 52 or 54 (RFC 9164).

    Raises ``ValueError`` for another value, and for an address where a network is expected.
    """
    size = 4 if tag == 52 else 16
    name = of.__name__
    if isinstance(value, bytes) and len(value) == size and name.endswith("Address"):
        return of(value)
    if name.endswith("Network") and isinstance(value, list) and len(value) == 2:
        length, first = value
        if isinstance(length, int) and isinstance(first, bytes) and len(first) <= size:
            return of((first.ljust(size, b"\0"), length))
    raise ValueError(f"no {name} behind the tag {tag}")


_DURATION = re.compile(
    r"([+-]?)P(?=.)(?:(\d+)W)?(?:(\d+)D)?"
    r"(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,6})0*)?S)?)?",
    re.ASCII,
)


def duration_of(text: str) -> timedelta:
    """Returns the duration of a text of ISO 8601, without years and months.

    Raises ``ValueError`` for another text, and for one that ``timedelta`` does not hold exactly.
    """
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no duration as P1DT1H30M, to whole microseconds")
    sign, *numbers, micros = found.groups(default="0")
    weeks, days, hours, minutes, seconds = map(int, numbers)
    try:
        made = timedelta(days, seconds, int(micros.ljust(6, "0")), 0, minutes, hours, weeks)
    except OverflowError:
        raise ValueError(f"{text!r} is longer than timedelta holds") from None
    return -made if sign == "-" else made


def duration_text(value: timedelta) -> str:
    """Returns a duration as text of ISO 8601, such as ``PT1H30M0.5S``, or ``-PT1S``."""
    micros = (value.days * 86400 + value.seconds) * 10**6 + value.microseconds
    # That of pandas is finer.
    return _text_of_nanos(micros * 1000 + getattr(value, "nanoseconds", 0))


def _text_of_nanos(nanos: int) -> str:
    seconds, rest = divmod(abs(nanos), 10**9)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    parts = [f"{hours}H" if hours else "", f"{minute}M" if minute else ""]
    if second or rest or not seconds:
        parts.append(f"{second}{f'.{rest:09}'.rstrip('0') if rest else ''}S")
    return f"{'-' if nanos < 0 else ''}PT{''.join(parts)}"


def is_multiple(value: float, of: float) -> bool:
    """Returns whether a number is a multiple of another. Floats are what their texts say."""
    number, part = Decimal(str(value)), Decimal(str(of))
    if not (number.is_finite() and part.is_finite()):
        return False
    # The remainder of decimals has 28 digits, and is an error beyond. That of integers has not.
    (left, power), (right, least) = _parts(number), _parts(part)
    if right == 0:
        return left == 0
    if power >= least:
        return left * pow(10, power - least, right) % right == 0
    return left == 0 or (
        least - power <= len(number.as_tuple().digits)
        and left % (right * 10 ** (least - power)) == 0
    )


def _parts(number: Decimal) -> tuple[int, int]:
    """Returns an integer and a power of ten, whose product is the number without its sign."""
    _, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    return int(Decimal((0, digits, 0))), exponent


def float_of(text: str) -> float:
    """Returns the float of a text, which must not be too large for one."""
    value = float(text)
    if math.isinf(value) and "inf" not in text:
        raise ValueError("the number is too large for a float")
    return value


def tag_of(value: tuple[Any, ...]) -> tuple[str, int] | None:
    """Returns the kind and the number of a tag; ``None`` for other tuples."""
    if isinstance(value, Tagged):
        return ("number", value.tag)
    if isinstance(value, Extension):
        return ("extension", value.code)
    if isinstance(value, Simple):
        return ("simple", value.number)
    return None


def _in_order(value: Iterable[Any]) -> list[Any]:
    """Returns the items of a set in their order if they have one: the same from run to run."""
    items = list(value)
    try:
        return sorted(items)
    except TypeError:
        return items


def plain(value: Any, is_text: bool) -> tuple[str, Any]:
    """Returns what documents have in place of an object of another type.

    The first item says what the second one is: a ``"value"`` to be written in its place, the text
    of a ``"decimal"``, the seconds and nanoseconds of a ``"timestamp"``, or ``"none"``.
    """
    if isinstance(value, Enum):
        return ("value", value.value)
    # Without an import of pandas. Its NaT is a datetime.
    if type(value).__name__ in ("NaTType", "NAType") and type(value).__module__[:7] == "pandas.":
        return ("value", None)
    if isinstance(value, datetime):
        if is_text or value.tzinfo is None:
            return ("value", value.isoformat())
        passed = value - _EPOCH
        # That of pandas is finer.
        nanos = passed.microseconds * 1000 + getattr(value, "nanosecond", 0)
        return ("timestamp", (passed.days * 86400 + passed.seconds, nanos))
    if isinstance(value, (date, time)):
        return ("value", value.isoformat())
    if isinstance(value, Decimal):
        return ("decimal", str(value))
    if isinstance(value, uuid.UUID):
        return ("value", str(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = _fields.names_of(type(value))
        return ("value", {name: getattr(value, attribute) for attribute, name in names})
    if isinstance(value, os.PathLike):
        return ("value", os.fspath(value))
    if type(value).__module__ == "ipaddress":
        return ("value", str(value))
    if isinstance(value, (set, frozenset)):
        return ("value", _in_order(value))
    if isinstance(value, timedelta):
        return ("value", duration_text(value))
    if isinstance(value, deque):
        return ("value", list(value))
    # Without an import of numpy: whoever has no such value needs none.
    if any(base.__module__ == "numpy" for base in type(value).__mro__) and hasattr(value, "tolist"):
        if value.dtype.kind in "mM" and value.size > 0 and isinstance(value.item(0), int):
            return _time_of_numpy(value)
        made = value.tolist()
        if type(made) is not type(value):
            return ("value", made)
    return ("none", None)


def _time_of_numpy(value: Any) -> tuple[str, Any]:
    """Returns a time that is finer than those of Python, of which numpy makes integers."""
    if value.ndim > 0:
        return ("value", list(value))
    if value != value:  # NaT
        return ("value", None)
    if value.dtype.str[1:] == "m8[ns]":
        return ("value", _text_of_nanos(value.item()))
    if value.dtype.kind == "m":
        return ("none", None)
    return ("value", str(value))
