//! The arguments of several functions: [`Given`], the files to read, and [`Bad`], what becomes of
//! bad records.

use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use varvel_files::MAX_EXPANSION;

use super::once::Once;
use super::rows::{Aside, MOST_ASIDE};
use super::split::Split;
use super::unit::{How, Unit};

/// A split, or the name of a file and that of its format, if it is given.
#[derive(FromPyObject)]
pub enum Given<'py> {
    Split(PyRef<'py, Split>),
    File(String, Option<String>),
}

impl Given<'_> {
    /// Returns what is read. A byte of a compressed file may become `max_expansion` bytes; 200 if
    /// that is `None`. `tolerant` is for those that are YAML.
    ///
    /// # Errors
    /// `ValueError` for a format that is not known.
    pub fn units(
        given: Vec<Given<'_>>,
        max_expansion: Option<u64>,
        tolerant: bool,
    ) -> PyResult<Arc<[Unit]>> {
        let most = at_least_one("max_expansion", max_expansion)?;
        let max_expansion = most.map_or(MAX_EXPANSION, NonZeroU64::get);
        let unit = |one: Given<'_>| {
            Ok(match one {
                Given::Split(split) => Unit {
                    file: split.inner.file.clone(),
                    how: How::named(&split.inner.format)?,
                    split: Some(split.inner.clone()),
                    once: None,
                    max_expansion,
                    tolerant,
                },
                Given::File(file, format) => Unit {
                    how: match format {
                        Some(word) => How::named(&word)?,
                        None => How::of_file(&file)?,
                    },
                    once: Once::of(Path::new(&file)),
                    file,
                    split: None,
                    max_expansion,
                    tolerant,
                },
            })
        };
        given.into_iter().map(unit).collect()
    }
}

/// Returns a number of an argument with this name.
///
/// # Errors
/// `ValueError` for zero.
pub fn at_least_one(name: &str, number: Option<u64>) -> PyResult<Option<NonZeroU64>> {
    let checked = |number| {
        let error = || PyValueError::new_err(format!("{name} is at least 1"));
        NonZeroU64::new(number).ok_or_else(error)
    };
    number.map(checked).transpose()
}

/// The treatment of bad records.
pub enum Bad {
    /// They are errors.
    Error,
    /// They are left out, where another reading reports them.
    Ignore,
    /// They are collected here.
    Collect(Aside),
}

impl Bad {
    /// Returns the treatment with this name.
    ///
    /// # Errors
    /// `ValueError` with the names that there are.
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "error" => Ok(Self::Error),
            "collect" => Ok(Self::Collect(Aside::new(MOST_ASIDE))),
            "collect_all" => Ok(Self::Collect(Aside::new(usize::MAX))),
            _ => {
                let message = "bad_lines is \"error\", \"collect\" or \"collect_all\"";
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Returns whether a bad record is an error.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Error)
    }

    /// Returns the place for bad records, if they are collected.
    pub fn aside(&self) -> Option<&Aside> {
        match self {
            Self::Error | Self::Ignore => None,
            Self::Collect(aside) => Some(aside),
        }
    }
}
