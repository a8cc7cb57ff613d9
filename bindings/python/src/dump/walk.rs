//! [`Walk`]: writes an object and all objects in it.
//!
//! Containers are written by functions that call each other, [`NATIVE`] levels deep. What is deeper
//! is kept in [`Walk::open`]: the functions return, each leaves its container there, and the
//! innermost is written first. So the depth of objects takes no more of the stack.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use varvel::path::Step;
use varvel::{Error, Sink};

use super::members::{Kept, Members, Plain, sorted};
use super::numbers::begin_list;
use super::values::{integer, text};
use super::{Choices, Fault, Result};

/// How many containers in each other are written by functions that call each other.
const NATIVE: usize = 64;

/// A container that was begun, and whose other members are to be written.
enum Open<'py> {
    /// A list and the number of its items that were begun.
    List(Bound<'py, PyList>, usize),
    Tuple(Bound<'py, PyTuple>, usize),
    /// A dict.
    Dict(Kept<'py>, Member<'py>),
}

/// The member of a dict that was begun last.
#[derive(Default)]
struct Member<'py> {
    key: Option<Bound<'py, PyAny>>,
    /// The value, if the key is written and the value is not.
    waiting: Option<Bound<'py, PyAny>>,
}

/// How far a value was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written {
    /// To its end.
    Whole,
    /// Up to a container in it that is too deep, which is in [`Walk::left`].
    Part,
}

use Written::{Part, Whole};

