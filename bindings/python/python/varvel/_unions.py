"""Unions: which member a value is for.

The kind of the value decides: null, a boolean, an integer, another number, a string, bytes, a
point in time, an array, an object. Two members that take the same kind are refused, except for

- a float or a decimal beside ``int``: it takes numbers that are no integers;
- choices of strings or of integers with different values, and those of ``Literal`` beside their
  own type, which they add nothing to;
- classes. A member that all of them have as a ``Literal`` or an enum, with different values, is
  their tag. Without a tag, of every two classes one has a required member that the other one
  does not have; then an object is of the class that knows most of its members, among those whose
  required members are all there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._types import Node, _Builder


def union(builder: _Builder, members: list[int], place: str) -> Node:
    """Returns the node of a union."""
    from ._types import KINDS

    by_kind: dict[str, list[int]] = {}
    for member in _flat(builder, members, place):
        for kind in builder.taken(member, place):
            by_kind.setdefault(kind, []).append(member)
    chosen: list[int | None] = []
    anything = [one for one in members if builder.done(one, place)[0] == "any"]
    if anything:
        others = [one for one in members if builder.done(one, place)[0] not in ("any", "none")]
        if others:
            raise TypeError(f"{place}: a union of Any and other types is Any: write that")
        return builder.done(anything[0], place)
    objects = _objects(builder, by_kind.get("object", []), place)
    for kind in KINDS:
        found = by_kind.get(kind, [])
        if kind in ("object", "map"):
            chosen.append(objects)
        elif len(found) < 2:
            chosen.append(found[0] if found else None)
        else:
            chosen.append(_one(builder, kind, found, place))
    only = {one for one in chosen if one is not None}
    if len(only) == 1:
        return ("same", only.pop())
    return ("union", chosen)


def _flat(builder: _Builder, members: list[int], place: str) -> list[int]:
    """Returns the members, with those of unions in place of these."""
    found: list[int] = []
    for member in members:
        node = builder.done(member, place)
        parts = (
            _flat(builder, [one for one in node[1] if one is not None], place)
            if (node[0] == "union")
            else [member]
        )
        found += [one for one in parts if one not in found]
    return found


def _one(builder: _Builder, kind: str, found: list[int], place: str) -> int:
    """Returns the member that takes values of a kind that several members take."""
    nodes = [(one, builder.done(one, place)) for one in found]
    if kind == "integer":
        integers = [one for one, node in nodes if _base(builder, node) in ("int", "flag")]
        integers += [one for one, node in nodes if node[0] == "choice" and node[1] == "integer"]
        if len(integers) == 1:
            return integers[0]
    plain = [one for one, node in nodes if node[0] in ("str", "int", "bool", "float")]
    choices = [node for _, node in nodes if node[0] == "choice" and node[1] == kind]
    if len(choices) + len(plain) == len(nodes):
        if not plain:
            return builder.put(_merged(choices, place))
        if len(plain) == 1 and all(_adds_nothing(node) for node in choices):
            return plain[0]
    raise TypeError(
        f"{place}: {_names(builder, found)} cannot be told apart by a value: {_KINDS[kind]}"
    )


def _base(builder: _Builder, node: Node) -> str:
    while node[0] == "checked":
        node = builder.done(node[1], "")
    return str(node[0])


def _adds_nothing(choice: Node) -> bool:
    """Returns whether a choice has no other objects than the values themselves."""
    return all(type(meant) is type(value) for value, meant in choice[2].items())


def _merged(choices: list[Node], place: str) -> Node:
    table: dict[Any, Any] = {}
    for choice in choices:
        for value, meant in choice[2].items():
            if value in table and table[value] is not meant:
                raise TypeError(f"{place}: two members of the union have the value {value!r}")
            table[value] = meant
    return ("choice", choices[0][1], table, None)


_KINDS = {
    "null": "both take null",
    "bool": "both take a boolean",
    "integer": "both take an integer",
    "float": "both take a number",
    "decimal": "both take a number",
    "string": "both take a string",
    "bytes": "both take bytes",
    "timestamp": "both take a point in time",
    "tagged": "both take a tagged value",
    "array": "both take an array",
}


def _names(builder: _Builder, found: list[int]) -> str:
    return " and ".join(_shown(builder, builder.done(one, "")) for one in found)


def _shown(builder: _Builder, node: Node) -> str:
    if node[0] == "checked":
        return _shown(builder, builder.done(node[1], ""))
    if node[0] == "object":
        return str(node[3])
    if node[0] == "named_tuple":
        return str(node[1].__name__)
    if node[0] == "made":
        return str(node[2].__name__)
    if node[0] == "choice":
        return "a choice of " + ", ".join(repr(value) for value in list(node[2])[:3])
    return {"tuple_of": "tuple"}.get(node[0], str(node[0]))


def _objects(builder: _Builder, found: list[int], place: str) -> int | None:
    """Returns the node that takes objects."""
    if len(found) < 2:
        return found[0] if found else None
    nodes = [builder.done(one, place) for one in found]
    if any(node[0] != "object" for node in nodes):
        shown = _names(builder, found)
        raise TypeError(f"{place}: {shown} cannot be told apart by a value: both take an object")
    number = builder.put(("tagged", "", {}))
    builder.later.append(lambda: _tell_apart(builder, number, found, place))
    return number


def _tell_apart(builder: _Builder, number: int, found: list[int], place: str) -> None:
    """Makes the node that finds the class of an object, when the fields of all are known."""
    nodes = [builder.done(one, place) for one in found]
    tag = _tag(builder, nodes)
    if tag is not None:
        name, tables = tag
        table = {value: one for one, values in zip(found, tables, strict=True) for value in values}
        builder.nodes[number] = ("tagged", name, table)
        return
    classes = []
    for one, node in zip(found, nodes, strict=True):
        names = {field[0] for field in node[4]}
        required = {field[0] for field in node[4] if field[3] == "required"}
        classes.append((one, node[3], required, names))
    for at, (_, first, required, names) in enumerate(classes):
        for _, second, others_required, others_names in classes[at + 1 :]:
            if not (required - others_names or others_required - names):
                raise TypeError(
                    f"{place}: {first} and {second} cannot be told apart: neither has a required "
                    "member that the other one lacks, and they have no tag"
                )
    builder.nodes[number] = (
        "by_fields",
        [(one, name, sorted(required), sorted(names)) for one, name, required, names in classes],
    )


def _tag(builder: _Builder, nodes: list[Node]) -> tuple[str, list[list[Any]]] | None:
    """Returns the name of the member that is the tag of all classes, and its values in each."""
    for field in nodes[0][4]:
        tables: list[list[Any]] = []
        for node in nodes:
            same = [one for one in node[4] if one[0] == field[0]]
            choice = builder.nodes[same[0][2]] if same else None
            if choice is None or choice[0] != "choice" or choice[1] not in ("string", "integer"):
                break
            tables.append(list(choice[2]))
        if len(tables) == len(nodes):
            values = [value for table in tables for value in table]
            if len(set(values)) == len(values):
                return field[0], tables
    return None
