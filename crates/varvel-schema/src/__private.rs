//! What the code that a derive makes calls. It may change with any version.

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

/// A value that may be one that can be written: `(&Probe(&value)).recorded()` is what it gives to
/// JSON if it can. Of the two methods of that name the compiler takes [`Writable`]'s where the type
/// has it.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// Of types that can be written.
pub trait Writable {
    /// What the value gives to JSON.
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

/// What JSON Schema, whose defaults are JSON, can hold.
const JSON: Profile = {
    let mut profile = Profile::TREE;
    profile.bytes = false;
    profile.any_keys = false;
    profile.timestamps = false;
    profile.non_finite = false;
    profile
};

/// Of all other types.
pub trait Unwritable {
    /// Nothing.
    fn recorded(&self) -> Option<Box<Recording>> {
        None
    }
}

impl<T: ?Sized> Unwritable for &Probe<'_, T> {}

/// The key that a step asks for.
pub fn name<'p>(step: &Selector<'p>) -> Option<Cow<'p, str>> {
    step.name().map(|name| name.to_cow())
}

/// The error of what is in a member.
#[cold]
pub fn inside(error: Error, name: &str) -> Error {
    error.inside(Step::Key(name.into()))
}

/// The error of a struct that has none of what is asked for.
#[cold]
pub fn no_member(step: &Selector<'_>, names: &[&str]) -> Error {
    let error = match step.step(Kind::Object) {
        Step::Key(key) => Error::unknown_member(&key, names),
        Step::Index(_) => step.missing(Kind::Object, 0),
    };
    error.or_path(Vec::new)
}

/// Refuses a null where `path` is at its end.
pub fn not_null(path: &[Selector<'_>], from: &Recording) -> Result {
    match path.is_empty() {
        true => varvel_core::__private::not_null(&mut from.source()),
        false => Ok(()),
    }
}
