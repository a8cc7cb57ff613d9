//! Nodes, members and items of a document, for its methods.

use pyo3::exceptions::{PyIndexError, PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PySlice, PyString};
use varvel::{Frozen, Kind, View};

use super::Document;
use super::lookup::Index;
use crate::load::depth_limits;
use crate::objects::{Hooks, object};
use crate::stack::has_room;

/// The bytes of stack that Python takes for each container in a container, to compare them.
const COMPARED: usize = 512;

/// Returns how many containers are inside each other.
fn depth_of(root: View<'_>) -> usize {
    let (mut left, mut most) = (vec![(root, 1)], 0);
    while let Some((node, depth)) = left.pop() {
        most = most.max(depth);
        let has_parts = |inner: &View<'_>| {
            let kind = inner.kind();
            matches!(kind, Kind::Array | Kind::Object | Kind::Map | Kind::Tagged)
        };
        let deeper = |inner| (inner, depth + 1);
        match node.kind() {
            Kind::Array if node.packed_kind().is_some() => {}
            Kind::Array => left.extend(node.items().filter(has_parts).map(deeper)),
            Kind::Object | Kind::Map => {
                let parts = node.pairs().flat_map(|(key, value)| [key, value]);
                left.extend(parts.filter(has_parts).map(deeper));
            }
            _ => left.extend(node.tag().map(|(_, inner)| deeper(inner))),
        }
    }
    most
}

impl Document {
    /// Returns the node.
    pub fn view(&self) -> View<'_> {
        self.frozen.view()
    }

    /// Returns a node of this document: a container as a document, and all others as objects.
    pub fn part<'py>(&self, py: Python<'py>, view: View<'_>) -> PyResult<Bound<'py, PyAny>> {
        let is_container = matches!(
            view.kind(),
            Kind::Array | Kind::Object | Kind::Map | Kind::Tagged
        );
        match self.frozen.part(view) {
            Some(frozen) if is_container => {
                let part = Self {
                    frozen,
                    max_depth: self.max_depth,
                    index: PyOnceLock::new(),
                };
                Ok(Bound::new(py, part)?.into_any())
            }
            _ => object(py, view, &Hooks::default()),
        }
    }

    pub fn whole(frozen: Frozen, max_depth: Option<crate::load::Depth>) -> Self {
        Self {
            frozen: frozen.into_arc(),
            max_depth,
            index: PyOnceLock::new(),
        }
    }

    /// Returns the value of a key; `None` if there is none.
    pub fn find(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<View<'_>>> {
        let view = self.view();
        if view.kind() == Kind::Map {
            let py = key.py();
            let index = self.index.get_or_try_init(py, || Index::of(py, view))?;
            let place = index.find(key)?;
            return Ok(place.and_then(|place| view.value_at(place)));
        }
        let text = key.cast::<PyString>().ok();
        let text = text.and_then(|key| key.to_str().ok());
        Ok(text.and_then(|key| view.get(key)))
    }

    /// Looks whether Python can compare the objects of this document: it recurses to do that.
    ///
    /// # Errors
    /// `RecursionError` for containers that are deeper in each other than the stack has room for.
    pub fn check_comparable(&self) -> PyResult<()> {
        let most = depth_limits(self.max_depth).depth;
        match has_room(most, COMPARED) || has_room(depth_of(self.view()), COMPARED) {
            true => Ok(()),
            false => Err(PyRecursionError::new_err(
                "the document is nested too deeply for a comparison on the stack of this thread",
            )),
        }
    }

    pub fn item<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let len = self.view().len();
        let out_of_range = || PyIndexError::new_err(format!("an index out of {len} items"));
        let index: isize = index.extract().map_err(|_| out_of_range())?;
        let place = match index {
            0.. => index.unsigned_abs(),
            _ => len
                .checked_sub(index.unsigned_abs())
                .ok_or_else(out_of_range)?,
        };
        let view = self.view().at(place).ok_or_else(out_of_range)?;
        self.part(py, view)
    }

    pub fn slice<'py>(&self, slice: &Bound<'py, PySlice>) -> PyResult<Bound<'py, PyAny>> {
        let py = slice.py();
        let view = self.view();
        let len = isize::try_from(view.len()).unwrap_or(isize::MAX);
        let range = slice.indices(len)?;
        let list = PyList::empty(py);
        let mut at = range.start;
        for _ in 0..range.slicelength {
            if let Some(item) = view.at(at.unsigned_abs()) {
                list.append(self.part(py, item)?)?;
            }
            at += range.step;
        }
        Ok(list.into_any())
    }

    /// Returns the members or items, each by `make`.
    pub fn list<'py>(
        &self,
        py: Python<'py>,
        make: impl Fn(View<'_>, Option<View<'_>>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let view = self.view();
        let list = PyList::empty(py);
        match view.kind() {
            Kind::Object | Kind::Map => {
                for (key, value) in view.pairs() {
                    list.append(make(key, Some(value))?)?;
                }
            }
            _ => {
                for item in view.items() {
                    list.append(make(item, None)?)?;
                }
            }
        }
        Ok(list)
    }

    pub fn is_map(&self) -> bool {
        matches!(self.view().kind(), Kind::Object | Kind::Map)
    }

    pub fn need_array(&self) -> PyResult<()> {
        match self.view().kind() {
            Kind::Array => Ok(()),
            kind => Err(PyTypeError::new_err(format!(
                "{} has no items",
                kind.name()
            ))),
        }
    }

    pub fn need_map(&self) -> PyResult<()> {
        match self.is_map() {
            true => Ok(()),
            false => Err(PyTypeError::new_err(format!(
                "{} has no keys",
                self.view().kind().name()
            ))),
        }
    }
}
