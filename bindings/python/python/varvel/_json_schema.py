"""Documents that are checked by a JSON Schema: drafts 4 to 2020-12.

Each keyword does what the specification says of it. ``format`` is a remark, as there. A schema with
references to other documents, or with ``unevaluated…`` or ``$dynamicRef``, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

_REFUSED = ("unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef")

Steps = tuple["str | int", ...]


class Fault(NamedTuple):
    """A value that a schema refuses."""

    steps: Steps
    kind: str
    expected: str
    found: str


class _Full(Exception):  # noqa: N818 - it is no error
    """There are as many faults as were asked for."""


def faults(schema: Any, value: Any, most: int) -> list[Fault]:
    """Returns what is wrong with a value, in the order of the document's members.

    Raises ``ValueError`` for a schema that cannot be used.
    """
    check = _Check(schema, most)
    try:
        check.value(schema, value, ())
    except _Full:
        pass
    except RecursionError:
        raise ValueError("the document or the schema is nested too deeply") from None
    return check.found


def number(text: str) -> Any:
    """Returns a number with all its digits."""
    return Decimal(text)


class _Check:
    def __init__(self, root: Any, most: int) -> None:
        self.root = root
        self.most = most
        self.found: list[Fault] = []
        self.patterns: dict[str, re.Pattern[str]] = {}
        self.anchors: dict[str, Any] | None = None
        # Up to draft 7 a reference stood alone.
        named = root.get("$schema", "") if isinstance(root, dict) else ""
        self.is_old = re.search("draft-0[3-7]", str(named)) is not None
        # The references that were followed since the last member or item.
        self.followed: set[tuple[int, Steps]] = set()

    def bad(self, steps: Steps, kind: str, expected: str, found: str) -> None:
        self.found.append(Fault(steps, kind, expected, found))
        if len(self.found) >= self.most:
            raise _Full

    def value(self, schema: Any, value: Any, steps: Steps) -> None:
        """Checks a value by a schema."""
        if schema is True:
            return
        if schema is False:
            self.bad(steps, "refused", "no value here", _shown(value))
            return
        if not isinstance(schema, dict):
            raise ValueError(f"a schema is an object, true or false, not {_shown(schema)}")
        for keyword in _REFUSED:
            if keyword in schema:
                raise ValueError(f"the keyword {keyword} of JSON Schema is not known here")
        if "$ref" in schema:
            self.reference(schema["$ref"], value, steps)
            if self.is_old:
                return
        if "type" in schema and not self.is_of_type(schema["type"], value):
            named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            words = " or ".join(_TYPES[name][0] for name in named)
            self.bad(steps, "type_mismatch", words, _kind(value))
            return
        if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
            words = ", ".join(_shown(one) for one in schema["enum"][:10])
            self.bad(steps, "unknown_variant", f"one of {words}", _shown(value))
        if "const" in schema and not _same(value, schema["const"]):
            self.bad(steps, "unknown_variant", _shown(schema["const"]), _shown(value))
        if isinstance(value, dict):
            self.object(schema, value, steps)
        elif isinstance(value, (list, tuple)):
            self.array(schema, value, steps)
        elif isinstance(value, str):
            self.text(schema, value, steps)
        elif _is_number(value):
            self.number(schema, value, steps)
        self.combined(schema, value, steps)

    def is_of_type(self, named: Any, value: Any) -> bool:
        names = named if isinstance(named, list) else [named]
        for name in names:
            if not isinstance(name, str) or name not in _TYPES:
                raise ValueError(f"there is no type {name!r} in JSON Schema")
        return any(_TYPES[name][1](value) for name in names)

    def reference(self, to: str, value: Any, steps: Steps) -> None:
        target = self.target(to)
        key = (id(target), steps)
        if key in self.followed:
            raise ValueError(f"the reference {to!r} of the schema leads to itself")
        self.followed.add(key)
        self.value(target, value, steps)
        self.followed.discard(key)

    def target(self, to: str) -> Any:
        """Returns the schema that a reference leads to."""
        if not to.startswith("#"):
            raise ValueError(f"the reference {to!r} leads to another document")
        if to in ("#", "#/"):
            return self.root
        if not to.startswith("#/"):
            if self.anchors is None:
                self.anchors = {one["$anchor"]: one for one in _all(self.root) if "$anchor" in one}
            if to[1:] not in self.anchors:
                raise ValueError(f"the schema has no anchor {to!r}")
            return self.anchors[to[1:]]
        found = self.root
        for part in to[2:].split("/"):
            part = re.sub("%([0-9A-Fa-f]{2})", lambda two: chr(int(two[1], 16)), part)
            part = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and part.isdigit() and int(part) < len(found):
                found = found[int(part)]
            elif isinstance(found, dict) and part in found:
                found = found[part]
            else:
                raise ValueError(f"the reference {to!r} of the schema leads nowhere")
        return found

    def object(self, schema: dict[str, Any], value: dict[Any, Any], steps: Steps) -> None:
        members = {_key(key): member for key, member in value.items()}
        known = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        rest = schema.get("additionalProperties")
        names = schema.get("propertyNames")
        for key, member in members.items():
            inner = (*steps, key)
            is_known = key in known
            if is_known:
                self.value(known[key], member, inner)
            for pattern, one in patterns.items():
                if self.matches(pattern, key):
                    is_known = True
                    self.value(one, member, inner)
            if not is_known and rest is False:
                words = ", ".join(f"`{name}`" for name in list(known)[:10]) or "no members"
                self.bad(inner, "unknown_member", words, _shown(key))
            elif not is_known and rest is not None:
                self.value(rest, member, inner)
            if names is not None and not self.fits(names, key, inner):
                self.bad(inner, "refused", "a name that the schema allows", _shown(key))
        for name in schema.get("required", ()) if schema.get("required") is not True else ():
            if name not in members:
                self.bad(steps, "missing_field", f"a member `{name}`", "an object without")
        self.bounded(schema, "Properties", len(members), "members", steps)
        dependencies = schema.get("dependencies", {})
        for name, wanted in {**dependencies, **schema.get("dependentRequired", {})}.items():
            if name in members and isinstance(wanted, list):
                for other in wanted:
                    if other not in members:
                        words = f"a member `{other}` beside `{name}`"
                        self.bad(steps, "missing_field", words, "an object without")
        for name, one in {**dependencies, **schema.get("dependentSchemas", {})}.items():
            if name in members and not isinstance(one, list):
                self.value(one, value, steps)

    def array(self, schema: dict[str, Any], value: Any, steps: Steps) -> None:
        first, rest = schema.get("prefixItems", []), schema.get("items")
        if isinstance(rest, list):  # before 2020-12
            first, rest = rest, schema.get("additionalItems")
        for at, item in enumerate(value):
            one = first[at] if at < len(first) else rest
            if one is not None:
                self.value(one, item, (*steps, at))
        self.bounded(schema, "Items", len(value), "items", steps)
        if schema.get("uniqueItems") is True:
            for at, item in enumerate(value):
                if any(_same(item, other) for other in value[:at]):
                    self.bad((*steps, at), "refused", "each item once", f"{_shown(item)} again")
                    break
        if "contains" in schema:
            count = sum(self.fits(schema["contains"], item, steps) for item in value)
            least, most = schema.get("minContains", 1), schema.get("maxContains")
            if count < least or (most is not None and count > most):
                counted = f"at least {least}" if most is None else f"{least} to {most}"
                words = f"{counted} items that fit `contains`"
                self.bad(steps, "refused", words, f"{count} of them")

    def text(self, schema: dict[str, Any], value: str, steps: Steps) -> None:
        self.bounded(schema, "Length", len(value), "characters", steps)
        if "pattern" in schema and not self.matches(schema["pattern"], value):
            self.bad(steps, "refused", f"text that matches {schema['pattern']}", _shown(value))

    def number(self, schema: dict[str, Any], value: Any, steps: Steps) -> None:
        for keyword, words, fits in _BOUNDS:
            bound: Any = schema.get(keyword)
            if isinstance(bound, bool) or bound is None:
                continue
            if not fits(_exact(value), _exact(bound)):
                self.bad(steps, "number_out_of_range", f"{words} {bound}", str(value))
        for keyword, of in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            # In draft 4 they change the bound beside them.
            if schema.get(keyword) is True and _exact(value) == _exact(schema.get(of, "NaN")):
                self.bad(steps, "number_out_of_range", f"another number than {value}", str(value))
        part = schema.get("multipleOf")
        if part is not None and not _is_multiple(_exact(value), _exact(part)):
            self.bad(steps, "number_out_of_range", f"a multiple of {part}", str(value))

    def bounded(
        self, schema: dict[str, Any], what: str, count: int, words: str, steps: Steps
    ) -> None:
        least, most = schema.get(f"min{what}"), schema.get(f"max{what}")
        if least is not None and count < least:
            self.bad(steps, "refused", f"at least {least} {words}", str(count))
        if most is not None and count > most:
            self.bad(steps, "refused", f"at most {most} {words}", str(count))

    def combined(self, schema: dict[str, Any], value: Any, steps: Steps) -> None:
        for one in schema.get("allOf", ()):
            self.value(one, value, steps)
        if "anyOf" in schema:
            self.any(schema["anyOf"], value, steps)
        if "oneOf" in schema:
            count = sum(self.fits(one, value, steps) for one in schema["oneOf"])
            if count == 0:
                self.any(schema["oneOf"], value, steps)
            elif count > 1:
                self.bad(steps, "refused", "a value for one schema of `oneOf`", f"{count} of them")
        if "not" in schema and self.fits(schema["not"], value, steps):
            self.bad(steps, "refused", "a value that `not` does not take", _shown(value))
        if "if" in schema:
            branch = "then" if self.fits(schema["if"], value, steps) else "else"
            if branch in schema:
                self.value(schema[branch], value, steps)

    def any(self, schemas: list[Any], value: Any, steps: Steps) -> None:
        """Notes why none of several schemas fits, if that is so."""
        all_found = [self.faults(one, value, steps) for one in schemas]
        if not all(all_found):
            return
        # The errors of the only one that is for a value of this kind are those to mend.
        meant = [found for found in all_found if found[0].steps != steps]
        if len(meant) == 1 or len(all_found) == 1:
            for fault in meant[0] if meant else all_found[0]:
                self.bad(*fault)
            return
        words = " or ".join(dict.fromkeys(found[0].expected for found in all_found))
        self.bad(steps, "type_mismatch", words, _shown(value))

    def faults(self, schema: Any, value: Any, steps: Steps) -> list[Fault]:
        """Returns what is wrong by another schema."""
        outer, self.found = self.found, []
        most, self.most = self.most, max(self.most, 2)
        followed, self.followed = self.followed, set(self.followed)
        try:
            self.value(schema, value, steps)
        except _Full:
            pass
        finally:
            found, self.found = self.found, outer
            self.most, self.followed = most, followed
        return found

    def fits(self, schema: Any, value: Any, steps: Steps) -> bool:
        # A step more, since what is followed here is another value.
        return not self.faults(schema, value, (*steps, "?"))

    def matches(self, pattern: str, text: str) -> bool:
        made = self.patterns.get(pattern)
        if made is None:
            try:
                made = re.compile(_as_in_python(pattern), re.ASCII)
            except re.error as error:
                raise ValueError(f"the pattern {pattern!r} is not known here: {error}") from None
            self.patterns[pattern] = made
        return made.search(text) is not None


def _as_in_python(pattern: str) -> str:
    """Returns a pattern in which ``$`` is the end alone, and not before a last line break."""
    made, in_class, at = "", False, 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            made += pattern[at : at + 2]
            at += 2
            continue
        in_class = sign == "[" or (in_class and sign != "]")
        made += r"\Z" if sign == "$" and not in_class else sign
        at += 1
    return made


def _all(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for one in schema.values():
            yield from _all(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from _all(one)


def _exact(value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))


def _is_multiple(value: Decimal, of: Decimal) -> bool:
    one, other = value.as_integer_ratio(), of.as_integer_ratio()
    return (one[0] * other[1]) % (one[1] * other[0]) == 0


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    if isinstance(value, (float, Decimal)):
        exact = _exact(value)
        return exact.is_finite() and exact == exact.to_integral_value()
    return isinstance(value, int) and not isinstance(value, bool)


def _same(one: Any, other: Any) -> bool:
    """Returns whether two values of JSON are equal: 1 and 1.0 are, 1 and true are not."""
    if _is_number(one) and _is_number(other):
        return _exact(one) == _exact(other)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return type(one) is type(other) and bool(one == other)


def _key(key: Any) -> str:
    """Returns the text of a key, as a path has it."""
    if isinstance(key, str):
        return key
    return {None: "null", True: "true", False: "false"}.get(key, str(key))


def _kind(value: Any) -> str:
    for words, is_one in _TYPES.values():
        if is_one(value):
            return words
    return f"a value of the type {type(value).__name__}"


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, str) else f'"{value}"'
    text = str(value) if isinstance(value, Decimal) else text
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    return text if len(text) <= 60 else f"{text[:60]}…"


_TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "null": ("null", lambda value: value is None),
    "boolean": ("a boolean", lambda value: isinstance(value, bool)),
    "integer": ("an integer", _is_integer),
    "number": ("a number", _is_number),
    "string": ("a string", lambda value: isinstance(value, str)),
    "array": ("an array", lambda value: isinstance(value, (list, tuple))),
    "object": ("an object", lambda value: isinstance(value, dict)),
}
_BOUNDS: tuple[tuple[str, str, Callable[[Decimal, Decimal], bool]], ...] = (
    ("minimum", "at least", lambda value, bound: value >= bound),
    ("maximum", "at most", lambda value, bound: value <= bound),
    ("exclusiveMinimum", "more than", lambda value, bound: value > bound),
    ("exclusiveMaximum", "less than", lambda value, bound: value < bound),
)
