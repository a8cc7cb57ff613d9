//! The arguments of several functions: [`Given`], the files to read, and [`Bad`], what becomes of
//! bad records.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

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
    /// Returns what is read.
    ///
    /// # Errors
    /// `ValueError` for a format that is not known.
    pub fn units(given: Vec<Given<'_>>) -> PyResult<Arc<[Unit]>> {
        let unit = |one: Given<'_>| {
            Ok(match one {
                Given::Split(split) => Unit {
                    file: split.inner.file.clone(),
                    how: How::named(&split.inner.format)?,
                    split: Some(split.inner.clone()),
                },
                Given::File(file, format) => Unit {
                    how: match format {
                        Some(word) => How::named(&word)?,
                        None => How::of_file(&file)?,
                    },
                    file,
                    split: None,
                },
            })
        };
        given.into_iter().map(unit).collect()
    }
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
