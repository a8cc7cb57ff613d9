//! Conversions between values and types of Rust.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use core::str::FromStr;

use varvel_core::{Duplicates, Error, Limits, Number, Result, Timestamp};
use varvel_frozen::with_builder;
use varvel_json::ReadOptions;

use crate::count::Count;
use crate::edit::ObjectMut;
use crate::reference::Ref;
use crate::text::Text;
use crate::value::{Repr, Value};

/// Conversions that cannot fail.
macro_rules! from {
    ($($t:ty, $value:ident => $repr:expr;)*) => {$(
        impl<R: Count> From<$t> for Value<R> {
            #[inline]
            fn from($value: $t) -> Self {
                $repr
            }
        }
    )*};
}

from! {
    (), _value => Self(Repr::Null);
    bool, value => Self(Repr::Bool(value));
    i8, value => Self(Repr::I64(value.into()));
    i16, value => Self(Repr::I64(value.into()));
    i32, value => Self(Repr::I64(value.into()));
    i64, value => Self(Repr::I64(value));
    isize, value => Self(Repr::I64(value as i64)); // at most 64 bits
    u8, value => Self(Repr::I64(value.into()));
    u16, value => Self(Repr::I64(value.into()));
    u32, value => Self(Repr::I64(value.into()));
    u64, value => Self(i64::try_from(value).map_or(Repr::U64(value), Repr::I64));
    usize, value => Self::from(value as u64); // at most 64 bits
    i128, value => integer(&alloc::format!("{value}"));
    u128, value => integer(&alloc::format!("{value}"));
    f32, value => Self(Repr::F32(value));
    f64, value => Self(Repr::F64(value));
    &str, value => Self(Repr::String(Text::new(value)));
    &String, value => Self(Repr::String(Text::new(value)));
    String, value => Self(Repr::String(Text::new(&value)));
    Cow<'_, str>, value => Self(Repr::String(Text::new(&value)));
    Box<str>, value => Self(Repr::String(Text::new(&value)));
    char, value => Self(Repr::String(Text::new(value.encode_utf8(&mut [0; 4]))));
    Timestamp, value => Self(Repr::Timestamp(value));
    Number<'_>, value => match value {
        Number::I64(value) => Self::from(value),
        Number::U64(value) => Self::from(value),
        Number::F64(value) => Self::from(value),
        Number::Big(digits) => integer(digits),
        _ => integer(&alloc::format!("{value}")),
    };
}

/// Returns an integer from its digits, which must be valid.
fn integer<R: Count>(digits: &str) -> Value<R> {
    Value::integer(digits).unwrap_or_default()
}

impl<R: Count, T: Into<Value<R>>> From<Option<T>> for Value<R> {
    /// Converts `None` to null.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::NULL, Into::into)
    }
}

impl<R: Count, T: Into<Value<R>>> From<Vec<T>> for Value<R> {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<R: Count, T: Into<Value<R>>, const N: usize> From<[T; N]> for Value<R> {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<R: Count, T: Clone + Into<Value<R>>> From<&[T]> for Value<R> {
    fn from(items: &[T]) -> Self {
        items.iter().cloned().collect()
    }
}

impl<R: Count, K: AsRef<str>, T: Into<Value<R>>> From<BTreeMap<K, T>> for Value<R> {
    fn from(members: BTreeMap<K, T>) -> Self {
        members.into_iter().collect()
    }
}

#[cfg(feature = "std")]
impl<R: Count, K: AsRef<str>, T: Into<Value<R>>, S> From<std::collections::HashMap<K, T, S>>
    for Value<R>
{
    /// Keeps the order of iteration of the `HashMap`, which is arbitrary.
    fn from(members: std::collections::HashMap<K, T, S>) -> Self {
        members.into_iter().collect()
    }
}

impl<R: Count> From<Ref<'_, R>> for Value<R> {
    /// Converts as [`Ref::to_value`] does.
    fn from(node: Ref<'_, R>) -> Self {
        node.to_value()
    }
}

impl<R: Count> From<&Self> for Value<R> {
    fn from(value: &Self) -> Self {
        value.clone()
    }
}

impl<R: Count, T: Into<Self>> FromIterator<T> for Value<R> {
    /// Collects items into an array.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let squares: Value = (1..4).map(|n| n * n).collect();
    /// assert_eq!(squares, value!([1, 4, 9]));
    /// ```
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::from_items(items.into_iter().map(Into::into).collect())
    }
}

impl<R: Count, K: AsRef<str>, T: Into<Self>> FromIterator<(K, T)> for Value<R> {
    /// Collects members into an object. If keys are equal, the last value is kept.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let lengths: Value = ["a", "bc"].into_iter().map(|word| (word, word.len())).collect();
    /// assert_eq!(lengths, value!({"a": 1, "bc": 2}));
    /// ```
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        let mut value = Self::new_object();
        if let Some(object) = value.object_store() {
            ObjectMut::new(object).extend(members);
        }
        value
    }
}

