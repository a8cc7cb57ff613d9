//! External suites, each case judged through the public interface. README.md lists the suites, and
//! says how a case is judged; the tests are in `tests/`, one file for each suite.
//!
//! | room | holds |
//! |---|---|
//! | here | the folders of suites, their cases, and the verdict over all of them |
//! | [`tree`] | a document as plain data, from any source of events |
//! | [`reference`](mod@reference) | a document as plain data from `serde_json`: the second opinion |
//! | [`walk`] | every member of a frozen view |
//! | [`documents`] | pseudorandom documents of every kind of value |
//! | [`mutants`] | mutated frozen buffers and streams |
//! | [`drawn`] | JSON for a FlatBuffers schema, from bytes |
//! | [`chains`] | documents through chains of formats |
//! | [`calls`] | drawn calls of builders |
//! | [`alloc`] | an allocator that counts and can refuse |
//! | [`second`] | a second reader of frozen buffers, to compare with |
//! | [`forms`] | frozen buffers in any form, precisely changed |
#![deny(unsafe_code)]

pub mod alloc;
pub mod calls;
pub mod chains;
pub mod documents;
pub mod drawn;
pub mod forms;
pub mod mutants;
pub mod reference;
pub mod second;
pub mod tree;
pub mod walk;

use std::fmt::Display;
use std::fs;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};

use varvel_core::{Duplicates, Limits, Result};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{ReadOptions, drive};

/// Returns the folder of a suite: in `VARVEL_SUITES`, else beside the workspace. Prints a line if
/// it is missing.
pub fn suite(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites"),
        PathBuf::from,
    );
    let path = root.join(name);
    if path.is_dir() {
        return Some(path);
    }
    skipped(format_args!(
        "no {name} at VARVEL_SUITES or ../shared/suites"
    ));
    None
}

/// Prints that a test does nothing, and why. It writes straight to standard output, since the
/// output of `println!` in a passing test is not shown.
pub fn skipped(why: impl Display) {
    // The harness may have begun this line already. Nothing depends on it.
    let _ = writeln!(stdout(), "\nskipped: {why}");
}

/// One file of a suite.
#[derive(Debug)]
pub struct Case {
    /// The file's path inside the suite, with `/` between folders.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Case {
    /// Returns the name without its folders.
    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// Returns the part of the name behind the last point.
    pub fn extension(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or("")
    }
}

/// Returns all files of a folder and the folders in it, by name.
pub fn cases(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            let file_name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{prefix}{file_name}");
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
            } else {
                let bytes = fs::read(&path).expect("a file that can be read");
                cases.push(Case { name, bytes });
            }
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// The verdict over the cases of a suite: counts them, and collects those that failed.
#[derive(Debug, Default)]
pub struct Verdict {
    count: usize,
    failures: Vec<String>,
}

impl Verdict {
    /// Judges one case. `Err` says why it fails.
    pub fn judge(&mut self, name: &str, outcome: std::result::Result<(), String>) {
        self.count += 1;
        if let Err(failure) = outcome {
            self.failures.push(format!("{name}: {failure}"));
        }
    }

    /// Fails the test if a case failed, or if there were more or fewer than `expected`.
    ///
    /// # Panics
    /// In these cases: this is for tests.
    pub fn close(self, expected: usize) {
        assert!(
            self.failures.is_empty(),
            "{} of {} cases fail:\n{}",
            self.failures.len(),
            self.count,
            self.failures.join("\n")
        );
        assert_eq!(self.count, expected, "cases are missing, or new");
    }
}

/// Freezes a JSON document; if a key comes twice, the last member counts.
pub fn freeze(input: &[u8]) -> Result<Frozen> {
    freeze_with(input, Duplicates::Last)
}

/// Freezes a JSON document with a policy for duplicate keys.
pub fn freeze_with(input: &[u8], duplicates: Duplicates) -> Result<Frozen> {
    let mut builder = Builder::with(duplicates, Limits::DEFAULT);
    builder.start()?;
    drive(input, &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

/// Checks that a document is accepted.
pub fn accepted(input: &[u8]) -> std::result::Result<(), String> {
    match freeze(input) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("refused: {error}")),
    }
}

/// Checks that a document is refused.
pub fn refused(input: &[u8]) -> std::result::Result<(), String> {
    match freeze(input) {
        Ok(_) => Err("accepted".to_owned()),
        Err(_) => Ok(()),
    }
}