/// The work on one object.
pub struct Walk<'a, 'py, S> {
    pub choices: &'a Choices<'py>,
    pub sink: S,
    /// How many containers are open.
    depth: usize,
    /// How many of these are written by functions that are running.
    native: usize,
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
            depth: 0,
            native: 0,
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
                return Err(match *fault {
                    Fault::Writer(error) => error.or_path(|| self.path()).into(),
                    fault @ Fault::Python(_) => Box::new(fault),
                });
            }
            let Some(open) = self.open.pop() else {
                return Ok(());
            };
            written = self.go_on(open);
        }
    }

    /// Writes an object.
    #[inline(always)]
    pub fn value(&mut self, value: &Bound<'py, PyAny>) -> Result<Written> {
        if let Some(value) = exact::<PyString>(value) {
            self.sink.str(text(value)?)?;
        } else if let Some(value) = exact::<PyInt>(value) {
            integer(value, &mut self.sink)?;
        } else if let Some(value) = exact::<PyDict>(value) {
            return self.dict(value);
        } else if let Some(value) = exact::<PyList>(value) {
            return self.list(value);
        } else if let Some(value) = exact::<PyFloat>(value) {
            self.sink.f64(value.value())?;
        } else if let Some(value) = exact::<PyBool>(value) {
            self.sink.bool(value.is_true())?;
        } else if value.is_none() {
            self.sink.null()?;
        } else {
            return self.rare(value.clone());
        }
        Ok(Whole)
    }

    /// Writes a dict.
    #[inline(never)]
    pub fn dict(&mut self, dict: &Bound<'py, PyDict>) -> Result<Written> {
        self.check_depth()?;
        self.sink.begin_map(Some(dict.len()))?;
        self.depth += 1;
        let mut last = Member::default();
        if self.choices.sort_keys {
            let mut members = sorted(dict)?;
            let written = self.begin(&mut members, &mut last);
            return match written {
                Ok(Whole) => written,
                _ => self.leave(written, Open::Dict(members, last)),
            };
        }
        let (len, mut iterator) = (dict.len(), dict.iter());
        let members = &mut Plain {
            dict,
            len,
            iterator: &mut iterator,
        };
        let written = self.begin(members, &mut last);
        match written {
            Ok(Whole) => written,
            _ => {
                let members = Kept::Plain(dict.clone(), len, iterator);
                self.leave(written, Open::Dict(members, last))
            }
        }
    }

    /// Writes the members of a dict, unless it is too deep.
    #[inline(always)]
    fn begin(
        &mut self,
        members: &mut impl Members<'py>,
        last: &mut Member<'py>,
    ) -> Result<Written> {
        if self.native == NATIVE {
            return Ok(Part);
        }
        self.native += 1;
        let written = self.members(members, last);
        self.native -= 1;
        written
    }

    /// Writes a list.
    #[inline(never)]
    pub fn list(&mut self, list: &Bound<'py, PyList>) -> Result<Written> {
        self.check_depth()?;
        let (mut at, ended) = begin_list(list, &mut self.sink)?;
        if ended {
            return Ok(Whole);
        }
        self.depth += 1;
        if self.native == NATIVE {
            return self.leave(Ok(Part), Open::List(list.clone(), at));
        }
        self.native += 1;
        let written = self.items(list, &mut at);
        self.native -= 1;
        match written {
            Ok(Whole) => written,
            _ => self.leave(written, Open::List(list.clone(), at)),
        }
    }

    /// Writes a tuple as an array.
    pub fn array(&mut self, tuple: &Bound<'py, PyTuple>) -> Result<Written> {
        self.check_depth()?;
        self.sink.begin_array(Some(tuple.len()))?;
        self.depth += 1;
        let mut at = 0;
        if self.native == NATIVE {
            return self.leave(Ok(Part), Open::Tuple(tuple.clone(), at));
        }
        self.native += 1;
        let written = self.parts(tuple, &mut at);
        self.native -= 1;
        match written {
            Ok(Whole) => written,
            _ => self.leave(written, Open::Tuple(tuple.clone(), at)),
        }
    }

    /// Writes what is missing of a container.
    fn go_on(&mut self, mut open: Open<'py>) -> Result<Written> {
        self.native = 1;
        let written = match &mut open {
            Open::List(list, at) => self.items(list, at),
            Open::Tuple(tuple, at) => self.parts(tuple, at),
            Open::Dict(members, last) => self.members(members, last),
        };
        self.native = 0;
        match written {
            Ok(Whole) => written,
            _ => self.leave(written, open),
        }
    }

    /// Leaves a container that is not written to its end, for later or for the path of an error.
    #[cold]
    fn leave(&mut self, written: Result<Written>, open: Open<'py>) -> Result<Written> {
        self.left.push(open);
        written
    }

    /// Writes the items of a list from one on.
    #[inline(always)]
    fn items(&mut self, list: &Bound<'py, PyList>, at: &mut usize) -> Result<Written> {
        // A function of the caller's may make it longer or shorter.
        while *at < list.len() {
            let mut items = list.iter();
            let mut next = items.nth(*at);
            while let Some(item) = next {
                *at += 1;
                if self.value(&item)? == Part {
                    return Ok(Part);
                }
                next = items.next();
            }
        }
        self.sink.end_array()?;
        self.depth -= 1;
        Ok(Whole)
    }

    /// Writes the items of a tuple from one on.
    fn parts(&mut self, tuple: &Bound<'py, PyTuple>, at: &mut usize) -> Result<Written> {
        for item in tuple.iter_borrowed().skip(*at) {
            *at += 1;
            if self.value(&item)? == Part {
                return Ok(Part);
            }
        }
        self.sink.end_array()?;
        self.depth -= 1;
        Ok(Whole)
    }

    /// Writes the members of a dict that are to come, after a value that waits for them.
    #[inline(always)]
    fn members(
        &mut self,
        members: &mut impl Members<'py>,
        last: &mut Member<'py>,
    ) -> Result<Written> {
        if let Some(value) = last.waiting.take()
            && self.value(&value)? == Part
        {
            return Ok(Part);
        }
        while let Some((key, value)) = members.next()? {
            let written = match exact::<PyString>(&key) {
                Some(text) => self.member(text, &value),
                None => self.rare_member(&key, &value, last),
            };
            if !matches!(written, Ok(Whole)) {
                last.key = Some(key);
                return written;
            }
        }
        self.sink.end_map()?;
        self.depth -= 1;
        Ok(Whole)
    }

    #[inline(always)]
    fn member(&mut self, key: &Bound<'py, PyString>, value: &Bound<'py, PyAny>) -> Result<Written> {
        self.sink.key(text(key)?)?;
        self.value(value)
    }

    /// Writes a member whose key is no plain string. If the key is too deep, its value waits.
    #[cold]
    fn rare_member(
        &mut self,
        key: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
        last: &mut Member<'py>,
    ) -> Result<Written> {
        if let Ok(key) = key.cast::<PyString>() {
            return self.member(key, value);
        }
        self.sink.any_key()?;
        if self.value(key)? == Part {
            last.waiting = Some(value.clone());
            return Ok(Part);
        }
        self.value(value)
    }

    #[inline(always)]
    fn check_depth(&self) -> Result {
        match self.depth < self.choices.max_depth {
            true => Ok(()),
            false => Err(self.too_deep()),
        }
    }

    #[cold]
    fn too_deep(&self) -> Box<Fault> {
        Error::too_deep(self.choices.max_depth)
            .with_hint("max_depth allows more, unless an object contains itself")
            .into()
    }

    /// Returns the path of the value that is being written.
    fn path(&self) -> Vec<Step> {
        let steps = self.open.iter().map(|open| match open {
            Open::List(_, at) | Open::Tuple(_, at) => Step::Index(at.saturating_sub(1)),
            Open::Dict(_, last) => {
                let key = last.key.as_ref().map(|key| key.to_string());
                Step::Key(key.unwrap_or_default())
            }
        });
        steps.collect()
    }
}

/// Returns an object as one of a type, if it is of this type and of none that is derived from it.
#[inline(always)]
pub fn exact<'o, 'py, T: PyTypeInfo>(object: &'o Bound<'py, PyAny>) -> Option<&'o Bound<'py, T>> {
    // `cast_exact` counts references for its error.
    match object.is_exact_instance_of::<T>() {
        true => object.cast_exact().ok(),
        false => None,
    }
}
