"""``schema_of``: the JSON Schema of a type of Python."""

from __future__ import annotations

import re
from typing import Any

from . import _varvel
from ._types import Node, described

_TEXTS: dict[str, dict[str, Any]] = {
    "any": {},
    "none": {"type": "null"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "str": {"type": "string"},
    "bytes": {"type": "string", "contentEncoding": "base64"},
    "bytearray": {"type": "string", "contentEncoding": "base64"},
    "decimal": {"type": ["number", "string"]},
    "datetime": {"type": "string", "format": "date-time"},
    "date": {"type": "string", "format": "date"},
    "time": {"type": "string", "format": "time"},
    "uuid": {"type": "string", "format": "uuid"},
    "flag": {"type": "integer"},
}
_BOUNDS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}
_TYPES = {"string": "string", "bool": "boolean", "integer": "integer", "float": "number"}


def schema_of(type: Any, *, forbid_unknown: bool = False) -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of the documents that ``decode`` reads as a type.

    It is that of JSON: bytes are Base64 text, and points in time are text. Functions that test a
    value, and bounds of values that are no numbers, have no keyword and are left out.

    Raises ``TypeError`` as ``decode`` does.

    >>> schema_of(dict[str, int | None])["additionalProperties"]
    {'anyOf': [{'type': 'null'}, {'type': 'integer'}]}
    """
    return _Schemas(described(type), forbid_unknown).whole()


class _Schemas:
    def __init__(self, nodes: list[Node], forbid_unknown: bool) -> None:
        self.nodes = nodes
        self.forbid_unknown = forbid_unknown
        self.names: dict[int, str] = {}
        self.open: set[int] = set()
        self.made: dict[str, dict[str, Any]] = {}
        self.left: list[tuple[str, Node]] = []
        """The classes whose members are still to be written."""

    def whole(self) -> dict[str, Any]:
        root = self.of(0)
        while self.left:
            name, node = self.left.pop()
            self.made[name] = self.members(node)
        head: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        if self.made:
            return {**head, **root, "$defs": self.made}
        return {**head, **root}

    def of(self, number: int) -> dict[str, Any]:
        """Returns the schema of a node where it is used."""
        if self.nodes[number][0] == "object":
            return self.object(number, self.nodes[number])
        if number in self.open:  # a type that contains itself
            return self.reference(number)
        self.open.add(number)
        made = self.written(self.nodes[number])
        self.open.remove(number)
        if number in self.names:
            self.made[self.names[number]] = made
            return self.reference(number)
        return made

    def reference(self, number: int) -> dict[str, Any]:
        """Returns a reference to a node, which gets a name if it has none."""
        node = self.nodes[number]
        if number not in self.names:
            first = {"object": 3, "named_tuple": 1}.get(node[0])
            of = node[first] if first else "Type"
            first_name = of if isinstance(of, str) else of.__name__
            name, count = first_name, 1
            while name in self.names.values():
                count += 1
                name = f"{first_name}{count}"
            self.names[number] = name
        return {"$ref": f"#/$defs/{self.names[number]}"}

    def written(self, node: Node) -> dict[str, Any]:
        """Returns the schema of a node itself."""
        kind = node[0]
        if kind in _TEXTS:
            return dict(_TEXTS[kind])
        if kind in ("list", "tuple_of", "set", "frozenset"):
            return {"type": "array", "items": self.of(node[1])}
        if kind == "tuple":
            return self.tuple([self.of(item) for item in node[1]], len(node[1]))
        if kind == "named_tuple":
            least = sum(field[3] == "required" for field in node[2])
            return self.tuple([self.of(field[2]) for field in node[2]], least)
        if kind == "dict":
            made = {"type": "object", "additionalProperties": self.of(node[2])}
            names = self.key(node[1])
            return {**made, "propertyNames": names} if names else made
        if kind == "choice":
            return {"type": _TYPES[node[1]], "enum": list(node[2])}
        if kind == "union":
            members = [one for one in node[1] if one is not None]
            return self.any(list(dict.fromkeys(members)))
        if kind == "tagged":
            return self.any(list(node[2].values()))
        if kind == "by_fields":
            return self.any([one[0] for one in node[1]])
        if kind == "checked":
            return self.checked(node)
        return self.of(node[1])

    def any(self, members: list[int]) -> dict[str, Any]:
        return {"anyOf": [self.of(one) for one in dict.fromkeys(members)]}

    def tuple(self, items: list[dict[str, Any]], least: int) -> dict[str, Any]:
        made: dict[str, Any] = {"type": "array", "minItems": least, "maxItems": len(items)}
        return {**made, "prefixItems": items} if items else made

    def key(self, number: int) -> dict[str, Any]:
        """Returns the schema of keys, which are text; it is empty if any text is one."""
        node = self.nodes[number]
        if node[0] == "choice" and node[1] == "string":
            return {"enum": list(node[2])}
        if node[0] == "int":
            return {"pattern": "^(0|-?[1-9][0-9]*)$"}
        if node[0] in ("date", "time", "datetime", "uuid"):
            return {"format": _TEXTS[node[0]]["format"]}
        return {}

    def checked(self, node: Node) -> dict[str, Any]:
        made = self.of(node[1])
        bounds: dict[str, Any] = {}
        parts = made.get("anyOf", [made])
        types = {part.get("type") for part in parts} - {"null"}
        for name, bound in node[2].items():
            if name in _BOUNDS and isinstance(bound, (int, float)):
                bounds[_BOUNDS[name]] = bound
            elif name == "pattern" and isinstance(bound, re.Pattern):
                bounds["pattern"] = bound.pattern
            elif name in ("min_length", "max_length"):
                for type in types:
                    what = {"array": "Items", "object": "Properties"}.get(str(type), "Length")
                    bounds[name[:3] + what] = bound
        if "$ref" in made or bounds.keys() & made.keys():
            return {"allOf": [made, bounds]} if bounds else made
        return {**made, **bounds}

    def object(self, number: int, node: Node) -> dict[str, Any]:
        """Returns a reference to the schema of a class, which is among the definitions."""
        is_new = number not in self.names
        made = self.reference(number)
        if is_new:
            name = self.names[number]
            self.made[name] = {}
            self.left.append((name, node))
        return made

    def members(self, node: Node) -> dict[str, Any]:
        _, _, of, title, fields, _, skipped = node
        properties: dict[str, Any] = {}
        for name, _, number, absent, value in fields:
            properties[name] = self.of(number)
            if absent == "value":
                properties[name] = {**properties[name], **_default(value)}
        made: dict[str, Any] = {"title": title, "type": "object", "properties": properties}
        # That which dataclasses make themselves says nothing.
        doc = (of.__doc__ or "").strip()
        if doc and not doc.startswith(f"{of.__name__}("):
            made["description"] = doc.split("\n\n")[0]
        required = [field[0] for field in fields if field[3] == "required"]
        if required:
            made["required"] = required
        if self.forbid_unknown:
            for name in skipped:
                properties[name] = {}
            made["additionalProperties"] = False
        return made


def _default(value: Any) -> dict[str, Any]:
    """Returns a default as JSON has it; nothing if JSON has no such value."""
    try:
        return {"default": _varvel.loads(_varvel.dumps(value))}
    except ValueError:
        return {}
