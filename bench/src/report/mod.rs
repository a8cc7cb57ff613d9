//! `bench report`: turns result files into charts and a page.
//!
//! All charts and tables come from the rows in the files; nothing is measured here.

mod bars;
mod chart;
mod libdart;
mod page;

use std::fs;
use std::path::PathBuf;

use clap::Args;

use crate::machine::Machine;
use crate::results::{self, Row};
use crate::suites::{compile, size};

/// The result files, and the folder for the pages.
#[derive(Args)]
pub struct Options {
    /// Files written by `--json` of the suites.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    json: Vec<PathBuf>,
    /// The folder for README.md and the charts.
    #[arg(long, value_name = "FOLDER", default_value = "docs/benchmarks")]
    out: PathBuf,
}

/// Cases that belong in one chart and one table.
pub struct Group {
    /// The file stem of the chart, such as `json-parse-small`.
    pub stem: String,
    /// The heading, such as `JSON text to a tree: small documents`.
    pub title: String,
    /// The unit of its tables and charts.
    pub unit: Unit,
    /// Whether it has a chart besides the table. Minified documents have none, since they are close
    /// to the originals, nor have colliding keys, which are close to random ones.
    pub charted: bool,
    /// The rows of each case, by its name without the family.
    pub cases: Vec<(String, Vec<Row>)>,
}

/// The unit of a number.
#[derive(Clone, Copy, PartialEq)]
pub enum Unit {
    /// GB/s.
    Throughput,
    /// Nanoseconds an operation.
    Time,
    /// The size of a document.
    Bytes,
}

impl Unit {
    /// Returns the head of a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Throughput => "GB/s",
            Self::Time => "time",
            Self::Bytes => "bytes",
        }
    }

    /// Returns the number of a row.
    pub fn value(self, row: &Row) -> f64 {
        match self {
            Self::Throughput => row.gb_per_s(),
            Self::Time => row.ns_per_op,
            Self::Bytes => row.bytes_per_op,
        }
    }

    /// Returns a number that is better if it is smaller: time or bytes.
    pub fn cost(self, row: &Row) -> f64 {
        match self {
            Self::Throughput | Self::Time => row.ns_per_op,
            Self::Bytes => row.bytes_per_op,
        }
    }

    /// Returns a number of this unit as text.
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Throughput => format!("{value:.2}"),
            Self::Time => results::nanoseconds(value),
            Self::Bytes => chart::size(value),
        }
    }
}

/// The result files whose bars are printed.
#[derive(Args)]
pub struct BarsOptions {
    /// Files written by `--json` of the suites.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    json: Vec<PathBuf>,
}

/// Prints the bars.
pub fn print_bars(options: &BarsOptions) -> Result<(), String> {
    let (rows, _) = read(&options.json)?;
    print!("{}", bars::text(&bars::bars(&rows)));
    Ok(())
}

/// Reads all rows of some files, and the one machine on which they were measured.
fn read(paths: &[PathBuf]) -> Result<(Vec<Row>, Option<Machine>), String> {
    let mut rows: Vec<Row> = Vec::new();
    let mut machine: Option<Machine> = None;
    for path in paths {
        let (found, on) = results::read(path)?;
        if machine.is_some() && on.is_some() && machine != on {
            return Err(format!(
                "{} was measured on another machine or build",
                path.display()
            ));
        }
        machine = machine.or(on);
        rows.extend(found);
    }
    Ok((rows, machine))
}

