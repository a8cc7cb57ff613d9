//! Values that are made where memory may be missing, for interfaces that promise an error then:
//! each function asks for the memory first, and returns `OutOfMemory` if there is none.

use alloc::vec::Vec;

use varvel_core::Result;
use varvel_frozen::{Buffer, Frozen};

use crate::count::Count;
use crate::reference::Ref;
use crate::store::array::Array;
use crate::store::frozen::{COPIED, FrozenNode};
use crate::store::object::Object;
use crate::text::{Text, ask};
use crate::value::{Repr, Value};

impl<R: Count> Value<R> {
    /// Returns an empty array.
    #[doc(hidden)]
    pub fn try_new_array() -> Result<Self> {
        ask(size_of::<Array<R>>())?;
        Ok(Self::new_array())
    }

    /// Returns an empty object.
    #[doc(hidden)]
    pub fn try_new_object() -> Result<Self> {
        ask(size_of::<Object<R>>())?;
        Ok(Self::new_object())
    }

    /// Returns an array of these items.
    #[doc(hidden)]
    pub fn try_from_items(items: Vec<Self>) -> Result<Self> {
        ask(size_of::<Array<R>>())?;
        Ok(Self::from_items(items))
    }

    /// Returns a string.
    #[doc(hidden)]
    pub fn try_string(text: &str) -> Result<Self> {
        Ok(Self(Repr::String(Text::try_new(text)?)))
    }

    /// Returns bytes.
    #[doc(hidden)]
    pub fn try_bytes(bytes: &[u8]) -> Result<Self> {
        ask(bytes.len())?;
        Ok(Self::bytes(bytes))
    }

    /// Returns the integer or the decimal of a text, or `None` if that is no number in JSON's
    /// grammar.
    #[doc(hidden)]
    pub fn try_number(text: &str) -> Result<Option<Self>> {
        ask(text.len())?;
        Ok(Self::integer(text).or_else(|| Self::decimal(text)))
    }

    /// Returns a frozen document as a value.
    #[doc(hidden)]
    pub fn try_from_frozen(frozen: Frozen) -> Result<Self> {
        Self::ask_for_frozen()?;
        Ok(frozen.into())
    }

    /// Asks for the memory of a value that is a frozen document.
    #[doc(hidden)]
    pub fn ask_for_frozen() -> Result {
        // The owner of the buffer, and the handle of the root or a short copy of it, each counted.
        ask(size_of::<Buffer>() + size_of::<FrozenNode<R>>() + COPIED)
    }
}

impl<R: Count> Ref<'_, R> {
    /// Returns the node as [`Ref::to_value`] does, or `OutOfMemory` if there is no memory for a
    /// copy.
    #[doc(hidden)]
    pub fn try_to_value(&self) -> Result<Value<R>> {
        match self.view() {
            Some(_) => self.try_to_thawed(),
            None => Ok(self.to_value()),
        }
    }
}
