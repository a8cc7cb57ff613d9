"""`loads` makes objects while it reads. With a hook and `duplicates` it freezes the document first.

Both ways have the same results and the same errors.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import varvel

USER = {
    "id": 7,
    "name": "Ü" * 20,
    "verified": True,
    "url": None,
    "lang": "ja",
    "count": 0,
    "tags": [],
}
VALUES = [
    [],
    {},
    [{}] * 3,
    [USER, USER, {**USER, "verified": None}, {**USER, "more": 1}],
    {
        "users": [USER] * 3,
        "user": {"id": 7, "name": "Ada", "pet": {"id": 8, "name": "Rex", "kind": "dog"}},
    },
    {f"key{number}": {"id": number, "name": "é"} for number in range(400)},
    [{f"k{number % 90}": number, "same": "text", "float": number / 8} for number in range(300)],
    {
        "k" * 100: {"deep": [[[[{"a": {"a": {"a": 1}}}]]]]},
        "": {"": {"": [1.5, 2, -1, 2**63, -(2**63)]}},
    },
    ["x" * length for length in range(40)] * 2,
]
TEXTS = {
    "json": [
        b'{"a":1,"b":{"a":1,"a":2},"c":3}',
        b'[{"a":1,"b":2},{"b":1,"a":2},{"a":1,"a":2},{"a":1,"b":2}]',
        b'{"a":"\\u00e9\\n","\\u0061":1}',
        b'{ "a" : [ 1e400, 1 ] }',
        b"[18446744073709551616, -0, 1e-7]",
        b"\xef\xbb\xbf[1]",
        b"",
        b'{"a":1} x',
    ],
    "yaml": [
        b"a: &x {b: 1, c: [1, 2]}\nd: *x\ne: *x\n",
        b"1: a\n1.0: b\n",
        b".nan: a\n.nan: b\n",
        b"? [1, 2]\n: a\n? {b: 1}\n: c\nd: e\n",
        b"a: 1\nb: 2\n1: 3\ntrue: 4\nnull: 5\n",
        b"a: 1\n1: 2\na: 3\n",
        b"--- 1\n--- 2\n",
        b"a: !!binary aGk=\nb: !!timestamp 2001-12-14\nc: 2001-12-14\n",
        b"<<: {a: 1}\nb: 2\n",
        b"",
    ],
    "cbor": [
        bytes.fromhex("a201020304"),
        bytes.fromhex("a2010201 03"),
        bytes.fromhex("a201 02 f93c00 03"),
        bytes.fromhex("a2f97e00 01 f97e00 02"),
        bytes.fromhex("a2 c101 02 c101 03"),
        bytes.fromhex("a2 c24101 02 01 03"),
        bytes.fromhex("a2 8101 02 8101 03"),
        bytes.fromhex("a2 4101 02 4101 03"),
        bytes.fromhex("a2 6161 02 6161 03"),
        bytes.fromhex("d81864 01020304"),
        bytes.fromhex("c1 c1 c1 81 c1 1a514b67b0"),
        bytes.fromhex("bf 61610161620261 6303 ff"),
        bytes.fromhex("7f6161616266 ff"),
    ],
    "msgpack": [
        bytes.fromhex("8201020304"),
        bytes.fromhex("82a16101a16102"),
        bytes.fromhex("82 01a161 a16101"),
        bytes.fromhex("d6ff 00000000"),
        bytes.fromhex("82 d6ff00000000 01 d6ff00000000 02"),
        bytes.fromhex("93 d40501 c0 c3"),
    ],
}


def _outcome(data: bytes, **options: Any) -> str:
    try:
        return repr(varvel.loads(data, **options))
    except varvel.Error as error:
        return f"{error!r} {error} {error.offset} {error.line} {error.path}"


def _same(data: bytes, **options: Any) -> None:
    direct = _outcome(data, **options)
    frozen = {"object_pairs_hook": dict, "duplicates": "error", **options}
    assert direct == _outcome(data, **frozen), (data, options)
    # The second reading uses the keys that the first one learned, and gives the same.
    assert direct == _outcome(data, **options), (data, options)


def _documents(format: str) -> list[bytes]:
    return [varvel.dumps(value, format=format) for value in VALUES] + TEXTS[format]


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("max_depth", [None, 0, 1, 2, 3, 5, 8])
def test_objects_are_those_of_the_frozen_document(format: str, max_depth: int | None) -> None:
    for document in _documents(format):
        _same(document, format=format, max_depth=max_depth)


@pytest.mark.parametrize("format", TEXTS)
def test_errors_are_those_of_freezing(format: str) -> None:
    draw = random.Random(7)
    documents = [document for document in _documents(format) if len(document) < 2000]
    for _ in range(1500):
        document = bytearray(draw.choice(documents))
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(document) + 1)
            match draw.randrange(3):
                case 0:
                    del document[at : at + draw.randint(1, 4)]
                case 1:
                    document[at:at] = bytes([draw.randrange(256)])
                case _:
                    document[at : at + 1] = document[draw.randrange(len(document) + 1) :][:3]
        _same(bytes(document), format=format)


def test_values_of_objects_are_their_own() -> None:
    text = varvel.dumps([USER] * 5)
    first = varvel.loads(text)
    for user in first:
        user["verified"] = 5
        user["new"] = []
        user["tags"].append(1)
        del user["id"]
    assert varvel.loads(text) == [USER] * 5


def test_many_kinds_of_objects_in_turn() -> None:
    for start in range(0, 30_000, 300):
        value = [
            {f"a{number}": 1, f"b{number}": {"c": number}, "d": 2}
            for number in range(start, start + 300)
        ]
        assert varvel.loads(varvel.dumps(value)) == value