/// Reads the files, draws the charts and writes the page.
pub fn run(options: &Options) -> Result<(), String> {
    let (rows, machine) = read(&options.json)?;
    fs::create_dir_all(&options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    let groups = groups(&rows);
    let charts = match chart::load_font() {
        Ok(()) => {
            for group in groups.iter().filter(|group| group.charted) {
                chart::draw(group, &options.out)?;
            }
            true
        }
        Err(reason) => {
            eprintln!("no charts: {reason}");
            false
        }
    };
    let path = options.out.join("README.md");
    let bars = bars::markdown(&bars::bars(&rows));
    let libdart = libdart::table(&rows);
    let page = page::render(&bars, &libdart, &groups, machine.as_ref(), charts);
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// The names of families in headings; those of one suite are next to each other.
const FAMILIES: &[(&str, &str)] = &[
    ("views/read", "All fields of what was checked"),
    ("views/checked", "All fields of bytes, which are checked"),
    ("flatcc/encode", "Structs to a FlatBuffer, the builder kept"),
    (
        "flatcc/encode-fresh",
        "Structs to a FlatBuffer, a builder each time",
    ),
    (
        "flatcc/traverse",
        "All fields of a verified FlatBuffer, summed",
    ),
    ("flatcc/verify", "A FlatBuffer verified"),
    ("flatcc/json", "A FlatBuffer to JSON text and back"),
    ("objectbox/build", "A row to a FlatBuffer, the builder kept"),
    (
        "objectbox/read",
        "All fields of a verified row, its list copied out",
    ),
    ("parse", "JSON text to a tree"),
    ("build", "A tree or buffer from parts in memory"),
    ("write", "A tree, or structs, to JSON text"),
    (
        "validate",
        "Frozen bytes validated, and the same document's JSON parsed",
    ),
    ("drive", "JSON driven into the frozen builder"),
    ("lookup", "Every key of an object looked up, a look-up"),
    (
        "lookup-key",
        "Keys hashed at compile time looked up, a look-up",
    ),
    ("lookup-chain", "Keys that were found looked up, a look-up"),
    ("column", "One field of many records, a record"),
    ("iterate", "Members and items, each"),
    ("unwrap", "Scalars read out of arrays, each"),
    (
        "value-lookup",
        "Every key of a value that is an object looked up, a look-up",
    ),
    ("value-iterate", "Members and items of values, each"),
    ("value-insert", "Members and items put into values, each"),
    ("value-freeze", "A thawed value frozen"),
    ("value-refreeze", "A document frozen again after one edit"),
    ("value-edit", "JSON text to a value, and one edit"),
    ("value-write", "A thawed value to JSON text"),
    ("compare", "Two equal documents compared"),
    ("read", "JSON text to structs"),
    ("borrow", "JSON text to structs that borrow from it"),
    ("reuse", "JSON text into structs that are there"),
    ("events", "YAML text to events"),
    (
        "freeze",
        "YAML text to frozen documents, beside the events of peers",
    ),
    ("structs", "YAML text to structs"),
    ("unpack", "MessagePack to structs"),
    ("pack", "Structs to MessagePack"),
    ("from-json", "JSON text to MessagePack, no tree between"),
    ("to-json", "MessagePack to JSON text, no tree between"),
    ("size", "Bytes of a document"),
    (
        "compile",
        "A hundred structs: time to build them when they change",
    ),
    (
        "compiled",
        "A hundred structs: lines of LLVM IR, and bytes of the program",
    ),
];

/// The field's standard files, which come first.
const FIRST: &[&str] = &["twitter", "citm_catalog", "canada", "gsoc-2018", "numbers"];

fn groups(rows: &[Row]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for suite in results::distinct(rows.iter().map(|row| row.suite.as_str())) {
        let of_suite: Vec<&Row> = rows.iter().filter(|row| row.suite == suite).collect();
        for case in results::distinct(of_suite.iter().map(|row| row.case.as_str())) {
            let (family, name) = case.split_once('/').unwrap_or(("", case));
            let (variant, note) = if name.starts_with("small/") || name.starts_with("generated/") {
                ("-small", ", small documents")
            } else if name.ends_with(".min") {
                ("-minified", ", minified")
            } else if name.starts_with("colliding/") {
                ("-colliding", ", keys that begin alike")
            } else {
                ("", "")
            };
            let own = format!("{suite}/{family}");
            let heading = FAMILIES
                .iter()
                .find(|(key, _)| *key == own || *key == family);
            let heading = heading.map_or(family, |(_, heading)| heading);
            let stem = if family == suite {
                format!("{suite}{variant}")
            } else {
                format!("{suite}-{family}{variant}")
            };
            let unit = match suite {
                size::SUITE => Unit::Bytes,
                _ if family == compile::COUNTED => Unit::Bytes,
                compile::SUITE => Unit::Time,
                "libdart" | "flatcc" | "objectbox" => Unit::Time,
                _ if variant == "-small" => Unit::Time,
                _ => Unit::Throughput,
            };
            let cases = of_suite
                .iter()
                .filter(|row| row.case == case)
                .map(|row| (*row).clone());
            let case = (name.to_owned(), cases.collect());
            match groups.iter_mut().find(|group| group.stem == stem) {
                Some(group) => group.cases.push(case),
                None => groups.push(Group {
                    stem: stem.clone(),
                    title: format!("{heading}{note} (suite `{suite}`)"),
                    unit,
                    charted: !["-minified", "-colliding"].contains(&variant)
                        && stem != "size-small",
                    cases: vec![case],
                }),
            }
        }
    }
    let place = |name: &str| {
        let stem = name.trim_end_matches(".min");
        FIRST
            .iter()
            .position(|first| *first == stem)
            .unwrap_or(FIRST.len())
    };
    for group in &mut groups {
        group.cases.sort_by_key(|(name, _)| place(name));
    }
    groups
}
