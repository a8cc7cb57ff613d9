//! [`KeyCache`]: the keys of a frozen document as strings of Python.
//!
//! A document has each of its keys once, so a string is made once for each key, and found by the
//! place of the key.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// The strings of the keys of a document, by their places.
pub struct KeyCache<'py> {
    slots: Vec<Option<(*const u8, Bound<'py, PyString>)>>,
}

impl<'py> KeyCache<'py> {
    /// Returns an empty cache for a document of so many bytes.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / 32).next_power_of_two().clamp(8, 4096);
        let mut cache = Self { slots: Vec::new() };
        cache.slots.resize_with(slots, || None);
        cache
    }

    /// Returns the string of a key of the document.
    #[inline]
    pub fn get(&mut self, py: Python<'py>, key: &str) -> Bound<'py, PyString> {
        let place = key.as_ptr();
        let hash = (place as usize as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = (hash >> 40) as usize & (self.slots.len() - 1);
        match &self.slots[index] {
            // One place is one key, except that an empty key may stand anywhere.
            Some((at, text)) if *at == place && !key.is_empty() => text.clone(),
            _ => {
                let text = PyString::new(py, key);
                self.slots[index] = Some((place, text.clone()));
                text
            }
        }
    }
}
