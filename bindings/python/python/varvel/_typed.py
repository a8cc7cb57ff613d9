"""The functions in the modules of formats: their texts, and the type of ``decode``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import Buffer

_T = TypeVar("_T")
_Duplicates: TypeAlias = Literal["error", "first", "last"]


class Decode(Protocol):
    """``varvel.decode`` for one format."""

    @overload
    def __call__(
        self,
        data: str | Buffer,
        type: type[_T],
        *,
        forbid_unknown: bool = False,
        duplicates: _Duplicates = "error",
        max_errors: int = 100,
        max_depth: int | None = None,
        max_replay: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
        tolerant: bool = False,
    ) -> _T: ...
    @overload
    def __call__(
        self,
        data: str | Buffer,
        type: Any,
        *,
        forbid_unknown: bool = False,
        duplicates: _Duplicates = "error",
        max_errors: int = 100,
        max_depth: int | None = None,
        max_replay: int | None = None,
        merge_keys: bool = False,
        yaml_1_1: bool = False,
        tolerant: bool = False,
    ) -> Any: ...


def described(*functions: Any) -> None:
    """Gives the functions of a format the texts of those for all formats, for ``help``."""
    for one in functions:
        if isinstance(one, partial):
            one.__doc__ = one.func.__doc__
