"""Threads whose stacks are small: an error where there is no room, and never a crash."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

HEAD = """
import sys, threading
import varvel
from varvel import cbor, json

def outcome(work):
    # The text of what work returns or raises, shortened.
    try:
        return "made " + str(work())[:200]
    except (varvel.Error, TypeError, RecursionError) as error:
        return type(error).__name__ + " " + str(error)

def nested(depth, inner="1"):
    return "[" * depth + inner + "]" * depth
"""

TAIL = """
def told():
    for one in works:
        print(outcome(one).replace(chr(10), " "), flush=True)

threading.stack_size({size})
thread = threading.Thread(target=told)
thread.start()
thread.join()
"""


def run(code: str, size: int = 128 << 10) -> list[str]:
    """Runs the functions in `works` in a thread with so much stack, in a process of its own."""
    code = HEAD + textwrap.dedent(code) + TAIL.format(size=size)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr}\n{done.stdout}"
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


SIZES = [128 << 10, 256 << 10, 512 << 10]


@pytest.mark.parametrize("size", SIZES)
def test_typed_decoding_ends_with_an_error_that_has_a_place(size: int) -> None:
    code = """
    from dataclasses import dataclass
    from typing import Annotated, Any, NamedTuple
    from varvel import Ge, MaxLen

    @dataclass
    class Tree:
        kids: "list[Tree]"

    @dataclass
    class Chain:
        next: "Chain | None" = None

    class Pair(NamedTuple):
        next: "Pair | None" = None

    @dataclass
    class Checked:
        next: "Annotated[dict[str, Checked], MaxLen(3)]"

    def chain(open, close, inner, depth=990):
        return open * depth + inner + close * depth

    works = [
        lambda: varvel.decode(chain('{"kids":[', "]}", "", 490), Tree, max_depth=1000),
        lambda: varvel.decode(chain('{"next":', "}", "null"), Chain, max_depth=1000),
        lambda: varvel.decode(chain('[', "]", "null"), Pair, max_depth=1000),
        lambda: varvel.decode(chain('{"next":{"a":', "}}", "", 490), Checked, max_depth=1000),
        lambda: len(varvel.decode(chain('[', "]", ""), Any, max_depth=1000)),
        lambda: varvel.decode('{"kids":[{"kids":[]}]}', Tree),
    ]
    """
    *deep, anything, flat = run(code, size)
    for one in deep:
        assert one.startswith("DecodeErrors nested too deeply: "), one
        assert ", at $" in one and "threading.stack_size" in one
    assert anything == "made 1"
    assert flat == "made Tree(kids=[Tree(kids=[])])"


def test_the_usual_depth_fits_a_stack_of_half_a_mebibyte() -> None:
    code = """
    from dataclasses import dataclass

    @dataclass
    class Tree:
        kids: "list[Tree]"

    def depth(tree):
        return 1 + depth(tree.kids[0]) if tree.kids else 1

    works = [lambda: depth(varvel.decode('{"kids":[' * 64 + "]}" * 64, Tree))]
    """
    assert run(code, 512 << 10) == ["made 64"]


def test_deep_types_are_refused() -> None:
    code = """
    from dataclasses import make_dataclass
    from typing import Annotated, Dict, List, NewType, Optional
    from varvel import Ge

    def wrapped(of, wrap, count=5000):
        for _ in range(count):
            of = wrap(of)
        return of

    class Mark:
        def __init__(self, ge):
            self.ge = ge

    classes = int
    for number in range(2000):
        classes = make_dataclass(f"C{number}", [("next", classes)])
    # The main thread has the stack that Python needs to make such types.
    sys.setrecursionlimit(10000)
    deep = [
        wrapped(int, lambda of: list[of]),
        wrapped(int, lambda of: List[of], 200),
        wrapped(int, lambda of: dict[str, of] | None, 200),
        wrapped(int, lambda of: Annotated[list[of], Mark(1)], 200),
        make_dataclass(
            "Deep", [("a", wrapped(int, lambda of: list[of]))], namespace={"__doc__": "Deep."}
        ),
    ]
    long = [
        wrapped(int, lambda of: Annotated[of, Mark(1)], 300),
        wrapped(int, lambda of: NewType("N", of), 3000),
    ]
    few = wrapped(int, lambda of: list[of], 5)
    sys.setrecursionlimit(1000)
    works = [
        *(lambda of=of: varvel.decode("1", of) for of in deep),
        lambda: varvel.schema_of(deep[0]),
        *(lambda of=of: varvel.decode("1", of) for of in long),
        lambda: varvel.decode("[[[[[1]]]]]", few),
        lambda: type(varvel.decode("{}", classes)),
        lambda: len(varvel.schema_of(classes)["$defs"]),
    ]
    """
    found = run(code)
    for one in found[:6]:
        assert one.startswith("TypeError "), one
        assert "ever more types in each other" in one
    assert found[6:9] == ["made 1", "made 1", "made [[[[[1]]]]]"]
    assert found[9].startswith("DecodeErrors missing member"), found[9]
    assert found[10] == "made 2000"


def test_json_schemas_nest_and_refer_deeply() -> None:
    code = """
    def schema(depth, key="items", inner=None):
        made = inner or {"type": "integer"}
        for _ in range(depth):
            made = {key: made}
        return made

    allof = {"type": "integer"}
    for _ in range(60):
        allof = {"allOf": [allof]}
    endless = {"items": {"$ref": "#"}}
    defs = {f"D{n}": {"items": {"$ref": f"#/$defs/D{n + 1}"}} for n in range(20000)}
    chain = {"$defs": {**defs, "D20000": {}}, "$ref": "#/$defs/D0"}
    aliases = {f"D{n}": {"$ref": f"#/$defs/D{n + 1}"} for n in range(20000)}
    alias = {"$defs": {**aliases, "D20000": {}}, "$ref": "#/$defs/D0"}

    def check(schema, document, **options):
        varvel.validate(document, schema=schema, **options)
        return "right"

    works = [
        lambda: check(schema(120), nested(120), max_depth=2000),
        lambda: check(schema(60), nested(60, '"a"')),
        lambda: check(allof, "1"),
        lambda: check(allof, '"a"'),
        lambda: check(endless, nested(380), max_depth=5000),
        lambda: check(endless, nested(3000), max_depth=5000),
        lambda: check(chain, nested(3000), max_depth=5000),
        lambda: check(alias, "1"),
        lambda: check({"$ref": "#"}, "1"),
        lambda: check(endless, nested(380) + "\\n" + nested(3000), format="ndjson", max_depth=5000),
        lambda: check({"const": json.loads(nested(100))}, nested(100)),
    ]
    """
    found = run(code)
    assert found[0] == "made right"
    assert found[1].startswith("DecodeErrors wrong kind of value"), found[1]
    assert found[2] == "made right"
    assert found[3].startswith("DecodeErrors wrong kind of value"), found[3]
    assert found[4] == "made right"
    assert found[5].startswith("Error nested too deeply"), found[5]
    assert found[6].startswith("Error nested too deeply"), found[6]
    assert found[7].startswith(("made", "Error nested too deeply")), found[7]
    assert found[8].startswith("Error"), found[8]
    assert "nested too deeply" in found[9], found[9]
    assert found[10] == "made right"


def test_tables_with_deep_columns(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("deep")
    code = f"""
    import pathlib, pickle
    import pyarrow as pa
    folder = pathlib.Path({str(folder)!r})

    def objects(depth, wrap, inner):
        for _ in range(depth):
            inner = wrap(inner)
        return inner

    def of(inner):
        return {{"type": "object", "properties": {{"a": inner}}}}

    def of_list(inner):
        return {{"type": "array", "items": inner}}

    def of_map(inner):
        return {{"type": "object", "additionalProperties": inner}}

    number = {{"type": "integer"}}
    file = folder / "a.ndjson"
    file.write_text('{{"a":' * 60 + "1" + "}}" * 60 + "\\n")

    def read(schema):
        records = varvel.read_ndjson(file, schema=schema)
        assert records.schema == varvel.read_ndjson(file, schema=schema).schema
        repr(records.schema), records.schema.to_ipc()
        records.schema.__arrow_c_schema__()
        for batch in records.batches():
            batch.__arrow_c_array__()
        records.write_parquet(folder / "a.parquet")
        records.write_arrow(folder / "a.arrow")
        return len(list(records.batches()))

    def pickled(schema):
        return pickle.loads(pickle.dumps(varvel.read_ndjson(file, schema=schema).schema))

    works = [
        lambda: read(objects(60, of, number)),
        lambda: pickled(objects(25, of, number)).names,
        lambda: read(of(objects(120, of_list, number))),
        lambda: read(of(objects(100, of_map, number))),
        lambda: read(of(objects(200, of_list, number))),
        lambda: varvel.read_ndjson(file).write_parquet(folder / "b.parquet"),
        lambda: len(varvel.schema(nested(100000), max_depth=200000)) > 0,
    ]
    """
    found = run(code)
    assert found[0] == "made 1"
    assert found[1] == "made ['a']"
    assert found[2].startswith(("made", "Error")), found[2]
    assert found[3].startswith(("made", "Error")), found[3]
    assert found[4].startswith("Error nested too deeply"), found[4]
    assert found[5] == "made 1"
    assert found[6].startswith("made"), found[6]


@pytest.mark.parametrize("size", SIZES)
def test_objects_are_written_at_any_depth(size: int) -> None:
    code = """
    from dataclasses import dataclass

    @dataclass
    class Box:
        inner: object

    def wrapped(wrap, count=20000):
        made = 1
        for _ in range(count):
            made = wrap(made)
        return made

    def length(value, **options):
        return len(varvel.dumps(value, max_depth=100000, **options))

    works = [
        lambda: length(wrapped(lambda one: [one])),
        lambda: length(wrapped(lambda one: {"a": one})),
        lambda: length(wrapped(lambda one: {"b": 1, "a": one}), sort_keys=True),
        lambda: length(wrapped(lambda one: (one,)), format="cbor"),
        lambda: length(wrapped(Box)),
        lambda: length(wrapped(lambda one: varvel.Tagged(7, [one])), format="cbor"),
        lambda: varvel.dumps(wrapped(lambda one: [one], 200)),
    ]
    """
    found = run(code, size)
    lengths = [40001, 120001, 240001, 20001]
    assert found[:4] == [f"made {one}" for one in lengths]
    assert all(one.startswith("made ") for one in found[:6]), found
    assert found[6].startswith("Error nested too deeply"), found[6]


@pytest.mark.parametrize("size", SIZES)
def test_documents_are_read_and_compared_at_any_depth(size: int) -> None:
    code = """
    import pickle

    deep = nested(50000)

    def document(text=deep, **options):
        return varvel.Document(text, max_depth=100000, **options)

    def lists(depth):
        made = []
        for _ in range(depth - 1):
            made = [made]
        return made

    key = b"\\xa1" + b"\\x81" * 30000 + b"\\x00" + b"\\x00"
    tags = b"\\xa1" + b"\\xc6" * 30000 + b"\\x00" + b"\\x00"
    works = [
        lambda: len(varvel.loads(deep, max_depth=100000)),
        lambda: document() == document(),
        lambda: hash(document()) == hash(document()),
        lambda: len(repr(document())) > 0 and len(str(document())) == len(deep),
        lambda: pickle.loads(pickle.dumps(document())) == document(),
        lambda: len(document().to_python()),
        lambda: document() == lists(50000),
        lambda: varvel.Document("[[]]") == [[]],
        lambda: cbor.loads(key, max_depth=100000),
        lambda: cbor.loads(tags, max_depth=100000),
        lambda: varvel.Document(key, format="cbor", max_depth=100000).keys(),
        lambda: cbor.decode(key, dict, max_depth=1000),
        lambda: cbor.loads(b"\\xa1\\x81\\x81\\x01\\x02"),
        lambda: len(varvel.edit.Document(nested(100), format="json").text),
    ]
    """
    found = run(code, size)
    assert found[0] == "made 1"
    assert found[1:5] == ["made True"] * 4
    assert found[5] == "made 1"
    assert found[6].startswith("RecursionError the document is nested too deeply"), found[6]
    assert found[7] == "made True"
    for one in (found[8], found[9], found[10]):
        assert one.startswith("Error nested too deeply"), one
    assert "nested too deeply" in found[11], found[11]
    assert found[12] == "made {((1,),): 2}"
    assert found[13] == "made 201"


@pytest.mark.parametrize("size", SIZES)
def test_calls_inside_of_each_other_end(size: int) -> None:
    code = """
    def again():
        return varvel.loads(b"[1]", parse_int=lambda _: again())

    def dumped():
        return varvel.dumps(object(), default=lambda _: dumped())

    def decoded():
        class Made(int):
            pass
        return varvel.decode("[1]", list[int]) and dumped()

    works = [again, dumped, decoded, lambda: varvel.loads(b"[1]")]
    """
    found = run(code, size)
    assert all(one.startswith("RecursionError") for one in found[:3]), found
    assert found[3] == "made [1]"
