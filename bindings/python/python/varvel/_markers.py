"""Marks of types, which stand in ``Annotated``: the name of a member, and bounds of values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Ge", "Gt", "Le", "Lt", "MaxLen", "MinLen", "MultipleOf", "Name", "Pattern"]


@dataclass(frozen=True)
class Name:
    """The name that a field has in documents: ``Annotated[int, Name("max-size")]``."""

    name: str


@dataclass(frozen=True)
class Ge:
    """A value is at least this."""

    ge: Any


@dataclass(frozen=True)
class Gt:
    """A value is greater than this."""

    gt: Any


@dataclass(frozen=True)
class Le:
    """A value is at most this."""

    le: Any


@dataclass(frozen=True)
class Lt:
    """A value is less than this."""

    lt: Any


@dataclass(frozen=True)
class MultipleOf:
    """A number is a multiple of this."""

    multiple_of: Any


@dataclass(frozen=True)
class MinLen:
    """A text has at least so many characters; bytes, a list, a set or a dict so many items."""

    min_length: int


@dataclass(frozen=True)
class MaxLen:
    """A text has at most so many characters; bytes, a list, a set or a dict so many items."""

    max_length: int


@dataclass(frozen=True)
class Pattern:
    """A text has a part that this regular expression of ``re`` matches; ``^…$`` takes all of it."""

    pattern: str


for _class in (Name, Ge, Gt, Le, Lt, MultipleOf, MinLen, MaxLen, Pattern):
    _class.__module__ = "varvel"
