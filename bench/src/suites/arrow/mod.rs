//! `arrow`: lines of NDJSON into Arrow in memory, Parquet files and VARIANT, beside engines; and
//! into sinks of our own.
//!
//! The engines run in one process of Python (`bench/external/arrow/peers.py`), on one thread, by
//! turns with ours. The time is that of the processor, of all threads of a process. Rows and the
//! sum of a column of integers are compared; files are read back by DuckDB for that.

mod peers;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arrow_schema::SchemaRef;
use clap::Args;
use serde_json::{Value, json};

use self::peers::Peers;
use self::work::Work;
use super::external;
use crate::corpus::events::{Form, events};
use crate::results::{OURS, Row};

/// The options of this suite.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    external: external::Options,
    /// A tenth of the data, and three rounds.
    #[arg(long)]
    quick: bool,
    /// The Python with the packages of `bench/external/arrow/requirements.txt`, which `cargo xtask
    /// bench arrow` installs.
    #[arg(long, value_name = "FILE", env = "VARVEL_BENCH_PYTHON")]
    python: PathBuf,
    /// Only cases whose name contains this (may be given several times).
    #[arg(long, value_name = "SUBSTRING")]
    only: Vec<String>,
}

/// A file of events.
struct File {
    name: &'static str,
    path: PathBuf,
    bytes: usize,
    /// A column of integers, whose sum is compared.
    key: &'static str,
    /// Three columns, as paths and as expressions of SQL.
    columns: [&'static str; 3],
}

/// One way to do the work of a case.
struct Subject {
    name: &'static str,
    run: Run,
}

type Run = Box<dyn Fn(&mut Peers) -> Result<Done, String>>;

/// The time that a round took, and what is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Done {
    time: Duration,
    rows: Option<(usize, i128)>,
}

/// Measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let (bytes, rounds) = match options.quick {
        true => (20_000_000, 3),
        false => (200_000_000, 7),
    };
    let folder = external::built("arrow")?;
    let mut peers = Peers::start(&options.python)?;
    let mut rows = Vec::new();
    for (form, name, key, columns) in [
        (Form::Nested, "nested", "id", ["id", "type", "payload.size"]),
        (Form::Flat, "flat", "uid", ["uid", "code", "path"]),
    ] {
        let path = folder.join(name).with_extension("ndjson");
        let text = events(form, bytes);
        fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = File {
            name,
            path,
            bytes: text.len(),
            key,
            columns,
        };
        let cases = Cases {
            schema: work::schema_of(&file.path, &work::options(1))?,
            file: &file,
            folder: &folder,
        };
        for (case, subjects) in cases.all()? {
            let case = format!("{case}/{}", file.name);
            if !options.only.is_empty() && !options.only.iter().any(|part| case.contains(part)) {
                continue;
            }
            rows.extend(measure(&case, &subjects, &file, &mut peers, rounds)?);
        }
    }
    external::report(&rows, options.external.json.as_deref())
}

/// Measures the subjects of a case by turns, and compares their results.
fn measure(
    case: &str,
    subjects: &[Subject],
    file: &File,
    peers: &mut Peers,
    rounds: usize,
) -> Result<Vec<Row>, String> {
    let mut times = vec![Vec::new(); subjects.len()];
    for _ in 0..rounds {
        let mut first = None;
        for (subject, times) in subjects.iter().zip(&mut times) {
            let done =
                (subject.run)(peers).map_err(|why| format!("{case}: {}: {why}", subject.name))?;
            times.push(done.time.as_nanos() as f64);
            let rows = *first.get_or_insert(done.rows);
            if rows != done.rows {
                let what = format!("{rows:?} and {:?}", done.rows);
                return Err(format!("{case}: {} has other rows: {what}", subject.name));
            }
        }
    }
    let row = |(subject, times): (&Subject, &Vec<f64>)| {
        let version = peers.version(subject.name);
        external::row(
            "arrow",
            case.to_owned(),
            (subject.name, &version),
            times,
            file.bytes as f64,
        )
    };
    Ok(subjects.iter().zip(&times).map(row).collect())
}

/// The cases of a file.
struct Cases<'f> {
    file: &'f File,
    /// The columns of the file.
    schema: SchemaRef,
    /// The folder of what is written.
    folder: &'f Path,
}

