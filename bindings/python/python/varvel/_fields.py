"""The fields of classes, with the types that they have in a generic class."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import sys
import typing
from typing import Any, NamedTuple

from ._markers import Name
from ._varvel import _check_nested as check_nested


def _forms(*names: str) -> tuple[Any, ...]:
    """Returns the forms with these names, also those of ``typing_extensions``."""
    modules = (typing, sys.modules.get("typing_extensions"))
    found = [getattr(module, name, None) for module in modules for name in names]
    return tuple(one for one in found if one is not None)


def _wrappers() -> tuple[Any, ...]:
    return _forms("Required", "NotRequired", "ReadOnly", "Final", "ClassVar")


REQUIRED = ("required", None)
"""A member that must be there."""


class Field(NamedTuple):
    """A field of a class, or a member of a ``TypedDict``."""

    name: str
    """The name in documents."""
    attribute: str
    type: Any
    absent: tuple[str, Any]
    """What is done without it: ``"required"``, ``"left"`` out, a ``"value"`` or a ``"factory"``."""
    positional: bool
    """Whether the class takes it by its position."""


def shown(of: Any) -> str:
    """Returns the text of a type for messages."""
    if isinstance(of, type) and not typing.get_args(of):
        return of.__name__
    return str(of).replace("typing.", "")


def origin_of(of: Any) -> Any:
    """Returns the class or the form of a type, without its arguments."""
    return typing.get_origin(of) or of


def unwrapped(of: Any, place: str) -> tuple[Any, list[Any]]:
    """Returns a type without the forms around it, and the marks of ``Annotated``."""
    marks: list[Any] = []
    while True:
        origin = typing.get_origin(of)
        if origin is typing.Annotated:
            of, *found = typing.get_args(of)
            for mark in found:
                marks += _parts(mark)
        elif origin in _wrappers():
            (of,) = typing.get_args(of)
        elif hasattr(of, "__supertype__"):
            of = of.__supertype__
        elif type(of).__name__ == "TypeAliasType":
            of = of.__value__
        elif type(origin).__name__ == "TypeAliasType":
            variables = origin.__type_params__
            of = substituted(
                origin.__value__, dict(zip(variables, typing.get_args(of), strict=True))
            )
            check_nested(of, place)
        elif isinstance(of, (str, typing.ForwardRef)):
            raise TypeError(f"{place}: {of!r} is a name, not a type: only classes resolve names")
        else:
            return of, marks


def _parts(mark: Any) -> list[Any]:
    """Returns the marks that a mark is a group of, as those of annotated_types are."""
    if getattr(mark, "__is_annotated_types_grouped_metadata__", False):
        return [part for one in mark for part in _parts(one)]
    return [mark]


def of_variable(variable: Any, place: str) -> Any:
    """Returns the type that a variable without an argument has."""
    if variable.__constraints__:
        raise TypeError(f"{place}: {variable} needs a type: write it in brackets behind the class")
    return variable.__bound__ or Any


def substituted(of: Any, types: dict[Any, Any]) -> Any:
    """Returns a type with types in place of its variables."""
    if isinstance(of, typing.TypeVar):
        return types.get(of, of)
    variables = getattr(of, "__parameters__", ())
    if isinstance(of, type) and not typing.get_args(of):
        return of
    if not variables:
        return of
    return of[tuple(types.get(one, one) for one in variables)]


def is_unpacked(of: Any) -> bool:
    """Returns whether a type stands for any number of types."""
    return origin_of(of) in _forms("Unpack") or type(of).__name__ == "TypeVarTuple"


def _variables(of: type, args: tuple[Any, ...]) -> dict[type, dict[Any, Any]]:
    """Returns the types of the variables of a class and of the classes under it."""
    found: dict[type, dict[Any, Any]] = {}

    def visit(one: type, args: tuple[Any, ...]) -> None:
        variables = getattr(one, "__parameters__", ())
        found.setdefault(one, dict(zip(variables, args, strict=False)))
        for base in one.__dict__.get("__orig_bases__", one.__bases__):
            origin = origin_of(base)
            if isinstance(origin, type) and origin not in (object, typing.Generic):
                visit(origin, tuple(substituted(arg, found[one]) for arg in typing.get_args(base)))

    visit(of, args)
    return found


def _hints(of: type, args: tuple[Any, ...], place: str) -> dict[str, Any]:
    """Returns the types of all that a class and the classes under it annotate."""
    if any(is_unpacked(one) for one in getattr(of, "__parameters__", ())):
        raise TypeError(f"{place}: {shown(of)} has any number of types")
    variables = _variables(of, args)
    names: dict[str, Any] = {base.__name__: base for base in of.__mro__}
    for base in reversed(of.__mro__):
        names.update((one.__name__, one) for one in getattr(base, "__type_params__", ()))
    classes = [one for one in variables if one not in of.__mro__]  # those under a TypedDict
    hints: dict[str, Any] = {}
    for one in [*classes, *reversed(of.__mro__)]:
        own = inspect.get_annotations(one)
        if not own:
            continue
        for name, hint in own.items():
            check_nested(hint, f"{one.__name__}.{name}")
        found = _resolved(one, names, place)
        for name in own:
            if name in hints and typing.is_typeddict(of) and one is of:
                continue  # of a class under it, which knows its variables
            hints[name] = substituted(found[name], variables.get(one, {}))
            check_nested(hints[name], f"{one.__name__}.{name}")
    return hints


def _resolved(of: type, names: dict[str, Any], place: str) -> dict[str, Any]:
    """Returns the types that a class annotates, also by their names."""
    try:
        return typing.get_type_hints(of, localns=names, include_extras=True)
    except (NameError, AttributeError):
        pass
    # The class may be one of a function, which then is the one that calls, most likely.
    names = {**_names_of_caller(), **names}
    try:
        return typing.get_type_hints(of, localns=names, include_extras=True)
    except (NameError, AttributeError) as error:
        where = "types are found by name in the module of their class, and where decode is called"
        raise TypeError(f"{place}: {error}; {where}") from None


def _names_of_caller() -> dict[str, Any]:
    """Returns the names that are known where this package was called."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
    return {} if frame is None else {**frame.f_globals, **frame.f_locals}


