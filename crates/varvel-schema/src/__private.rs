//! What the code that a derive makes calls. It may change with any version.

use alloc::boxed::Box;

pub use alloc::string::String;
pub use alloc::vec;
pub use alloc::vec::Vec;

use varvel_core::{Encode, Profile};

pub use crate::described::{Described, Describer};
pub use crate::model::{Field, NodeId, Record, Shape, Tagging, Union, Variant};
use crate::recording::Recording;

/// A value that may be one that can be written: `(&Probe(&value)).recorded()` is what it gives to JSON if it can.
/// Of the two methods of that name the compiler takes [`Writable`]'s where the type has it.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// Of types that can be written.
pub trait Writable {
    /// What the value gives to JSON.
    fn recorded(&self) -> Option<Box<Recording>>;
}

impl<T: Encode + ?Sized> Writable for Probe<'_, T> {
    fn recorded(&self) -> Option<Box<Recording>> {
        let mut recording = Recording::new(Profile::JSON);
        let encoded = self.0.encode(&mut recording, &());
        let writable = encoded.is_ok() && recording.is_json();
        writable.then(|| Box::new(recording))
    }
}

/// Of all other types.
pub trait Unwritable {
    /// Nothing.
    fn recorded(&self) -> Option<Box<Recording>> {
        None
    }
}

impl<T: ?Sized> Unwritable for &Probe<'_, T> {}
