//! [`Shapes`]: dicts with the same keys are made from each other.
//!
//! A dict that gets its members one by one moves them several times while it grows. A copy of one
//! that has these keys has its size at once.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Up to this number of members a dict does not grow.
const FEW: usize = 5;

/// How many kinds of dicts are remembered, at most.
const SLOTS: usize = 64;

/// The dicts that were made last, by their keys.
#[derive(Default)]
pub struct Shapes<'py> {
    slots: Vec<Option<Shape<'py>>>,
}

struct Shape<'py> {
    /// The places of the keys, which are alive as long as the dict.
    keys: Vec<usize>,
    dict: Bound<'py, PyDict>,
}

impl<'py> Shapes<'py> {
    /// Returns a dict of keys and values that come by turns. The keys are strings that differ.
    #[inline(always)]
    pub fn dict(
        &mut self,
        py: Python<'py>,
        members: &[Bound<'py, PyAny>],
    ) -> PyResult<Bound<'py, PyDict>> {
        if members.len() > 2 * FEW {
            return self.large(py, members);
        }
        let dict = PyDict::new(py);
        fill(&dict, members)?;
        Ok(dict)
    }

    #[inline(never)]
    fn large(
        &mut self,
        py: Python<'py>,
        members: &[Bound<'py, PyAny>],
    ) -> PyResult<Bound<'py, PyDict>> {
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, || None);
        }
        let (keys, _) = members.as_chunks::<2>();
        let place = |[key, _]: &[Bound<'py, PyAny>; 2]| key.as_ptr() as usize;
        let sum = keys.iter().map(place).fold(keys.len(), usize::wrapping_add);
        let slot = &mut self.slots[(sum >> 4 ^ sum >> 10) % SLOTS];
        if let Some(known) = slot
            && known.keys.iter().copied().eq(keys.iter().map(place))
        {
            let dict = known.dict.copy()?;
            fill(&dict, members)?;
            if dict.len() == keys.len() {
                return Ok(dict);
            }
            // Someone found the dict and changed it.
            *slot = None;
        }
        let dict = PyDict::new(py);
        fill(&dict, members)?;
        if slot.is_none() {
            *slot = Some(Shape {
                keys: keys.iter().map(place).collect(),
                dict: dict.clone(),
            });
        }
        Ok(dict)
    }
}

#[inline(always)]
fn fill<'py>(dict: &Bound<'py, PyDict>, members: &[Bound<'py, PyAny>]) -> PyResult<()> {
    for [key, value] in members.as_chunks::<2>().0 {
        dict.set_item(key, value)?;
    }
    Ok(())
}
