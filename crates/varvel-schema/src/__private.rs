//! The names that derived code calls. They may change with any version.

use alloc::boxed::Box;

pub use alloc::string::String;
pub use alloc::vec;
pub use alloc::vec::Vec;

pub use varvel_core::Result;
pub use varvel_core::path::Selector;

use alloc::borrow::Cow;

use varvel_core::path::Step;
use varvel_core::recording::Event;
use varvel_core::{Encode, Error, Kind, Profile};

pub use crate::described::{Described, Describer};
pub use crate::properties::{Properties, changed_in_whole, get_in_whole, set_in_whole};
pub use crate::schema::{Field, NodeId, Record, Tagging, Type, Union, Variant};
pub use varvel_core::recording::Recording;

/// Records a value if its type can be written: `(&Probe(&value)).recorded()`. The compiler chooses
/// between two methods of that name: [`Writable`]'s if the type has it, else [`Unwritable`]'s.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// Implemented for types that can be written.
pub trait Writable {
    /// Returns the events that the value gives to JSON.
    fn recorded(&self) -> Option<Box<Recording>>;
}

impl<T: Encode + ?Sized> Writable for Probe<'_, T> {
    fn recorded(&self) -> Option<Box<Recording>> {
        let mut recording = Recording::new(JSON);
        let encoded = self.0.encode(&mut recording, &());
        let writable = encoded.is_ok() && recording.events().iter().all(is_json);
        writable.then(|| Box::new(recording))
    }
}

/// Returns whether an event can stand in a default of JSON Schema, which is JSON.
fn is_json(event: &Event) -> bool {
    match event {
        Event::F64(value) => value.is_finite(),
        Event::F32(value) => value.is_finite(),
        Event::Bytes(_) | Event::Timestamp(_) | Event::Tag(_) | Event::AnyKey => false,
        _ => true,
    }
}

/// The profile of defaults in JSON Schema, which are JSON.
const JSON: Profile = {
    let mut profile = Profile::TREE;
    profile.bytes = false;
    profile.any_keys = false;
    profile.timestamps = false;
    profile.non_finite = false;
    profile
};

/// Implemented for all other types.
pub trait Unwritable {
    /// Returns `None`.
    fn recorded(&self) -> Option<Box<Recording>> {
        None
    }
}

impl<T: ?Sized> Unwritable for &Probe<'_, T> {}

/// Returns the key that a step asks for.
pub fn name<'p>(step: &Selector<'p>) -> Option<Cow<'p, str>> {
    step.name().map(|name| name.to_cow())
}

/// Returns an error inside a member.
#[cold]
pub fn inside(error: Error, name: &str) -> Error {
    error.inside(Step::Key(name.into()))
}

/// Returns the error of a struct that has no member for the step.
#[cold]
pub fn no_member(step: &Selector<'_>, names: &[&str]) -> Error {
    let error = match step.step(Kind::Object) {
        Step::Key(key) => Error::unknown_member(&key, names),
        Step::Index(_) => step.missing(Kind::Object, 0),
    };
    error.or_path(Vec::new)
}

/// Refuses a null at the end of `path`.
pub fn not_null(path: &[Selector<'_>], from: &Recording) -> Result {
    match path.is_empty() {
        true => varvel_core::__private::not_null(&mut from.source()),
        false => Ok(()),
    }
}
