//! [`Members`]: the members of a dict, in order or sorted.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::iter::BoundDictIterator;
use pyo3::types::{PyDict, PyList, PyString};

type Member<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The members of a dict that are still to come.
pub trait Members<'py> {
    /// Returns the next member.
    ///
    /// # Errors
    /// `RuntimeError` if the dict changed meanwhile.
    fn next(&mut self) -> PyResult<Option<Member<'py>>>;
}

/// The members of a dict as they are.
pub struct Plain<'a, 'py> {
    pub dict: &'a Bound<'py, PyDict>,
    /// It stays where it was made: moving it costs as much as a member.
    pub iterator: &'a mut BoundDictIterator<'py>,
    /// How many members the dict had.
    pub len: usize,
}

impl<'py> Members<'py> for Plain<'_, 'py> {
    #[inline(always)]
    fn next(&mut self) -> PyResult<Option<Member<'py>>> {
        next(self.dict, self.len, self.iterator)
    }
}

/// The members of a dict that is kept for later.
pub enum Kept<'py> {
    Plain(Bound<'py, PyDict>, usize, BoundDictIterator<'py>),
    Sorted(std::vec::IntoIter<Member<'py>>),
}

impl<'py> Members<'py> for Kept<'py> {
    fn next(&mut self) -> PyResult<Option<Member<'py>>> {
        match self {
            Self::Sorted(members) => Ok(members.next()),
            Self::Plain(dict, len, iterator) => next(dict, *len, iterator),
        }
    }
}

#[inline(always)]
fn next<'py>(
    dict: &Bound<'py, PyDict>,
    len: usize,
    iterator: &mut BoundDictIterator<'py>,
) -> PyResult<Option<Member<'py>>> {
    // The iterator panics where the length is another one.
    if dict.len() != len {
        return Err(changed());
    }
    if iterator.len() == 0 {
        return Ok(None);
    }
    match iterator.next() {
        Some(member) => Ok(Some(member)),
        None => Err(changed()),
    }
}

/// Returns the members by their keys: text by its code points, and all others as Python sorts them.
///
/// # Errors
/// `TypeError` for keys that cannot be sorted.
pub fn sorted<'py>(dict: &Bound<'py, PyDict>) -> PyResult<Kept<'py>> {
    let is_text = |(key, _): &Member<'py>| {
        let text = key.cast::<PyString>();
        text.is_ok_and(|text| text.to_str().is_ok())
    };
    let mut members: Vec<_> = dict.iter().collect();
    if members.iter().all(is_text) {
        members.sort_by(|(left, _), (right, _)| text_of(left).cmp(text_of(right)));
        return Ok(Kept::Sorted(members.into_iter()));
    }
    let keys: &Bound<'py, PyList> = &dict.keys();
    keys.sort()?;
    let mut members = Vec::new();
    for key in keys {
        let value = dict.get_item(&key)?.ok_or_else(changed)?;
        members.push((key, value));
    }
    Ok(Kept::Sorted(members.into_iter()))
}

fn text_of<'a>(key: &'a Bound<'_, PyAny>) -> &'a str {
    let text = key.cast::<PyString>();
    text.map_or("", |text| text.to_str().unwrap_or_default())
}

/// Returns the error for a dict that changed while it was written.
#[cold]
fn changed() -> PyErr {
    PyRuntimeError::new_err("a dict changed while it was written")
}
