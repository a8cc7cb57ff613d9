//! `cargo xtask spec`: writes what `spec/tables` says into every language.
//!
//! A table is a file of TOML that people read, too. What is made of it are constants, names and
//! rows of pages: whole files, or regions between two lines with marks,
//! `<spec:NAME>` and `</spec:NAME>`. Then headers of one file are put together from their parts.
//! `tidy` compares all of it. This program depends on no crate of the product, so a wrong table
//! never stops its own repair.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

use crate::workspace;

mod amalgamation;
mod errors;
mod frozen;
mod letters;
mod library;
mod text;

pub use amalgamation::beside;

/// The text that a file, or a region of it, must have.
pub struct Made {
    /// The path from the root of the checkout.
    pub file: &'static str,
    /// The name of the region; none for the whole file.
    pub region: Option<&'static str>,
    /// The lines, with an end of line after each.
    pub text: String,
}

impl Made {
    fn file(file: &'static str, text: String) -> Self {
        Self {
            file,
            region: None,
            text,
        }
    }

    fn region(file: &'static str, region: &'static str, text: String) -> Self {
        Self {
            file,
            region: Some(region),
            text,
        }
    }
}

/// Reads the tables, and makes all that comes of them. `read` returns the text of a file.
fn made(read: &dyn Fn(&str) -> Option<String>) -> Result<Vec<Made>> {
    let mut all = errors::made(&table(read, "errors")?)?;
    all.extend(frozen::made(&table(read, "frozen")?)?);
    all.extend(library::kinds(&table(read, "kinds")?)?);
    all.extend(library::formats(&table(read, "formats")?)?);
    all.extend(library::options(&table(read, "options")?)?);
    all.extend(library::limits(&table(read, "limits")?));
    all.extend(letters::made());
    Ok(all)
}

/// Reads a table.
fn table<T: DeserializeOwned>(read: &dyn Fn(&str) -> Option<String>, name: &str) -> Result<T> {
    let path = format!("spec/tables/{name}.toml");
    let text = read(&path).with_context(|| format!("{path} is missing"))?;
    toml::from_str(&text).with_context(|| path)
}

/// Writes what differs from the tables, and says what that was. The headers come last, since their
/// parts hold regions.
pub fn run() -> Result<()> {
    let root = workspace::root();
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    for make in [made, amalgamation::made] {
        for made in make(&read)? {
            let before = read(made.file).unwrap_or_default();
            let after = placed(&before, &made)?;
            if after != before {
                std::fs::write(root.join(made.file), after)?;
                println!("{}: {}", made.file, made.region.unwrap_or("all of it"));
            }
        }
    }
    Ok(())
}

/// Returns the files and regions that are not what the tables say, and the headers that are not
/// what their parts are.
pub fn differing(read: &dyn Fn(&str) -> Option<String>) -> Result<Vec<Made>> {
    let mut found = Vec::new();
    for made in made(read)?.into_iter().chain(amalgamation::made(read)?) {
        let before = read(made.file).unwrap_or_default();
        if placed(&before, &made)? != before {
            found.push(made);
        }
    }
    Ok(found)
}

/// Returns the text of a file with a part that was made.
fn placed(before: &str, made: &Made) -> Result<String> {
    let Some(region) = made.region else {
        return Ok(made.text.clone());
    };
    let mark = |mark: &str| -> Result<usize> {
        let wanted = format!("<{mark}spec:{region}>");
        let places: Vec<usize> = before.match_indices(&wanted).map(|(at, _)| at).collect();
        ensure!(
            places.len() == 1,
            "{} has the mark {wanted} {} times, not once",
            made.file,
            places.len()
        );
        Ok(places[0])
    };
    let (first, last) = (mark("")?, mark("/")?);
    let line = before[first..]
        .find('\n')
        .context("a region begins at the end of its file")?;
    let begin = first + line + 1;
    let end = before[..last].rfind('\n').map_or(0, |at| at + 1);
    ensure!(begin <= end, "{}: the marks of {region} overlap", made.file);
    Ok([&before[..begin], &made.text, &before[end..]].concat())
}

/// Refuses values that come twice.
fn unique<'t, T: Ord + std::fmt::Debug + 't>(
    what: &str,
    values: impl IntoIterator<Item = T>,
) -> Result<()> {
    let mut seen = BTreeSet::new();
    for value in values {
        ensure!(!seen.contains(&value), "{what} {value:?} comes twice");
        seen.insert(value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_written_between_its_marks() {
        let made = Made::region("a.rs", "x", "new\n".to_owned());
        let before = "// <spec:x> Made.\nold\n  // </spec:x>\nrest\n";
        let after = "// <spec:x> Made.\nnew\n  // </spec:x>\nrest\n";
        assert_eq!(placed(before, &made).unwrap(), after);
        assert_eq!(placed(after, &made).unwrap(), after);
        assert!(placed("nothing", &made).is_err());
        assert!(placed(&before.repeat(2), &made).is_err());
    }

    #[test]
    fn the_checkout_is_what_the_tables_say() {
        let root = workspace::root();
        let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
        let found = differing(&read).unwrap();
        assert!(found.is_empty(), "{}", found[0].file);
    }
}
