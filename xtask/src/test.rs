//! `cargo xtask test`: all tests, on a machine that only has the toolchain.
//!
//! In CI the tests of another language run if it changed, or if it is its turn (see `changes`). By
//! which compilers C and C++ are tested goes in turns, too.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use anyhow::{Result, bail};

use crate::changes::Changes;
use crate::cmd::Cmd;
use crate::languages::{self, LANGUAGES, Language};
use crate::steps::{self, Choice, Step};
use crate::{pages, programs, tools, workspace};

/// The sum of the lines with which test programs and pytest end, and of the `skipped:` lines.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
    skipped: Vec<String>,
}

impl Tally {
    /// Counts one line of a test program's output.
    fn see(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            result
                .split([';', '.'])
                .filter_map(counted)
                .for_each(|one| self.add(one));
        } else if let Some(counts) = pytest(line) {
            counts.into_iter().for_each(|one| self.add(one));
        } else if line.starts_with("skipped:") && !self.skipped.iter().any(|seen| seen == line) {
            self.skipped.push(line.to_owned());
        }
    }

    fn add(&mut self, (count, word): (u64, &str)) {
        match word {
            "passed" => self.passed += count,
            "failed" | "error" | "errors" => self.failed += count,
            "ignored" | "skipped" | "xfailed" => self.ignored += count,
            _ => {}
        }
    }
}

/// Splits `12 passed`.
fn counted(part: &str) -> Option<(u64, &str)> {
    let (count, word) = part.trim().split_once(' ')?;
    Some((count.parse().ok()?, word))
}

/// Returns the counts of the line with which pytest ends: `1 failed, 678 passed in 12.34s`. Returns
/// `None` for all other lines.
fn pytest(line: &str) -> Option<Vec<(u64, &str)>> {
    let (counts, time) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    let seconds = time.split(' ').next()?.strip_suffix('s')?;
    seconds.parse::<f64>().ok()?;
    counts.split(',').map(counted).collect()
}

fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().expect("no panic under the lock")
}

/// The crates and languages to test.
#[derive(clap::Args, Default)]
pub struct Args {
    /// Crates, each tested with all that depends on it, or languages; everything if none is named.
    #[arg(value_name = "CRATE|LANG")]
    names: Vec<String>,
    /// Test what changed since this commit, and what depends on it.
    #[arg(long, value_name = "REV", conflicts_with = "names")]
    since: Option<String>,
    /// Run all tests of the languages, also those that have their turn at another commit.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    choice: Choice,
}

impl Args {
    /// Returns the arguments for all crates and languages; with `all`, without turns.
    pub fn everything(all: bool) -> Self {
        Self {
            all,
            ..Self::default()
        }
    }
}

/// Runs the chosen steps, and prints the sum of their results.
pub fn run(args: &Args) -> Result<()> {
    let begin = Instant::now();
    let tally = Arc::new(Mutex::new(Tally::default()));
    let scope = Scope::of(args)?;
    let result = steps::run("test", list(&scope, &tally), &args.choice);

    let mut tally = lock(&tally);
    if !suites_dir().is_dir() {
        tally.see("skipped: the external suites (not at ../shared/suites; VARVEL_SUITES names another place)");
    }
    for line in &tally.skipped {
        println!("{line}");
    }
    let word = if result.is_ok() { "ok" } else { "FAILED" };
    println!(
        "cargo xtask test: {word}. {} tests passed, {} failed, {} ignored, {} skipped, in {:.1} s",
        tally.passed,
        tally.failed,
        tally.ignored,
        tally.skipped.len(),
        begin.elapsed().as_secs_f64(),
    );
    result
}

/// Installs `flatc`. A user who is not root may go without: the tests that need it then report that
/// they are skipped.
fn flatc() -> Result<()> {
    match tools::FLATC.ensure()? {
        Some(why) if workspace::in_ci() => bail!("{why}"),
        Some(why) => {
            println!("{why}");
            Ok(())
        }
        None => Ok(()),
    }
}

