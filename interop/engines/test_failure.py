"""64 splits with processes that are ended by SIGKILL in between: the same rows, no file twice."""

import failure
import pyarrow.parquet
import varvel

ROWS = 128_000


def test_processes_that_are_ended_lose_no_row(tmp_path):
    source, folder = tmp_path / "a.ndjson", tmp_path / "out"
    with source.open("w") as file:
        for n in range(ROWS):
            file.write('{"n":%d,"text":"%s","more":{"half":%d.5}}\n' % (n, "x" * (n * 7 % 100), n))
    folder.mkdir()
    plan = varvel.splits(source, size=source.stat().st_size // 64 + 1)
    assert len(plan) == 64
    done = failure.run(plan, varvel.infer_schema(plan), str(folder))
    assert done.rows == ROWS and done.ended >= 10, done.ended
    names = sorted(path.name for path in folder.glob("*.parquet"))
    assert names == [f"part-{number:05}.parquet" for number in range(64)]
    numbers = []
    for name in names:
        table = pyarrow.parquet.read_table(folder / name)
        table.validate(full=True)
        numbers += table["n"].to_pylist()
        assert all(row["more"]["half"] == row["n"] + 0.5 for row in table.slice(0, 10).to_pylist())
    # In the order of the splits they are the lines of the file, each once.
    assert numbers == list(range(ROWS))
