//! Lists, sets, tuples, and dicts with keys of any type.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};
use varvel::{Duplicates, Error, ErrorKind, Result, Source};

use super::place::Place;
use super::plan::{Absent, NamedTuple, Node};
use super::read::{Reading, Value, stays};
use crate::objects::{Fault, hashable};

impl<'py> Reading<'_, 'py> {
    /// Reads the items of an array behind each other among the members. Returns the place of the
    /// first one, and whether all of them were right; `None` if there is no array.
    fn items<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        mut item: impl FnMut(usize) -> usize,
        place: &Place<'_>,
    ) -> Result<Option<(usize, bool)>> {
        if let Err(error) = source.begin_array() {
            return self.wrong(source, error, place).map(|_| None);
        }
        let from = self.members.len();
        let (mut index, mut right) = (0, true);
        while source.next_item()? {
            let value = self.value(source, item(index), &place.item(index))?;
            match value {
                Some(_) if right => self.members.push(value),
                Some(_) => {}
                None => right = false,
            }
            index += 1;
        }
        Ok(Some((from, right)))
    }

    /// Takes the members from a place on, and returns what is made of them if all were right.
    fn taken(
        &mut self,
        items: Option<(usize, bool)>,
        make: impl FnOnce(
            Python<'py>,
            &mut dyn ExactSizeIterator<Item = Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>>,
    ) -> Value<'py> {
        let Some((from, right)) = items else {
            return Ok(None);
        };
        if !right {
            self.members.truncate(from);
            return Ok(None);
        }
        let py = self.py;
        let none = self.none();
        let taken = self.members.drain(from..);
        let mut taken = taken.map(|one| one.unwrap_or_else(|| none.clone()));
        let made = make(py, &mut taken);
        drop(taken);
        self.made(made).map(Some)
    }

    /// Reads a list.
    pub fn list<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        item: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let items = self.items(source, |_| item, place)?;
        self.taken(items, |py, items| Ok(PyList::new(py, items)?.into_any()))
    }

    /// Reads a tuple of any length.
    pub fn tuple_of<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        item: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let items = self.items(source, |_| item, place)?;
        self.taken(items, |py, items| Ok(PyTuple::new(py, items)?.into_any()))
    }

    /// Reads a set. Equal items are one.
    pub fn set<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        item: usize,
        is_frozen: bool,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let items = self.items(source, |_| item, place)?;
        if let Some((from, true)) = items {
            for number in from..self.members.len() {
                let item = self.members[number].clone();
                let place = place.item(number - from);
                if let Some(item) = item
                    && !self.hashes(&item, at, &place)?
                {
                    self.members.truncate(from);
                    return Ok(None);
                }
            }
        }
        self.taken(items, |py, items| {
            Ok(match is_frozen {
                true => PyFrozenSet::new(py, items)?.into_any(),
                false => {
                    let set = PySet::empty(py)?;
                    for item in items {
                        set.add(item)?;
                    }
                    set.into_any()
                }
            })
        })
    }

    /// Reads a tuple whose items have types of their own.
    pub fn tuple<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        types: &[usize],
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let items = self.items_of(source, types.len(), |index| types[index], place)?;
        let Some((from, count, right)) = items else {
            return Ok(None);
        };
        if count != types.len() {
            self.members.truncate(from);
            return self.bad(wrong_length(types.len(), types.len(), count), at, place);
        }
        self.taken(Some((from, right)), |py, items| {
            Ok(PyTuple::new(py, items)?.into_any())
        })
    }

    /// Reads a named tuple. Items that are absent at the end have their defaults.
    pub fn named_tuple<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        tuple: &NamedTuple,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let fields = &tuple.fields;
        let items = self.items_of(source, fields.len(), |index| fields[index].node, place)?;
        let Some((from, count, right)) = items else {
            return Ok(None);
        };
        let is_required = |at: &usize| matches!(fields[*at].absent, Absent::Required);
        let least = (0..fields.len()).filter(is_required).count();
        if count < least || count > fields.len() {
            self.members.truncate(from);
            return self.bad(wrong_length(least, fields.len(), count), at, place);
        }
        let class = tuple.class.bind(self.py);
        self.taken(Some((from, right)), |py, items| {
            class.call1(PyTuple::new(py, items)?)
        })
    }

    /// Reads the items of an array of `len` items. Returns the place of the first one, how many
    /// there are, and whether all of them were right.
    fn items_of<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        len: usize,
        item: impl Fn(usize) -> usize,
        place: &Place<'_>,
    ) -> Result<Option<(usize, usize, bool)>> {
        if let Err(error) = source.begin_array() {
            return self.wrong(source, error, place).map(|_| None);
        }
        let from = self.members.len();
        let (mut count, mut right) = (0, true);
        while source.next_item()? {
            if count >= len {
                source.skip()?;
            } else {
                let value = self.value(source, item(count), &place.item(count))?;
                match value {
                    Some(_) if right => self.members.push(value),
                    Some(_) => {}
                    None => right = false,
                }
            }
            count += 1;
        }
        Ok(Some((from, count, right)))
    }

    /// Reads a dict.
    pub fn dict<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        key: usize,
        value: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        if let Err(error) = source.begin_map() {
            return self.wrong(source, error, place);
        }
        let dict = PyDict::new(self.py);
        let mut right = true;
        let is_text = matches!(self.plan.nodes[key], Node::Str);
        let any_keys = source.profile().any_keys && !is_text;
        loop {
            let (key, at) = if any_keys {
                if !source.next_entry()? {
                    break;
                }
                let at = self.at(source)?;
                (self.key(source, key, at, place)?, at)
            } else {
                match self.name(source, key, place)? {
                    Named::End => break,
                    Named::Key(key, at) => (key, at),
                }
            };
            let Some(key) = key else {
                right = false;
                source.skip()?;
                continue;
            };
            let is_double = self.made(dict.contains(&key))?;
            let inner = place.value(key.as_unbound());
            if is_double && !self.keeps_last(&key, at, &inner)? {
                right = right && self.choices.duplicates != Duplicates::Error;
                source.skip()?;
                continue;
            }
            match self.value(source, value, &inner)? {
                Some(value) if right => self.made(dict.set_item(&key, value))?,
                Some(_) => {}
                None => right = false,
            }
        }
        Ok(right.then(|| dict.into_any()))
    }

    /// Returns whether a member that comes again replaces the first one. Notes an error if it must
    /// not come again.
    #[cold]
    fn keeps_last(
        &mut self,
        key: &Bound<'py, PyAny>,
        at: usize,
        place: &Place<'_>,
    ) -> Result<bool> {
        match self.choices.duplicates {
            Duplicates::Error => {
                let text = self.made(key.str())?;
                let error = Error::duplicate_key(&text.to_string_lossy());
                self.bad(error, at, place).map(|_| false)
            }
            Duplicates::First => Ok(false),
            Duplicates::Last => Ok(true),
        }
    }

    /// Reads a key of any kind.
    fn key<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: usize,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let Some(key) = self.value(source, node, place)? else {
            return Ok(None);
        };
        let key = match hashable(key) {
            Ok(key) => key,
            Err(Fault::Value(error)) => return self.bad(error, at, place),
            Err(Fault::Raised(raised)) => return Err(self.raise(raised)),
        };
        Ok(self.hashes(&key, at, place)?.then_some(key))
    }

    /// Reads a key that is a string, as the type of keys.
    fn name<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: usize,
        place: &Place<'_>,
    ) -> Result<Named<'py>> {
        let py = self.py;
        let text = match source.next_name() {
            Ok(None) => return Ok(Named::End),
            Ok(Some(name)) => PyString::new(py, &name),
            Err(error) => return self.skipped_key(source, error, place),
        };
        let at = source.key_offset();
        if matches!(self.plan.nodes[node], Node::Str | Node::Any) {
            return Ok(Named::Key(Some(text.into_any()), at));
        }
        let key = self.key_of_text(&text, node, at, place)?;
        Ok(Named::Key(key, at))
    }

    /// Notes the error of a key that is no string, and passes over it.
    #[cold]
    fn skipped_key<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        error: Error,
        place: &Place<'_>,
    ) -> Result<Named<'py>> {
        if !stays(&error) || !source.profile().any_keys {
            return Err(error);
        }
        let at = source.offset();
        self.note(error.or_offset(at), place)?;
        match source.next_entry()? {
            true => source.skip().map(|()| Named::Key(None, at)),
            false => Ok(Named::End),
        }
    }

    /// Passes over a member whose key is no string, which no class has. Returns `false` at the end.
    #[cold]
    pub fn skip_other_member<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        error: Error,
        place: &Place<'_>,
    ) -> Result<bool> {
        if !stays(&error) || !source.profile().any_keys {
            return Err(error);
        }
        if self.choices.forbid_unknown {
            let at = source.offset();
            self.note(error.or_offset(at), place)?;
        }
        if !source.next_entry()? {
            return Ok(false);
        }
        source.skip()?;
        source.skip()?;
        Ok(true)
    }
}

/// A key, or the end of a map.
enum Named<'py> {
    /// The key with its place; `None` after an error that was noted.
    Key(Option<Bound<'py, PyAny>>, usize),
    End,
}

#[cold]
fn wrong_length(least: usize, most: usize, found: usize) -> Error {
    let expected = match (least, most) {
        (1, 1) => "an array of 1 item".into(),
        (least, most) if least == most => format!("an array of {most} items"),
        (least, most) => format!("an array of {least} to {most} items"),
    };
    Error::expected(ErrorKind::TypeMismatch, expected).with_found(format!("one of {found}"))
}
