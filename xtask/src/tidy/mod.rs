//! `cargo xtask tidy`: the project's rules, checked by a program.
//!
//! Each rule has its reason and a remedy, and a test that shows that it can fail. Rules look at a
//! [`Tree`], so a test can make one up.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use crate::cmd::Cmd;
use crate::workspace;

mod c_files;
mod comments;
mod examples;
mod layers;
mod links;
mod manifests;
mod modules;
mod names;
mod pages;
mod pictures;
mod size;
mod sources;
mod spec;
mod text;
mod tokens;
mod trust;

/// A rule with its reason.
pub struct Rule {
    /// The demand, in a few words.
    pub name: &'static str,
    /// The reason.
    pub why: &'static str,
    /// The remedy for a violation.
    pub remedy: &'static str,
}

/// A place where a rule does not hold.
pub struct Violation {
    file: String,
    line: usize,
    rule: &'static Rule,
    what: String,
    /// Whether it is only reported, and does not fail the run.
    warning: bool,
}

impl Violation {
    /// Makes a violation that fails the run. `line` is 1 for the whole file.
    pub fn new(rule: &'static Rule, file: &str, line: usize, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line,
            rule,
            what: what.into(),
            warning: false,
        }
    }

    /// Makes a warning of this violation.
    pub fn warning(self) -> Self {
        Self {
            warning: true,
            ..self
        }
    }
}

/// The text files of the checkout by their path from its root, with `/` between folders.
#[derive(Default)]
pub struct Tree {
    files: BTreeMap<String, String>,
    /// Paths of files that are not UTF-8 text.
    binaries: Vec<String>,
}

impl Tree {
    /// Reads the files that git tracks or would track.
    fn load() -> Result<Self> {
        let listed = Cmd::new("git ls-files -z --cached --others --exclude-standard")
            .read()
            .context("`git ls-files` failed; tidy looks at what git tracks")?;
        let mut tree = Self::default();
        for path in listed.split('\0').filter(|path| !path.is_empty()) {
            // Git lists it, but it was deleted and the deletion is not committed yet.
            let Ok(bytes) = std::fs::read(workspace::root().join(path)) else {
                continue;
            };
            match String::from_utf8(bytes) {
                Ok(text) => drop(tree.files.insert(path.to_owned(), text)),
                Err(_) => tree.binaries.push(path.to_owned()),
            }
        }
        Ok(tree)
    }

    /// Returns all text files.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns all Rust sources.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts().filter(|(path, _)| path.ends_with(".rs"))
    }

    /// Returns all paths.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().chain(&self.binaries).map(String::as_str)
    }

    /// Returns one text file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    #[cfg(test)]
    fn of(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        Self {
            files,
            binaries: Vec::new(),
        }
    }
}

/// A check looks at the tree and returns the violations.
type Check = fn(&Tree) -> Vec<Violation>;

/// All checks.
const CHECKS: &[Check] = &[
    c_files::check,
    comments::check_beginning,
    comments::check_width,
    examples::check,
    layers::check_edges,
    layers::check_promises,
    layers::check_unsafe,
    links::check_length,
    links::check_links,
    manifests::check,
    modules::check,
    names::check,
    pages::check_paths,
    pages::check_rust,
    pages::check_tables,
    pictures::check,
    size::check,
    sources::check,
    spec::check,
    text::check,
    trust::check,
];

/// Checks the checkout and prints the violations.
pub fn run() -> Result<()> {
    let tree = Tree::load()?;
    let mut found: Vec<Violation> = CHECKS.iter().flat_map(|check| check(&tree)).collect();
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    for violation in &found {
        let Violation {
            file,
            line,
            rule,
            what,
            warning,
        } = violation;
        let word = if *warning { "warning" } else { "error" };
        println!("{file}:{line}: {word}: {}: {what}", rule.name);
        println!("  why: {}", rule.why);
        println!("  do:  {}", rule.remedy);
    }
    let warnings = found.iter().filter(|violation| violation.warning).count();
    let errors = found.len() - warnings;
    println!(
        "tidy: {} files, {errors} errors, {warnings} warnings",
        tree.paths().count()
    );
    if errors > 0 {
        bail!("{errors} violations\n  to repeat: cargo xtask tidy");
    }
    Ok(())
}

/// Returns the violations that `check` finds in made-up files, as `file:line: what`.
#[cfg(test)]
fn found(check: Check, files: &[(&str, &str)]) -> Vec<String> {
    check(&Tree::of(files))
        .iter()
        .map(|v| format!("{}:{}: {}", v.file, v.line, v.what))
        .collect()
}