/// Compiles code that the derives refuse. It builds the library once more, so it is not among the
/// tests of everything. With all packages the program itself has what these have built.
pub fn compile_errors() -> Result<()> {
    Cmd::cargo("test --all-features --test compile_errors")
        .args(ALL)
        .run()
}

/// The arguments of cargo for all packages but the benchmarks.
const ALL: [&str; 3] = ["--workspace", "--exclude", "bench"];

/// The packages and pages to test.
struct Scope {
    /// The packages, or `None` for all. Benchmarks are not among all: with their peers they take as
    /// long to build as everything else, and `cargo xtask ci` tests them if they changed, and in
    /// turn.
    packages: Option<Vec<String>>,
    languages: Vec<&'static Language>,
    /// Whether the languages run all of their tests, and not those of a turn.
    all: bool,
    /// Whether the commands of the README and of the guide run.
    pages: bool,
}

impl Scope {
    fn of(args: &Args) -> Result<Self> {
        if let Some(rev) = &args.since {
            return Self::changed(&Changes::since(Some(rev))?, args.all);
        }
        if args.names.is_empty() {
            return Ok(Self {
                packages: None,
                languages: match workspace::in_ci() && !args.all {
                    true => languages::due(&Changes::since(None)?),
                    false => LANGUAGES.iter().filter(|one| one.exists()).collect(),
                },
                all: args.all,
                pages: true,
            });
        }
        let (languages, crates): (Vec<&String>, Vec<&String>) = args
            .names
            .iter()
            .partition(|name| languages::find(name).is_some());
        let members = workspace::members()?;
        for name in &crates {
            if !members.iter().any(|member| member.name == **name) {
                let crates: Vec<&str> = members.iter().map(|one| one.name.as_str()).collect();
                let languages: Vec<&str> = LANGUAGES.iter().map(|one| one.name).collect();
                bail!(
                    "no crate or language `{name}`; there are: {}, {}",
                    crates.join(", "),
                    languages.join(", ")
                );
            }
        }
        let packages = workspace::with_dependents(&members, |one| crates.contains(&&one.name));
        Ok(Self {
            pages: packages.iter().any(|name| name == COMMAND),
            packages: Some(packages),
            all: args.all,
            languages: languages
                .iter()
                .filter_map(|name| languages::find(name))
                .collect(),
        })
    }

    /// Returns what a change touches, by the folders of packages and by the other folders that
    /// their tests read.
    fn changed(changes: &Changes, all: bool) -> Result<Self> {
        println!("{}", changes.describe());
        if changes.below(EVERYWHERE) {
            return Self::of(&Args::everything(all));
        }
        let packages = workspace::with_dependents(&workspace::members()?, |member| {
            let read = READ.iter().filter(|(name, _)| *name == member.name);
            changes.below(&[&member.folder])
                || read.into_iter().any(|(_, paths)| changes.below(paths))
        });
        Ok(Self {
            pages: changes.below(&["README.md", "docs/guide/", "samples/"])
                || packages.iter().any(|name| name == COMMAND),
            packages: Some(packages),
            languages: languages::changed(changes).collect(),
            all,
        })
    }
}

/// The package of the command, which the README uses.
const COMMAND: &str = "varvel-cli";

/// The files that all packages are built with.
const EVERYWHERE: &[&str] = &["Cargo.lock", "Cargo.toml", ".cargo/"];

/// The files outside a package's folder that its tests read.
const READ: &[(&str, &[&str])] = &[
    ("bench", &["docs/benchmarks/"]),
    ("conformance", &["crates/varvel-codegen/tests/"]),
    ("generated", &["crates/varvel-codegen/tests/"]),
    ("varvel", &["README.md", "docs/"]),
    ("varvel-cli", &["samples/"]),
    ("varvel-frozen", &["spec/"]),
];

