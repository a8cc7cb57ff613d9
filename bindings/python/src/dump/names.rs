//! [`Names`]: keys that come again and again, ready to be written.
//!
//! Objects of the same kind have the same keys, and these are mostly the same strings. A key is
//! found by its place in memory, so that its text is neither asked for nor looked at.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use varvel::format::Name;

/// How many members are written before keys are remembered: short documents would pay for it.
const PATIENCE: usize = 32;

/// How many keys of a document are remembered, at most.
const SLOTS: usize = 256;

/// The most keys that are kept until the process ends, and their longest text: 300 kB in all.
const KEPT: usize = 1024;
const LONGEST: usize = 64;

/// The keys of a document that came more than once.
pub struct Names<'py> {
    slots: Option<Box<[Slot<'py>; SLOTS]>>,
    patience: usize,
}

#[derive(Default)]
struct Slot<'py> {
    /// A key, which cannot end, and no other string be at its place, while it is here.
    key: Option<Bound<'py, PyString>>,
    name: Option<&'static Name>,
    /// The place of the key that came last.
    last: usize,
}

impl<'py> Names<'py> {
    /// Returns an empty cache.
    pub fn new() -> Self {
        Self {
            slots: None,
            patience: PATIENCE,
        }
    }

    /// Returns the name that is a key, if it came often.
    #[inline(always)]
    pub fn get(&mut self, key: &Bound<'py, PyString>) -> Option<&'static Name> {
        let place = key.as_ptr() as usize;
        let Some(slots) = &mut self.slots else {
            return self.wait();
        };
        let slot = &mut slots[(place >> 4 ^ place >> 12) % SLOTS];
        match &slot.key {
            Some(known) if known.is(key) => slot.name,
            _ => slot.miss(key),
        }
    }

    #[cold]
    #[inline(never)]
    fn wait(&mut self) -> Option<&'static Name> {
        match self.patience {
            0 => self.slots = Some(Box::new(std::array::from_fn(|_| Slot::default()))),
            _ => self.patience -= 1,
        }
        None
    }
}

impl<'py> Slot<'py> {
    #[inline(never)]
    fn miss(&mut self, key: &Bound<'py, PyString>) -> Option<&'static Name> {
        let place = key.as_ptr() as usize;
        if self.last == place && self.key.is_none() {
            self.name = key.to_str().ok().and_then(name_of);
            self.key = Some(key.clone());
            return self.name;
        }
        self.last = place;
        None
    }
}

/// Returns the name with a text. Names are kept until the process ends, so there is an end to them.
fn name_of(text: &str) -> Option<&'static Name> {
    static NAMES: Mutex<Option<HashMap<&'static str, &'static Name>>> = Mutex::new(None);
    if text.len() > LONGEST {
        return None;
    }
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    if let Some(name) = names.get(text) {
        return Some(*name);
    }
    if names.len() == KEPT {
        return None;
    }
    let text: &'static str = Box::leak(text.into());
    let name: &'static Name = Box::leak(Box::new(Name::new(text)));
    names.insert(text, name);
    Some(name)
}
