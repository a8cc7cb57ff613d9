//! Trees made from serde types and read into them, with the names of other libraries.

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use varvel_serde::Serde;

use crate::format::Profile;
use crate::value::{Object, TreeBuilder};
use crate::{Bytes, Encode, Result, Sink, Str, Tag, Timestamp, Value};

/// A number as the reader gave it, of at most 64 bits.
///
/// ```
/// use varvel::json::serde::{Number, from_str, to_string};
/// let number: Number = from_str("2.5")?;
/// assert_eq!((number.as_i64(), number.as_f64()), (None, Some(2.5)));
/// assert_eq!(to_string(&number)?, "2.5");
/// # Ok::<(), varvel::Error>(())
/// ```
pub type Number = crate::Number<'static>;

/// Gives a map of another library its one kind of keys and values.
pub trait Members {
    /// The map type.
    type Map;
}

impl Members for (alloc::string::String, Value) {
    type Map = Object;
}

/// Reads a value of a type from a tree. Use `T::deserialize(&value)` for a type that borrows from
/// the tree.
///
/// ```
/// use varvel::json::serde::{from_value, json};
/// let pairs: Vec<(String, u8)> = from_value(json!([["a", 1], ["b", 2]]))?;
/// assert_eq!(pairs[1], ("b".to_owned(), 2));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of the type, with their path.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    crate::serde::from_value(&value)
}

/// Makes a tree of a value that is written as if into a text of `profile`. If that has no NaN and
/// no infinities, they become null.
pub fn of_text<T: Serialize>(value: T, profile: Profile) -> Result<Value> {
    let mut tree = TextTree {
        tree: TreeBuilder::new(),
        profile,
    };
    Serde(value).encode(&mut tree, &())?;
    tree.tree.finish()
}

/// A sink that claims to write text of a profile, and builds a tree.
struct TextTree {
    tree: TreeBuilder,
    profile: Profile,
}

impl TextTree {
    fn takes(&self, finite: bool) -> bool {
        finite || self.profile.non_finite
    }
}

/// Declares events that are handed to the tree.
macro_rules! handed_on {
    ($($event:ident($($value:ident: $t:ty),*);)*) => {$(
        fn $event(&mut self, $($value: $t),*) -> Result {
            self.tree.$event($($value),*)
        }
    )*};
}

impl<'de> Sink<'de> for TextTree {
    handed_on! {
        null();
        bool(value: bool);
        i64(value: i64);
        u64(value: u64);
        big_integer(digits: &str);
        decimal(text: &str);
        str(value: Str<'de, '_>);
        bytes(value: Bytes<'de, '_>);
        timestamp(value: Timestamp);
        tag(tag: Tag);
        begin_array(len: Option<usize>);
        end_array();
        begin_map(len: Option<usize>);
        key(key: Str<'de, '_>);
        any_key();
        end_map();
    }

    fn f64(&mut self, value: f64) -> Result {
        match self.takes(value.is_finite()) {
            true => self.tree.f64(value),
            false => self.tree.null(),
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        match self.takes(value.is_finite()) {
            true => self.tree.f32(value),
            false => self.tree.null(),
        }
    }

    fn profile(&self) -> Profile {
        self.profile
    }
}
