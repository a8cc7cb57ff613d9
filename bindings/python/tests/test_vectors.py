"""The vectors that all languages of Varvel judge: spec/vectors.

Where the environment names a folder in ``VARVEL_CONFORMANCE``, each case is a line of a file there.
"""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

import pytest
import varvel

FOLDER = Path(__file__).parents[3] / "spec" / "vectors"


def cases(name):
    """Returns the cases of a set, each with the name of the set."""
    read = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    # There are no FlexBuffers in this package.
    read = [case for case in read if case["format"] != "flexbuffers"]
    return [pytest.param(name, case, id=f"{name}: {case['name']}") for case in read]


@pytest.fixture(autouse=True)
def judged(request):
    """Tells the conformance table what became of a case."""
    before = request.session.testsfailed
    yield
    folder = os.environ.get("VARVEL_CONFORMANCE")
    if folder:
        given = request.node.callspec.params
        name = given.get("set_", "frozen")
        line = {
            "language": "python",
            "set": name,
            "case": given["case"].get("name", given["case"].get("file")),
            "result": "right" if request.session.testsfailed == before else "wrong",
        }
        with open(Path(folder) / f"python-{name}.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def input_of(case):
    return bytes.fromhex(case["hex"]) if "hex" in case else case["text"].encode()


def check_error(case, run):
    """Holds the error of a call against that of a case."""
    with pytest.raises(varvel.Error) as caught:
        run()
    error = caught.value
    found = {
        "number": error.number,
        "offset": error.offset,
        "line": error.line,
        "column": error.column,
        "path": error.path or "",
    }
    assert {key: found[key] for key in case["error"]} == case["error"]


@pytest.mark.parametrize(
    ("set_", "case"),
    [case for name in ("json", "json5", "numbers", "errors") for case in cases(name)],
)
def test_documents(set_, case):
    data, format = input_of(case), case["format"]
    exact = "exact_decimals" in case.get("options", [])
    document = lambda: varvel.Document(data, format=format, exact_decimals=exact)
    if "error" in case:
        check_error(case, document)
        if not exact:
            check_error(case, lambda: varvel.loads(data, format=format))
        return
    if "unwritable" in case:
        for value in (document(), varvel.loads(data, format=format)):
            with pytest.raises(varvel.Error) as caught:
                varvel.dumps(value)
            assert caught.value.number == case["unwritable"]
        return
    written = case["written"].encode()
    assert varvel.dumps(document()) == written
    if not exact:
        assert varvel.dumps(varvel.loads(data, format=format)) == written
    if "bits" in case:
        value = varvel.loads(data, format=format)
        assert struct.pack(">d", value).hex() == case["bits"]
    if "kind" in case:
        kinds = {"an integer": int, "a float": float}
        assert type(varvel.loads(data, format=format)) is kinds[case["kind"]]


@pytest.mark.parametrize(("set_", "case"), cases("paths"))
def test_paths(set_, case):
    document = varvel.Document(case["text"], format=case["format"])
    if "error" in case:
        check_error(case, lambda: document.path(case["path"]))
    else:
        assert varvel.dumps(document.path(case["path"])) == case["written"].encode()


INDEX = json.loads((FOLDER / "INDEX.json").read_text(encoding="utf-8"))["vectors"]
# This package reads no frozen streams.
INDEX = [case for case in INDEX if not case["file"].startswith("v1/stream-")]


@pytest.mark.parametrize("case", INDEX, ids=lambda case: case["file"])
def test_frozen(case):
    data = (FOLDER / case["file"]).read_bytes()
    if case["verdict"] != "valid":
        with pytest.raises(varvel.Error) as caught:
            varvel.Document.from_bytes(data)
        assert caught.value.offset == case.get("offset", caught.value.offset)
        return
    document = varvel.Document.from_bytes(data)
    if "json" in case:
        assert varvel.dumps(document).decode() == case["json"]
        # Python has no floats of 32 bits: it gives theirs more digits.
        if "32-bits" not in case["file"]:
            assert varvel.dumps(document.to_python()).decode() == case["json"]
    for pointer, text in case.get("lookups", {}).items():
        if text is None:
            with pytest.raises(varvel.Error) as caught:
                document.pointer(pointer)
            assert caught.value.kind in ("not_found", "type_mismatch")
        elif "json" in case and "32-bits" not in case["file"]:
            value = document.pointer(pointer)
            assert json.loads(varvel.dumps(value)) == json.loads(text)
