//! Objects of classes: dataclasses and `TypedDict`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use varvel::format::Key;
use varvel::{Duplicates, Error, ErrorKind, Result, Source};

use super::order::Order;
use super::place::Place;
use super::plan::{Absent, Field, Object};
use super::read::{Reading, Value};

impl<'py> Reading<'_, 'py> {
    /// Reads an object of a class, the type with the number `node`.
    pub fn object<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: usize,
        object: &Object,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        if let Err(error) = source.begin_map() {
            return self.wrong(source, error, place);
        }
        let from = self.members.len();
        self.members.resize(from + object.fields.len(), None);
        let mut right = true;
        // The place in the order of keys, and the field after the last one.
        let (mut next, mut likely) = (0, 0);
        loop {
            let found = match self.orders.get(node).and_then(|order| order.get(next)) {
                Some((key, field)) if source.expect_key(key)? => {
                    next += 1;
                    *field
                }
                _ => match object.fields.get(likely) {
                    Some(field) if source.expect_key(&field.key)? => {
                        next = self.learn(node, next, &field.key, Some(likely));
                        Some(likely)
                    }
                    _ => match source.next_name() {
                        Ok(None) => break,
                        Ok(Some(name)) => {
                            let found = object.names.find(&name, &object.fields);
                            let error = match found {
                                Some(_) => None,
                                None => self.unknown(&name, object),
                            };
                            if let Some(error) = error {
                                let name = name.to_string();
                                right = false;
                                let at = source.key_offset();
                                self.note(error.or_offset(at), &place.member(&name))?;
                            } else if self.is_long {
                                next = self.learn(node, next, &Key::new(&name), found);
                            }
                            found
                        }
                        Err(error) => match self.skip_other_member(source, error, place)? {
                            true => continue,
                            false => break,
                        },
                    },
                },
            };
            let Some(found) = found else {
                source.skip_member()?;
                continue;
            };
            likely = found + 1;
            let field = &object.fields[found];
            let inner = place.member(&field.name);
            if self.members[from + found].is_some() && !self.keeps_again(source, field, &inner)? {
                right &= self.choices.duplicates != Duplicates::Error;
                source.skip()?;
                continue;
            }
            let value = self.value(source, field.node, &inner)?;
            right &= value.is_some();
            // The object is not made if a member is wrong, but the member is not absent.
            self.members[from + found] = Some(value.unwrap_or_else(|| self.none()));
        }
        let made = self.made_of_members(object, from, right, at, place);
        self.members.truncate(from);
        made
    }

    /// Learns which key came at a place in the order of a class. Returns the place after it.
    #[inline]
    fn learn(&mut self, node: usize, at: usize, key: &Key, field: Option<usize>) -> usize {
        if !self.is_long {
            return at;
        }
        if self.orders.len() <= node {
            self.orders.resize_with(node + 1, Order::default);
        }
        self.orders[node].after(at, key, field)
    }

    /// Returns the error of a member that is not known, if that is one.
    #[inline]
    fn unknown(&self, name: &str, object: &Object) -> Option<Error> {
        let is_known = !self.choices.forbid_unknown || object.skipped.iter().any(|one| one == name);
        if is_known {
            return None;
        }
        let names: Vec<&str> = object.fields.iter().map(|field| &*field.name).collect();
        Some(Error::unknown_member(name, &names))
    }

    /// Returns whether a member that comes again replaces the first one. Notes an error if it must
    /// not come again.
    #[cold]
    fn keeps_again<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        field: &Field,
        place: &Place<'_>,
    ) -> Result<bool> {
        match self.choices.duplicates {
            Duplicates::Error => {
                let at = source.key_offset();
                self.bad(Error::duplicate_key(&field.name), at, place)?;
                Ok(false)
            }
            Duplicates::First => Ok(false),
            Duplicates::Last => Ok(true),
        }
    }

    /// Returns the object of the members from a place on.
    fn made_of_members(
        &mut self,
        object: &Object,
        from: usize,
        mut right: bool,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let py = self.py;
        for (number, field) in object.fields.iter().enumerate() {
            if self.members[from + number].is_some() {
                continue;
            }
            let value = match &field.absent {
                Absent::Required => {
                    right = false;
                    self.note(missing(&field.name).or_offset(at), place)?;
                    continue;
                }
                Absent::Left => continue,
                Absent::Value(value) => value.bind(py).clone(),
                Absent::Factory(_) if !right => continue,
                Absent::Factory(make) => {
                    let made = make.bind(py).call0();
                    self.made(made)?
                }
            };
            self.members[from + number] = Some(value);
        }
        if !right {
            return Ok(None);
        }
        match &object.class {
            None => {
                let made = self.dict_of(object, from);
                self.made(made).map(Some)
            }
            Some(class) => {
                let made = self.instance(class.bind(py), object, from);
                self.accepted(made, at, place)
            }
        }
    }

    fn dict_of(&mut self, object: &Object, from: usize) -> PyResult<Bound<'py, PyAny>> {
        let dict = PyDict::new(self.py);
        for (field, value) in object.fields.iter().zip(self.members.drain(from..)) {
            if let Some(value) = value {
                dict.set_item(field.attribute.bind(self.py), value)?;
            }
        }
        Ok(dict.into_any())
    }

    fn instance(
        &mut self,
        class: &Bound<'py, PyAny>,
        object: &Object,
        from: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let is_positional = object.positional == object.fields.len();
        let named = match is_positional {
            true => Vec::new(),
            false => self.members.split_off(from + object.positional),
        };
        let none = self.none();
        let positional = self.members.drain(from..);
        // All of them are there.
        let positional = positional.map(|one| one.unwrap_or_else(|| none.clone()));
        let positional = PyTuple::new(py, positional)?;
        if is_positional {
            return class.call1(positional);
        }
        let names = PyDict::new(py);
        for (field, value) in object.fields[object.positional..].iter().zip(named) {
            if let Some(value) = value {
                names.set_item(field.attribute.bind(py), value)?;
            }
        }
        class.call(positional, Some(&names))
    }
}

#[cold]
fn missing(name: &str) -> Error {
    Error::expected(ErrorKind::MissingField, format!("a member `{name}`"))
}
