//! Conversions from and to `serde_json::Value`, without recursion of our own.

use alloc::string::String;
use alloc::vec::Vec;

use ::serde_json::{Map, Number, Value as Json};
use varvel_core::{Error, ErrorKind, Kind, Result};

use crate::count::Count;
use crate::edit::ObjectMut;
use crate::reference::Ref;
use crate::value::Value;

impl<R: Count> From<&Json> for Value<R> {
    /// Converts exactly, in linear time and memory.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let json = serde_json::json!({"a": [1, 2.5, null]});
    /// let value: Value = Value::from(&json);
    /// assert_eq!(value, value!({"a": [1, 2.5, null]}));
    /// assert_eq!(serde_json::Value::try_from(&value)?, json);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn from(json: &Json) -> Self {
        let mut open: Vec<(Self, Children<'_>)> = Vec::new();
        let mut next = json;
        loop {
            let mut done = match next {
                Json::Array(items) => {
                    open.push((Self::new_array(), Children::Items(items.iter())));
                    None
                }
                Json::Object(members) => {
                    open.push((Self::new_object(), Children::Members(members.iter(), "")));
                    None
                }
                Json::Null => Some(Self::NULL),
                Json::Bool(value) => Some((*value).into()),
                Json::Number(number) => Some(from_number(number)),
                Json::String(text) => Some(text.into()),
            };
            next = loop {
                let Some((value, children)) = open.last_mut() else {
                    return done.unwrap_or_default();
                };
                if let Some(child) = done.take() {
                    put(value, children, child);
                }
                match children.next() {
                    Some(child) => break child,
                    None => done = open.pop().map(|(value, _)| value),
                }
            };
        }
    }
}

/// The rest of a container.
enum Children<'a> {
    Items(core::slice::Iter<'a, Json>),
    /// The members, and the last key.
    Members(::serde_json::map::Iter<'a>, &'a str),
}

impl<'a> Children<'a> {
    fn next(&mut self) -> Option<&'a Json> {
        match self {
            Self::Items(items) => items.next(),
            Self::Members(members, last) => {
                let (key, value) = members.next()?;
                *last = key;
                Some(value)
            }
        }
    }
}

fn put<R: Count>(value: &mut Value<R>, children: &Children<'_>, child: Value<R>) {
    match children {
        Children::Items(_) => {
            if let Some(mut list) = value.as_array_mut() {
                list.push(child);
            }
        }
        Children::Members(_, key) => {
            if let Some(object) = value.object_store() {
                ObjectMut::new(object).insert(key, child);
            }
        }
    }
}

fn from_number<R: Count>(number: &Number) -> Value<R> {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(value), ..) => value.into(),
        (_, Some(value), _) => value.into(),
        (.., Some(value)) if !is_arbitrary(number) => value.into(),
        // With the feature `arbitrary_precision` of `serde_json`, a number is its text.
        _ => {
            let text = alloc::format!("{number}");
            Value::integer(&text)
                .or_else(|| Value::decimal(&text))
                .unwrap_or_default()
        }
    }
}

/// Returns whether this is an integer beyond 64 bits, which only its text shows.
fn is_arbitrary(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_none_or(|value| !value.is_finite())
}

impl<R: Count> From<Json> for Value<R> {
    fn from(json: Json) -> Self {
        Self::from(&json)
    }
}

impl<R: Count> TryFrom<Ref<'_, R>> for Json {
    type Error = Error;

    /// # Errors
    /// `Unrepresentable` for nodes that JSON or `serde_json` cannot hold: bytes, timestamps, tags,
    /// maps, floats that are not finite, numbers kept as text that its `Number` rounds.
    fn try_from(node: Ref<'_, R>) -> Result<Self> {
        let mut open: Vec<Building<'_, R>> = Vec::new();
        let mut next = node;
        loop {
            let mut done = match next.kind() {
                Kind::Array => {
                    open.push(Building::Array(
                        next.items(),
                        Vec::with_capacity(next.len()),
                    ));
                    None
                }
                Kind::Object => {
                    open.push(Building::Object(next.entries(), Map::new(), String::new()));
                    None
                }
                _ => Some(scalar(next)?),
            };
            next = loop {
                let Some(building) = open.last_mut() else {
                    return Ok(done.unwrap_or_default());
                };
                match building.next(done.take()) {
                    Some(child) => break child,
                    None => done = open.pop().map(Building::done),
                }
            };
        }
    }
}

/// A container of `serde_json` that is being built.
enum Building<'a, R: Count> {
    Array(crate::Items<'a, R>, Vec<Json>),
    /// The members, those built so far, and the last key.
    Object(crate::Entries<'a, R>, Map<String, Json>, String),
}

impl<'a, R: Count> Building<'a, R> {
    /// Adds the converted last child, and returns the next one.
    fn next(&mut self, last: Option<Json>) -> Option<Ref<'a, R>> {
        match self {
            Self::Array(items, built) => {
                built.extend(last);
                items.next()
            }
            Self::Object(entries, built, key) => {
                if let Some(last) = last {
                    built.insert(core::mem::take(key), last);
                }
                let (next, value) = entries.next()?;
                *key = next.into();
                Some(value)
            }
        }
    }

    fn done(self) -> Json {
        match self {
            Self::Array(_, built) => Json::Array(built),
            Self::Object(_, built, _) => Json::Object(built),
        }
    }
}

fn scalar<R: Count>(node: Ref<'_, R>) -> Result<Json> {
    let number = match node.kind() {
        Kind::Null => return Ok(Json::Null),
        Kind::Bool => return Ok(node.as_bool().unwrap_or_default().into()),
        Kind::String => return Ok(node.as_str().unwrap_or_default().into()),
        Kind::Integer => match (node.as_i64(), node.as_u64()) {
            (Some(value), _) => Some(value.into()),
            (_, Some(value)) => Some(value.into()),
            _ => node.as_number_text().and_then(exact),
        },
        Kind::Float => node.as_f64().and_then(Number::from_f64),
        Kind::Decimal => node.as_number_text().and_then(exact),
        _ => None,
    };
    number.map(Json::Number).ok_or_else(|| {
        Error::expected(ErrorKind::Unrepresentable, "what serde_json::Value holds")
            .with_found(node.kind().name())
    })
}

/// Returns a number from its text, unless it would be rounded: `serde_json` keeps the text only
/// with its feature `arbitrary_precision`.
fn exact(text: &str) -> Option<Number> {
    let number: Number = text.parse().ok()?;
    (alloc::format!("{number}") == text).then_some(number)
}

impl<R: Count> TryFrom<&Value<R>> for Json {
    type Error = Error;

    fn try_from(value: &Value<R>) -> Result<Self> {
        value.as_ref().try_into()
    }
}

impl<R: Count> TryFrom<Value<R>> for Json {
    type Error = Error;

    fn try_from(value: Value<R>) -> Result<Self> {
        value.as_ref().try_into()
    }
}
