//! What containers hold, behind their counted pointers.
//!
//! | room | holds |
//! |---|---|
//! | `frozen` | a node in a frozen buffer, and how it becomes a value |
//! | `array` | items: values, or packed numbers |
//! | `object` | members, with the keys of the frozen object they come from, or their own |
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

/// Values made for those who ask for a `&Value` of a node that is not one: each when it is asked
/// for, by number of item or member. One pointer wide as long as nobody asks.
pub struct Memo<R: Count>(R::Once<Vec<R::Once<Value<R>>>>);

impl<R: Count> Default for Memo<R> {
    fn default() -> Self {
        Self(R::Once::default())
    }
}

impl<R: Count> Memo<R> {
    /// The value number `at` of `len`, made now if it is not there.
    pub fn get(&self, at: usize, len: usize, make: impl FnOnce() -> Value<R>) -> &Value<R> {
        let all = R::get_or_init(&self.0, || {
            core::iter::repeat_with(R::Once::default)
                .take(len)
                .collect()
        });
        R::get_or_init(&all[at], make)
    }

    /// Whether none was made.
    #[inline]
    fn is_empty(&self) -> bool {
        R::get(&self.0).is_none()
    }

    /// Clones of what was made.
    fn made(&self) -> impl Iterator<Item = Value<R>> + '_ {
        R::get(&self.0)
            .into_iter()
            .flatten()
            .filter_map(|once| R::get(once).cloned())
    }
}
