//! `bench report`: turns result files into pages and pictures.
//!
//! | room | holds |
//! |---|---|
//! | `suites` | what suites there are, and our times against the best peers' |
//! | `front` | the first page |
//! | `page` | a page for each suite, and how it was measured |
//! | `bars` | the bars |
//! | `published` | figures that others published, beside ours |
//! | `chart` | pictures |
//! | `svg` | the words, bars and lines of a picture |
//!
//! All of them come from the rows in the files; nothing is measured here.

mod bars;
mod chart;
mod front;
mod page;
mod published;
mod suites;
mod svg;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use varvel::Decode;

use self::suites::Suite;
use crate::machine::Machine;
use crate::results::{self, Row};
use crate::suites::compile;

/// The result files, and the folder for the pages.
#[derive(Args)]
pub struct Options {
    /// Files written by `--json` of the suites; else all in `figures/` of the folder.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    json: Vec<PathBuf>,
    /// The folder for the pages and pictures.
    #[arg(long, value_name = "FOLDER", default_value = "docs/benchmarks")]
    out: PathBuf,
}

/// Cases that belong in one table.
pub struct Group {
    /// The name that tells it from the other groups: `json-parse-small`.
    pub stem: String,
    /// The heading, such as `JSON text to a tree: small documents`.
    pub title: String,
    /// The unit of its table and its bars.
    pub unit: Unit,
    /// The rows of each case, by its name without the family.
    pub cases: Vec<(String, Vec<Row>)>,
}

/// The unit of a number.
#[derive(Clone, Copy, Decode, PartialEq)]
#[varvel(rename_all = "snake_case")]
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
    print!("{}", bars::text(&all_bars(&read(&options.json)?.rows)));
    Ok(())
}

/// Returns the bars of the run, and then those of published figures.
fn all_bars(rows: &[Row]) -> Vec<bars::Bar> {
    let mut all = bars::bars(rows);
    all.extend(published::bars(rows));
    all
}

/// The rows of some files, and the runs in which they were measured.
pub struct Figures {
    pub rows: Vec<Row>,
    /// Each run, and the suites that were measured in it.
    pub runs: Vec<(Machine, Vec<String>)>,
}

/// Reads all rows of some files. Those of one suite must be of one run.
fn read(paths: &[PathBuf]) -> Result<Figures, String> {
    let mut figures = Figures {
        rows: Vec::new(),
        runs: Vec::new(),
    };
    for path in paths {
        let (rows, machine) = results::read(path)?;
        let machine = machine.ok_or_else(|| format!("{}: no machine beside it", path.display()))?;
        for suite in results::distinct(rows.iter().map(|row| row.suite.as_str())) {
            let of_suite =
                |run: &&mut (Machine, Vec<String>)| run.1.iter().any(|name| name == suite);
            match figures.runs.iter_mut().find(of_suite) {
                Some((other, _)) if *other != machine => {
                    return Err(format!("{}: {suite} of another run", path.display()));
                }
                Some(_) => continue,
                None => {}
            }
            match figures.runs.iter_mut().find(|(other, _)| *other == machine) {
                Some((_, suites)) => suites.push(suite.to_owned()),
                None => figures.runs.push((machine.clone(), vec![suite.to_owned()])),
            }
        }
        figures.rows.extend(rows);
    }
    Ok(figures)
}

/// Returns the files of results in a folder, in order.
fn stored(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.to_string_lossy();
        if name.ends_with(".json") && !name.ends_with(".machine.json") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reads the files, and writes the pictures and the pages.
pub fn run(options: &Options) -> Result<(), String> {
    let out = &options.out;
    let figures = match options.json.as_slice() {
        [] => read(&stored(&out.join("figures"))?)?,
        paths => read(paths)?,
    };
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    for (name, text) in files(&figures) {
        let path = out.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Returns the pages and pictures, by the names of their files.
fn files(figures: &Figures) -> BTreeMap<String, String> {
    let measured = |suite: &Suite| figures.rows.iter().any(|row| row.suite == suite.name);
    let suites: Vec<Suite> = suites::suites().into_iter().filter(measured).collect();
    let bars = all_bars(&figures.rows);
    let mut files = BTreeMap::new();
    for suite in &suites {
        let groups = groups_of(suite, &figures.rows);
        let mut page = page::suite(suite, &groups);
        for part in published::parts(&suite.name, &figures.rows) {
            page.push_str(&format!("\n{part}"));
        }
        files.insert(format!("{}.md", suite.name), page);
        files.insert(format!("{}.svg", suite.name), chart::bars(suite, &groups));
    }
    let front = front::Front::new(&suites, figures);
    files.extend(front.pictures());
    files.insert("README.md".to_owned(), front.page(&bars));
    files.insert("bars.md".to_owned(), bars::page(&bars));
    files.insert("method.md".to_owned(), page::method(&suites, figures));
    files
}

/// The field's standard files, which come first.
const FIRST: &[&str] = &["twitter", "citm_catalog", "canada", "gsoc-2018", "numbers"];

fn groups_of(suite: &Suite, rows: &[Row]) -> Vec<Group> {
    let name = suite.name.as_str();
    let mut groups: Vec<Group> = Vec::new();
    let of_suite: Vec<&Row> = rows.iter().filter(|row| row.suite == name).collect();
    for case in results::distinct(of_suite.iter().map(|row| row.case.as_str())) {
        let (family, of_family) = case.split_once('/').unwrap_or(("", case));
        let (variant, note) = match of_family {
            small if small.starts_with("small/") || small.starts_with("generated/") => {
                ("-small", ", small documents")
            }
            minified if minified.ends_with(".min") => ("-minified", ", minified"),
            keys if keys.starts_with("colliding/") => ("-colliding", ", keys that begin alike"),
            _ => ("", ""),
        };
        let heading = suite.families.get(family).map_or(family, String::as_str);
        let stem = match family == name {
            true => format!("{name}{variant}"),
            false => format!("{name}-{family}{variant}"),
        };
        let unit = match suite.unit {
            _ if family == compile::COUNTED => Unit::Bytes,
            Unit::Throughput if variant == "-small" => Unit::Time,
            unit => unit,
        };
        let of_case = of_suite.iter().filter(|row| row.case == case);
        let case = (
            of_family.to_owned(),
            of_case.map(|row| (*row).clone()).collect(),
        );
        match groups.iter_mut().find(|group| group.stem == stem) {
            Some(group) => group.cases.push(case),
            None => groups.push(Group {
                title: format!("{heading}{note}"),
                unit,
                stem,
                cases: vec![case],
            }),
        }
    }
    let place = |name: &str| {
        let stem = name.trim_end_matches(".min");
        let place = FIRST.iter().position(|first| *first == stem);
        place.unwrap_or(FIRST.len())
    };
    for group in &mut groups {
        group.cases.sort_by_key(|(name, _)| place(name));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_what_the_kept_figures_say() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/benchmarks");
        let figures = read(&stored(&folder.join("figures")).unwrap()).unwrap();
        for (name, text) in files(&figures) {
            let kept = fs::read_to_string(folder.join(&name)).unwrap_or_default();
            // Not `assert_eq`, which would print both.
            assert!(kept == text, "{name}: run `cargo xtask report`");
        }
    }
}
