//! The content of containers, behind their reference-counted pointers.
//!
//! | room | holds |
//! |---|---|
//! | `frozen` | a node in a frozen buffer, and its conversion to a value |
//! | `array` | items: values, or packed numbers |
//! | `object` | members with the keys of the frozen object that they come from, or with their own |
//! | `map` | members with keys of any kind |
//! | `drop` | dropping without recursion |

pub mod array;
mod drop;
pub mod frozen;
pub mod map;
pub mod object;

use alloc::vec::Vec;

use varvel_core::Tag;
use varvel_frozen::Frozen;

use crate::count::Count;
use crate::value::Value;

/// The frozen node that a thawed container comes from.
pub type Origin<R> = Frozen<<R as Count>::Bytes>;

/// A tagged node.
#[derive(Clone)]
pub struct Tagged<R: Count> {
    pub tag: Tag,
    pub value: Value<R>,
}

/// Values made for callers that ask for a `&Value` of a node that is not one. Each is made on
/// demand, by the index of the item or member. The type is one pointer wide until the first such
/// call.
pub struct Memo<R: Count>(R::Once<Vec<R::Once<Value<R>>>>);

impl<R: Count> Default for Memo<R> {
    fn default() -> Self {
        Self(R::Once::default())
    }
}

impl<R: Count> Memo<R> {
    /// Returns the value at `at` of `len`, after making it if it does not exist.
    pub fn get(&self, at: usize, len: usize, make: impl FnOnce() -> Value<R>) -> &Value<R> {
        let all = R::get_or_init(&self.0, || {
            core::iter::repeat_with(R::Once::default)
                .take(len)
                .collect()
        });
        R::get_or_init(&all[at], make)
    }

    /// Returns whether no value was made.
    #[inline]
    fn is_empty(&self) -> bool {
        R::get(&self.0).is_none()
    }

    /// Returns the values that were made, shared.
    fn made(&self) -> impl Iterator<Item = Value<R>> + '_ {
        R::get(&self.0)
            .into_iter()
            .flatten()
            .filter_map(|once| R::get(once).map(Value::shared))
    }
}
