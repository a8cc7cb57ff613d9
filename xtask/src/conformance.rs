//! `cargo xtask conformance`: every language judges the vectors of `spec/vectors`, and what they
//! found becomes one table, docs/conformance.md.
//!
//! The tests of a language note each case as a line of JSON in the folder that
//! `VARVEL_CONFORMANCE` names: language, set, case, result. `spec/tables/doors.toml` says which
//! sets a language must have, and how its tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as Arguments;
use serde::Deserialize;

use crate::cmd::Cmd;
use crate::workspace;

const PAGE: &str = "docs/conformance.md";

/// The arguments of the command.
#[derive(Arguments)]
pub struct Args {
    /// Only these languages; of others the page says that they were not run. It is printed and not
    /// written then.
    languages: Vec<String>,
}

/// The table of doors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Doors {
    set: Vec<Set>,
    language: Vec<Language>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    name: String,
    about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    name: String,
    title: String,
    /// The commands that run the tests; `{out}` is a folder for what they build.
    run: Vec<String>,
    must: Vec<String>,
    #[serde(default)]
    offered: Vec<String>,
    /// The sets that the language does not have, with the reasons.
    #[serde(default)]
    no: BTreeMap<String, String>,
}

/// A line that a test noted.
#[derive(Deserialize)]
struct Line {
    language: String,
    set: String,
    case: String,
    result: String,
}

/// The results of one language and set: whether each case is right.
type Results = BTreeMap<(String, String), BTreeMap<String, bool>>;

/// Runs the languages, and writes the page.
pub fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let doors = doors()?;
    for name in &args.languages {
        let is_known = doors.language.iter().any(|language| language.name == *name);
        ensure!(is_known, "{name} is no language of spec/tables/doors.toml");
    }
    let chosen =
        |language: &&Language| args.languages.is_empty() || args.languages.contains(&language.name);
    let results = root.join("target/conformance/results");
    if results.exists() {
        std::fs::remove_dir_all(&results)?;
    }
    std::fs::create_dir_all(&results)?;
    for language in doors.language.iter().filter(chosen) {
        run_language(language, &results)?;
    }
    let mut results = read(&results)?;
    // The tests of some languages note the judgement of Rust as well.
    results.retain(|(name, _), _| args.languages.is_empty() || args.languages.contains(name));
    let (page, wrong) = page(&doors, &results)?;
    if args.languages.is_empty() {
        std::fs::write(root.join(PAGE), page)?;
        println!("{PAGE} is written");
    } else {
        println!("{page}");
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => bail!("{}", wrong.join("\n  ")),
    }
}

/// Reads the table of doors, and refuses rows that contradict each other.
fn doors() -> Result<Doors> {
    let path = workspace::root().join("spec/tables/doors.toml");
    let text = std::fs::read_to_string(&path).context("spec/tables/doors.toml")?;
    let doors: Doors = toml::from_str(&text).context("spec/tables/doors.toml")?;
    let sets: BTreeSet<&String> = doors.set.iter().map(|set| &set.name).collect();
    for language in &doors.language {
        let rows = language.must.iter().chain(&language.offered);
        let rows: Vec<&String> = rows.chain(language.no.keys()).collect();
        let named: BTreeSet<&String> = rows.iter().copied().collect();
        ensure!(
            named.len() == rows.len() && named == sets,
            "{} does not name each set once",
            language.name
        );
    }
    Ok(doors)
}

fn run_language(language: &Language, results: &Path) -> Result<()> {
    let out = workspace::root()
        .join("target/conformance")
        .join(&language.name);
    std::fs::create_dir_all(&out)?;
    for command in &language.run {
        let command = command.replace("{out}", &out.display().to_string());
        Cmd::new("sh")
            .args(["-c", &command])
            .env("VARVEL_CONFORMANCE", results.display().to_string())
            .run()
            .with_context(|| format!("the tests of {}", language.title))?;
    }
    Ok(())
}

