"""Published test suites, in the folder that ``VARVEL_SUITES`` names, or beside the checkout.

Each document is read by ``loads`` and, as any type, by ``decode``: they agree.
"""

from __future__ import annotations

import json
import math
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import varvel
from test_loads import same

SUITES = Path(os.environ.get("VARVEL_SUITES") or Path(__file__).parents[4] / "shared" / "suites")
Suite = Callable[[str], Path]


@pytest.fixture
def suite(capsys: pytest.CaptureFixture[str]) -> Suite:
    """Returns the folder of a suite. A test whose suite is absent says so."""

    def folder(name: str) -> Path:
        found = SUITES / name
        if not found.exists():
            with capsys.disabled():
                print(f"\nskipped: there is no suite {found}")
            pytest.skip(f"there is no suite {found}")
        return found

    return folder


def read(data: bytes, format: str, **options: Any) -> Any:
    """Returns the value of a document, which ``decode`` reads as well."""
    try:
        value = varvel.loads(data, format=format, **options)
    except varvel.Error as error:
        with pytest.raises(varvel.DecodeErrors) as raised:
            varvel.decode(data, Any, format=format, **options)
        check_same_error(raised.value.errors[0], error)
        raise
    decoded = varvel.decode(data, Any, format=format, **options)
    assert same(decoded, value) or is_nan(value)
    return value


def check_same_error(decoded: varvel.Error, error: varvel.Error) -> None:
    assert decoded.kind == error.kind
    # What Python's objects do not hold has a place in `decode` alone.
    if error.offset is not None:
        assert (decoded.offset, decoded.line, decoded.path) == (
            error.offset,
            error.line,
            error.path,
        )


def is_refused(data: bytes, format: str, **options: Any) -> bool:
    try:
        read(data, format, **options)
    except varvel.Error:
        return True
    return False


def json_value(text: bytes) -> Any:
    """Returns what `json` reads, but -0 as the float that it is."""
    return json.loads(text, parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))


def test_json(suite: Suite) -> None:
    folder = suite("JSONTestSuite") / "test_parsing"
    counts = {"y": 0, "n": 0, "i": 0}
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        kind = file.name[0]
        counts[kind] += 1
        if kind == "n":
            assert is_refused(data, "json", duplicates="last"), file.name
            continue
        try:
            value = read(data, "json", duplicates="last")
        except varvel.Error:
            assert kind == "i", file.name
            continue
        # A document in another encoding than UTF-8, or with half of a character, is refused.
        assert same(value, json_value(data.removeprefix(b"\xef\xbb\xbf"))), file.name
        assert same(read(varvel.dumps(value), "json"), value), file.name
    assert counts == {"y": 95, "n": 188, "i": 35}


def test_json_examples(suite: Suite) -> None:
    files = sorted((suite("simdjson-data") / "jsonexamples").rglob("*.json"))
    assert len(files) >= 28
    for file in files:
        data = file.read_bytes()
        assert same(read(data, "json"), json_value(data)), file.name


def test_json5(suite: Suite) -> None:
    counts: dict[str, int] = {}
    for file in sorted(suite("json5-tests").rglob("*.*")):
        ending = file.suffix
        if ending not in (".json", ".json5", ".js", ".txt"):
            continue
        counts[ending] = counts.get(ending, 0) + 1
        data = file.read_bytes()
        options = {"duplicates": "last"}
        assert is_refused(data, "json", **options) == (ending != ".json"), file.name
        assert is_refused(data, "json5", **options) == (ending in (".js", ".txt")), file.name
    assert counts == {".json": 24, ".json5": 56, ".js": 6, ".txt": 25}


def yaml_cases(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("in.yaml")):
        if "name" not in file.relative_to(folder).parts:
            yield file.parent


