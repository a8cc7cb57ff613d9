//! [`Walk`]: writes an object and all objects in it.
//!
//! Containers are written by functions that call each other, [`NATIVE`] levels deep, or less deep
//! where the stack has no room for that. A container that is deeper, and those around it, are put
//! aside: the functions return [`Fault::Deep`], each leaves its container in [`Walk::left`], and
//! [`Walk::document`] goes on with the innermost. So the depth of objects takes no more of the
//! stack, and each container is put aside once for each of its members that is too deep.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use varvel::path::Step;
use varvel::{Error, Sink};

use super::members::{Members, next};
use super::names::Names;
use super::numbers::begin_list;
use super::scalars::{exact, integer, text};
use super::{Choices, Fault, Result};
use crate::stack::Floor;

/// How many containers in each other are written by functions that call each other.
const NATIVE: usize = 64;

/// A container that was begun, and whose other members are to be written.
enum Open<'py> {
    /// A list and the number of its items that were begun.
    List(Bound<'py, PyList>, usize),
    Tuple(Bound<'py, PyTuple>, usize),
    Dict(Members<'py>),
}

/// The work on one object.
pub struct Walk<'a, 'py, S> {
    pub choices: &'a Choices<'py>,
    pub sink: S,
    names: Names<'py>,
    /// Whether keys that differ in Python may be the same text.
    pub may_double: bool,
    /// How many containers are being written by functions that are running, and the most of them.
    native: usize,
    most: usize,
    floor: Floor,
    /// The containers that such functions left when they returned, the innermost first.
    left: Vec<Open<'py>>,
    /// The containers around, the outermost first.
    open: Vec<Open<'py>>,
}

impl<'a, 'py, S: for<'de> Sink<'de>> Walk<'a, 'py, S> {
    /// Begins a document.
    pub fn new(choices: &'a Choices<'py>, sink: S) -> Self {
        Self {
            choices,
            sink,
            names: Names::new(),
            may_double: false,
            native: 0,
            most: NATIVE.min(choices.max_depth),
            floor: Floor::of_thread(),
            left: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Writes an object as the document. Errors of the writer have a path.
    pub fn document(&mut self, value: &Bound<'py, PyAny>) -> Result {
        let mut written = self.value(value);
        loop {
            self.open.extend(self.left.drain(..).rev());
            if let Err(fault) = written {
                match *fault {
                    Fault::Deep => {}
                    Fault::Writer(error) => return Err(error.or_path(|| self.path()).into()),
                    fault => return Err(Box::new(fault)),
                }
            }
            let Some(open) = self.open.pop() else {
                return Ok(());
            };
            self.most = NATIVE.min(self.choices.max_depth - self.open.len());
            self.native = 1;
            written = match open {
                Open::List(list, at) => self.items(&list, at),
                Open::Tuple(tuple, at) => self.parts(&tuple, at),
                Open::Dict(members) => self.members(members),
            };
        }
    }

    /// Writes an object.
    #[inline(always)]
    pub fn value(&mut self, value: &Bound<'py, PyAny>) -> Result {
        if let Some(value) = exact::<PyString>(value) {
            self.sink.str(text(value)?)?;
        } else if let Some(value) = exact::<PyInt>(value) {
            integer(value, &mut self.sink)?;
        } else if let Some(value) = exact::<PyDict>(value) {
            self.dict(value)?;
        } else if let Some(value) = exact::<PyList>(value) {
            self.list(value)?;
        } else if let Some(value) = exact::<PyFloat>(value) {
            self.sink.f64(value.value())?;
        } else if let Some(value) = exact::<PyBool>(value) {
            self.sink.bool(value.is_true())?;
        } else if value.is_none() {
            self.sink.null()?;
        } else {
            self.rare(value.clone())?;
        }
        Ok(())
    }

    /// Returns whether no more functions may be running. Two always may, so that the work goes on.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.native == self.most || (self.native > 1 && self.floor.is_reached())
    }

    /// Writes a dict.
    #[inline(never)]
    pub fn dict(&mut self, dict: &Bound<'py, PyDict>) -> Result {
        let len = dict.len();
        self.sink.begin_map(Some(len))?;
        if self.is_full() || self.choices.sort_keys {
            return self.rare_dict(dict);
        }
        self.native += 1;
        let mut iterator = dict.iter();
        while let Some((key, value)) = next(dict, len, &mut iterator)? {
            if let Err(fault) = self.member(&key, &value) {
                let members = Members::rest(dict, iterator, len);
                return Err(self.leave_dict(fault, members, key, value));
            }
        }
        self.native -= 1;
        Ok(self.sink.end_map()?)
    }

    #[cold]
    fn rare_dict(&mut self, dict: &Bound<'py, PyDict>) -> Result {
        let members = match self.choices.sort_keys {
            false => Members::rest(dict, dict.iter(), dict.len()),
            true => Members::sorted(dict)?,
        };
        if self.is_full() {
            return self.too_deep(Open::Dict(members));
        }
        self.native += 1;
        self.members(members)
    }

    /// Writes the members of a dict that are to come.
    fn members(&mut self, mut members: Members<'py>) -> Result {
        if let Some(value) = members.waiting.take()
            && let Err(fault) = self.value(&value)
        {
            return Err(self.leave(fault, Open::Dict(members)));
        }
        while let Some((key, value)) = members.next()? {
            if let Err(fault) = self.member(&key, &value) {
                return Err(self.leave_dict(fault, members, key, value));
            }
        }
        self.native -= 1;
        Ok(self.sink.end_map()?)
    }

    /// Leaves a dict whose last member is not written to its end.
    #[cold]
    fn leave_dict(
        &mut self,
        mut fault: Box<Fault>,
        mut members: Members<'py>,
        key: Bound<'py, PyAny>,
        value: Bound<'py, PyAny>,
    ) -> Box<Fault> {
        members.last = Some(key);
        if let Fault::DeepKey = *fault {
            members.waiting = Some(value);
            *fault = Fault::Deep;
        }
        self.leave(fault, Open::Dict(members))
    }

    #[inline(always)]
    fn member(&mut self, key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> Result {
        let Some(key) = exact::<PyString>(key) else {
            return self.rare_member(key, value);
        };
        match self.names.get(key) {
            Some(name) => self.sink.name(name)?,
            None => self.sink.key(text(key)?)?,
        }
        self.value(value)
    }

    /// Writes a member whose key is no plain string.
    #[cold]
    fn rare_member(&mut self, key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> Result {
        self.may_double |= !(key.is_none()
            || key.is_exact_instance_of::<PyInt>()
            || key.is_exact_instance_of::<PyFloat>()
            || key.is_exact_instance_of::<PyBytes>()
            || key.is_exact_instance_of::<PyBool>());
        match key.cast::<PyString>() {
            Ok(key) => self.sink.key(text(key)?)?,
            Err(_) => {
                self.sink.any_key()?;
                self.value(key).map_err(|mut fault| {
                    if let Fault::Deep = *fault {
                        *fault = Fault::DeepKey;
                    }
                    fault
                })?;
            }
        }
        self.value(value)
    }

    /// Writes a list.
    #[inline(never)]
    pub fn list(&mut self, list: &Bound<'py, PyList>) -> Result {
        if self.is_full() {
            self.sink.begin_array(None)?;
            return self.too_deep(Open::List(list.clone(), 0));
        }
        let (at, ended) = begin_list(list, &mut self.sink)?;
        if ended {
            return Ok(());
        }
        self.native += 1;
        self.items(list, at)
    }

    /// Writes the items of a list from one on.
    #[inline(always)]
    fn items(&mut self, list: &Bound<'py, PyList>, mut at: usize) -> Result {
        // A function of the caller's may make it longer or shorter.
        while at < list.len() {
            let mut items = list.iter();
            let mut next = items.nth(at);
            while let Some(item) = next {
                at += 1;
                if let Err(fault) = self.value(&item) {
                    return Err(self.leave(fault, Open::List(list.clone(), at)));
                }
                next = items.next();
            }
        }
        self.native -= 1;
        Ok(self.sink.end_array()?)
    }

    /// Writes a tuple as an array.
    pub fn array(&mut self, tuple: &Bound<'py, PyTuple>) -> Result {
        self.sink.begin_array(Some(tuple.len()))?;
        if self.is_full() {
            return self.too_deep(Open::Tuple(tuple.clone(), 0));
        }
        self.native += 1;
        self.parts(tuple, 0)
    }

    /// Writes the items of a tuple from one on.
    fn parts(&mut self, tuple: &Bound<'py, PyTuple>, first: usize) -> Result {
        for (at, item) in tuple.iter_borrowed().enumerate().skip(first) {
            if let Err(fault) = self.value(&item) {
                return Err(self.leave(fault, Open::Tuple(tuple.clone(), at + 1)));
            }
        }
        self.native -= 1;
        Ok(self.sink.end_array()?)
    }

    /// Leaves a container that is not written to its end, for later or for the path of an error.
    #[cold]
    fn leave(&mut self, fault: Box<Fault>, open: Open<'py>) -> Box<Fault> {
        self.left.push(open);
        fault
    }

    /// Puts a container aside that is too deep for one more function, or for the caller.
    #[cold]
    fn too_deep(&mut self, open: Open<'py>) -> Result {
        let max_depth = self.choices.max_depth;
        if self.open.len() + self.native < max_depth {
            return Err(self.leave(Box::new(Fault::Deep), open));
        }
        let error = Error::too_deep(max_depth)
            .with_hint("max_depth allows more, unless an object contains itself");
        Err(error.into())
    }

    /// Returns the path of the value that is being written.
    fn path(&self) -> Vec<Step> {
        let steps = self.open.iter().map(|open| match open {
            Open::List(_, at) | Open::Tuple(_, at) => Step::Index(at.saturating_sub(1)),
            Open::Dict(members) => Step::Key(members.last_key()),
        });
        steps.collect()
    }
}
