//! [`Place`]: where in the document a value is, as a list through the calls that read it.

use pyo3::prelude::*;
use varvel::path::Step;

/// The place of a value: a step, and the place of the container that it is in.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    up: Option<&'a Place<'a>>,
    at: At<'a>,
}

/// A step to a value in its container.
#[derive(Clone, Copy)]
enum At<'a> {
    Root,
    Index(usize),
    Name(&'a str),
    Key(&'a Py<PyAny>),
}

impl<'a> Place<'a> {
    /// The place of the whole document.
    pub const ROOT: Place<'static> = Place {
        up: None,
        at: At::Root,
    };

    /// Returns the place of an item.
    #[inline(always)]
    pub fn item(&'a self, index: usize) -> Place<'a> {
        let (up, at) = (Some(self), At::Index(index));
        Place { up, at }
    }

    /// Returns the place of a member with this name.
    #[inline(always)]
    pub fn member(&'a self, name: &'a str) -> Place<'a> {
        let (up, at) = (Some(self), At::Name(name));
        Place { up, at }
    }

    /// Returns the place of a member with this key.
    #[inline(always)]
    pub fn value(&'a self, key: &'a Py<PyAny>) -> Place<'a> {
        let (up, at) = (Some(self), At::Key(key));
        Place { up, at }
    }

    /// Returns the steps from the root to here.
    #[cold]
    pub fn steps(&self, py: Python<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut place = Some(self);
        while let Some(Place { up, at }) = place {
            match at {
                At::Root => {}
                At::Index(index) => steps.push(Step::Index(*index)),
                At::Name(name) => steps.push(Step::Key((*name).into())),
                At::Key(key) => steps.push(Step::Key(
                    key.bind(py)
                        .str()
                        .map(|text| text.to_string_lossy().into_owned())
                        .unwrap_or_default(),
                )),
            }
            place = *up;
        }
        steps.reverse();
        steps
    }
}
