"""The examples in the documentation of functions run."""

from __future__ import annotations

import doctest

import varvel


def test_examples_of_tables(tmp_path):
    path = tmp_path / "example.ndjson"
    path.write_text("".join(f'{{"n":{n},"text":"some text"}}\n' for n in range(92)))
    runner, ran = doctest.DocTestRunner(), 0
    for function in (varvel.splits, varvel.infer_schema, varvel.read_records):
        known = {**vars(varvel), "example": lambda: path}
        parser = doctest.DocTestParser()
        test = parser.get_doctest(function.__doc__, known, function.__name__, None, None)
        ran += len(test.examples)
        assert runner.run(test).failed == 0
    assert ran == 6
