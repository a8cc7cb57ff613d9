//! Parts of lists, maps and options: each type takes one step, and its content takes the rest.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::{Selector, Step};
use varvel_core::recording::Recording;
use varvel_core::{Decode as _, Encode as _, Error, Kind, Result};

use super::Properties;

/// The steps that are left; none at the end of the path.
type Path<'p> = [Selector<'p>];

/// Returns the error of a step to an item or a member that a value does not have.
#[cold]
fn nothing(step: &Selector<'_>, kind: Kind, len: usize) -> Error {
    step.missing(kind, len).or_path(Vec::new)
}

#[cold]
fn inside(error: Error, step: Step) -> Error {
    error.inside(step)
}

impl<T: Properties> Properties for Option<T> {
    fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
        match (self, path) {
            (_, []) => self.encode(to, &()),
            (Some(value), _) => value.get_at(path, to),
            (None, [step, ..]) => Err(nothing(step, Kind::Null, 0)),
        }
    }
    fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
        match (&mut *self, path) {
            (_, []) => self.decode_into(&mut from.source(), &()),
            (Some(value), _) => value.set_at(path, from),
            (None, [step, ..]) => Err(nothing(step, Kind::Null, 0)),
        }
    }
}

impl<T: Properties> Properties for Box<T> {
    fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
        (**self).get_at(path, to)
    }
    fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
        (**self).set_at(path, from)
    }
}

impl<T: Properties> Properties for Vec<T> {
    fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
        match path {
            [] => self.encode(to, &()),
            [step, rest @ ..] => get_item(self, step, rest, to),
        }
    }
    fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
        match path {
            [] => self.decode_into(&mut from.source(), &()),
            [step] if step.index() == Some(self.len()) => {
                self.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                self.push(T::decode(&mut from.source(), &())?);
                Ok(())
            }
            [step, rest @ ..] => set_item(self, step, rest, from),
        }
    }
}

impl<T: Properties, const N: usize> Properties for [T; N] {
    fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
        match path {
            [] => self.encode(to, &()),
            [step, rest @ ..] => get_item(self, step, rest, to),
        }
    }
    fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
        match path {
            [] => self.decode_into(&mut from.source(), &()),
            [step, rest @ ..] => set_item(self, step, rest, from),
        }
    }
}

fn get_item<T: Properties>(
    items: &[T],
    step: &Selector<'_>,
    rest: &Path<'_>,
    to: &mut Recording,
) -> Result {
    let index = step.index();
    match index.and_then(|index| Some((index, items.get(index)?))) {
        Some((index, item)) => {
            let got = item.get_at(rest, to);
            got.map_err(|error| inside(error, Step::Index(index)))
        }
        None => Err(nothing(step, Kind::Array, items.len())),
    }
}

fn set_item<T: Properties>(
    items: &mut [T],
    step: &Selector<'_>,
    rest: &Path<'_>,
    from: &Recording,
) -> Result {
    let (index, len) = (step.index(), items.len());
    match index.and_then(|index| Some((index, items.get_mut(index)?))) {
        Some((index, item)) => {
            let done = item.set_at(rest, from);
            done.map_err(|error| inside(error, Step::Index(index)))
        }
        None => Err(nothing(step, Kind::Array, len)),
    }
}

/// Implements the trait for maps with strings as keys.
macro_rules! maps {
    ($([$($H:tt)*] $type:ty;)*) => {$(
        impl<V: Properties $($H)*> Properties for $type {
            fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
                let [step, rest @ ..] = path else {
                    return self.encode(to, &());
                };
                let name = step.name().map(|name| name.to_cow());
                match name.and_then(|name| self.get_key_value(&*name)) {
                    Some((key, value)) => {
                        let got = value.get_at(rest, to);
                        got.map_err(|error| inside(error, Step::Key(key.clone())))
                    }
                    None => Err(nothing(step, Kind::Object, self.len())),
                }
            }
            fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
                let [step, rest @ ..] = path else {
                    return self.decode_into(&mut from.source(), &());
                };
                let Some(name) = step.name().map(|name| name.to_cow()) else {
                    return Err(nothing(step, Kind::Object, self.len()));
                };
                let inside = |error| inside(error, Step::Key(name.clone().into_owned()));
                match self.get_mut(&*name) {
                    Some(value) => value.set_at(rest, from).map_err(inside),
                    None if rest.is_empty() => {
                        let value = V::decode(&mut from.source(), &()).map_err(inside)?;
                        self.insert(name.into_owned(), value);
                        Ok(())
                    }
                    None => Err(nothing(step, Kind::Object, self.len())),
                }
            }
        }
    )*};
}
maps!([] BTreeMap<String, V>;);

#[cfg(feature = "std")]
mod of_std {
    use core::hash::BuildHasher;
    use std::collections::HashMap;

    use super::*;

    maps!([, H: BuildHasher + Default] HashMap<String, V, H>;);
}

macro_rules! tuples {
    ($($($T:ident $number:tt)+;)*) => {$(
        impl<$($T: Properties),+> Properties for ($($T,)+) {
            fn get_at(&self, path: &Path<'_>, to: &mut Recording) -> Result {
                let [step, rest @ ..] = path else {
                    return self.encode(to, &());
                };
                match step.index() {
                    $(Some($number) => {
                        let got = self.$number.get_at(rest, to);
                        got.map_err(|error| inside(error, Step::Index($number)))
                    })+
                    _ => Err(nothing(step, Kind::Array, [$($number),+].len())),
                }
            }
            fn set_at(&mut self, path: &Path<'_>, from: &Recording) -> Result {
                let [step, rest @ ..] = path else {
                    return self.decode_into(&mut from.source(), &());
                };
                match step.index() {
                    $(Some($number) => {
                        let done = self.$number.set_at(rest, from);
                        done.map_err(|error| inside(error, Step::Index($number)))
                    })+
                    _ => Err(nothing(step, Kind::Array, [$($number),+].len())),
                }
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15;
}