impl<R: Count> FromStr for Value<R> {
    type Err = Error;

    /// Parses JSON text into a frozen value, with the default limits, and refuses duplicate keys.
    /// For other limits, and to keep decimals as text, read a `Value` with
    /// [`varvel_json::from_slice_with`], like any type.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let v: Value = r#"{"a": [1, 2]}"#.parse()?;
    /// assert_eq!(v, value!({"a": [1, 2]}));
    /// assert_eq!("[1,]".parse::<Value>().unwrap_err().offset(), Some(3));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self> {
        with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
            builder.start()?;
            varvel_json::drive(text.as_bytes(), &ReadOptions::default(), builder)?;
            Ok(builder.finish()?.into())
        })
    }
}

/// Conversions that can fail.
macro_rules! try_from {
    ($($t:ty, $node:ident => $get:expr;)*) => {$(
        impl<R: Count> TryFrom<Ref<'_, R>> for $t {
            type Error = Error;

            fn try_from($node: Ref<'_, R>) -> Result<Self> {
                $get
            }
        }

        impl<R: Count> TryFrom<&Value<R>> for $t {
            type Error = Error;

            fn try_from(value: &Value<R>) -> Result<Self> {
                value.as_ref().try_into()
            }
        }

        impl<R: Count> TryFrom<Value<R>> for $t {
            type Error = Error;

            fn try_from(value: Value<R>) -> Result<Self> {
                value.as_ref().try_into()
            }
        }
    )*};
}

#[cold]
fn out_of_range(expected: &'static str) -> Error {
    Error::expected(varvel_core::ErrorKind::NumberOutOfRange, expected)
}

try_from! {
    bool, node => node.bool();
    i8, node => Self::try_from(node.i64()?).map_err(|_| out_of_range("an integer that fits i8"));
    i16, node => Self::try_from(node.i64()?).map_err(|_| out_of_range("an integer that fits i16"));
    i32, node => Self::try_from(node.i64()?).map_err(|_| out_of_range("an integer that fits i32"));
    i64, node => node.i64();
    isize, node => Self::try_from(node.i64()?).map_err(|_| out_of_range("an integer that fits isize"));
    u8, node => Self::try_from(node.u64()?).map_err(|_| out_of_range("an integer that fits u8"));
    u16, node => Self::try_from(node.u64()?).map_err(|_| out_of_range("an integer that fits u16"));
    u32, node => Self::try_from(node.u64()?).map_err(|_| out_of_range("an integer that fits u32"));
    u64, node => node.u64();
    usize, node => Self::try_from(node.u64()?).map_err(|_| out_of_range("an integer that fits usize"));
    f64, node => node.f64();
    String, node => node.str().map(Into::into);
    Timestamp, node => node.timestamp();
}

impl<'a, R: Count, T: TryFrom<Ref<'a, R>, Error = Error>> TryFrom<Ref<'a, R>> for Vec<T> {
    type Error = Error;

    /// ```
    /// # use varvel::value;
    /// let v = value!({"sizes": [3, 5]});
    /// let sizes: Vec<u8> = v.field("sizes")?.try_into()?;
    /// assert_eq!(sizes, [3, 5]);
    /// assert!(Vec::<bool>::try_from(v.field("sizes")?).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn try_from(node: Ref<'a, R>) -> Result<Self> {
        match node.is_array() {
            true => node.items().map(T::try_from).collect(),
            false => Err(Error::wrong_kind("an array", node.kind())),
        }
    }
}

impl<'a, R: Count, T> TryFrom<&'a Value<R>> for Vec<T>
where
    T: TryFrom<Ref<'a, R>, Error = Error>,
{
    type Error = Error;

    fn try_from(value: &'a Value<R>) -> Result<Self> {
        value.as_ref().try_into()
    }
}

impl<'a, R: Count, T> TryFrom<Ref<'a, R>> for BTreeMap<String, T>
where
    T: TryFrom<Ref<'a, R>, Error = Error>,
{
    type Error = Error;

    fn try_from(node: Ref<'a, R>) -> Result<Self> {
        if !node.is_object() {
            return Err(Error::wrong_kind("an object", node.kind()));
        }
        let member = |(key, value): (&str, _)| Ok((key.into(), T::try_from(value)?));
        node.entries().map(member).collect()
    }
}

impl<'a, R: Count, T> TryFrom<&'a Value<R>> for BTreeMap<String, T>
where
    T: TryFrom<Ref<'a, R>, Error = Error>,
{
    type Error = Error;

    /// ```
    /// # use varvel::value;
    /// use std::collections::BTreeMap;
    /// let stock = value!({"pear": [3, 4], "fig": []});
    /// let stock = BTreeMap::<String, Vec<u32>>::try_from(&stock)?;
    /// assert_eq!(stock["pear"], [3, 4]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn try_from(value: &'a Value<R>) -> Result<Self> {
        value.as_ref().try_into()
    }
}
