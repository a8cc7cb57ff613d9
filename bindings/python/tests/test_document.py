"""``Document``: look-ups, slices, equality, pickles, threads."""

from __future__ import annotations

import gc
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import numpy
import pytest
import varvel
from hypothesis import given
from hypothesis import strategies as st
from test_loads import same, values

TEXT = '{"users":[{"name":"ada","age":36},{"name":"bob","age":null}],"n":18446744073709551616}'


@pytest.fixture
def doc():
    return varvel.Document(TEXT)


def test_look_ups(doc):
    assert doc["users"][0]["name"] == "ada"
    assert doc["users"][-1]["name"] == "bob"
    assert doc["n"] == 2**64
    assert doc.path("users[1].name") == "bob"
    assert doc.pointer("/users/1/age") is None
    assert doc.pointer("") == doc
    assert doc.get("none") is None
    assert doc.get("none", 1) == 1
    assert len(doc) == 2
    assert len(doc["users"]) == 2
    assert list(doc) == doc.keys() == ["users", "n"]
    assert [user["name"] for user in doc["users"]] == ["ada", "bob"]
    assert doc.items() == [("users", doc["users"]), ("n", 2**64)]
    assert doc.values() == [doc["users"], 2**64]
    assert "users" in doc
    assert "none" not in doc
    assert 5 not in doc
    assert {"name": "ada", "age": 36} in doc["users"]
    assert doc.kind == "object"


def test_what_is_missing_is_an_error(doc):
    with pytest.raises(KeyError, match="none"):
        doc["none"]
    with pytest.raises(KeyError):
        doc["\ud800"]
    for index in (2, -3, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            doc["users"][index]
    with pytest.raises(TypeError):
        doc["users"]["name"]
    with pytest.raises(TypeError):
        doc["users"].keys()
    with pytest.raises(varvel.Error) as caught:
        doc.path("users[7].name")
    assert caught.value.kind == "not_found"
    with pytest.raises(varvel.Error):
        doc.pointer("users")
    with pytest.raises(TypeError):
        len(varvel.Document("1"))


@given(st.lists(st.integers(), max_size=8), st.slices(8))
def test_slices(numbers, part):
    document = varvel.Document(json.dumps(numbers))
    assert document[part] == numbers[part]


@given(values)
def test_the_same_objects_as_loads(value):
    text = json.dumps(value)
    document = varvel.Document(text)
    assert same(document.to_python(), varvel.loads(text))
    again = varvel.Document.from_bytes(document.to_bytes())
    assert again == document
    assert hash(again) == hash(document)
    assert same(json.loads(varvel.dumps(document)), value)
    assert same(json.loads(str(document)), value)
    assert pickle.loads(pickle.dumps(document)) == document
    if isinstance(value, (list, dict)):
        assert document == value
        assert bool(document) == bool(value)


def test_a_part_outlives_its_document_and_is_alone_in_a_pickle():
    document = varvel.Document(json.dumps({"a": ["x" * 10_000], "b": [1, {"c": 2}]}))
    part = document["b"]
    size = len(document.to_bytes())
    del document
    gc.collect()
    assert part[1]["c"] == 2
    assert len(pickle.dumps(part)) < size / 10
    assert pickle.loads(pickle.dumps(part)) == [1, {"c": 2}]


def test_documents_are_keys(doc):
    other = varvel.Document('{ "n": 18446744073709551616, "users": [] }')
    counts = {doc: 1, other: 2, doc["users"]: 3}
    assert counts[varvel.Document(TEXT)] == 1
    assert counts[doc["users"]] == 3


def test_keys_of_any_kind():
    document = varvel.Document(varvel.msgpack.dumps({1: "a", "b": 2, (1, 2): 3}), format="msgpack")
    assert document.kind == "map"
    assert (document[1], document["b"], document[(1, 2)]) == ("a", 2, 3)
    assert document == {1: "a", "b": 2, (1, 2): 3}


def test_decimals():
    document = varvel.Document('{"a":1.10}', exact_decimals=True)
    assert document["a"] == Decimal("1.10")
    assert str(document["a"]) == "1.10"


def test_bytes_of_others_are_checked(doc, tmp_path):
    good = doc.to_bytes()
    path = tmp_path / "a.varvel"
    path.write_bytes(good)
    assert varvel.Document.open(path) == doc
    with pytest.raises(varvel.Error) as caught:
        varvel.Document.from_bytes(b"{}")
    assert caught.value.kind == "invalid_frozen"
    with pytest.raises(FileNotFoundError):
        varvel.Document.open(tmp_path / "none")
    for at in range(len(good)):
        for change in (1, 0x80, 0xFF):
            bad = bytearray(good)
            bad[at] ^= change
            try:
                varvel.Document.from_bytes(bad).to_python()
            except varvel.Error:
                pass


def test_eight_threads(doc):
    def work(_):
        return sum(user["name"] == "ada" for _ in range(2_000) for user in doc["users"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [2_000] * 8


def test_keys_that_are_equal_in_python():
    document = varvel.Document(b"\xa2\x01\x61a\xf9\x3c\x00\x61b", format="cbor")
    assert [document[key] for key in document.keys()] == ["a", "b"]
    assert document != {1: "a"}
    assert document == varvel.Document.from_bytes(document.to_bytes())


def test_indexes_of_other_types():
    document = varvel.Document("[1, 2]")
    assert document[numpy.int64(1)] == document[True] == 2
    with pytest.raises(TypeError):
        document[1.0]


def test_look_ups_of_keys_that_are_no_text():
    count = 100_000
    pairs = {**{n: -n for n in range(count)}, "text": 1, b"b": 2, None: 3, (1, (2,)): 4}
    document = varvel.Document(varvel.cbor.dumps(pairs), format="cbor")
    assert document.kind == "map"
    assert all(document[n] == -n for n in range(count))
    assert [document[key] for key in ("text", b"b", None, (1, (2,)))] == [1, 2, 3, 4]
    assert [document.get(key) for key in (-1, count, "none", [1], {})] == [None] * 5
    assert 5 in document and -5 not in document


def test_keys_that_are_equal_in_python_are_told_apart_by_their_types():
    # {1.0: "float", 1: "integer", true: "true", {"a": 1}: "object", 2: [3]}
    text = (
        b"\xa5\xf9\x3c\x00\x65float\x01\x67integer\xf5\x64true\xa1\x61a\x01\x66object\x02\x81\x03"
    )
    document = varvel.Document(text, format="cbor")
    assert (document[1.0], document[1], document[True]) == ("float", "integer", "true")
    assert document[{"a": 1}] == "object"
    assert document[2] == document[2.0] == [3]
    assert document.get({"a": 2}) is None
    # A point in time that Python does not have equals no key.
    far = b"\xa2\xc1\x1b\x00\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03"
    assert varvel.Document(far, format="cbor")[2] == 3