def fields_of(of: type, args: tuple[Any, ...], place: str) -> tuple[str | None, list[Field] | None]:
    """Returns the kind of a class and its fields; ``None`` for a class of another kind."""
    if dataclasses.is_dataclass(of):
        return "dataclass", _of_dataclass(of, _hints(of, args, place), place)
    if typing.is_typeddict(of) or type(of).__name__ == "_TypedDictMeta":
        return "typed_dict", _of_typed_dict(of, _hints(of, args, place), place)
    if issubclass(of, tuple) and hasattr(of, "_fields"):
        return "named_tuple", _of_named_tuple(of, _hints(of, args, place))
    return None, None


def _of_dataclass(of: Any, hints: dict[str, Any], place: str) -> list[Field]:
    has_init = of.__dataclass_params__.init
    init_vars = [
        name
        for name, one in of.__dataclass_fields__.items()
        if one._field_type is getattr(dataclasses, "_FIELD_INITVAR", None)
    ]
    if init_vars and has_init:
        raise TypeError(f"{place}: {init_vars[0]} is an InitVar, which documents have no value for")
    # A class may have an ``__init__`` of its own: it gets the values by name.
    in_order = [one.name for one in dataclasses.fields(of) if one.init and not one.kw_only]
    own_init = has_init and _parameters_of(of)[: len(in_order)] == in_order
    found = []
    for field in dataclasses.fields(of):
        if not field.init:
            continue
        if field.default is not dataclasses.MISSING:
            absent: tuple[str, Any] = ("value", field.default)
        elif field.default_factory is not dataclasses.MISSING:
            absent = ("factory", field.default_factory)
        else:
            absent = REQUIRED
        hint = hints[field.name]
        positional = own_init and not field.kw_only
        name = _name(hint) or field.name
        found.append(Field(name, field.name, hint, absent, positional))
    # Those by position come first, as in `__init__`.
    found.sort(key=lambda one: not one.positional)
    _check_names(found, place)
    return found


def _parameters_of(of: Any) -> list[str]:
    """Returns the names of the parameters that a class takes by position."""
    code = getattr(of.__init__, "__code__", None)
    return [] if code is None else list(code.co_varnames[1 : code.co_argcount])


def _of_typed_dict(of: Any, hints: dict[str, Any], place: str) -> list[Field]:
    if getattr(of, "__closed__", None) or has_extra_items(of):
        raise TypeError(f"{place}: what other members a TypedDict has is not checked here")
    found = []
    for name, hint in hints.items():
        if _name(hint) is not None:
            raise TypeError(f"{place}: the keys of a TypedDict are names already; it takes no Name")
        required = name in of.__required_keys__
        origin = typing.get_origin(hint)
        if origin in _forms("NotRequired"):
            required = False
        elif origin in _forms("Required"):
            required = True
        absent = REQUIRED if required else ("left", None)
        found.append(Field(name, name, hint, absent, False))
    return found


def has_extra_items(of: Any) -> bool:
    """Returns whether a ``TypedDict`` says what other members it has."""
    none = getattr(sys.modules.get("typing_extensions"), "NoExtraItems", None)
    return getattr(of, "__extra_items__", none) not in (none, None)


def _of_named_tuple(of: Any, hints: dict[str, Any]) -> list[Field]:
    return [
        Field(
            name,
            name,
            hints.get(name, Any),
            ("value", of._field_defaults[name]) if name in of._field_defaults else REQUIRED,
            True,
        )
        for name in of._fields
    ]


def _check_names(fields: list[Field], place: str) -> None:
    names = set()
    for one in fields:
        if one.name in names:
            raise TypeError(f"{place}: two fields have the name {one.name!r} in documents")
        names.add(one.name)


def _name(hint: Any) -> str | None:
    """Returns the name that a field has in documents, if it is another one."""
    while typing.get_origin(hint) in (*_wrappers(), typing.Annotated):
        of, *marks = typing.get_args(hint)
        for mark in marks:
            if isinstance(mark, Name):
                return mark.name
        hint = of
    return None


def skipped_of(of: Any) -> list[str]:
    """Returns the fields of a dataclass that it makes itself. Documents may have them."""
    return [field.name for field in dataclasses.fields(of) if not field.init]


@functools.lru_cache(maxsize=1024)
def names_of(of: Any) -> list[tuple[str, str]]:
    """Returns the attributes of a dataclass and their names in documents."""
    fields = dataclasses.fields(of)
    # Types are looked up only where one may have a name: they need not be there to write.
    if any("Name" in str(field.type) for field in fields):
        hints = _hints(of, (), of.__name__)
        found = [(field.name, _name(hints[field.name]) or field.name) for field in fields]
        names = [name for _, name in found]
        for name in names:
            if names.count(name) > 1:
                text = f"{of.__name__}: two fields have the name {name!r} in documents"
                raise TypeError(text)
        return found
    return [(field.name, field.name) for field in fields]


def hint_for(of: type) -> str:
    """Returns what may be meant by a class that documents have no values for."""
    if of.__module__ in ("builtins", "collections", "typing"):
        return ""
    return ": it is no dataclass, TypedDict, NamedTuple or enum"
