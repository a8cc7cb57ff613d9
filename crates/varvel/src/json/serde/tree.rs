//! Trees as `serde_json` has them: what is read from a text, and not more.

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use varvel_serde::Serde;

use crate::value::{Object, TreeBuilder};
use crate::{Bytes, Encode, Profile, Result, Sink, Str, Tag, Timestamp, Value};

/// An object: [`Object`], also by the name `Map<String, Value>`.
///
/// ```
/// use varvel::json::serde::{Map, Value, json};
/// let mut map = Map::new();
/// map.insert("a".to_string(), json!([1]));
/// let same: Map<String, Value> = map.clone();
/// assert_eq!(Value::from(same), json!({"a": [1]}));
/// ```
pub type Map<K = alloc::string::String, V = Value> = <(K, V) as Members>::Map;

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

/// Gives [`Map`] its one kind of keys and values.
pub trait Members {
    /// The map.
    type Map;
}

impl Members for (alloc::string::String, Value) {
    type Map = Object;
}

/// Makes the tree of a value that its JSON text would be read into: keys are strings, bytes are arrays of numbers, `NaN`
/// and the infinities are null. [`crate::serde::to_value`] keeps what the type gives.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::json::serde::{json, to_value};
/// let of_number = BTreeMap::from([(1, f64::NAN), (2, 0.5)]);
/// assert_eq!(to_value(&of_number)?, json!({"1": null, "2": 0.5}));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of the type.
pub fn to_value<T: Serialize>(value: T) -> Result<Value> {
    let mut builder = TextTree(TreeBuilder::new());
    Serde(value).encode(&mut builder, &())?;
    builder.0.finish()
}

/// Reads a value of a type from a tree. What is to be borrowed from it is read by `T::deserialize(&value)`.
///
/// ```
/// use varvel::json::serde::{from_value, json};
/// let pairs: Vec<(String, u8)> = from_value(json!([["a", 1], ["b", 2]]))?;
/// assert_eq!(pairs[1], ("b".to_owned(), 2));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of the type, with their path.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    crate::serde::from_value(&value)
}

/// Makes a value of an expression in [`json!`](super::json!).
#[doc(hidden)]
#[track_caller]
pub fn __of<T: Serialize + ?Sized>(value: &T) -> Value {
    match to_value(value) {
        Ok(value) => value,
        Err(error) => panic!("json!: {error}"),
    }
}

/// A [`Value`](crate::Value) written as JSON, with anything that serde can serialize where values stand: `json!` of
/// `serde_json`. A key is a string literal, or an expression in parentheses.
///
/// ```
/// use varvel::json::serde::json;
/// #[derive(serde::Serialize)]
/// struct User<'a> { name: &'a str }
/// let (user, key) = (User { name: "Ada" }, "born");
/// let v = json!({"user": user, (key): 1815, "tags": [null, true, {"x": [1.5]}]});
/// assert_eq!(v.to_string(), r#"{"user":{"name":"Ada"},"born":1815,"tags":[null,true,{"x":[1.5]}]}"#);
/// assert_eq!(v["user"]["name"], user.name);
/// ```
///
/// # Panics
/// If a type refuses to be serialized, as the macro of `serde_json`. [`to_value`] gives an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __json {
    ($($json:tt)+) => {
        $crate::__private::value!([$crate::__private::Atomic, $crate::json::serde::__of] $($json)+)
    };
}

/// A sink that types take for JSON text, and that builds a tree.
struct TextTree(TreeBuilder);

/// Events that are handed on.
macro_rules! handed_on {
    ($($event:ident($($value:ident: $t:ty),*);)*) => {$(
        fn $event(&mut self, $($value: $t),*) -> Result {
            self.0.$event($($value),*)
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
        match value.is_finite() {
            true => self.0.f64(value),
            false => self.0.null(),
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        match value.is_finite() {
            true => self.0.f32(value),
            false => self.0.null(),
        }
    }

    fn profile(&self) -> Profile {
        Profile::JSON
    }
}
