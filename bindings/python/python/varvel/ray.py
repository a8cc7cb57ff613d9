"""Records of files as a ``Dataset`` of Ray, with a task for each split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow
import ray.data
from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

from . import splits
from ._tables import (
    SIZE,
    BadLines,
    Choices,
    Conflicts,
    Duplicates,
    Format,
    Schema,
    Source,
    Unknown,
    column_paths,
)
from ._varvel import Split, TableSchema

__all__ = ["RecordsDatasource", "read"]


def read(
    source: Source,
    *,
    format: Format | None = None,
    schema: Schema | None = None,
    columns: Iterable[str] | None = None,
    conflicts: Conflicts = "json",
    unknown: Unknown = "error",
    bad_lines: BadLines = "error",
    duplicates: Duplicates = "error",
    sample: int | None = None,
    max_expansion: int | None = None,
    tolerant: bool = False,
    as_text: bool = False,
    split_size: int | str = SIZE,
    concurrency: int | None = None,
    override_num_blocks: int | None = None,
    num_cpus: float | None = None,
    num_gpus: float | None = None,
    memory: float | None = None,
    ray_remote_args: dict[str, Any] | None = None,
) -> ray.data.Dataset:
    """Returns records of files as a ``Dataset``. The arguments are those of ``read_records``.

    A task reads a split of about ``split_size`` bytes. The splits are planned, and the schema is
    inferred unless it is given, once and here. If it was inferred from all records, tasks parse
    only the columns that are used. With ``schema``, ``sample`` or ``bad_lines`` a record may be bad
    by any column, so that all are parsed and checked; ``columns`` leaves columns out for good.
    The last six arguments are those of ``ray.data.read_datasource``.

    The first rows alone are those of ``limit`` of the ``Dataset``, and Ray has its own threads.

    With ``bad_lines="collect"`` bad records are left out; ``read_records`` tells which they are.
    """
    plan = splits(source, size=split_size, format=format)
    wanted = column_paths(columns)
    choices = Choices(
        conflicts, unknown, bad_lines, duplicates, sample, max_expansion, tolerant, as_text
    )
    found = choices.columns(plan, schema, wanted)
    if wanted is not None:
        choices = choices.of_part()
    in_part = choices.are_sure(schema)
    source = RecordsDatasource(plan, found, choices, in_part=in_part)
    return ray.data.read_datasource(
        source,
        concurrency=concurrency,
        override_num_blocks=override_num_blocks,
        num_cpus=num_cpus,
        num_gpus=num_gpus,
        memory=memory,
        ray_remote_args=ray_remote_args,
    )


class RecordsDatasource(Datasource):
    """Splits as a source of Ray.

    With ``in_part`` only the columns that are used are parsed: no record is bad by another one.
    """

    def __init__(
        self,
        plan: list[Split],
        schema: TableSchema,
        choices: Choices,
        *,
        in_part: bool = False,
    ) -> None:
        super().__init__()
        # The columns that are used: Ray sets it, and sources begin with it.
        self._projection_map: dict[str, str] | None = None
        self.plan = plan
        self.schema = schema
        self.choices = choices
        self.in_part = in_part

    def get_name(self) -> str:
        return "Varvel"

    def supports_projection_pushdown(self) -> bool:
        return True

    def estimate_inmemory_data_size(self) -> int | None:
        return sum(split.end - split.start for split in self.plan)

    def get_read_tasks(
        self,
        parallelism: int,
        per_task_row_limit: int | None = None,
        data_context: Any = None,
    ) -> list[ReadTask]:
        schema, choices = self.schema, self.choices
        columns = self.get_projection_map()
        # Without any column the rows are still counted.
        used = schema.pick(list(columns)) if columns else schema
        if columns and self.in_part:
            schema, choices = used, choices.of_part()
        arrow = pyarrow.schema(used)
        tasks = []
        for split in self.plan:
            about = BlockMetadata(
                num_rows=None,
                size_bytes=split.end - split.start,
                input_files=(split.file,),
                exec_stats=None,
            )
            work = reading(split, schema, choices, per_task_row_limit, used.names)
            tasks.append(ReadTask(work, about, arrow, per_task_row_limit))
        return tasks


def reading(
    split: Split, schema: TableSchema, choices: Choices, limit: int | None, used: list[str]
) -> Callable[[], Iterator[pyarrow.Table]]:
    """Returns the work of a task, which gives the columns that are used."""

    def read_split() -> Iterator[pyarrow.Table]:
        records = choices.read(split, schema, limit=limit, threads=1)
        batches = records.batches()
        try:
            for batch in batches:
                yield pyarrow.Table.from_batches([pyarrow.record_batch(batch)]).select(used)
        finally:
            batches.close()

    return read_split
