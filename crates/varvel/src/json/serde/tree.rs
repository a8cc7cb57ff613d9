//! Trees as `serde_json` has them: they hold only what a JSON text can.

use serde_core::Serialize;

use crate::format::Format;
use crate::json::Json;
use crate::serde::door::tree::{self, Members};
use crate::{Result, Value};

/// An object: an [`Object`](crate::value::Object) that can also be written `Map<String, Value>`.
///
/// ```
/// use varvel::json::serde::{Map, Value, json};
/// let mut map = Map::new();
/// map.insert("a".to_string(), json!([1]));
/// let same: Map<String, Value> = map.clone();
/// assert_eq!(Value::from(same), json!({"a": [1]}));
/// ```
pub type Map<K = alloc::string::String, V = Value> = <(K, V) as Members>::Map;

/// Makes the tree that reading the value's JSON text would give: keys are strings, bytes are arrays
/// of numbers, `NaN` and the infinities are null. [`crate::serde::to_value`] keeps the kinds that
/// the type gives.
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
/// Returns the errors of the type.
pub fn to_value<T: Serialize>(value: T) -> Result<Value> {
    tree::of_text(value, Json::PROFILE)
}

/// Makes a value from an expression in [`json!`](super::json!).
#[doc(hidden)]
#[track_caller]
pub fn __of<T: Serialize + ?Sized>(value: &T) -> Value {
    match to_value(value) {
        Ok(value) => value,
        Err(error) => panic!("json!: {error}"),
    }
}

/// Makes a [`Value`](crate::Value) from JSON, with anything that serde can serialize in place of a
/// value. It is `json!` of `serde_json`. A key is a string literal, or an expression in
/// parentheses.
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
/// If a type refuses to be serialized, like the macro of `serde_json`. [`to_value`] returns an
/// error instead.
#[doc(hidden)]
#[macro_export]
macro_rules! __json {
    ($($json:tt)+) => {
        $crate::__private::value!([$crate::__private::Atomic, $crate::json::serde::__of] $($json)+)
    };
}