def documents(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    text = text.lstrip()
    while text:
        value, end = decoder.raw_decode(text)
        yield value
        text = text[end:].lstrip()


def as_json(value: Any) -> Any:
    """Returns a value as the suite writes it: keys and bytes are strings."""
    if isinstance(value, dict):
        return {key_text(key): as_json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, bytes):
        return "bytes"
    return value


def key_text(key: Any) -> str:
    if key is None:
        return ""
    return key if isinstance(key, str) else json.dumps(as_json(key))


def comparable(value: Any) -> Any:
    """Returns a value without what JSON and Python disagree on: 1 and 1.0, bytes as Base64."""
    if isinstance(value, dict):
        return {key: comparable(member) for key, member in value.items()}
    if isinstance(value, list):
        return [comparable(item) for item in value]
    return "bytes" if isinstance(value, str) and value.startswith("R0lGOD") else value


def test_yaml(suite: Suite) -> None:
    folder = suite("yaml-test-suite")
    refused = values = 0
    for case in yaml_cases(folder):
        data = (case / "in.yaml").read_bytes()
        if (case / "error").exists():
            assert is_refused(data, "yaml"), case.name
            refused += 1
            continue
        try:
            value = read(data, "yaml", duplicates="last")
        except varvel.Error as error:
            # Several documents, and keys that have no place in a dict.
            if error.kind not in ("trailing_data", "unrepresentable", "duplicate_key"):
                raise
            continue
        wanted = case / "in.json"
        if not wanted.exists():
            continue
        expected = list(documents(wanted.read_text()))
        if len(expected) != 1:
            expected = [expected] if expected else [None]
        assert as_json(value) == comparable(expected[0]), case
        values += 1
    assert refused == 94
    assert values == 261


def test_message_pack(suite: Suite) -> None:
    text = (suite("msgpack-test-suite") / "dist" / "msgpack-test-suite.json").read_text()
    count = 0
    for group in json.loads(text).values():
        for case in group:
            for encoding in case["msgpack"]:
                data = bytes.fromhex(encoding.replace("-", ""))
                count += 1
                if "timestamp" in case:
                    found = varvel.loads(data, format="msgpack", timestamp_hook=lambda *one: one)
                    assert list(found) == case["timestamp"]
                    continue
                value = read(data, "msgpack")
                assert is_value(case, value), case
                assert same(read(varvel.dumps(value, format="msgpack"), "msgpack"), value)
    assert count == 233


def is_value(case: dict[str, Any], value: Any) -> bool:
    """Returns whether a value is that of a case of the suite."""
    if "binary" in case:
        return bool(value == bytes.fromhex(case["binary"].replace("-", "")))
    if "ext" in case:
        code, data = case["ext"]
        return bool(value == varvel.Extension(code, bytes.fromhex(data.replace("-", ""))))
    if "bignum" in case:
        return bool(value == int(case["bignum"]))
    (wanted,) = (
        case[key] for key in ("nil", "bool", "number", "string", "array", "map") if key in case
    )
    return bool(value == wanted) and isinstance(value, bool) == isinstance(wanted, bool)


def test_cbor_of_the_rfc(suite: Suite) -> None:
    cases = json.loads((suite("cbor-test-vectors") / "appendix_a.json").read_text())
    assert len(cases) == 82
    for case in cases:
        if case["hex"] == "f818":  # RFC 8949 has none of these
            assert is_refused(b"\xf8\x18", "cbor")
            continue
        value = read(bytes.fromhex(case["hex"]), "cbor")
        if "decoded" in case and not isinstance(value, (bytes, varvel.Tagged)):
            assert value == case["decoded"], case
        again = read(varvel.dumps(value, format="cbor"), "cbor")
        assert same(again, value) or is_nan(value), case


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def test_cbor_of_the_working_group(suite: Suite) -> None:
    counts = {False: 0, True: 0}
    for file in sorted(suite("cbor-wg-test-vectors").rglob("*.cbor")):
        if "spike" in file.parts:
            continue
        # It has values that are no objects of Python.
        whole = varvel.Document(file.read_bytes(), format="cbor", max_depth=1000)
        for case in whole["tests"]:
            fails = case.get("fail", whole.get("fail", False))
            counts[fails] += 1
            found = [kind_of_fault(case["encoded"], of) for of in (False, True)]
            assert found[0] == found[1], case
            # Values that Python's objects do not hold are right all the same.
            is_bad = found[0] not in (None, "unrepresentable", "duplicate_key")
            assert is_bad == fails, case
    assert counts[True] >= 47 and counts[False] >= 160


def kind_of_fault(data: bytes, is_typed: bool) -> str | None:
    try:
        if is_typed:
            varvel.decode(data, Any, format="cbor", max_depth=1000)
        else:
            varvel.loads(data, format="cbor", max_depth=1000)
    except varvel.Error as error:
        return error.kind
    return None


def test_numbers_that_are_read(suite: Suite) -> None:
    count = 0
    for file in sorted((suite("number-parsing") / "parse-number-fxx" / "data").iterdir()):
        for line in file.read_text().splitlines():
            _, _, bits, text = line.split()
            (wanted,) = struct.unpack(">d", bytes.fromhex(bits))
            try:
                json.loads(text)
            except ValueError:
                continue  # no number of JSON
            data = text.encode()
            if math.isinf(wanted):
                with pytest.raises(varvel.DecodeErrors):
                    varvel.decode(data, float)
                continue
            value = varvel.loads(data, parse_int=float)
            assert struct.pack(">d", value) == struct.pack(">d", wanted), text
            assert struct.pack(">d", varvel.decode(data, float)) == struct.pack(">d", wanted), text
            count += 1
    assert count > 5000


def test_numbers_that_are_written(suite: Suite) -> None:
    count = 0
    for name in ("ryu_d2s.tsv", "zmij_boundary_bits.tsv"):
        for line in (suite("number-printing") / name).read_text().splitlines():
            bits, _, shortest = line.partition("\t")
            try:
                (value,) = struct.unpack(">d", bytes.fromhex(bits.removeprefix("0x")))
            except (ValueError, struct.error):
                continue
            if not math.isfinite(value):
                continue
            text = varvel.dumps(value)
            assert same(varvel.loads(text), value), line
            if shortest and "E" in shortest:
                assert digits(text.decode()) == digits(shortest), line
            count += 1
    assert count > 100


def digits(text: str) -> str:
    """Returns the digits of a number that count."""
    number = text.lower().partition("e")[0].replace("-", "").replace(".", "")
    return number.strip("0")