/// Returns the steps: the tests of the packages with all features, the pages, the languages.
fn list(scope: &Scope, tally: &Arc<Mutex<Tally>>) -> Vec<Step> {
    let mut steps = Vec::new();
    let words: Vec<String> = match &scope.packages {
        None => ALL.map(str::to_owned).into(),
        Some(packages) => packages
            .iter()
            .flat_map(|name| ["-p".to_owned(), name.clone()])
            .collect(),
    };
    if !words.is_empty() {
        steps.push(Step::new(
            "flatc",
            "the program that FlatBuffers are held against is there",
            flatc,
        ));
        let (words, tally) = (words.clone(), Arc::clone(tally));
        steps.push(Step::new(
            "crates",
            "unit and integration tests and the documentation's examples, with all features",
            move || programs::run(&words, |line| lock(&tally).see(line)),
        ));
    }
    let named = scope.packages.iter().flatten();
    if named.into_iter().any(|name| name == "varvel-derive") {
        steps.push(Step::new(
            "compile_errors",
            "the compiler says of wrong attributes what it said",
            compile_errors,
        ));
    }
    if scope.pages {
        steps.push(Step::new(
            "pages",
            "the commands of README.md and of the guide print what these say",
            move || pages::check(&words),
        ));
    }
    steps.extend(scope.languages.iter().map(|one| {
        let tally = Arc::clone(tally);
        one.step(scope.all, move |line| lock(&tally).see(line))
    }));
    steps
}

/// Returns the folder of the external suites.
fn suites_dir() -> PathBuf {
    match std::env::var_os("VARVEL_SUITES") {
        Some(dir) => PathBuf::from(dir),
        None => workspace::root().join("../shared/suites"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_add_up() {
        let mut tally = Tally::default();
        tally.see("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        tally.see("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        tally.see("skipped: JSONTestSuite");
        tally.see("skipped: JSONTestSuite");
        assert_eq!(
            (
                tally.passed,
                tally.failed,
                tally.ignored,
                tally.skipped.len()
            ),
            (15, 2, 1, 1)
        );
    }

    #[test]
    fn the_last_line_of_pytest_is_counted() {
        let mut tally = Tally::default();
        tally.see("679 passed in 41.27s");
        tally.see("1 failed, 20 passed, 3 skipped, 1 warning, 2 errors in 75.00s (0:01:15)");
        tally.see("======= 4 passed, 1 xfailed in 0.12s =======");
        tally.see("no tests ran in 0.01s");
        tally.see("1 passed in a line of another program");
        assert_eq!((tally.passed, tally.failed, tally.ignored), (703, 3, 4));
    }

    #[test]
    fn a_crate_is_tested_with_what_depends_on_it() {
        let scope = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Scope::of(&Args {
                names,
                ..Args::default()
            })
        };
        let yaml = scope(&["varvel-yaml", "go"]).unwrap();
        let packages = yaml.packages.unwrap();
        let tested = |name: &str| packages.iter().any(|package| package == name);
        assert!(tested("varvel-yaml") && tested("varvel-edit") && tested("conformance"));
        assert!(!tested("varvel-json") && !tested("xtask"));
        assert!(yaml.pages);
        assert_eq!(yaml.languages.len(), 1);
        assert!(!scope(&["xtask"]).unwrap().pages);
        let error = scope(&["varvel-yml"]).map(|_| ()).unwrap_err().to_string();
        assert!(
            error.starts_with("no crate or language `varvel-yml`"),
            "{error}"
        );
    }

    #[test]
    fn a_change_is_tested_where_it_is_read() {
        let scope = |file: &str| {
            let changes = Changes {
                base: Some("a commit".to_owned()),
                files: vec![file.to_owned()],
                turn: 0,
            };
            Scope::changed(&changes, false).unwrap()
        };
        let spec = scope("spec/vectors/good/a.bin").packages.unwrap();
        assert!(spec.iter().any(|name| name == "varvel-frozen"));
        assert!(scope("Cargo.lock").packages.is_none());
        let page = scope("CONTRIBUTING.md");
        assert!(page.packages.is_some_and(|packages| packages.is_empty()) && !page.pages);
        let bench = scope("bench/src/main.rs").packages.unwrap();
        assert_eq!(bench, ["bench"]);
    }
}