/// Reads what the tests noted.
fn read(folder: &Path) -> Result<Results> {
    let mut all = Results::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        for line in std::fs::read_to_string(&path)?.lines() {
            let line: Line =
                serde_json::from_str(line).with_context(|| path.display().to_string())?;
            let cases = all.entry((line.language, line.set)).or_default();
            let is_right = line.result == "right";
            // A case that two tests judge is right if both say so.
            let known = cases.entry(line.case).or_insert(true);
            *known &= is_right;
        }
    }
    Ok(all)
}

/// Returns the page, and what is not as the rows say.
fn page(doors: &Doors, results: &Results) -> Result<(String, Vec<String>)> {
    let mut wrong = Vec::new();
    let mut out = "# Conformance

Every language judges the vectors of `spec/vectors`. `cargo xtask conformance` runs the tests of each, and writes this page: how
many cases of a set are right, of how many. `spec/tables/doors.toml` says which sets a language must have; a dash is a set that it
does not have, with the reason below.

"
    .to_owned();
    let titles = doors.set.iter().map(|set| format!(" {} |", set.name));
    let _ = writeln!(out, "| |{}", titles.collect::<String>());
    let _ = writeln!(out, "|---|{}", "--:|".repeat(doors.set.len()));
    let mut reasons = String::new();
    for language in &doors.language {
        let ran = results.keys().any(|(name, _)| *name == language.name);
        let mut row = format!("| {} |", language.title);
        for set in &doors.set {
            let cell = match language.no.get(&set.name) {
                Some(reason) => {
                    let _ = writeln!(reasons, "- {}, {}: {reason}.", language.title, set.name);
                    "–".to_owned()
                }
                None if !ran => "not run".to_owned(),
                None => cell(language, set, results, &mut wrong),
            };
            let _ = write!(row, " {cell} |");
        }
        let _ = writeln!(out, "{row}");
    }
    out += "\n";
    for Set { name, about } in &doors.set {
        let _ = writeln!(out, "- `{name}`: {about}");
    }
    if !reasons.is_empty() {
        let _ = write!(out, "\nNot here:\n\n{reasons}");
    }
    Ok((out, wrong))
}

/// Returns the cell of a set that a language has.
fn cell(language: &Language, set: &Set, results: &Results, wrong: &mut Vec<String>) -> String {
    let none = BTreeMap::new();
    let key = (language.name.clone(), set.name.clone());
    let cases = results.get(&key).unwrap_or(&none);
    let most = results
        .iter()
        .filter(|((_, name), _)| *name == set.name)
        .map(|(_, cases)| cases.len())
        .max()
        .unwrap_or(0);
    let right = cases.values().filter(|is_right| **is_right).count();
    let is_must = language.must.contains(&set.name);
    if is_must && cases.len() < most {
        let all = format!("{} of {most} cases of {}", cases.len(), set.name);
        wrong.push(format!("{} judged {all}", language.title));
    }
    for (case, _) in cases.iter().filter(|(_, is_right)| !**is_right) {
        wrong.push(format!("{}, {}: {case}", language.title, set.name));
    }
    format!("{right} of {most}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_doors_names_each_set_once() {
        doors().unwrap();
    }

    #[test]
    fn a_wrong_case_and_a_missing_one_are_told() {
        let doors: Doors = toml::from_str(
            r#"
            set = [{ name = "a", about = "A." }]
            language = [
                { name = "x", title = "X", run = [], must = ["a"] },
                { name = "y", title = "Y", run = [], must = ["a"] },
                { name = "z", title = "Z", run = [], must = [], no = { a = "no need" } },
            ]"#,
        )
        .unwrap();
        let cases = |all: &[(&str, bool)]| {
            let one = all.iter().map(|(case, ok)| ((*case).to_owned(), *ok));
            one.collect::<BTreeMap<String, bool>>()
        };
        let key = |name: &str| (name.to_owned(), "a".to_owned());
        let results = Results::from([
            (key("x"), cases(&[("1", true), ("2", false)])),
            (key("y"), cases(&[("1", true)])),
        ]);
        let (page, wrong) = page(&doors, &results).unwrap();
        assert!(
            page.contains("| X | 1 of 2 |\n| Y | 1 of 2 |\n| Z | – |"),
            "{page}"
        );
        assert_eq!(wrong, ["X, a: 2", "Y judged 1 of 2 cases of a"]);
    }
}
