//! Equality, order and hash by the node model: one way for whatever can be read node by node.
//!
//! Without recursion. [`crate::View`] is a [`Cursor`], and so is the `Ref` of `varvel-value`, over
//! thawed and frozen nodes alike; the two may be compared with each other.
//!
//! | room | holds |
//! |---|---|
//! | `equal` | equality |
//! | `hash` | digests that agree with it |
//! | `order` | the total order |
//! | `number` | the exact order of numbers of any kind |
//! | `pull` | a tree as a source |
//! | `serde` | behind the feature of that name: nodes as serde sees them |
//! | `sort_key` | bytes that are equal when nodes are: by these maps compare, and their members are sorted |

mod equal;
mod hash;
mod number;
mod order;
mod pull;
#[cfg(feature = "serde")]
pub mod serde;
mod sort_key;

use alloc::vec::Vec;
use core::fmt::Debug;

use varvel_core::path::{KeyText, Step};
use varvel_core::{Kind, Result, Sink, Tag, Timestamp};

pub use equal::equal;
pub use hash::{Refused, digest, digest_with_unique_keys, hash};
pub use order::compare;
pub(crate) use pull::exact_number;
pub use pull::{Mark, Nodes};
pub(crate) use sort_key::sort_key;

use crate::view::View;

/// A node that can be read, and those inside it; the methods are those of [`View`].
#[allow(clippy::len_without_is_empty)] // nothing here asks for it
pub trait Cursor<'a>: Copy + Debug {
    /// The items of an array.
    type Items: Iterator<Item = Self> + Debug;
    /// Keys and values of an object or a map.
    type Pairs: Iterator<Item = (Self, Self)> + Debug;

    /// Whether a float takes only those integers that it holds exactly: `as_f64` is so then, and so is every source over
    /// such nodes. That is for formats that tell integers from floats.
    const EXACT_FLOATS: bool = false;

    fn kind(&self) -> Kind;
    fn len(&self) -> usize;
    fn as_bool(&self) -> Option<bool>;
    fn as_i64(&self) -> Option<i64>;
    fn as_u64(&self) -> Option<u64>;
    fn as_f64(&self) -> Option<f64>;
    fn as_f32(&self) -> Option<f32>;
    fn as_number_text(&self) -> Option<&'a str>;
    fn as_str(&self) -> Option<&'a str>;
    fn as_bytes(&self) -> Option<&'a [u8]>;
    fn as_timestamp(&self) -> Option<Timestamp>;
    fn tag(&self) -> Option<(Tag, Self)>;
    fn items(&self) -> Self::Items;
    fn pairs(&self) -> Self::Pairs;
    /// Gives the node to `sink`.
    fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result;
    /// A number that two nodes share only if they are one and the same.
    fn identity(&self) -> Option<*const ()> {
        None
    }
    /// Where in a buffer it is said what the node is, if that is in one.
    fn offset(&self) -> Option<usize> {
        None
    }
    /// The path to the node, if it knows in what it is.
    fn steps(&self) -> Vec<Step> {
        Vec::new()
    }
}

/// The methods of a type of the same names as a [`Cursor`]'s.
#[doc(hidden)]
#[macro_export]
macro_rules! cursor_methods {
    ($lifetime:lifetime) => {
        $crate::cursor_methods!(@
            kind() -> varvel_core::Kind;
            len() -> usize;
            as_bool() -> Option<bool>;
            as_i64() -> Option<i64>;
            as_u64() -> Option<u64>;
            as_f64() -> Option<f64>;
            as_f32() -> Option<f32>;
            as_number_text() -> Option<&$lifetime str>;
            as_str() -> Option<&$lifetime str>;
            as_bytes() -> Option<&$lifetime [u8]>;
            as_timestamp() -> Option<varvel_core::Timestamp>;
            tag() -> Option<(varvel_core::Tag, Self)>;
            items() -> Self::Items;
            pairs() -> Self::Pairs;
        );
        fn drive<S: varvel_core::Sink<$lifetime>>(self, sink: &mut S) -> varvel_core::Result {
            self.drive(sink)
        }
    };
    (@ $($name:ident() -> $out:ty;)*) => {$(
        #[inline]
        fn $name(&self) -> $out {
            Self::$name(self)
        }
    )*};
}

impl<'a> Cursor<'a> for View<'a> {
    type Items = crate::Items<'a>;
    type Pairs = crate::Pairs<'a>;
    crate::cursor_methods!('a);

    #[inline]
    fn offset(&self) -> Option<usize> {
        Some(self.place())
    }
    fn steps(&self) -> Vec<Step> {
        Self::steps(self)
    }
}

/// The step of a path to the member with this key.
#[cold]
fn key_step<'a>(key: impl Cursor<'a>) -> Step {
    let mut text = KeyText::new();
    // A key that cannot be read has the text that came until then.
    let _ = key.drive(&mut text);
    Step::Key(text.finish())
}

/// Bits that are equal when floats are: NaN equals NaN, -0.0 differs from 0.0.
pub fn float_bits(value: f64) -> u64 {
    match value.is_nan() {
        true => f64::NAN.to_bits(),
        false => value.to_bits(),
    }
}