impl Cases<'_> {
    fn all(&self) -> Result<Vec<(&'static str, Vec<Subject>)>, String> {
        let path = self.file.path.display().to_string();
        let (key, columns) = (self.file.key, &self.file.columns);
        let duckdb = |given: bool, codec: &str| json!({"task": "duckdb_parquet", "file": path, "out": self.out("duckdb"), "given": given, "codec": codec});
        let quoted = columns.map(|name| match name.contains('.') {
            true => name.to_owned(),
            false => format!("\"{name}\""),
        });
        let to_arrow = json!({"task": "duckdb_arrow", "file": path, "key": key});
        let three = json!({"task": "duckdb_arrow", "file": path, "key": key, "columns": quoted});
        let pyarrow = json!({"task": "pyarrow_arrow", "file": path, "key": key});
        let polars = json!({"task": "polars_parquet", "file": path, "out": self.out("polars")});
        let variant = json!({"task": "duckdb_variant", "file": path});
        Ok(vec![
            (
                "arrow",
                vec![
                    self.ours(OURS, &[], Work::arrow)?,
                    asked("DuckDB", to_arrow),
                    asked("pyarrow", pyarrow),
                ],
            ),
            (
                "arrow_3",
                vec![
                    self.ours(OURS, columns, Work::arrow)?,
                    asked("DuckDB", three),
                ],
            ),
            (
                "parquet",
                vec![
                    self.written(OURS, 1, true)?,
                    self.read_back("DuckDB", duckdb(true, "zstd")),
                    self.read_back("DuckDB snappy", duckdb(true, "snappy")),
                ],
            ),
            (
                "parquet_inferred",
                vec![
                    self.written(OURS, 1, false)?,
                    self.read_back("DuckDB", duckdb(false, "zstd")),
                    self.read_back("Polars", polars),
                ],
            ),
            (
                "parquet_threads",
                vec![
                    self.written(OURS, 2, true)?,
                    self.written("varvel, one thread", 1, true)?,
                ],
            ),
            (
                "variant",
                vec![
                    self.ours(OURS, &[], Work::variant)?,
                    asked("DuckDB", variant),
                ],
            ),
            (
                "drive",
                vec![
                    self.ours(OURS, &[], Work::drive)?,
                    self.ours("freezing", &[], Work::freeze)?,
                ],
            ),
        ])
    }

    /// Returns the path of the Parquet file that a library writes.
    fn out(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension("parquet")
    }

    /// Returns a subject of ours, on one thread.
    fn ours(
        &self,
        name: &'static str,
        columns: &[&str],
        run: impl Fn(&Work) -> Result<Done, String> + 'static,
    ) -> Result<Subject, String> {
        let work = Work::new(self.file, &self.schema, 1, columns)?;
        Ok(Subject {
            name,
            run: Box::new(move |_| run(&work)),
        })
    }

    /// Returns a subject of ours that writes a Parquet file.
    fn written(&self, name: &'static str, threads: usize, given: bool) -> Result<Subject, String> {
        let (work, out) = (
            Work::new(self.file, &self.schema, threads, &[])?,
            self.out(OURS),
        );
        let written = move |_: &mut Peers| work.parquet(&out, given);
        Ok(self.checked(name, self.out(OURS), written))
    }

    /// Returns a subject of another library that writes a Parquet file.
    fn read_back(&self, name: &'static str, task: Value) -> Subject {
        let out = PathBuf::from(task["out"].as_str().unwrap_or_default());
        self.checked(name, out, move |peers| peers.ask(&task))
    }

    /// Returns a subject whose file is read back.
    fn checked(
        &self,
        name: &'static str,
        out: PathBuf,
        run: impl Fn(&mut Peers) -> Result<Done, String> + 'static,
    ) -> Subject {
        let check = json!({"task": "check", "file": out, "key": self.file.key});
        let run = move |peers: &mut Peers| {
            let Done { time, .. } = run(peers)?;
            let Done { rows, .. } = peers.ask(&check)?;
            Ok(Done { time, rows })
        };
        Subject {
            name,
            run: Box::new(run),
        }
    }
}

/// Returns a subject of another library.
fn asked(name: &'static str, task: Value) -> Subject {
    Subject {
        name,
        run: Box::new(move |peers| peers.ask(&task)),
    }
}
