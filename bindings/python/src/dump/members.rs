//! [`Members`]: the members of a dict, in order or sorted.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::iter::BoundDictIterator;
use pyo3::types::{PyDict, PyList, PyString};

type Member<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The members of a dict that are still to come.
pub struct Members<'py> {
    order: Order<'py>,
    /// The key of the member that is being written, for paths of errors.
    pub last: Option<Bound<'py, PyAny>>,
    /// A value whose key is written.
    pub waiting: Option<Bound<'py, PyAny>>,
}

enum Order<'py> {
    /// The members as they are, of a dict that had so many.
    Plain(Bound<'py, PyDict>, BoundDictIterator<'py>, usize),
    Sorted(std::vec::IntoIter<Member<'py>>),
}

impl<'py> Members<'py> {
    /// Returns the members of a dict that an iterator has left. The dict had so many.
    pub fn rest(dict: &Bound<'py, PyDict>, iterator: BoundDictIterator<'py>, len: usize) -> Self {
        Self {
            order: Order::Plain(dict.clone(), iterator, len),
            last: None,
            waiting: None,
        }
    }

    /// Returns the members of a dict, sorted by their keys.
    ///
    /// # Errors
    /// `TypeError` for keys that cannot be sorted.
    pub fn sorted(dict: &Bound<'py, PyDict>) -> PyResult<Self> {
        Ok(Self {
            order: Order::Sorted(sorted(dict)?.into_iter()),
            last: None,
            waiting: None,
        })
    }

    /// Returns the next member.
    ///
    /// # Errors
    /// `RuntimeError` if the dict changed meanwhile.
    pub fn next(&mut self) -> PyResult<Option<Member<'py>>> {
        match &mut self.order {
            Order::Sorted(members) => Ok(members.next()),
            Order::Plain(dict, iterator, len) => next(dict, *len, iterator),
        }
    }

    /// Returns the key that came last, as text.
    pub fn last_key(&self) -> String {
        let text = self.last.as_ref().map(|key| key.to_string());
        text.unwrap_or_default()
    }
}

/// Returns the next member of a dict that had so many.
///
/// # Errors
/// `RuntimeError` if the dict changed meanwhile.
#[inline(always)]
pub fn next<'py>(
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
fn sorted<'py>(dict: &Bound<'py, PyDict>) -> PyResult<Vec<Member<'py>>> {
    let is_text = |(key, _): &Member<'py>| {
        let text = key.cast::<PyString>();
        text.is_ok_and(|text| text.to_str().is_ok())
    };
    let mut members: Vec<_> = dict.iter().collect();
    if members.iter().all(is_text) {
        members.sort_by(|(left, _), (right, _)| text_of(left).cmp(text_of(right)));
        return Ok(members);
    }
    let keys: &Bound<'py, PyList> = &dict.keys();
    keys.sort()?;
    let mut members = Vec::new();
    for key in keys {
        let value = dict.get_item(&key)?.ok_or_else(changed)?;
        members.push((key, value));
    }
    Ok(members)
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
