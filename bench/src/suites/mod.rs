//! The suites: their cases, with documents and subjects.
//!
//! A suite plans its cases; [`run`] filters, checks, measures and prints those of all suites, each
//! case in a process of its own.

pub mod arrow;
pub mod c;
pub mod cbor;
pub mod compile;
pub mod cpp;
pub mod dart;
pub mod dataconfig;
pub mod external;
pub mod flatcc;
pub mod go;
mod isolated;
pub mod json;
pub mod jvm;
pub mod libdart;
mod lookup;
pub mod msgpack;
pub mod objectbox;
pub mod python;
pub mod scalajack;
pub mod size;
pub mod stream;
pub mod views;
pub mod yaml;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::checksum::Checksum;
use crate::harness::{Case, Effort, Measurement, Subject, measure};
use crate::machine::Machine;
use crate::results::{self, Row};
use crate::subjects;

/// The options of every suite.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Under 30 s a suite: fewer rounds.
    #[arg(long)]
    pub quick: bool,
    /// Only cases whose name contains this (may be given several times).
    #[arg(long, value_name = "SUBSTRING")]
    pub only: Vec<String>,
    /// Only peers whose name contains one of these, ours always.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub peers: Vec<String>,
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Measure this case alone, in this process, and print its result as JSON (for profilers).
    #[arg(long, value_name = "NAME")]
    pub case: Option<String>,
    /// With `--case`: only the subject of this name, for as long as `--budget-ms` says.
    #[arg(long, value_name = "NAME", requires = "case")]
    pub subject: Option<String>,
    /// With `--case`: how long to measure.
    #[arg(long, value_name = "MS", requires = "case")]
    pub budget_ms: Option<u64>,
}

/// The time for a case unless `--quick` is given.
const FULL_PER_CASE: Duration = Duration::from_millis(2500);

/// A case with the subjects that run it.
pub struct Planned {
    case: Case,
    subjects: Family,
    truth: Truth,
}

/// Returns the subjects of a family.
pub type Family = fn() -> Vec<Box<dyn Subject>>;

/// Returns the right result of the work on a document.
pub type Truth = fn(&[u8]) -> Result<Checksum, String>;

impl Planned {
    /// Plans a case. Throughput counts the mean size of a document.
    pub fn new(
        suite: &'static str,
        name: String,
        documents: Vec<Vec<u8>>,
        subjects: Family,
    ) -> Self {
        let total: usize = documents.iter().map(Vec::len).sum();
        let bytes_per_op = total as f64 / documents.len() as f64;
        Self {
            case: Case {
                suite,
                name,
                bytes_per_op,
                operations: 1,
                documents,
                wall: false,
            },
            subjects,
            truth: subjects::reference,
        }
    }

    /// Sets the number of operations of each run. Such a case has no throughput.
    pub fn of(mut self, operations: usize) -> Self {
        self.case.operations = operations;
        self.case.bytes_per_op = 0.0;
        self
    }

    /// Times the case by the wall clock: the work has threads of its own.
    pub fn on_the_wall(mut self) -> Self {
        self.case.wall = true;
        self
    }

    /// Sets the right result, if it is not the whole document.
    pub fn checked_by(mut self, truth: Truth) -> Self {
        self.truth = truth;
        self
    }

    /// Returns the family, such as `read`.
    fn family(&self) -> &str {
        self.case.name.split('/').next().unwrap_or_default()
    }

    fn subjects(&self, options: &Options) -> Vec<Box<dyn Subject>> {
        let mut subjects = (self.subjects)();
        subjects.retain(|subject| {
            let ours = results::is_ours(subject.name());
            match &options.subject {
                Some(name) => subject.name() == name,
                None => ours || wanted(subject.name(), &options.peers),
            }
        });
        subjects
    }
}

/// Runs the planned cases and prints them; the header first.
pub fn run(planned: Vec<Planned>, options: &Options) -> Result<(), String> {
    if let Some(name) = &options.case {
        let planned = planned
            .into_iter()
            .find(|planned| planned.case.name == *name);
        let planned = planned.ok_or_else(|| format!("no case is called {name}"))?;
        return isolated::print(&outcome(&planned, options)?);
    }
    let machine = Machine::this();
    for line in machine.lines() {
        println!("{line}");
    }
    let keep = |planned: &Planned| wanted(&planned.case.name, &options.only);
    let planned: Vec<Planned> = planned.into_iter().filter(keep).collect();
    // 30 s in all when quick, less the time for loading and checking.
    let share = Duration::from_secs(16) / planned.len().max(1) as u32;
    let per_case = if options.quick {
        share.min(Duration::from_secs(1))
    } else {
        FULL_PER_CASE
    };
    let start = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    let mut heading = String::new();
    let mut names: Vec<String> = Vec::new();
    for planned in &planned {
        let case = &planned.case;
        let subjects = planned.subjects(options);
        let versions: Vec<String> = subjects
            .iter()
            .map(|subject| format!("{} {}", subject.name(), subjects::version(subject.name())))
            .collect();
        let this_family = planned.family();
        let this_heading = format!("{this_family}: {}", versions.join(", "));
        if heading != this_heading {
            heading = this_heading;
            names = subjects
                .iter()
                .map(|subject| subject.name().to_owned())
                .collect();
            println!("\n{heading}\n{}", results::table_header(&borrowed(&names)));
        }
        let outcome = isolated::run(case.suite, &case.name, options, per_case)?;
        println!(
            "{}",
            results::table_line(&case.name, &borrowed(&names), &outcome.rows)
        );
        for (subject, reason) in outcome.refused {
            println!("    {subject} is left out of {}: {reason}", case.name);
        }
        rows.extend(outcome.rows);
    }
    println!(
        "\n{} cases in {:.1} s",
        planned.len(),
        start.elapsed().as_secs_f64()
    );
    match &options.json {
        Some(path) => results::write(path, &rows, &machine),
        None => Ok(()),
    }
}

/// Checks and measures one case in this process.
fn outcome(planned: &Planned, options: &Options) -> Result<isolated::Outcome, String> {
    let case = &planned.case;
    let truth = case
        .documents
        .iter()
        .map(|document| (planned.truth)(document));
    let truth: Result<Vec<_>, _> = truth.collect();
    let truth = truth.map_err(|reason| format!("{}: {reason}", case.name))?;
    let per_case = options
        .budget_ms
        .map_or(FULL_PER_CASE, Duration::from_millis);
    let (batch, min_rounds, max_rounds) = if options.quick {
        (1, 4, 32)
    } else {
        (2, 16, 52)
    };
    let max_rounds = match options.subject {
        Some(_) => usize::MAX,
        None => max_rounds,
    };
    let batch = Duration::from_millis(batch);
    let effort = Effort {
        per_case,
        min_rounds,
        max_rounds,
        batch,
    };
    let (measured, refused) = measure(case, planned.subjects(options), &truth, &effort);
    let row = |measurement: Measurement| Row {
        suite: case.suite.to_owned(),
        case: case.name.clone(),
        version: subjects::version(&measurement.subject),
        subject: measurement.subject,
        ns_per_op: measurement.ns_per_op,
        mad_ns: measurement.mad_ns,
        bytes_per_op: case.bytes_per_op,
        mean_ns: None,
        deviation_ns: None,
    };
    Ok(isolated::Outcome {
        rows: measured.into_iter().map(row).collect(),
        refused,
    })
}

/// Returns whether a name passes filters; no filter passes all.
fn wanted(name: &str, filters: &[String]) -> bool {
    filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
}

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}
