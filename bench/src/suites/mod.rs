//! The suites: which cases there are, with which documents and subjects.
//!
//! A suite plans its cases; [`run`] filters, checks, measures and prints them one way for all.

pub mod dart;
pub mod json;
pub mod size;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::harness::{Case, Effort, Subject, measure};
use crate::machine::Machine;
use crate::results::{self, Row};
use crate::subjects;

/// What every suite understands.
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
}

/// A case with the subjects that will run it.
pub struct Planned {
    case: Case,
    subjects: fn() -> Vec<Box<dyn Subject>>,
}

impl Planned {
    /// Throughput counts the mean size of a document.
    pub fn new(
        suite: &'static str,
        name: String,
        documents: Vec<Vec<u8>>,
        subjects: fn() -> Vec<Box<dyn Subject>>,
    ) -> Self {
        let total: usize = documents.iter().map(Vec::len).sum();
        let bytes_per_op = total as f64 / documents.len() as f64;
        Self {
            case: Case {
                suite,
                name,
                bytes_per_op,
                documents,
            },
            subjects,
        }
    }
}

/// Runs the planned cases and prints them; the header first.
pub fn run(planned: Vec<Planned>, options: &Options) -> Result<(), String> {
    let machine = Machine::this();
    for line in machine.lines() {
        println!("{line}");
    }
    let wanted = |name: &str, filters: &[String]| {
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    let keep = |planned: &Planned| wanted(&planned.case.name, &options.only);
    let planned: Vec<Planned> = planned.into_iter().filter(keep).collect();
    let effort = effort(options.quick, planned.len());
    let start = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    let mut family = String::new();
    let mut names: Vec<String> = Vec::new();
    for Planned { case, subjects } in &planned {
        let mut subjects = subjects();
        subjects.retain(|subject| {
            results::is_ours(subject.name()) || wanted(subject.name(), &options.peers)
        });
        let this_family = case.name.split('/').next().unwrap_or_default();
        if family != this_family {
            family = this_family.to_owned();
            names = subjects
                .iter()
                .map(|subject| subject.name().to_owned())
                .collect();
            let versions: Vec<String> = subjects
                .iter()
                .map(|s| format!("{} {}", s.name(), s.version()))
                .collect();
            println!("\n{family}: {}", versions.join(", "));
            println!("{}", results::table_header(&borrowed(&names)));
        }
        let truth: Result<Vec<_>, _> = case
            .documents
            .iter()
            .map(|document| subjects::reference(document))
            .collect();
        let truth = truth.map_err(|reason| format!("{}: {reason}", case.name))?;
        let (measured, refused) = measure(case, subjects, &truth, &effort);
        let measured: Vec<Row> = measured
            .into_iter()
            .map(|measurement| Row {
                suite: case.suite.to_owned(),
                case: case.name.clone(),
                subject: measurement.subject,
                version: measurement.version,
                ns_per_op: measurement.ns_per_op,
                mad_ns: measurement.mad_ns,
                bytes_per_op: case.bytes_per_op,
            })
            .collect();
        println!(
            "{}",
            results::table_line(&case.name, &borrowed(&names), &measured)
        );
        for (subject, reason) in refused {
            println!("    {subject} is left out of {}: {reason}", case.name);
        }
        rows.extend(measured);
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

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn effort(quick: bool, cases: usize) -> Effort {
    if quick {
        // 30 s, less what loading and checking cost.
        let share = Duration::from_secs(16) / cases.max(1) as u32;
        let per_case = share.min(Duration::from_secs(1));
        Effort {
            per_case,
            min_rounds: 3,
            max_rounds: 31,
            batch: Duration::from_micros(1000),
        }
    } else {
        let per_case = Duration::from_millis(2500);
        Effort {
            per_case,
            min_rounds: 15,
            max_rounds: 51,
            batch: Duration::from_micros(2000),
        }
    }
}
